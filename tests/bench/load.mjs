// What the page weighs, and how long it takes from navigation to the first diagnosis on fresh pages of
// Chromium, served by sirv. Prints tables; it is no test.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { kSite, openPage, openSite } from '../e2e/site.mjs';
import { kRuns, median, table } from './report.mjs';

/** @param {string} extension @returns {[string, number]} */
const weight = (extension) => {
  const files = readdirSync(kSite).filter((name) => name.endsWith(extension));
  return [
    extension,
    files.reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(kSite, name)), { level: 9 }).length,
      0,
    ),
  ];
};

const weights = ['.html', '.css', '.js', '.wasm'].map(weight);
const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
table(
  ['file', 'gzip bytes'],
  [...weights, /** @type {[string, number]} */ (['all', total])].map(([name, bytes]) => [
    name,
    String(bytes),
  ]),
);
console.log();

const site = await openSite();
const times = [];
for (let run = 0; run < kRuns; ++run) {
  const { page } = await openPage(site, '#split');
  times.push(
    await page.evaluate(
      () => performance.getEntriesByName('mha-first-diagnosis')[0]?.startTime ?? Number.NaN,
    ),
  );
  await page.context().close();
}
await site.close();
table(
  ['navigation to first diagnosis', 'ms'],
  [
    [`median of ${kRuns} fresh pages`, median(times).toFixed(0)],
    ['fastest', Math.min(...times).toFixed(0)],
    ['slowest', Math.max(...times).toFixed(0)],
  ],
);
