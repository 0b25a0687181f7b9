// Builds the static page: node web/build.mjs --out site --core build/wasm
// One script, one style sheet, one wasm, one page; names carry a hash of the content, addresses are
// relative, so that the folder works from any path. It does not build the wasm.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { forPage, readExercises } from './build/exercises.mjs';
import { lessonHtml } from './build/lesson.mjs';
import { licences } from './build/licences.mjs';

const web = dirname(fileURLToPath(import.meta.url));

/**
 * Builds the page into `out`, which is emptied first.
 * @param {{ out: string, core: string }} folders `core` holds mha.js and mha.wasm
 */
export async function buildSite({ out, core }) {
  for (const file of ['mha.js', 'mha.wasm']) {
    if (!existsSync(join(core, file)))
      throw new Error(`${join(core, file)} is missing: build the wasm first`);
  }
  const [js, css] = await Promise.all([script(core), styles()]);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  /** Writes a file under a name with its hash. @param {string} name @param {Uint8Array | string} content */
  const hashed = (name, content) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    const full = name.replace(/\.(?=[^.]+$)/, `.${hash}.`);
    writeFileSync(join(out, full), content);
    return full;
  };
  /** @type {Record<string, string>} */
  const parts = {
    js: hashed('lab.js', js),
    css: hashed('lab.css', css),
    wasm: hashed('mha.wasm', readFileSync(join(core, 'mha.wasm'))),
    favicon: hashed('favicon.svg', readFileSync(join(web, 'favicon.svg'))),
    lesson: lessonHtml(readFileSync(join(web, 'lesson/lesson.html'), 'utf8')).trimEnd(),
  };
  const page = readFileSync(join(web, 'index.html'), 'utf8').replace(
    /\{\{(\w+)\}\}/g,
    (_, name) => parts[name] ?? '',
  );
  writeFileSync(join(out, 'index.html'), page);
  writeFileSync(join(out, 'licences.txt'), licences());
}

/**
 * The page's script: our modules, lit-html, the exercises and the core's glue, as one classic script.
 * @param {string} core
 */
async function script(core) {
  const exercises = readExercises(join(web, 'exercises')).map(forPage);
  const { outputFiles } = await build({
    entryPoints: [join(web, 'src/main.js')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none', // licences.txt has them
    logLevel: 'error',
    plugins: [
      {
        name: 'mha',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^mha:glue$/ }, () => ({ path: resolve(core, 'mha.js') }));
          onResolve({ filter: /^mha:exercises$/ }, () => ({ path: 'exercises', namespace: 'mha' }));
          onLoad({ filter: /.*/, namespace: 'mha' }, () => ({
            contents: JSON.stringify(exercises),
            loader: 'json',
          }));
          // What Emscripten's glue asks for in node only.
          onResolve(
            { filter: /^(node:)?(fs|path|crypto|url|worker_threads|module)$/ },
            ({ path }) => ({ path, namespace: 'node' }),
          );
          onLoad({ filter: /.*/, namespace: 'node' }, () => ({ contents: '', loader: 'js' }));
        },
      },
    ],
  });
  return /** @type {NonNullable<(typeof outputFiles)[number]>} */ (outputFiles[0]).contents;
}

async function styles() {
  const { outputFiles } = await build({
    entryPoints: [join(web, 'styles/main.css')],
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
    logLevel: 'error',
  });
  return /** @type {NonNullable<(typeof outputFiles)[number]>} */ (outputFiles[0]).contents;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'site' },
      core: { type: 'string', default: 'build/wasm' },
    },
  });
  try {
    await buildSite(values);
  } catch (error) {
    console.error(`build.mjs: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
