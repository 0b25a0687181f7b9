// The text field for a reshape program: a textarea over a copy of its text that carries the
// underlines. It grows with its text and lets Tab through. It knows nothing about programs.

import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { cut } from '../text/spans.js';

/** @import { CheckResult, Span } from '../core' */

/**
 * What to underline for a result: the error, else the first diagnosis.
 * @param {CheckResult | null | undefined} result
 * @returns {Span[]}
 */
export function spansOf(result) {
  const span = result?.error?.span ?? result?.diagnoses[0]?.span;
  return span ? [span] : [];
}

/**
 * @param {{ id: string, label: string, value: string, spans: Span[], verdict: string, oninput(text: string): void }} options
 */
export function editor({ id, label, value, spans, verdict, oninput }) {
  return html`
    <div class="editor">
      <label for=${id}>${label}</label>
      <div class="editor-box ${verdict}">
        <pre class="editor-copy" aria-hidden="true">${cut(value, spans).map(({ text, marked }) =>
          marked ? html`<mark>${text}</mark>` : text,
        )}${'\n'}</pre>
        <textarea
          id=${id}
          rows="1"
          dir="ltr"
          spellcheck="false"
          autocapitalize="off"
          autocomplete="off"
          autocorrect="off"
          aria-describedby="verdict"
          .value=${live(value)}
          @input=${(/** @type {InputEvent} */ event) => oninput(/** @type {HTMLTextAreaElement} */ (event.target).value)}
        ></textarea>
      </div>
    </div>
  `;
}
