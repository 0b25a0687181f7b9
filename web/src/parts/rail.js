// The ladder: a slim rail from 1,024 px on, a bar on top below that. Only exercises that exist.

import { html } from 'lit-html';
import { kThemes } from '../theme.js';
import { kTick } from './icons.js';

/** @import { Actions, App } from '../types' */

/** @param {App} app @param {Actions} actions */
export function rail(app, actions) {
  const { exercises, done, route } = app;
  return html`
    <div class="brand">
      <a href="#${exercises[0]?.id}" class="name">MHA Lab</a>
      <p class="progress">LM3-L3 · ${exercises.filter(({ id }) => done.has(id)).length} of ${exercises.length} done</p>
    </div>
    <nav aria-label="Exercises">
      <ul>
        ${exercises.map(
          ({ id, number, title }) => html`
            <li>
              <a href="#${id}" aria-current=${id === route ? 'page' : 'false'} class=${done.has(id) ? 'done' : ''}>
                <span class="badge" aria-hidden="true">${done.has(id) ? kTick : number}</span>
                <span class="label">${title}</span><span class="hidden">${done.has(id) ? ' (done)' : ''}</span>
              </a>
            </li>
          `,
        )}
        <li class="apart">
          <a href="#lesson" aria-current=${route === 'lesson' ? 'page' : 'false'}>
            <span class="badge" aria-hidden="true">¶</span><span class="label">The lesson</span>
          </a>
        </li>
      </ul>
    </nav>
    <div class="themes">
      <label for="theme">Theme</label>
      <select id="theme" @change=${(/** @type {Event} */ event) => actions.theme(/** @type {any} */ (event.target).value)}>
        ${kThemes.map((theme) => html`<option value=${theme} ?selected=${theme === app.theme}>${theme}</option>`)}
      </select>
    </div>
  `;
}
