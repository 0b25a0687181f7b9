// "Fool the checks": the learner builds a wrong split and merge that the usual checks let through,
// and predicts which probe sees through it.

import { html, nothing } from 'lit-html';
import { card, icon, word } from '../parts/card.js';
import { chips } from '../parts/chips.js';
import { editor, spansOf } from '../parts/editor.js';
import { kCross, kDots, kTick } from '../parts/icons.js';
import { stepTable } from '../parts/steps.js';
import { message } from '../text/sentence.js';

/** @import { Answer, CheckResult, Probe } from '../core' */
/** @import { Actions, App, Session } from '../types' */

/** @typedef {Exclude<Answer, string | string[]>} PipelineAnswer */

/** The probes that the learner tries to fool; the others are those that may see through. */
const kToFool = ['shape', 'causal-leak', 'batch-isolation'];

/** @param {App} app @param {Session} session @param {Actions} actions @param {unknown} next */
export function pipelineExercise(app, session, actions, next) {
  const answer = /** @type {PipelineAnswer} */ (session.answer);
  const { result } = session;
  const probes = result?.probes ?? [];
  /** @param {Partial<PipelineAnswer>} change */
  const set = (change) => actions.answer({ ...answer, ...change });
  return html`
    ${chips(session.exercise.sizes)}
    ${editor({
      id: 'split',
      label: 'Split, for q, k and v',
      value: answer.split,
      spans: spansOf(result?.parts?.split),
      verdict: result?.parts?.split.verdict ?? '',
      oninput: (split) => set({ split }),
    })}
    ${partLine(result?.parts?.split)}
    ${editor({
      id: 'merge',
      label: 'Merge, for context',
      value: answer.merge,
      spans: spansOf(result?.parts?.merge),
      verdict: result?.parts?.merge.verdict ?? '',
      oninput: (merge) => set({ merge }),
    })}
    ${partLine(result?.parts?.merge)}
    ${
      probes.length === 0
        ? nothing
        : html`
            <section class="probes">
              <h2>The checks to fool</h2>
              <ul class="probe-row">
                ${probes.filter(({ id }) => kToFool.includes(id)).map((probe) => html`<li class="probe ${probe.outcome}">${probeView(probe)}</li>`)}
              </ul>
              <fieldset>
                <legend>Which of these sees through it? Predict first.</legend>
                <div class="probe-row">
                  ${probes
                    .filter(({ id }) => !kToFool.includes(id))
                    .map((probe) => prediction(probe, answer.probe, (id) => set({ probe: id })))}
                </div>
              </fieldset>
              ${
                answer.probe
                  ? html`<button type="button" class="plain" @click=${() => set({ probe: '' })}>Predict again</button>`
                  : nothing
              }
            </section>
          `
    }
    ${card(app, session, actions, { next })}
    ${stepTable(result?.parts?.split.steps ?? [], 'What the split did')} ${stepTable(result?.parts?.merge.steps ?? [], 'What the merge did')}
  `;
}

/** What a part is, taken alone: in one line, since being wrong is what is wanted here. @param {CheckResult | undefined} part */
function partLine(part) {
  if (!part) return nothing;
  const text = part.error
    ? `${part.error.type}: ${part.error.message}`
    : (part.diagnoses[0]?.title ?? part.title);
  return html`<p class="part ${part.verdict}">${icon(part)} <b>${word(part)}</b> on its own. ${part.verdict === 'correct' ? nothing : message(text)}</p>`;
}

/** @param {Probe} probe */
const probeView = ({ title, question, outcome, message: seen }) => html`
  <h3>${title}</h3>
  <p class="question">${message(question)}</p>
  <p class="outcome">${outcomeView(outcome)} ${message(seen)}</p>
`;

/** @param {Probe['outcome']} outcome */
function outcomeView(outcome) {
  if (outcome === 'pass') return html`${kTick} <b>passes.</b>`;
  return outcome === 'fail' ? html`${kCross} <b>fails.</b>` : html`${kDots} <b>not run.</b>`;
}

/** @param {Probe} probe @param {string} chosen @param {(id: string) => void} choose */
function prediction(probe, chosen, choose) {
  const { id, title, question, outcome, message: seen } = probe;
  return html`
    <div class="probe ${chosen ? outcome : 'covered'} ${chosen === id ? 'chosen' : ''}">
      <label class="choice">
        <input type="radio" name="probe" value=${id} .checked=${chosen === id} @change=${() => choose(id)} />
        <b>${title}</b>
      </label>
      <p class="question">${message(question)}</p>
      ${
        chosen
          ? html`<p class="outcome">${outcomeView(outcome)} ${message(seen)}</p>`
          : html`<p class="outcome quiet">Its result shows when you have predicted.</p>`
      }
    </div>
  `;
}
