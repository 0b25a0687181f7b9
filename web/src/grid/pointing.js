// Pointer, focus and arrow keys in the figure: from events to cells.

import { layoutOf, move } from './layout.js';
import { gridOf } from './links.js';

/** @import { Cell, GridName } from '../types' */
/** @import { Scene } from './active.js' */

/** @param {EventTarget | null} target @returns {Cell | null} */
function cellOf(target) {
  const node = target instanceof Element ? target.closest('[data-index]') : null;
  const grid = node?.closest('[data-grid]');
  if (!(node instanceof HTMLElement) || !(grid instanceof HTMLElement)) return null;
  return { grid: /** @type {GridName} */ (grid.dataset.grid), index: Number(node.dataset.index) };
}

/** @param {Event} event @param {{ point(cell: Cell | null): void }} actions */
export function pointAt(event, actions) {
  const cell = cellOf(event.target);
  if (cell) actions.point(cell);
}

/** @param {Event} event */
export function focusedCell(event) {
  const figure = /** @type {Element} */ (event.currentTarget);
  return figure.contains(document.activeElement) ? cellOf(document.activeElement) : null;
}

/**
 * @param {KeyboardEvent} event
 * @param {Scene} scene
 * @param {{ point(cell: Cell | null): void }} actions
 */
export function walk(event, scene, actions) {
  const cell = cellOf(event.target);
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const grid = gridOf(scene.grids, cell.grid);
  const next = move(layoutOf(grid.sizes, grid.axes), cell.index, event.key);
  if (next === null) return;
  event.preventDefault();
  const figure = /** @type {Element} */ (event.currentTarget);
  actions.point({ grid: cell.grid, index: next });
  const target = figure.querySelector(`[data-grid="${cell.grid}"] [data-index="${next}"]`);
  if (target instanceof HTMLElement) target.focus();
}
