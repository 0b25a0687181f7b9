// Fetches and starts the C++ core.

import createMha from 'mha:glue';
import { wrapCore } from './wrap_core.js';

/** @import { Core } from './types' */

/**
 * @param {string} url of the wasm; the page preloads the same address
 * @returns {Promise<Core>} rejects when the browser has no WebAssembly or the file can't be had
 */
export async function loadCore(url) {
  if (typeof WebAssembly !== 'object') throw new Error('this browser has no WebAssembly');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return wrapCore(await createMha({ wasmBinary: await response.arrayBuffer() }));
}
