// Starts the page. Routes, actions, the store and the core's loading come together here; this file
// draws and judges nothing itself.

import exercises from 'mha:exercises';
import { render } from 'lit-html';
import { lab } from './app.js';
import { kGpt2Small } from './exercises/explorer.js';
import { activeLinks } from './grid/active.js';
import { drawLines } from './grid/line.js';
import { loadCore } from './load_core.js';
import { announcer } from './parts/announcer.js';
import { hintKey, word } from './parts/card.js';
import { rail } from './parts/rail.js';
import { judge, openSession } from './sessions.js';
import { createStore } from './store.js';
import { applyTheme, themeOf } from './theme.js';

/** @import { Actions, App, Session } from './types' */

const kNoCore =
  'The part of the lab that judges your answers did not load: this browser or page does not allow WebAssembly, or the file could not be fetched. The lesson is here all the same, and your text is kept.';

const store = createStore(() => window.localStorage);

/** @type {App} */
const app = {
  exercises,
  route: '',
  core: null,
  failure: '',
  sessions: new Map(exercises.map((exercise) => [exercise.id, openSession(exercise, store)])),
  done: new Set(exercises.map(({ id }) => id).filter((id) => store.get(`done/${id}`) === true)),
  kept: true,
  theme: themeOf(store.get('theme')),
};

// Before the body is read, so that neither the wrong theme nor the bare lesson flashes.
document.documentElement.classList.add('js');
applyTheme(app.theme);
const wasm = document.querySelector('link[data-core]')?.getAttribute('href') ?? '';
const loading = loadCore(wasm);
loading.catch(() => {}); // it is looked at when the page stands

const session = () => app.sessions.get(app.route);

/** Changes the open exercise, judges it and draws. @param {(open: Session) => void} change */
function edit(change) {
  const open = session();
  if (!open) return;
  const { id } = open.exercise;
  const before = app.done.has(id);
  change(open);
  judge(app, open);
  store.set(`answer/${id}`, open.answer);
  if (!before && app.done.has(id)) store.set(`done/${id}`, true);
  draw();
  announce();
}

/** Changes what is shown of the open exercise, and draws. @param {(open: Session) => void} change */
function look(change) {
  const open = session();
  if (!open) return;
  change(open);
  draw();
}

/** @type {Actions} */
const actions = {
  answer: (answer) =>
    edit((open) => {
      open.answer = answer;
      open.cursor = null;
    }),
  hint: () =>
    look((open) => open.hints.set(hintKey(open), (open.hints.get(hintKey(open)) ?? 0) + 1)),
  showSolution: () =>
    look((open) => {
      open.solutionShown = true;
    }),
  useSolution: () =>
    edit((open) => {
      open.answer = open.exercise.solution;
      open.cursor = null;
    }),
  reset: () =>
    edit((open) => {
      const { exercise } = open;
      store.remove(`done/${exercise.id}`);
      app.done.delete(exercise.id);
      Object.assign(open, {
        answer: exercise.starter,
        hints: new Map(),
        solutionShown: false,
        cursor: null,
        batch: null,
        explorer: kGpt2Small,
      });
    }),
  point: (cell) =>
    look((open) => {
      open.cursor = cell;
    }),
  batch: (batch) =>
    look((open) => {
      open.batch = batch;
      open.cursor = null;
    }),
  theme: (theme) => {
    app.theme = theme;
    store.set('theme', theme);
    applyTheme(theme);
    draw();
  },
  explore: (config) =>
    look((open) => {
      open.explorer = config;
    }),
};

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const say = announcer(() => element('announcer'));

/** Tells a screen reader the verdict, once the learner rests. */
function announce() {
  const result = session()?.result;
  if (result)
    say(`${word(result)}. ${result.error?.message ?? result.diagnoses[0]?.title ?? result.title}`);
}

function draw() {
  app.kept = store.kept;
  render(rail(app, actions), element('rail'));
  render(lab(app, actions), element('lab'));
  drawFigure();
}

function drawFigure() {
  const figure = document.querySelector('[data-figure]');
  const open = session();
  if (figure && open) drawLines(figure, activeLinks(open));
}

/** Opens what the address names; an unknown name opens what was open last, else the first exercise. */
function follow() {
  const name = location.hash.slice(1); // ids need no decoding
  const known = (/** @type {unknown} */ id) =>
    id === 'lesson' || exercises.some((exercise) => exercise.id === id);
  const last = store.get('last');
  app.route = known(name) ? name : known(last) ? String(last) : (exercises[0]?.id ?? 'lesson');
  store.set('last', app.route);
  document.documentElement.dataset.route = app.route;
  const open = session();
  if (open && !open.result) judge(app, open);
  document.title = `${open ? open.exercise.title : 'The lesson'} · MHA Lab`;
  draw();
}

function start() {
  follow();
  window.addEventListener('hashchange', () => {
    follow();
    window.scrollTo(0, 0);
    const heading = document.querySelector(app.route === 'lesson' ? '#lesson h1' : '#lab h1');
    if (heading instanceof HTMLElement) heading.focus();
  });
  element('skip').addEventListener('click', (event) => {
    event.preventDefault(); // the address after # is the route
    element('main').focus();
  });
  new ResizeObserver(drawFigure).observe(element('main'));
  document.addEventListener('scroll', drawFigure, { capture: true, passive: true }); // the grids' own scroll boxes

  loading
    .then((core) => {
      app.core = core;
      const open = session();
      if (open) judge(app, open);
      draw();
      announce();
      performance.mark('mha-first-diagnosis');
    })
    .catch(() => {
      app.failure = kNoCore;
      draw();
    });
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
