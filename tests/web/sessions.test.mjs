// Kept answers that have another form are not taken.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits } from '../../web/src/sessions.js';

test('an answer fits when it has the form of the starter', () => {
  assert.ok(fits('', 'q'));
  assert.ok(!fits(['q'], 'q'));
  assert.ok(!fits(null, 'q'));
  assert.ok(fits(['1', ''], ['', '']));
  assert.ok(!fits(['1'], ['', '']));
  assert.ok(!fits([1, 2], ['', '']));
  const starter = { split: '', merge: '', probe: '' };
  assert.ok(fits({ split: 'a', merge: 'b', probe: '' }, starter));
  assert.ok(!fits({ split: 'a', merge: 'b' }, starter));
  assert.ok(!fits(null, starter));
  assert.ok(!fits('q', starter));
});
