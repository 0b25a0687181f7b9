// Draws sentences made of marks.

import { html } from 'lit-html';
import { unsafeHTML } from 'lit-html/directives/unsafe-html.js';
import { parseMessage } from './marks.js';

/** @import { Sentence } from '../types' */

/** @param {Sentence} marks */
export function sentence(marks) {
  return marks.map(({ kind, text }) => {
    switch (kind) {
      case 'code':
        return html`<code>${text}</code>`;
      case 'strong':
        return html`<strong>${text}</strong>`;
      case 'math':
        return unsafeHTML(text); // MathML that build.mjs made from our own exercise files, never the learner's text
      default:
        return text;
    }
  });
}

/** A sentence of the core, with `code` marks. @param {string} text */
export const message = (text) => sentence(parseMessage(text));

/** @param {Sentence[]} paragraphs */
export const prose = (paragraphs) => paragraphs.map((marks) => html`<p>${sentence(marks)}</p>`);
