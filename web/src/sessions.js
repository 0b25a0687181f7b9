// Sessions: what the page knows about an exercise while it is open, and judging it anew after each
// keystroke. No drawing here.

import { kGpt2Small } from './exercises/explorer.js';

/** @import { Answer, CheckRequest } from './core' */
/** @import { App, Core, Exercise, Session } from './types' */
/** @import { Store } from './store.js' */

/**
 * A session with the text that was kept, or the starter's.
 * @param {Exercise} exercise
 * @param {Store} store
 * @returns {Session}
 */
export function openSession(exercise, store) {
  const kept = store.get(`answer/${exercise.id}`);
  return {
    exercise,
    answer: fits(kept, exercise.starter) ? /** @type {Answer} */ (kept) : exercise.starter,
    result: null,
    broken: false,
    grids: null,
    hints: new Map(),
    solutionShown: false,
    cursor: null,
    batch: null,
    explorer: kGpt2Small,
  };
}

/**
 * Whether a kept value has the form of this exercise's answers; an older page may have kept another.
 * @param {unknown} kept
 * @param {Answer} starter
 */
export function fits(kept, starter) {
  if (typeof starter === 'string') return typeof kept === 'string';
  if (Array.isArray(starter)) {
    return (
      Array.isArray(kept) &&
      kept.length === starter.length &&
      kept.every((text) => typeof text === 'string')
    );
  }
  if (typeof kept !== 'object' || kept === null) return false;
  const parts = /** @type {Record<string, unknown>} */ (kept);
  return ['split', 'merge', 'probe'].every((key) => typeof parts[key] === 'string');
}

/**
 * @param {Exercise} exercise
 * @param {Answer} answer
 * @returns {CheckRequest}
 */
export const requestOf = ({ id, ask, sizes }, answer) => ({ exercise: id, ask, answer, sizes });

/**
 * Judges the session's answer. Grids stay from before when the text gives no tensor; on the first
 * look they come from the solution, for what is asked. A core that breaks down is told, not thrown.
 * @param {App} app
 * @param {Session} session
 */
export function judge(app, session) {
  const { core } = app;
  if (!core) return;
  const { exercise } = session;
  try {
    session.result = core.check(requestOf(exercise, session.answer));
    session.broken = false;
  } catch {
    session.result = null;
    session.broken = true;
    return;
  }
  if (session.result.grid) session.grids = session.result.grid;
  else if (!session.grids && exercise.ask.kind === 'reshape')
    session.grids = askedGrids(core, exercise);
  if (session.result.verdict === 'correct') app.done.add(exercise.id);
}

/** @param {Core} core @param {Exercise} exercise */
const askedGrids = (core, exercise) => core.check(requestOf(exercise, exercise.solution)).grid;
