// The exercises' files: the schema is obeyed, and it refuses what it should.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { forPage, inconsistencies, readExercises } from '../../web/build/exercises.mjs';
import { violations } from '../../web/build/schema.mjs';

const folder = fileURLToPath(new URL('../../web/exercises', import.meta.url));
const schema = JSON.parse(readFileSync(`${folder}/schema.json`, 'utf8'));
const exercises = readExercises(folder);
const split = () => structuredClone(exercises.find(({ id }) => id === 'split'));

test('every file obeys the schema, in the order of the ladder', () => {
  assert.deepEqual(
    exercises.map(({ number, id }) => `${number} ${id}`),
    ['1 shapes', '5 split', '6 merge', '7 fool', '11 costs'],
  );
});

test('what is missing, unknown or of the wrong type is named with its place', () => {
  assert.deepEqual(violations(schema, { ...split(), title: undefined }), [
    'title must be of type string',
  ]);
  assert.deepEqual(violations(schema, { ...split(), extra: 1 }), ['extra is not known']);
  assert.deepEqual(violations(schema, { ...split(), hints: ['a', 3] }), [
    'hints[1] must be of type string',
  ]);
  assert.deepEqual(violations(schema, { ...split(), sizes: { B: 0 } }), [
    'sizes.B must be at least 1',
  ]);
  assert.deepEqual(violations(schema, { ...split(), ask: { ...split()?.ask, role: 'cut' } }), [
    'ask.role must be one of split, merge, other',
  ]);
  const { starter: _, ...without } = /** @type {any} */ (split());
  assert.deepEqual(violations(schema, without), ['starter is missing']);
});

test('a keyword that is not implemented is an error, not a promise', () => {
  assert.throws(() => violations({ uniqueItems: true }, []), /uniqueItems/);
});

test('answers must have the form that the ask wants, the id the name of the file', () => {
  const exercise = /** @type {any} */ (split());
  assert.deepEqual(inconsistencies(exercise, 'split'), []);
  assert.equal(inconsistencies(exercise, 'cut').length, 1);
  assert.equal(inconsistencies({ ...exercise, starter: ['a'] }, 'split').length, 1);
});

test('the page gets no known wrong answers, and math as MathML without style attributes', () => {
  for (const exercise of exercises) {
    const text = JSON.stringify(forPage(exercise));
    assert.ok(!('wrong' in forPage(exercise)));
    assert.doesNotMatch(text, /style=|\$[^$"]+\$/, exercise.id);
  }
  assert.match(JSON.stringify(exercises.map(forPage)), /<math>/);
});
