// The few icons, drawn in the text's colour.

import { svg } from 'lit-html';

/** @param {unknown} shapes */
const icon = (shapes) => svg`
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor"
    stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;

export const kTick = icon(svg`<path d="M4.5 10.5l3.7 3.7 7.3-8"/>`);
export const kCross = icon(svg`<path d="M5.5 5.5l9 9M14.5 5.5l-9 9"/>`);
export const kStop = icon(svg`<path d="M10 4.5v7M10 15.4v.1"/>`);
export const kDots = icon(svg`<path d="M4.5 10h.1M10 10h.1M15.4 10h.1"/>`);
