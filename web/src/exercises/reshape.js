// Exercises in which the learner writes one reshape program: the editor, the card, the origin
// grids, the steps.

import { html } from 'lit-html';
import { originFigure } from '../grid/view.js';
import { card } from '../parts/card.js';
import { chips } from '../parts/chips.js';
import { editor, spansOf } from '../parts/editor.js';
import { stepTable } from '../parts/steps.js';

/** @import { ReshapeAsk } from '../core' */
/** @import { Actions, App, Session } from '../types' */

/** @param {App} app @param {Session} session @param {Actions} actions @param {unknown} next */
export function reshapeExercise(app, session, actions, next) {
  const ask = /** @type {ReshapeAsk} */ (session.exercise.ask);
  const { result } = session;
  return html`
    ${chips(session.exercise.sizes)}
    ${editor({
      id: 'answer',
      label: `Your program for ${ask.input}`,
      value: String(session.answer),
      spans: spansOf(result),
      verdict: result?.verdict ?? '',
      oninput: actions.answer,
    })}
    ${card(app, session, actions, { next })} ${originFigure(session, actions)} ${stepTable(result?.steps ?? [])}
  `;
}
