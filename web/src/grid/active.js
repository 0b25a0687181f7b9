// What the figure shows now: which cell is looked at, and which entry of the batch. No drawing.

import { layoutOf, placeOf } from './layout.js';
import { firstWrong, linksOf, sizeOf } from './links.js';

/** @import { Cell, Session } from '../types' */
/** @import { Grids } from '../core' */
/** @import { Links } from './links.js' */

/**
 * @typedef {object} Scene everything that one drawing of the figure needs
 * @property {Grids} grids
 * @property {boolean} stale the learner's text gives no tensor now: yours is left empty
 * @property {number} batch
 * @property {Links | null} links
 * @property {Cell | null} cursor
 */

/**
 * The cursor, or the first wrong cell where the learner points at nothing.
 * @param {Session} session
 * @returns {Links | null}
 */
export function activeLinks({ grids, cursor, result }) {
  if (!grids) return null;
  const cell = cursor ?? (result?.grid ? firstWrong(grids) : null);
  return cell && cell.index < sizeOf(grids, cell.grid) ? linksOf(grids, cell) : null;
}

/** The entry of the batch that is shown: the chosen one, else that of the first wrong cell. @param {Session} session */
export function shownBatch({ grids, batch, result }) {
  if (!grids) return 0;
  const batches = layoutOf(grids.source.sizes, grids.source.axes).batches;
  if (batch !== null && batch < batches) return batch;
  const wrong = result?.grid ? firstWrong(grids) : null;
  const layout = layoutOf(grids.yours.sizes, grids.yours.axes);
  return wrong && layout.batches === batches ? placeOf(layout, wrong.index).batch : 0;
}
