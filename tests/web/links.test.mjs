// How the cells of the three grids belong together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellWords,
  elementAt,
  firstWrong,
  linksOf,
  sameShape,
  wrongCount,
} from '../../web/src/grid/links.js';
import { wrongSplit } from './grids.mjs';

test('the first wrong cell of a wrong view order is head 0, token 1', () => {
  const grids = wrongSplit();
  assert.deepEqual(firstWrong(grids), { grid: 'yours', index: 4 });
  assert.equal(wrongCount(grids), 32);
  assert.ok(sameShape(grids));
});

test('its element, where that belongs, and what should be there', () => {
  const grids = wrongSplit();
  const links = linksOf(grids, { grid: 'yours', index: 4 });
  assert.equal(links.element, 4); // token 0, feature 4
  assert.deepEqual(links.landed, [4]);
  assert.equal(links.home, 12); // head 1, token 0, j 0
  assert.equal(links.wanted, 8); // token 1, feature 0
});

test('a cell of the source and of asked links through to yours', () => {
  const grids = wrongSplit();
  assert.equal(elementAt(grids, { grid: 'asked', index: 12 }), 4);
  assert.deepEqual(linksOf(grids, { grid: 'source', index: 4 }).landed, [4]);
  assert.equal(linksOf(grids, { grid: 'asked', index: 12 }).wanted, -1);
});

test('what a screen reader says of a cell', () => {
  const grids = wrongSplit();
  assert.equal(
    cellWords(grids, { grid: 'yours', index: 4 }),
    'batch 0, head 0, token 1, j 0: holds token 0, feature 4, wrong: should hold token 1, feature 0',
  );
  assert.equal(
    cellWords(grids, { grid: 'yours', index: 0 }),
    'batch 0, head 0, token 0, j 0: holds token 0, feature 0',
  );
  assert.equal(
    cellWords(grids, { grid: 'source', index: 4 }),
    'batch 0, token 0, feature 4: belongs to head 1',
  );
});

test('an element of another sequence is told with its batch', () => {
  const grids = wrongSplit();
  grids.yours.origins[4] = 24;
  assert.match(
    cellWords(grids, { grid: 'yours', index: 4 }),
    /holds batch 1, token 0, feature 0, wrong/,
  );
});

test('a value that is not of the source has no links', () => {
  const grids = wrongSplit();
  grids.yours.origins[4] = -1;
  const links = linksOf(grids, { grid: 'yours', index: 4 });
  assert.deepEqual([links.element, links.landed, links.home], [-1, [], -1]);
  assert.match(
    cellWords(grids, { grid: 'yours', index: 4 }),
    /holds a value from elsewhere, wrong/,
  );
});

test('another shape has no cell-by-cell counterpart', () => {
  const grids = wrongSplit();
  grids.yours.sizes = [2, 3, 2, 4];
  grids.yours.axes = ['0', '1', '2', '3'];
  assert.ok(!sameShape(grids));
  assert.equal(linksOf(grids, { grid: 'yours', index: 4 }).wanted, -1);
});
