// The diagnosis card: the verdict in a word, what, where, the evidence, why nothing complained,
// then hints one at a time. Written like a good compiler's message.

import { html, nothing } from 'lit-html';
import { count, sizesText } from '../format.js';
import { elementWords } from '../grid/links.js';
import { parseMessage } from '../text/marks.js';
import { message, prose, sentence } from '../text/sentence.js';
import { lineOf } from '../text/spans.js';
import { kCross, kDots, kStop, kTick } from './icons.js';

/** @import { Answer, CheckResult, Diagnosis, Evidence, NamedSizes, Probe, ProgramError, SourceElement, Span } from '../core' */
/** @import { Actions, App, Sentence, Session } from '../types' */

const kBroken =
  'The lab itself failed on this answer. That is our mistake, not yours; your text is kept. Change it, or reload the page.';

/**
 * @param {App} app
 * @param {Session} session
 * @param {Actions} actions
 * @param {{ next: unknown }} after what to show once it is right
 */
export function card(app, session, actions, { next }) {
  const { result, exercise, answer } = session;
  const failure = app.failure || (session.broken ? kBroken : '');
  if (failure) return html`<div class="card failed" id="verdict"><p>${failure}</p></div>`;
  if (!result)
    return html`<div class="card waiting" id="verdict"><p class="verdict">${kDots} <b>Loading the lab…</b></p></div>`;
  const text = typeof answer === 'string' ? answer : '';
  return html`
    <div class="card ${tone(result, answer)}" id="verdict">
      <p class="verdict">${icon(result, answer)} <b>${word(result, answer)}</b> ${title(result)}</p>
      ${result.fields ? nothing : details(result, text, exercise.sizes)}
      ${
        result.verdict === 'correct'
          ? html`<div class="explanation">${prose(exercise.explanation)}</div>${next}`
          : hints(session, actions)
      }
    </div>
  `;
}

/**
 * What, where and why. Fields tell theirs beside themselves.
 * @param {CheckResult} result
 * @param {string} text the learner's
 * @param {NamedSizes} shown
 */
function details({ error: raised, diagnoses: [first, ...rest] }, text, shown) {
  return html`
    ${raised ? error(raised, text) : nothing} ${first ? diagnosis(first, raised ? '' : text, shown) : nothing}
    ${rest.length > 0 ? others(rest) : nothing}
  `;
}

/**
 * What is half typed or still empty is no reason for red.
 * @param {CheckResult} result
 * @param {Answer} [answer]
 * @returns {'correct' | 'wrong' | 'error' | 'typing' | 'open'}
 */
export function tone({ verdict, error, fields, diagnoses }, answer) {
  if (verdict === 'error' && (error?.code === 'syntax' || error?.code === 'unknown-name'))
    return 'typing';
  if (
    verdict !== 'correct' &&
    fields?.every((field) => field.verdict === 'correct' || field.verdict === 'empty')
  )
    return 'open';
  const unpredicted = typeof answer === 'object' && 'probe' in answer && answer.probe === '';
  if (unpredicted && diagnoses[0]?.code === 'probe-not-named') return 'open';
  return verdict;
}

const kWords = {
  correct: 'Correct',
  wrong: 'Wrong',
  error: 'Error',
  typing: 'Not a program yet',
  open: 'Not done yet',
};
const kIcons = { correct: kTick, wrong: kCross, error: kStop, typing: kDots, open: kDots };

/** @param {CheckResult} result @param {Answer} [answer] */
export const word = (result, answer) => kWords[tone(result, answer)];

/** @param {CheckResult} result @param {Answer} [answer] */
export const icon = (result, answer) => kIcons[tone(result, answer)];

/** The title without a verdict word of its own in front. @param {CheckResult} result */
function title({ title: text, verdict, error: raised, diagnoses, fields }) {
  if (raised && !fields) return html`<code class="type">${raised.type}</code>`;
  return verdict === 'correct' && /^correct\.?$/i.test(text)
    ? nothing
    : message(fields ? text : (diagnoses[0]?.title ?? text));
}

/** @param {ProgramError} raised @param {string} text */
function error(raised, text) {
  return html`
    <p class="raised">${raised.message}</p>
    ${raised.span && text ? excerpt(text, raised.span) : nothing} ${raised.help ? html`<p>${message(raised.help)}</p>` : nothing}
    <p class="code"><span class="hidden">code </span>${raised.code}</p>
  `;
}

/** @param {Diagnosis} found @param {string} text @param {NamedSizes} shown */
function diagnosis(found, text, shown) {
  return html`
    <div class="found">
      <div class="what">
        <p>${message(found.message)}</p>
        ${found.span && text ? excerpt(text, found.span) : nothing}
        ${found.why ? html`<div class="why"><h2>Why nothing complained</h2><p>${message(found.why)}</p></div>` : nothing}
      </div>
      ${found.evidence ? evidence(found.evidence, shown) : nothing}
    </div>
    <p class="code"><span class="hidden">code </span>${found.code}</p>
  `;
}

/** The learner's own line, the span underlined. @param {string} text @param {Span} span */
export function excerpt(text, span) {
  const { number, before, marked, after } = lineOf(text, span);
  const many = text.trimEnd().includes('\n');
  return html`<pre class="excerpt" tabindex="0" role="group" aria-label="Your line, the place underlined"
    >${many ? html`<span class="number">${number}</span>` : nothing}<span>${before}<mark>${marked || ' '}</mark>${after}</span></pre>`;
}

/** @param {Evidence} found @param {NamedSizes} shown the exercise's sizes, which need no telling */
function evidence({ sizes, cell, holds, wanted, wrong_cells, cells }, shown) {
  const elsewhere = Object.entries(shown).some(([name, value]) => sizes[name] !== value);
  const batch = holds?.batch === wanted?.batch ? holds?.batch : undefined;
  /** @param {SourceElement} element */
  const words = (element) =>
    html`${elementWords(element, batch)} <span class="quiet">(head ${element.head})</span>`;
  return html`
    <dl class="evidence">
      <div><dt>First wrong cell</dt><dd><code>[${cell.join(', ')}]</code></dd></div>
      ${holds ? html`<div><dt>holds</dt><dd>${words(holds)}</dd></div>` : nothing}
      ${wanted ? html`<div><dt>should hold</dt><dd>${words(wanted)}</dd></div>` : nothing}
      <div><dt>In the wrong place</dt><dd>${count(wrong_cells)} of ${count(cells)} elements</dd></div>
      ${elsewhere ? html`<div><dt>Seen at</dt><dd><code>${sizesText(sizes)}</code></dd></div>` : nothing}
    </dl>
  `;
}

/** @param {Diagnosis[]} rest */
const others = (rest) => html`
  <ul class="others">
    ${rest.map((found) => html`<li>Also: ${message(found.title)} <span class="code">${found.code}</span></li>`)}
  </ul>
`;

/** What the hints belong to: the first diagnosis' code. @param {Session} session */
export const hintKey = ({ result }) => result?.diagnoses[0]?.code ?? '';

/**
 * The hints of the first diagnosis, then those of the exercise.
 * @param {Session} session
 * @returns {Sentence[]}
 */
export function hintsOf({ result, exercise }) {
  const own = (result?.diagnoses[0]?.hints ?? []).map(parseMessage);
  return [...own, ...exercise.hints];
}

/** @param {Session} session @param {Actions} actions */
function hints(session, actions) {
  const all = hintsOf(session);
  const open = Math.min(session.hints.get(hintKey(session)) ?? 0, all.length);
  return html`
    <div class="hints">
      ${open > 0 ? html`<ol>${all.slice(0, open).map((hint) => html`<li>${sentence(hint)}</li>`)}</ol>` : nothing}
      ${session.solutionShown ? solution(session, actions) : nothing}
      ${
        open < all.length
          ? html`<button type="button" class="plain" @click=${actions.hint}>Show a hint (${open + 1} of ${all.length})</button>`
          : session.solutionShown
            ? nothing
            : html`<button type="button" class="plain" @click=${actions.showSolution}>Show the solution</button>`
      }
    </div>
  `;
}

/** @param {Session} session @param {Actions} actions */
function solution({ exercise, result }, actions) {
  return html`
    <div class="solution">
      <p>The solution:</p>
      ${solutionLines(exercise.solution, result?.probes ?? []).map(
        (line) =>
          html`<pre class="excerpt" tabindex="0" role="group" aria-label="The solution">${line}</pre>`,
      )}
      <button type="button" class="plain" @click=${actions.useSolution}>Put it in</button>
    </div>
  `;
}

/** @param {Answer} answer @param {Probe[]} probes */
function solutionLines(answer, probes) {
  if (typeof answer === 'string') return [answer];
  if (Array.isArray(answer)) return [answer.join('  ·  ')];
  const { title } = probes.find(({ id }) => id === answer.probe) ?? { title: answer.probe };
  return [answer.split, answer.merge, title];
}
