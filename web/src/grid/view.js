// Draws the origin figure: the source on top, yours and asked side by side, one cursor through all
// three, and the lines that join them.

import { html, nothing } from 'lit-html';
import { sizesText } from '../format.js';
import { activeLinks, shownBatch } from './active.js';
import { inspector } from './inspector.js';
import { layoutOf } from './layout.js';
import { isWrong, wrongCount } from './links.js';
import { focusedCell, pointAt, walk } from './pointing.js';
import { headClass, tensor } from './tensor.js';

/** @import { Grids } from '../core' */
/** @import { Cell, Session } from '../types' */
/** @import { Scene } from './active.js' */

/**
 * @param {Session} session
 * @param {{ point(cell: Cell | null): void, batch(batch: number): void }} actions
 */
export function originFigure(session, actions) {
  const { grids } = session;
  if (!grids) return nothing;
  const links = activeLinks(session);
  /** @type {Scene} */
  const scene = {
    grids,
    stale: !session.result?.grid,
    batch: shownBatch(session),
    links,
    cursor: session.cursor,
  };
  const heads = grids.sizes.H ?? Math.max(...grids.source.head) + 1;
  return html`
    <section class="origin" aria-labelledby="origin-title">
      <div class="origin-head">
        <h2 id="origin-title">Where every element came from</h2>
        ${batchSwitch(grids, scene.batch, actions)}
      </div>
      <p class="legend">
        A cell reads <b>token·feature</b> of <code>${grids.source.name}</code>. Its colour and lower edge tell the head that owns the feature;
        the lighter, the later the token.
        <span class="keys"
          >${Array.from({ length: heads }, (_, head) => html`<span class="key"><i class=${headClass(head)}></i>head ${head}</span> `)}
          ${wrongCount(grids) > 0 && !scene.stale ? html`<span class="key"><i class="hatch"></i>wrong place</span>` : nothing}</span
        >
      </p>
      ${
        grids.judged
          ? html`<p class="note">At the sizes above nothing looks wrong, so these are other sizes: ${sizesText(grids.sizes)}.</p>`
          : nothing
      }
      <div
        class="figure ${links && isWrong(grids, links.cell) ? '' : 'calm'}"
        data-figure
        @pointerover=${(/** @type {PointerEvent} */ event) => pointAt(event, actions)}
        @pointerleave=${(/** @type {PointerEvent} */ event) => {
          if (event.pointerType === 'mouse') actions.point(focusedCell(event));
        }}
        @focusin=${(/** @type {FocusEvent} */ event) => pointAt(event, actions)}
        @click=${(/** @type {MouseEvent} */ event) => pointAt(event, actions)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => walk(event, scene, actions)}
      >
        ${lineHome()} ${tensor(scene, 'source', html`<code>${grids.source.name}</code>`)}
        <div class="pair">
          ${scene.stale ? noTensor() : tensor(scene, 'yours', html`Yours`)} ${tensor(scene, 'asked', html`Asked for`)}
        </div>
        ${lineHeld()}
      </div>
      <p class="inspector">${inspector(scene)}</p>
    </section>
  `;
}

/** Where the element belongs: drawn under the cells. */
const lineHome = () => html`
  <svg class="lines under" aria-hidden="true" focusable="false"><path data-line="home" class="line-home"></path></svg>`;

/** Where it is instead: drawn over them. */
const lineHeld = () => html`
  <svg class="lines" aria-hidden="true" focusable="false"><path data-line="held" class="line-held"></path></svg>`;

const noTensor = () => html`
  <div class="tensor">
    <h3>Yours</h3>
    <p class="blank">No tensor yet: the text does not give one.</p>
  </div>`;

/**
 * @param {Grids} grids
 * @param {number} shown
 * @param {{ batch(batch: number): void }} actions
 */
function batchSwitch(grids, shown, actions) {
  const { batches } = layoutOf(grids.source.sizes, grids.source.axes);
  if (batches < 2) return nothing;
  return html`
    <div class="switch" role="group" aria-label="Which sequence of the batch is shown">
      ${Array.from(
        { length: batches },
        (_, batch) =>
          html`<button type="button" aria-pressed=${batch === shown ? 'true' : 'false'} @click=${() => actions.batch(batch)}>b ${batch}</button>`,
      )}
    </div>
  `;
}
