// Loads the real core, as the build made it, into node. No test in here.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @import { RawCore } from '../../web/src/core' */

const folder = process.env.MHA_CORE ?? fileURLToPath(new URL('../../build/wasm', import.meta.url));

/** @returns {Promise<RawCore>} */
export async function loadRawCore() {
  // The glue is a classic script; the package.json beside it says so.
  const createMha = createRequire(import.meta.url)(join(folder, 'mha.js'));
  return createMha({ wasmBinary: readFileSync(join(folder, 'mha.wasm')) });
}
