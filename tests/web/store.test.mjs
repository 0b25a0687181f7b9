// What is kept, and what happens where the browser keeps nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../web/src/store.js';

/** A Storage of a few lines. @param {Map<string, string>} held @returns {Storage} */
const storage = (held) =>
  /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => held.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void held.set(key, value),
    removeItem: (/** @type {string} */ key) => void held.delete(key),
  });

test('what is set is there for the next page', () => {
  const held = new Map();
  createStore(() => storage(held)).set('answer/split', 'q.view(🧠)');
  const next = createStore(() => storage(held));
  assert.equal(next.get('answer/split'), 'q.view(🧠)');
  assert.ok(next.kept);
  next.remove('answer/split');
  assert.equal(next.get('answer/split'), null);
});

test('a storage that throws on touch: memory, and it is told', () => {
  const store = createStore(() => {
    throw new Error('denied');
  });
  assert.equal(store.get('a'), null);
  store.set('a', [1]);
  assert.deepEqual(store.get('a'), [1]);
  assert.equal(store.kept, false);
});

test('a full storage never brings an older text back', () => {
  const held = new Map([['mha-lab/1/a', '"old"']]);
  const full = storage(held);
  full.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  const store = createStore(() => full);
  store.set('a', 'new');
  assert.equal(store.get('a'), 'new');
  assert.equal(store.kept, false);
});

test('text that is no JSON counts as nothing', () => {
  assert.equal(createStore(() => storage(new Map([['mha-lab/1/a', '{']]))).get('a'), null);
});
