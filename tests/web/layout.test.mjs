// Where elements stand in a drawing. Sizes are pairwise different, so that swapped axes show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellsShown,
  coordinates,
  indexAt,
  layoutOf,
  move,
  panelTitle,
  placeOf,
} from '../../web/src/grid/layout.js';

const heads = layoutOf([2, 3, 5, 4], ['b', 'h', 't', 'j']);

test('split heads: a batch switch, a panel a head, a row a token', () => {
  assert.equal(heads.batches, 2);
  assert.equal(heads.panels, 3);
  assert.equal(heads.rows, 5);
  assert.equal(heads.columns, 4);
  assert.equal(cellsShown(heads), 60);
  assert.equal(panelTitle(heads, 1), 'head 1');
});

test('a token-by-feature tensor is one panel', () => {
  const rows = layoutOf([2, 5, 12], ['b', 't', 'f']);
  assert.deepEqual([rows.batches, rows.panels, rows.rows, rows.columns], [2, 1, 5, 12]);
  assert.equal(panelTitle(rows, 0), '');
});

test('numbered axes have no batch switch: everything is shown', () => {
  const other = layoutOf([2, 3, 5, 4, 7], ['0', '1', '2', '3', '4']);
  assert.deepEqual([other.batches, other.panels, other.rows, other.columns], [1, 30, 4, 7]);
  assert.equal(panelTitle(other, 7), '[0, 1, 2]');
});

test('rank 0, 1 and 2', () => {
  assert.equal(cellsShown(layoutOf([], [])), 1);
  assert.deepEqual([layoutOf([6], ['0']).rows, layoutOf([6], ['0']).columns], [1, 6]);
  assert.deepEqual(
    [layoutOf([2, 6], ['b', 'f']).batches, layoutOf([2, 6], ['b', 'f']).rows],
    [1, 2],
  );
});

test('index and place are inverse, and row-major', () => {
  for (let index = 0; index < 120; ++index)
    assert.equal(indexAt(heads, placeOf(heads, index)), index);
  assert.deepEqual(placeOf(heads, 119), { batch: 1, panel: 2, row: 4, column: 3 });
  assert.deepEqual(coordinates([2, 3, 5, 4], 60 + 2 * 20 + 3 * 4 + 1), [1, 2, 3, 1]);
});

test('arrow keys walk rows and panels, and stop at the edges', () => {
  const at = (
    /** @type {number} */ panel,
    /** @type {number} */ row,
    /** @type {number} */ column,
  ) => indexAt(heads, { batch: 1, panel, row, column });
  assert.equal(move(heads, at(0, 4, 2), 'ArrowDown'), at(1, 0, 2));
  assert.equal(move(heads, at(1, 0, 2), 'ArrowUp'), at(0, 4, 2));
  assert.equal(move(heads, at(2, 4, 2), 'ArrowDown'), at(2, 4, 2));
  assert.equal(move(heads, at(0, 0, 0), 'ArrowLeft'), at(0, 0, 0));
  assert.equal(move(heads, at(0, 0, 3), 'ArrowRight'), at(0, 0, 3));
  assert.equal(move(heads, at(0, 2, 2), 'Home'), at(0, 2, 0));
  assert.equal(move(heads, at(0, 2, 2), 'End'), at(0, 2, 3));
  assert.equal(move(heads, 0, 'a'), null);
});
