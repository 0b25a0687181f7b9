// The sentence under the figure: what the cursor's cell holds, where that belongs, where it landed.

import { html, nothing } from 'lit-html';
import { coordinates } from './layout.js';
import { batchOf, elementOf, elementWords, gridOf } from './links.js';

/** @import { Scene } from './active.js' */

const kInvitation =
  'Point at a cell, or reach it with Tab and the arrow keys, to follow its element through the three drawings.';

/** @param {Scene} scene */
export function inspector({ grids, links, cursor, stale }) {
  if (!links) return kInvitation;
  const { cell, element, home, landed, wanted } = links;
  const batch = batchOf(grids, cell);
  /** @param {string} name @param {number[]} sizes @param {number} index */
  const place = (name, sizes, index) =>
    html`<code>${name}[${coordinates(sizes, index).join(', ')}]</code>`;
  /** @param {number} index */
  const words = (index) => {
    const found = elementOf(grids, index);
    return html`<b>${elementWords(found, batch)}</b>${found ? ` (head ${found.head})` : nothing}`;
  };
  const grid = gridOf(grids, cell.grid);
  const [first, ...more] = landed;
  const belongs =
    home < 0
      ? 'It belongs nowhere.'
      : html`It belongs at ${place('asked', grids.asked.sizes, home)}.`;
  const landing =
    first === undefined
      ? 'It is nowhere in yours.'
      : html`In yours it is at ${place('yours', grids.yours.sizes, first)}${more.length > 0 ? ` and in ${more.length} more places` : nothing}.`;
  return html`
    ${cursor ? nothing : 'First wrong cell: '}${place(cell.grid === 'source' ? grid.name : cell.grid, grid.sizes, cell.index)} holds
    ${words(element)}. ${wanted >= 0 ? html`It should hold ${words(wanted)}.` : nothing} ${cell.grid === 'asked' ? nothing : belongs}
    ${cell.grid === 'yours' || stale ? nothing : landing}
  `;
}
