// The sizes an exercise is shown at.

import { html } from 'lit-html';

/** @import { NamedSizes } from '../core' */

/** d_out follows from H and d_head, and is told too. @param {NamedSizes} sizes @param {{ derive?: boolean }} [options] */
export function chips(sizes, { derive = true } = {}) {
  const { H, d_head, d_out } = sizes;
  const all =
    derive && d_out === undefined && H && d_head ? { ...sizes, d_out: H * d_head } : sizes;
  return html`
    <ul class="chips" aria-label="Sizes">
      ${Object.entries(all).map(([name, value]) => html`<li>${name} = ${value}</li>`)}
    </ul>
  `;
}
