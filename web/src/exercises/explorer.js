// A place to turn the layer's sizes and see what they cost. Every number comes from the core.

import { html, nothing, svg } from 'lit-html';
import { bytes, count } from '../format.js';

/** @import { CostsRequest, CostsResult } from '../core' */
/** @import { Actions, App, Core, Session } from '../types' */

/** GPT-2 small, one layer at its full context. @type {CostsRequest} */
export const kGpt2Small = {
  d_in: 768,
  d_out: 768,
  H: 12,
  n: 1024,
  B: 1,
  layers: 12,
  qkv_bias: true,
  out_bias: true,
  bytes_per_value: 4,
};

/** @type {{ key: 'd_in' | 'd_out' | 'H' | 'n' | 'B' | 'layers', words: string, min: number, max: number, step: number }[]} */
const kSliders = [
  { key: 'd_in', words: 'width of the input', min: 8, max: 4096, step: 8 },
  { key: 'd_out', words: 'width of the layer', min: 8, max: 4096, step: 8 },
  { key: 'H', words: 'heads', min: 1, max: 64, step: 1 },
  { key: 'n', words: 'tokens', min: 1, max: 8192, step: 1 },
  { key: 'B', words: 'sequences in the batch', min: 1, max: 64, step: 1 },
  { key: 'layers', words: 'layers', min: 1, max: 96, step: 1 },
];

/** @param {App} app @param {Session} session @param {Actions} actions */
export function explorer(app, session, actions) {
  const { core } = app;
  if (!core) return nothing;
  const config = session.explorer;
  const costs = core.costs(config);
  /** @param {Partial<CostsRequest>} change */
  const set = (change) => actions.explore({ ...config, ...change });
  return html`
    <section class="explorer" aria-labelledby="explorer-title">
      <h2 id="explorer-title">Turn the sizes</h2>
      <p>It starts as GPT-2 small. Watch which numbers move with <code>H</code>, and which with <code>n</code>.</p>
      <div class="explorer-panes">
        <div class="sliders">
          ${kSliders.map((slider) => sliderView(slider, config[slider.key] ?? 1, (value) => set({ [slider.key]: value })))}
          <label class="check"
            ><input type="checkbox" .checked=${config.qkv_bias ?? false} @change=${() => set({ qkv_bias: !config.qkv_bias })} /> bias on q, k
            and v</label
          >
          <label class="check"
            ><input type="checkbox" .checked=${config.out_bias ?? true} @change=${() => set({ out_bias: !(config.out_bias ?? true) })} />
            bias on <code>out_proj</code></label
          >
          <label class="select"
            >each value takes
            <select @change=${(/** @type {Event} */ event) => set({ bytes_per_value: Number(/** @type {any} */ (event.target).value) })}>
              ${[
                [4, '4 bytes (float32)'],
                [2, '2 bytes (float16)'],
                [1, '1 byte (int8)'],
              ].map(
                ([size, words]) =>
                  html`<option value=${size} ?selected=${size === config.bytes_per_value}>${words}</option>`,
              )}
            </select></label
          >
        </div>
        ${costs.error ? html`<p class="note" role="status">${costs.error}</p>` : numbers(config, costs)}
      </div>
      ${costs.error ? nothing : charts(core, config, costs)}
    </section>
  `;
}

/**
 * @param {(typeof kSliders)[number]} slider
 * @param {number} value
 * @param {(value: number) => void} set
 */
function sliderView({ key, words, min, max, step }, value, set) {
  /** @param {Event} event */
  const changed = (event) => {
    const next = Math.trunc(Number(/** @type {HTMLInputElement} */ (event.target).value));
    if (Number.isFinite(next)) set(next);
  };
  return html`
    <div class="slider">
      <label for=${`explore-${key}`}><code>${key}</code> <span class="quiet">${words}</span></label>
      <input id=${`explore-${key}`} type="number" min=${min} max=${max} .value=${String(value)} @change=${changed} />
      <input type="range" aria-label=${`${key}, ${words}`} min=${min} max=${max} step=${step} .value=${String(value)} @input=${changed} />
    </div>
  `;
}

/** @param {CostsRequest} config @param {CostsResult} costs */
function numbers(config, costs) {
  return html`
    <dl class="totals">
      ${total('d_head', count(costs.d_head), 'd_out / H')} ${total('parameters of q, k and v', count(costs.qkv_parameters), '')}
      ${total('parameters of out_proj', count(costs.out_proj_parameters), '')}
      ${total('parameters of the layer', count(costs.parameters), `${count(costs.parameters_all_layers)} in ${count(config.layers ?? 1)} layers`)}
      ${total('score entries', count(costs.score_entries), `(${costs.score_shape.join(', ')})`)}
      ${total('score memory', bytes(costs.score_bytes), 'in one layer, if it is stored')}
      ${total('KV cache', bytes(costs.kv_cache_bytes), 'keys and values kept')}
    </dl>
  `;
}

/** @param {string} name @param {string} value @param {string} note */
const total = (name, value, note) =>
  html`<div><dt>${name}</dt><dd>${value} <span class="quiet">${note}</span></dd></div>`;

/**
 * Three rows of bars: parameters by H stay level, score memory by H is a ramp, by n a parabola.
 * @param {Core} core
 * @param {CostsRequest} config
 * @param {CostsResult} costs
 */
function charts(core, config, costs) {
  const heads = divisors(config.d_out, 6, config.H);
  const lengths = [config.n ?? 1, 2 * (config.n ?? 1), 3 * (config.n ?? 1), 4 * (config.n ?? 1)];
  const byHead = heads.map((H) => ({
    at: `H = ${H}`,
    own: H === config.H,
    costs: core.costs({ ...config, H }),
  }));
  const byLength = lengths.map((n, i) => ({
    at: `n = ${count(n)}`,
    own: i === 0,
    costs: core.costs({ ...config, n }),
  }));
  return html`
    <div class="charts">
      ${bars('Parameters do not depend on H', byHead, (c) => c.parameters, count)}
      ${bars('Score memory grows with H …', byHead, (c) => c.score_bytes, bytes)}
      ${bars('… and with n²', byLength, (c) => c.score_bytes, bytes)}
    </div>
    <p class="quiet small">
      The strong bar is that of your sizes. Parameters: 3 · d_in · d_out + d_out²${config.out_bias === false ? '' : ' + d_out'}${
        config.qkv_bias ? ' + 3 · d_out' : ''
      }
      = ${count(costs.parameters)}.
    </p>
  `;
}

/**
 * Up to `most` numbers of heads that divide the width, doubling, and the learner's own.
 * @param {number} width
 * @param {number} most
 * @param {number} own
 */
export function divisors(width, most, own) {
  const found = new Set([own]);
  for (let H = 1; found.size < most && H <= width; H *= 2) if (width % H === 0) found.add(H);
  return [...found].filter((H) => width % H === 0).sort((a, b) => a - b);
}

/**
 * @param {string} title
 * @param {{ at: string, own: boolean, costs: CostsResult }[]} rows
 * @param {(costs: CostsResult) => number} pick
 * @param {(value: number) => string} write
 */
function bars(title, rows, pick, write) {
  const most = Math.max(...rows.map(({ costs }) => pick(costs)), 1);
  return html`
    <figure class="bars">
      <figcaption>${title}</figcaption>
      ${rows.map(
        ({ at, own, costs }) => html`
          <div class="bar-row ${own ? 'own' : ''}">
            <span>${at}</span>
            <svg aria-hidden="true" focusable="false">${svg`<rect width=${`${(100 * pick(costs)) / most}%`} height="100%"></rect>`}</svg>
            <span class="value">${write(pick(costs))}</span>
          </div>
        `,
      )}
    </figure>
  `;
}
