// Where the elements of a tensor of any rank stand in a drawing: batch entries, panels, rows,
// columns. Pure arithmetic; the drawing is view.js.

/**
 * @typedef {object} Layout
 * @property {number[]} sizes
 * @property {string[]} axes one name a dimension
 * @property {number} batches entries of a batch axis, of which one is shown at a time; 1 if there is none
 * @property {number} panels panels of one batch entry: the dimensions between batch and rows, flattened
 * @property {number[]} panelSizes
 * @property {string[]} panelAxes
 * @property {number} rows
 * @property {number} columns
 * @property {string} rowAxis "" when the tensor has no rows
 * @property {string} columnAxis
 */

/** @typedef {{ batch: number, panel: number, row: number, column: number }} Place */

/** The most cells that are drawn for one batch entry; above it a tensor is told in words. */
export const kMostCells = 600;

/**
 * The last dimension runs along a row, the one before it down the rows, what is left makes panels.
 * A first axis named "b" becomes the batch switch when at least two dimensions remain.
 * @param {number[]} sizes
 * @param {string[]} axes
 * @returns {Layout}
 */
export function layoutOf(sizes, axes) {
  const rank = sizes.length;
  const batched = rank >= 3 && axes[0] === 'b';
  const panelSizes = sizes.slice(batched ? 1 : 0, Math.max(rank - 2, 0));
  return {
    sizes,
    axes,
    batches: batched ? /** @type {number} */ (sizes[0]) : 1,
    panels: panelSizes.reduce((product, size) => product * size, 1),
    panelSizes,
    panelAxes: axes.slice(batched ? 1 : 0, Math.max(rank - 2, 0)),
    rows: rank >= 2 ? /** @type {number} */ (sizes[rank - 2]) : 1,
    columns: rank >= 1 ? /** @type {number} */ (sizes[rank - 1]) : 1,
    rowAxis: rank >= 2 ? /** @type {string} */ (axes[rank - 2]) : '',
    columnAxis: rank >= 1 ? /** @type {string} */ (axes[rank - 1]) : '',
  };
}

/** Cells drawn at a time. @param {Layout} layout */
export const cellsShown = (layout) => layout.panels * layout.rows * layout.columns;

/**
 * The row-major index of a place.
 * @param {Layout} layout
 * @param {Place} place
 */
export function indexAt(layout, { batch, panel, row, column }) {
  return ((batch * layout.panels + panel) * layout.rows + row) * layout.columns + column;
}

/**
 * The place of a row-major index.
 * @param {Layout} layout
 * @param {number} index
 * @returns {Place}
 */
export function placeOf(layout, index) {
  const column = index % layout.columns;
  const rowsBefore = Math.floor(index / layout.columns);
  const panelsBefore = Math.floor(rowsBefore / layout.rows);
  return {
    batch: Math.floor(panelsBefore / layout.panels),
    panel: panelsBefore % layout.panels,
    row: rowsBefore % layout.rows,
    column,
  };
}

/**
 * The coordinates of a row-major index: [0, 1, 0, 2].
 * @param {number[]} sizes
 * @param {number} index
 */
export function coordinates(sizes, index) {
  const found = [];
  for (let axis = sizes.length - 1; axis >= 0; --axis) {
    const size = /** @type {number} */ (sizes[axis]);
    found.unshift(index % size);
    index = Math.floor(index / size);
  }
  return found;
}

/**
 * Where an arrow key leads from `index`, inside the batch entry that is shown. Down at a panel's end goes
 * on in the next panel; at the drawing's edge the cursor stays.
 * @param {Layout} layout
 * @param {number} index
 * @param {string} key KeyboardEvent.key
 * @returns {number | null} null for any other key
 */
export function move(layout, index, key) {
  const place = placeOf(layout, index);
  const line = place.panel * layout.rows + place.row; // counted through all panels
  const lines = layout.panels * layout.rows;
  /** @param {number} target @param {number} column */
  const at = (target, column) =>
    indexAt(layout, {
      batch: place.batch,
      panel: Math.floor(target / layout.rows),
      row: target % layout.rows,
      column,
    });
  switch (key) {
    case 'ArrowLeft':
      return at(line, Math.max(place.column - 1, 0));
    case 'ArrowRight':
      return at(line, Math.min(place.column + 1, layout.columns - 1));
    case 'ArrowUp':
      return at(Math.max(line - 1, 0), place.column);
    case 'ArrowDown':
      return at(Math.min(line + 1, lines - 1), place.column);
    case 'Home':
      return at(line, 0);
    case 'End':
      return at(line, layout.columns - 1);
    default:
      return null;
  }
}

const kAxisWords = /** @type {Record<string, string>} */ ({
  b: 'batch',
  h: 'head',
  t: 'token',
  f: 'feature',
  j: 'j',
});

/** "h" → "head"; a number stays: "axis 1". @param {string} axis */
export const axisWord = (axis) => kAxisWords[axis] ?? (/^\d+$/.test(axis) ? `axis ${axis}` : axis);

/**
 * "head 1", or "[0, 2]" when the axes that make the panels have no names.
 * @param {Layout} layout
 * @param {number} panel
 */
export function panelTitle(layout, panel) {
  if (layout.panelAxes.length === 0) return '';
  const at = coordinates(layout.panelSizes, panel);
  if (layout.panelAxes.some((axis) => /^\d+$/.test(axis))) return `[${at.join(', ')}]`;
  return layout.panelAxes.map((axis, i) => `${axisWord(axis)} ${at[i]}`).join(', ');
}
