// How the cells of the three grids belong together: which source element a cell holds, where that
// element landed, where it belongs. Pure; the words here are what a screen reader says.

import { axisWord, coordinates } from './layout.js';

/** @import { Grids, SourceElement } from '../core' */
/** @import { Cell, GridName } from '../types' */

/** @param {Grids} grids @param {GridName} name */
export const gridOf = (grids, name) => grids[name];

/** Number of cells of a grid. @param {Grids} grids @param {GridName} name */
export const sizeOf = (grids, name) =>
  gridOf(grids, name).sizes.reduce((product, n) => product * n, 1);

/**
 * The source element that a cell holds, as an index into the source; -1 for a value from elsewhere.
 * @param {Grids} grids
 * @param {Cell} cell
 */
export function elementAt(grids, { grid, index }) {
  return grid === 'source' ? index : /** @type {number} */ (grids[grid].origins[index]);
}

/**
 * @param {Grids} grids
 * @param {number} element index into the source
 * @returns {SourceElement | null} null for a value that is not the source's (-1)
 */
export function elementOf({ source }, element) {
  if (element < 0) return null;
  return {
    batch: /** @type {number} */ (source.batch[element]),
    token: /** @type {number} */ (source.token[element]),
    feature: /** @type {number} */ (source.feature[element]),
    head: /** @type {number} */ (source.head[element]),
  };
}

/** Whether yours has the shape that is asked for. @param {Grids} grids */
export const sameShape = ({ yours, asked }) =>
  yours.sizes.length === asked.sizes.length &&
  yours.sizes.every((size, axis) => size === asked.sizes[axis]);

/** @param {Grids} grids @returns {Cell | null} */
export function firstWrong({ yours }) {
  const index = yours.wrong?.indexOf(true) ?? -1;
  return index < 0 ? null : { grid: 'yours', index };
}

/** Whether a cell of yours holds what it should not. @param {Grids} grids @param {Cell} cell */
export const isWrong = ({ yours }, { grid, index }) =>
  grid === 'yours' && (yours.wrong?.[index] ?? false);

/**
 * The element that should be where a wrong cell is; -1 where that can't be said.
 * @param {Grids} grids
 * @param {Cell} cell
 */
export function wantedAt(grids, cell) {
  return isWrong(grids, cell) && sameShape(grids)
    ? /** @type {number} */ (grids.asked.origins[cell.index])
    : -1;
}

/** @param {Grids} grids */
export const wrongCount = ({ yours }) => (yours.wrong ?? []).filter(Boolean).length;

/**
 * What a cursor lights up.
 * @typedef {object} Links
 * @property {Cell} cell the cursor itself
 * @property {number} element index into the source: what the cell holds
 * @property {number[]} landed every place in yours that holds it
 * @property {number} home its place in asked; -1 if it has none
 * @property {number} wanted for a wrong cell of yours: the element that should be there; else -1
 */

/**
 * @param {Grids} grids
 * @param {Cell} cell
 * @returns {Links}
 */
export function linksOf(grids, cell) {
  const element = elementAt(grids, cell);
  /** @type {number[]} */
  const landed = [];
  grids.yours.origins.forEach((origin, index) => {
    if (origin === element && element >= 0) landed.push(index);
  });
  return {
    cell,
    element,
    landed,
    home: element < 0 ? -1 : grids.asked.origins.indexOf(element),
    wanted: wantedAt(grids, cell),
  };
}

/**
 * "token 1, feature 3", with "batch 1" in front where it is not the batch entry that is looked at.
 * @param {SourceElement | null} element
 * @param {number | undefined} [looked] the batch entry
 */
export function elementWords(element, looked) {
  if (!element) return 'a value from elsewhere';
  const { batch, token, feature } = element;
  return `${batch === looked ? '' : `batch ${batch}, `}token ${token}, feature ${feature}`;
}

/**
 * The batch entry that a cell stands in; undefined where the tensor has no such axis.
 * @param {Grids} grids
 * @param {Cell} cell
 */
export function batchOf(grids, { grid, index }) {
  const { axes, sizes } = gridOf(grids, grid);
  if ((grids.sizes.B ?? 1) === 1) return 0;
  return axes[0] === 'b' ? coordinates(sizes, index)[0] : undefined;
}

/**
 * "head 1, token 0, j 2: holds token 1, feature 3, wrong: should hold token 0, feature 6".
 * @param {Grids} grids
 * @param {Cell} cell
 */
export function cellWords(grids, cell) {
  const grid = gridOf(grids, cell.grid);
  const at = coordinates(grid.sizes, cell.index);
  const where = grid.axes
    .map((axis, i) => `${axisWord(axis)} ${at[i]}`)
    .filter((_, i) => !(grid.axes[i] === 'b' && grid.sizes[i] === 1))
    .join(', ');
  const element = elementOf(grids, elementAt(grids, cell));
  if (cell.grid === 'source') return `${where}: belongs to head ${element?.head}`;
  const batch = batchOf(grids, cell);
  const holds = `${where}: holds ${elementWords(element, batch)}`;
  if (!isWrong(grids, cell)) return holds;
  const wanted = elementOf(grids, wantedAt(grids, cell));
  return wanted ? `${holds}, wrong: should hold ${elementWords(wanted, batch)}` : `${holds}, wrong`;
}
