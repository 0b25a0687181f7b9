// Draws one tensor of the figure as an ARIA grid: panels, rows, cells. What belongs to what is decided
// in links.js, where it stands in layout.js.

import { html, nothing } from 'lit-html';
import { classMap } from 'lit-html/directives/class-map.js';
import { count, shape } from '../format.js';
import {
  axisWord,
  cellsShown,
  indexAt,
  kMostCells,
  layoutOf,
  panelTitle,
  placeOf,
} from './layout.js';
import {
  cellWords,
  elementAt,
  elementOf,
  firstWrong,
  gridOf,
  isWrong,
  sameShape,
  sizeOf,
  wrongCount,
} from './links.js';

/** @import { Grids } from '../core' */
/** @import { Cell, GridName } from '../types' */
/** @import { Scene } from './active.js' */
/** @import { Layout } from './layout.js' */
/** @import { Links } from './links.js' */

const kHeadColours = 8; // styles/tokens.css has so many
const kShades = 7;

/**
 * @param {Scene} scene
 * @param {GridName} name
 * @param {unknown} title
 */
export function tensor(scene, name, title) {
  const grid = gridOf(scene.grids, name);
  const layout = layoutOf(grid.sizes, grid.axes);
  const head = html`<h3>${title} <span class="shape">${shape(grid.sizes)}</span></h3>`;
  if (cellsShown(layout) > kMostCells)
    return html`<div class="tensor">${head}${summary(scene, name)}</div>`;
  const batch = layout.batches > 1 ? Math.min(scene.batch, layout.batches - 1) : 0;
  const stop = tabStop(scene, name, layout, batch);
  return html`
    <div class="tensor ${flow(name, layout)}">
      ${head}
      <div class="scroll">
        <div role="grid" aria-label=${`${name === 'source' ? grid.name : name} ${shape(grid.sizes)}`} data-grid=${name}>
          ${Array.from({ length: layout.panels }, (_, panel) => panelView(scene, name, layout, batch, panel, stop))}
        </div>
      </div>
    </div>
  `;
}

/**
 * How panels flow: those of the source side by side, many small ones in columns.
 * @param {GridName} name
 * @param {Layout} layout
 */
function flow(name, { panels, columns }) {
  if (columns > 8) return 'wide';
  if (panels > 4 && columns <= 4) return `across ${columns <= 2 ? 'narrow' : 'medium'}`;
  return name === 'source' && panels > 1 ? 'across' : '';
}

/**
 * The one cell of a grid that the Tab key reaches: the cursor's, else the first wrong one, else the first.
 * @param {Scene} scene
 * @param {GridName} name
 * @param {Layout} layout
 * @param {number} batch
 */
function tabStop(scene, name, layout, batch) {
  for (const cell of [scene.links?.cell, firstWrong(scene.grids)]) {
    if (cell?.grid === name && placeOf(layout, cell.index).batch === batch) return cell.index;
  }
  return indexAt(layout, { batch, panel: 0, row: 0, column: 0 });
}

/**
 * @param {Scene} scene
 * @param {GridName} name
 * @param {Layout} layout
 * @param {number} batch
 * @param {number} panel
 * @param {number} stop
 */
function panelView(scene, name, layout, batch, panel, stop) {
  const title = panelTitle(layout, panel);
  const block = blockWidth(scene.grids, layout);
  const byHead = layout.panelAxes.length === 1 && layout.panelAxes[0] === 'h';
  return html`
    <div role="rowgroup" class="panel" aria-label=${title || nothing}>
      ${
        title
          ? html`<div class="panel-title" aria-hidden="true">${byHead ? html`<i class=${headClass(panel)}></i>` : nothing}${title}</div>`
          : nothing
      }
      ${header(layout, block)}
      ${Array.from(
        { length: layout.rows },
        (_, row) => html`
          <div role="row" class="row">
            <span role="rowheader" class="axis">${layout.rowAxis ? `${shortAxis(layout.rowAxis)}${row}` : ''}</span>
            ${Array.from({ length: layout.columns }, (_, column) =>
              cellView(
                scene,
                { grid: name, index: indexAt(layout, { batch, panel, row, column }) },
                {
                  batch,
                  stop,
                  gap: column > 0 && column % block === 0,
                  layout,
                },
              ),
            )}
          </div>
        `,
      )}
    </div>
  `;
}

/** Letters stand before their number, numbered axes apart from it. @param {string} axis */
const shortAxis = (axis) => (/^\d+$/.test(axis) ? '' : `${axis} `);

/** @param {Layout} layout @param {number} block */
const header = (layout, block) => html`
  <div role="row" class="row header">
    <span role="columnheader" class="axis"><span class="hidden">${layout.rowAxis ? axisWord(layout.rowAxis) : 'row'}</span></span>
    ${Array.from(
      { length: layout.columns },
      (_, column) =>
        html`<span role="columnheader" class="axis ${column > 0 && column % block === 0 ? 'gap' : ''}"
          >${shortAxis(layout.columnAxis)}${column}</span
        >`,
    )}
  </div>
`;

/** Features of one head, where a row holds several heads; else the whole row. @param {Grids} grids @param {Layout} layout */
function blockWidth({ sizes }, layout) {
  const { d_head, H } = sizes;
  return d_head && H && H > 1 && layout.columns === d_head * H ? d_head : layout.columns;
}

/**
 * @param {Scene} scene
 * @param {Cell} cell
 * @param {{ batch: number, stop: number, gap: boolean, layout: Layout }} at
 */
function cellView({ grids, links }, cell, { batch, stop, gap, layout }) {
  const element = elementAt(grids, cell);
  const held = elementOf(grids, element);
  const many = (grids.sizes.B ?? 1) > 1 && (layout.batches === 1 || held?.batch !== batch);
  const tokens = grids.sizes.n ?? 1;
  const wrong = isWrong(grids, cell);
  const text = held ? `${many ? `b${held.batch} ` : ''}${held.token}·${held.feature}` : '?';
  const classes = {
    cell: true,
    long: text.length > 5,
    [held ? headClass(held.head) : 'foreign']: true,
    [`shade-${held && tokens > 1 ? Math.round((held.token * (kShades - 1)) / (tokens - 1)) : 0}`]: true,
    wrong,
    gap,
    cursor: links?.cell.grid === cell.grid && links.cell.index === cell.index,
    linked: isLinked(links, cell),
  };
  return html`<div
    role="gridcell"
    class=${classMap(classes)}
    data-index=${cell.index}
    tabindex=${cell.index === stop ? 0 : -1}
    aria-label=${cellWords(grids, cell)}
    data-text=${text}
  ></div>`;
}

/** @param {Links | null} links @param {Cell} cell */
function isLinked(links, { grid, index }) {
  if (!links) return false;
  if (grid === 'source') return index === links.element;
  return grid === 'asked' ? index === links.home : links.landed.includes(index);
}

/** @param {number} head */
export const headClass = (head) => `head-${head % kHeadColours}`;

/** @param {Scene} scene @param {GridName} name */
function summary({ grids }, name) {
  const wrong = wrongCount(grids);
  const found = `${wrong === 0 ? 'All are' : `${count(wrong)} are not`} where they should be.`;
  return html`<p class="blank">
    ${count(sizeOf(grids, name))} elements: too many to draw. ${name === 'yours' && sameShape(grids) ? found : nothing}
  </p>`;
}
