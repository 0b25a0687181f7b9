// The table of what the program did: each call with its sizes, strides and memory.

import { html, nothing } from 'lit-html';
import { count, shape } from '../format.js';

/** @import { Step } from '../core' */

const kMostSteps = 60; // a pasted text may have thousands

/** @param {Step[]} steps @param {string} [heading] */
export function stepTable(steps, heading = 'What your program did') {
  if (steps.length === 0) return nothing;
  return html`
    <section class="steps">
      <h2>${heading}</h2>
      <div class="scroll" tabindex="0" role="region" aria-label=${heading}>
        <table>
          <thead>
            <tr><th scope="col">step</th><th scope="col">sizes</th><th scope="col">strides</th><th scope="col">in memory</th></tr>
          </thead>
          <tbody>
            ${steps.slice(0, kMostSteps).map(
              ({ call, sizes, strides, contiguous, storage }) => html`
                <tr>
                  <th scope="row"><code>${call}</code></th>
                  <td><code>${shape(sizes)}</code></td>
                  <td><code>${shape(strides)}</code></td>
                  <td>${contiguous ? 'contiguous' : html`<em>not contiguous</em>`}${storage === 'input' ? '' : `, ${storage}`}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
        ${steps.length > kMostSteps ? html`<p class="quiet">… and ${count(steps.length - kMostSteps)} more steps</p>` : nothing}
      </div>
    </section>
  `;
}
