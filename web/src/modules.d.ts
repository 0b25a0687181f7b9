// Modules that build.mjs supplies: the core's Emscripten glue and the exercises' data.

declare module 'mha:glue' {
  import type { RawCore } from './core';

  const createMha: (options: { wasmBinary: ArrayBuffer | Uint8Array }) => Promise<RawCore>;
  export default createMha;
}

declare module 'mha:exercises' {
  import type { Exercise } from './types';

  const exercises: Exercise[];
  export default exercises;
}
