// Sentences with marks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarks, parseMessage, plain } from '../../web/src/text/marks.js';

test('code, strong and math are told apart', () => {
  assert.deepEqual(parseMarks('Use `view(B, n)`: **once**, for $n^2$.'), [
    { kind: 'text', text: 'Use ' },
    { kind: 'code', text: 'view(B, n)' },
    { kind: 'text', text: ': ' },
    { kind: 'strong', text: 'once' },
    { kind: 'text', text: ', for ' },
    { kind: 'math', text: 'n^2' },
    { kind: 'text', text: '.' },
  ]);
});

test('marks inside code are code', () => {
  assert.deepEqual(parseMarks('`x**2 ** y**2`'), [{ kind: 'code', text: 'x**2 ** y**2' }]);
});

test('a mark that is not closed stays as written', () => {
  assert.equal(plain(parseMarks('a ` b')), 'a ` b');
  assert.deepEqual(parseMarks(''), []);
});

test('in messages a dollar is a dollar, and markup is text', () => {
  assert.deepEqual(parseMessage('$q$ <b>`<i>`'), [
    { kind: 'text', text: '$q$' },
    { kind: 'text', text: ' <b>' },
    { kind: 'code', text: '<i>' },
  ]);
});
