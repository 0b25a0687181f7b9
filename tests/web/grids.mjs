// A grid as the core gives it, for tests of the drawing's model. No test in here.

import { coordinates } from '../../web/src/grid/layout.js';

/** @import { Grids } from '../../web/src/core' */

/**
 * q of shape (B, n, H · d_head) = (2, 3, 8) asked to be split, and what `q.view(B, H, n, d_head)` gives.
 * @returns {Grids}
 */
export function wrongSplit() {
  const [B, n, H, d_head] = [2, 3, 2, 4];
  const all = Array.from({ length: B * n * H * d_head }, (_, element) => element);
  const at = (/** @type {number} */ element) => {
    const [batch, token, feature] = /** @type {[number, number, number]} */ (
      coordinates([B, n, H * d_head], element)
    );
    return { batch, token, feature, head: Math.floor(feature / d_head) };
  };
  const asked = all.map((index) => {
    const [b, h, t, j] = /** @type {[number, number, number, number]} */ (
      coordinates([B, H, n, d_head], index)
    );
    return (b * n + t) * H * d_head + h * d_head + j;
  });
  return {
    sizes: { B, n, H, d_head },
    judged: false,
    source: {
      name: 'q',
      axes: ['b', 't', 'f'],
      sizes: [B, n, H * d_head],
      batch: all.map((element) => at(element).batch),
      token: all.map((element) => at(element).token),
      feature: all.map((element) => at(element).feature),
      head: all.map((element) => at(element).head),
    },
    yours: {
      name: 'q',
      axes: ['b', 'h', 't', 'j'],
      sizes: [B, H, n, d_head],
      origins: all,
      wrong: all.map((element) => element !== asked[element]),
    },
    asked: { name: 'q', axes: ['b', 'h', 't', 'j'], sizes: [B, H, n, d_head], origins: asked },
  };
}
