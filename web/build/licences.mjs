// The text of licences.txt: what of others is in the page, and on what terms.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} path from the repository's root */
const read = (path) => {
  const full = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  return existsSync(full) ? readFileSync(full, 'utf8').trim() : '';
};

export function licences() {
  const parts = [
    ['MHA Lab', read('LICENSE')],
    ['lit-html, in lab.js', read('node_modules/lit-html/LICENSE')],
    ['xtensor and xtl, in mha.wasm', read('web/licences/xtensor.txt')],
    [
      'Emscripten, musl and JSON for Modern C++, in lab.js and mha.wasm',
      read('web/licences/mit.txt'),
    ],
  ];
  return parts.map(([title, text]) => `${title}\n${'-'.repeat(72)}\n${text}\n`).join('\n');
}
