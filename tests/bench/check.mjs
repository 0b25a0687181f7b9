// How long one check takes in the core in node, JSON included, and how long all 576 orders of a split
// and a merge take. Prints a table; it is no test.

import { wrapCore } from '../../web/src/wrap_core.js';
import { loadRawCore } from '../web/core.mjs';
import { kRuns, median, table } from './report.mjs';

/** @import { CheckRequest, ReshapeAsk } from '../../web/src/core' */

const core = wrapCore(await loadRawCore());
const sizes = { B: 2, n: 3, H: 2, d_head: 4 };
/** @type {ReshapeAsk} */
const kSplit = {
  kind: 'reshape',
  role: 'split',
  input: 'q',
  want: 'B n (H d_head) -> B H n d_head',
};
/** @type {ReshapeAsk} */
const kMerge = {
  kind: 'reshape',
  role: 'merge',
  input: 'context',
  want: 'B H n d_head -> B n (H d_head)',
};

/** @type {[string, CheckRequest][]} */
const kCases = [
  [
    'split, right',
    { exercise: 'split', ask: kSplit, answer: 'q.view(B, n, H, d_head).transpose(1, 2)', sizes },
  ],
  [
    'split, wrong view order',
    { exercise: 'split', ask: kSplit, answer: 'q.view(B, H, n, d_head)', sizes },
  ],
  [
    'split, scrambled twice',
    {
      exercise: 'split',
      ask: kSplit,
      answer: 'q.view(n, d_head, H, B).permute(3, 2, 0, 1)',
      sizes,
    },
  ],
  ['split, syntax error', { exercise: 'split', ask: kSplit, answer: 'q.view(B, n', sizes }],
  [
    'merge, missing transpose',
    { exercise: 'merge', ask: kMerge, answer: 'context.view(B, n, d_out)', sizes },
  ],
  [
    'fool, solved',
    {
      exercise: 'fool',
      ask: { kind: 'pipeline' },
      answer: {
        split: 'q.view(B, H, n, d_head)',
        merge: 'context.view(B, n, d_out)',
        probe: 'reach',
      },
      sizes,
    },
  ],
];

/** Milliseconds of one call. @param {() => void} action */
function time(action) {
  const began = performance.now();
  action();
  return performance.now() - began;
}

/** All orders of the axes. @param {string[]} names @returns {string[][]} */
const orders = (names) =>
  names.length < 2
    ? [names]
    : names.flatMap((first) =>
        orders(names.filter((name) => name !== first)).map((rest) => [first, ...rest]),
      );

const axes = ['B', 'n', 'H', 'd_head'];
const pairs = orders(axes).flatMap((cut) =>
  orders(['0', '1', '2', '3']).map((move) => ({ cut, move })),
);

table(
  ['check', 'median ms', 'slowest ms'],
  kCases.map(([name, request]) => {
    for (let i = 0; i < 20; ++i) core.check(request);
    const times = Array.from({ length: 10 * kRuns }, () => time(() => core.check(request)));
    return [name, median(times).toFixed(3), Math.max(...times).toFixed(3)];
  }),
);
console.log();
table(
  ['576 order pairs', 'ms'],
  [
    [
      'split',
      time(() => {
        for (const { cut, move } of pairs) {
          core.check({
            exercise: 'split',
            ask: kSplit,
            answer: `q.view(${cut.join(', ')}).permute(${move.join(', ')})`,
            sizes,
          });
        }
      }).toFixed(0),
    ],
    [
      'merge',
      time(() => {
        for (const { cut, move } of pairs) {
          const answer = `context.reshape(${cut.join(', ')}).permute(${move.join(', ')}).reshape(B, n, d_out)`;
          core.check({ exercise: 'merge', ask: kMerge, answer, sizes });
        }
      }).toFixed(0),
    ],
  ],
);
