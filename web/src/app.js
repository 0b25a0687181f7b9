// Draws the whole page from the App; the parts draw themselves.

import { html, nothing } from 'lit-html';
import { fieldsExercise } from './exercises/fields.js';
import { pipelineExercise } from './exercises/pipeline.js';
import { reshapeExercise } from './exercises/reshape.js';
import { prose } from './text/sentence.js';

/** @import { Actions, App, Session } from './types' */

/** How each kind of ask is drawn. @type {Record<string, (app: App, session: Session, actions: Actions, next: unknown) => unknown>} */
const kViews = {
  reshape: reshapeExercise,
  pipeline: pipelineExercise,
  shapes: fieldsExercise,
  numbers: fieldsExercise,
};

/** @param {App} app @param {Actions} actions */
export function lab(app, actions) {
  const session = app.sessions.get(app.route);
  if (!session) return nothing;
  const { exercise } = session;
  const view = /** @type {NonNullable<(typeof kViews)[string]>} */ (kViews[exercise.ask.kind]);
  return html`
    <article class="exercise">
      <header>
        <p class="kicker">Exercise ${exercise.number} · ${exercise.title}</p>
        <h1 tabindex="-1">${exercise.headline}</h1>
        <div class="prompt">${prose(exercise.prompt)}</div>
      </header>
      ${view(app, session, actions, nextLink(app))}
      <footer class="exercise-foot">
        <button type="button" class="plain quiet" @click=${actions.reset}>Reset this exercise</button>
        ${app.kept ? nothing : html`<p class="quiet small">This browser keeps nothing here: your text lasts until you close the page.</p>`}
      </footer>
    </article>
  `;
}

/** @param {App} app */
function nextLink({ exercises, route }) {
  const next = exercises[exercises.findIndex(({ id }) => id === route) + 1];
  return next
    ? html`<p class="next"><a href="#${next.id}">Next: ${next.title} →</a></p>`
    : html`<p class="next"><a href="#lesson">Back to the lesson →</a></p>`;
}
