// The exercises against the real core: the starter is not right, the solution is, each known wrong
// answer gets exactly its code, and no hint but the last gives the answer away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readExercises } from '../../web/build/exercises.mjs';
import { requestOf } from '../../web/src/sessions.js';
import { wrapCore } from '../../web/src/wrap_core.js';
import { loadRawCore } from './core.mjs';

/** @import { Answer, CheckResult } from '../../web/src/core' */
/** @import { ExerciseFile } from '../../web/build/exercises.mjs' */

const exercises = readExercises(fileURLToPath(new URL('../../web/exercises', import.meta.url)));
const core = wrapCore(await loadRawCore());

/** @param {ExerciseFile} exercise @param {Answer} answer */
const check = (exercise, answer) => core.check(requestOf(/** @type {any} */ (exercise), answer));

/** A diagnosis goes before the error that led to it. @param {CheckResult} result */
const codeOf = ({ diagnoses, error }) => diagnoses[0]?.code ?? error?.code;

for (const exercise of exercises) {
  test(`${exercise.id}: the starter is not right, the solution is`, () => {
    assert.notEqual(check(exercise, exercise.starter).verdict, 'correct');
    assert.equal(check(exercise, exercise.solution).verdict, 'correct');
  });

  for (const { answer, code } of exercise.wrong) {
    test(`${exercise.id}: ${JSON.stringify(answer)} is ${code}`, () => {
      const result = check(exercise, answer);
      assert.notEqual(result.verdict, 'correct');
      assert.equal(codeOf(result), code);
    });
  }

  test(`${exercise.id}: no hint but the last gives the answer away`, () => {
    const lines = linesOf(exercise.solution);
    const early = exercise.hints.slice(0, -1).join('\n');
    for (const line of lines) assert.ok(!squeezed(early).includes(squeezed(line)), line);
    // A hint's own code, taken as an answer, must not be right either.
    for (const hint of exercise.hints.slice(0, -1)) {
      for (const [, code] of hint.matchAll(/`([^`]+)`/g)) {
        for (const answer of asAnswers(exercise, /** @type {string} */ (code))) {
          assert.notEqual(check(exercise, answer).verdict, 'correct', code);
        }
      }
    }
  });
}

test('every code that an exercise names is in the core’s list', () => {
  const known = new Set(core.codes().map(({ code }) => code));
  for (const { id, wrong } of exercises)
    for (const { code } of wrong) assert.ok(known.has(code), `${id}: ${code}`);
});

test('hints of the core do not give the answer away either', () => {
  for (const exercise of exercises) {
    for (const { answer } of [{ answer: exercise.starter }, ...exercise.wrong]) {
      const hints = squeezed(
        check(exercise, answer)
          .diagnoses.flatMap((found) => found.hints)
          .join('\n'),
      );
      for (const line of linesOf(exercise.solution))
        assert.ok(!hints.includes(squeezed(line)), line);
    }
  }
});

/** The parts of an answer that are long enough to be given away. @param {Answer} answer */
function linesOf(answer) {
  const lines =
    typeof answer === 'string'
      ? [answer]
      : Array.isArray(answer)
        ? answer
        : [answer.split, answer.merge];
  return lines.filter((line) => line.length > 3);
}

/** @param {string} text */
const squeezed = (text) => text.replace(/\s/g, '');

/** @param {ExerciseFile} exercise @param {string} code @returns {Answer[]} */
function asAnswers({ ask }, code) {
  return ask.kind === 'reshape' ? [code, `${ask.input}.${code}`] : [];
}
