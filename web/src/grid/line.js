// The lines that join a cell to its source and the source to where it belongs. Attributes only: the
// page's policy forbids style attributes.

/** @import { Links } from './links.js' */

/**
 * A curve from the middle of one box's edge to another's, leaving and arriving upright.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {DOMRect} frame the drawing that both are in
 */
export function curve(from, to, frame) {
  const down = from.top < to.top;
  const x1 = from.left + from.width / 2 - frame.left;
  const y1 = (down ? from.bottom : from.top) - frame.top;
  const x2 = to.left + to.width / 2 - frame.left;
  const y2 = (down ? to.top : to.bottom) - frame.top;
  const bend = (y2 - y1) / 2;
  return [`M${x1} ${y1}`, `C${x1} ${y1 + bend}`, `${x2} ${y2 - bend}`, `${x2} ${y2}`]
    .map(round)
    .join(' ');
}

/** @param {string} text */
const round = (text) => text.replace(/\d+\.\d+/g, (number) => Number(number).toFixed(1));

/**
 * Sets the figure's two lines to the cells that `links` names; hides those that can't be drawn.
 * @param {Element} figure
 * @param {Links | null} links
 */
export function drawLines(figure, links) {
  const frame = figure.getBoundingClientRect();
  /** @param {string} grid @param {number | undefined} index */
  const box = (grid, index) =>
    index === undefined || index < 0
      ? null
      : (figure
          .querySelector(`[data-grid="${grid}"] [data-index="${index}"]`)
          ?.getBoundingClientRect() ?? null);
  const source = box('source', links?.element);
  const held = box('yours', links?.cell.grid === 'yours' ? links.cell.index : links?.landed[0]);
  const home = box('asked', links?.home);
  for (const [name, to] of /** @type {const} */ ([
    ['held', held],
    ['home', home],
  ])) {
    const path = figure.querySelector(`[data-line="${name}"]`);
    path?.setAttribute('d', source && to ? curve(source, to, frame) : '');
  }
}
