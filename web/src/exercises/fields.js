// Exercises in which the learner fills in fields: shapes of the layer's stages, or counts.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { card } from '../parts/card.js';
import { chips } from '../parts/chips.js';
import { kCross, kDots, kTick } from '../parts/icons.js';
import { message } from '../text/sentence.js';
import { explorer } from './explorer.js';

/** @import { Ask, Field, NamedSizes } from '../core' */
/** @import { Actions, App, Session } from '../types' */

const kMarks = { correct: kTick, wrong: kCross, error: kCross, typing: kDots, empty: nothing };

/** @typedef {{ title: string, sizes: NamedSizes | null, labels: string[] }} Group */

/**
 * Fields in groups; a counting exercise is one group.
 * @param {Ask} ask
 * @returns {Group[]}
 */
export function groupsOf(ask) {
  if (ask.kind === 'shapes') {
    return ask.groups.map(({ title, sizes, fields }) => ({
      title,
      sizes,
      labels: fields.map(({ label }) => label),
    }));
  }
  if (ask.kind === 'numbers')
    return [{ title: '', sizes: null, labels: ask.fields.map(({ label }) => label) }];
  return [];
}

/** @param {App} app @param {Session} session @param {Actions} actions @param {unknown} next */
export function fieldsExercise(app, session, actions, next) {
  const { exercise, result } = session;
  const answers = /** @type {string[]} */ (session.answer);
  let from = 0;
  const groups = groupsOf(exercise.ask).map((group) => {
    const first = from;
    from += group.labels.length;
    return html`
      <fieldset class="fields ${exercise.ask.kind}">
        <legend>${message(group.title || 'Your numbers')}</legend>
        ${group.sizes ? chips(group.sizes, { derive: false }) : nothing}
        <ol>
          ${group.labels.map((label, i) =>
            field({
              id: `field-${first + i}`,
              label,
              value: answers[first + i] ?? '',
              found: result?.fields?.[first + i],
              example: exercise.ask.kind === 'shapes' ? '( , , )' : '',
              oninput: (text) =>
                actions.answer(answers.map((old, k) => (k === first + i ? text : old))),
            }),
          )}
        </ol>
      </fieldset>
    `;
  });
  return html`
    ${groups} ${card(app, session, actions, { next })} ${exercise.ask.kind === 'numbers' ? explorer(app, session, actions) : nothing}
  `;
}

/**
 * @param {{ id: string, label: string, value: string, found: Field | undefined, example: string, oninput(text: string): void }} options
 */
function field({ id, label, value, found, example, oninput }) {
  const typing = found?.verdict === 'error' && found.code === 'syntax'; // half typed: no reason for red
  const verdict = typing ? 'typing' : (found?.verdict ?? 'empty');
  return html`
    <li class="field ${verdict}">
      <label for=${id}>${message(label)}</label>
      <span class="field-box">
        <input
          id=${id}
          type="text"
          dir="ltr"
          inputmode=${example ? 'text' : 'decimal'}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder=${example}
          aria-describedby=${`${id}-message`}
          aria-invalid=${verdict === 'wrong' || verdict === 'error' ? 'true' : 'false'}
          .value=${live(value)}
          @input=${(/** @type {InputEvent} */ event) => oninput(/** @type {HTMLInputElement} */ (event.target).value)}
        />
        <span class="mark">${kMarks[verdict]}</span>
      </span>
      <span class="field-message" id=${`${id}-message`}>
        ${verdict === 'empty' ? nothing : html`<span class="hidden">${verdict}: </span>`}${message(found?.message ?? '')}
      </span>
    </li>
  `;
}
