// Code points to UTF-16, and lines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, lineOf, utf16Range } from '../../web/src/text/spans.js';

const kText = 'a😀b.é🧠view(n)';

test('offsets count code points, indices UTF-16 units', () => {
  assert.deepEqual(utf16Range(kText, { start: 2, end: 3 }), { start: 3, end: 4 }); // b
  assert.equal(kText.slice(...Object.values(utf16Range(kText, { start: 6, end: 10 }))), 'view');
});

test('a span that is out of the text is clamped, never thrown on', () => {
  assert.deepEqual(utf16Range('ab', { start: 7, end: 9 }), { start: 2, end: 2 });
  assert.deepEqual(utf16Range('ab', { start: -1, end: 1 }), { start: 0, end: 1 });
  assert.deepEqual(utf16Range('ab', { start: 2, end: 1 }), { start: 2, end: 2 });
});

test('cut gives the whole text back, marked where the spans are', () => {
  const pieces = cut(kText, [{ start: 6, end: 10 }]);
  assert.equal(pieces.map(({ text }) => text).join(''), kText);
  assert.deepEqual(
    pieces.filter(({ marked }) => marked),
    [{ text: 'view', marked: true }],
  );
});

test('overlapping spans are joined, in any order', () => {
  const pieces = cut('abcdef', [
    { start: 2, end: 5 },
    { start: 1, end: 3 },
  ]);
  assert.deepEqual(pieces, [
    { text: 'a', marked: false },
    { text: 'bc', marked: true },
    { text: 'de', marked: true },
    { text: 'f', marked: false },
  ]);
});

test('an empty span marks the character before it, an emoji as one', () => {
  assert.deepEqual(cut('q.view(', [{ start: 7, end: 7 }]).at(-1), { text: '(', marked: true });
  assert.deepEqual(cut('q🧠', [{ start: 2, end: 2 }]).at(-1), { text: '🧠', marked: true });
  assert.deepEqual(cut('', [{ start: 0, end: 0 }]), []);
});

test('lineOf finds the line of a span and cuts it', () => {
  const text = 'y = q\n🧠y.view(B, n)\n';
  assert.deepEqual(lineOf(text, { start: 8, end: 13 }), {
    number: 2,
    before: '🧠y',
    marked: '.view',
    after: '(B, n)',
  });
});

test('lineOf cuts a span that runs over the line', () => {
  assert.deepEqual(lineOf('ab\ncd', { start: 1, end: 4 }), {
    number: 1,
    before: 'a',
    marked: 'b',
    after: '',
  });
  assert.deepEqual(lineOf('ab', { start: 2, end: 2 }), {
    number: 1,
    before: 'ab',
    marked: '',
    after: '',
  });
});
