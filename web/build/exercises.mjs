// Reads and checks the exercises' files, and makes of them what the page needs: sentences parsed,
// math rendered, known wrong answers left out.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseMarks } from '../src/text/marks.js';
import { mathml } from './math.mjs';
import { violations } from './schema.mjs';

/** @import { Exercise, Sentence } from '../src/types' */
/** @import { Answer, Ask } from '../src/core' */

/**
 * An exercise's file as it is written.
 * @typedef {Omit<Exercise, 'prompt' | 'hints' | 'explanation'> & { prompt: string[], hints: string[], explanation: string[],
 *   wrong: { answer: Answer, code: string }[] }} ExerciseFile
 */

/**
 * All exercises of a folder, in the order of the ladder.
 * @param {string} folder
 * @returns {ExerciseFile[]}
 * @throws {Error} that names the file and what is wrong in it
 */
export function readExercises(folder) {
  const schema = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'));
  const exercises = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'schema.json')
    .map((name) => {
      const exercise = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const complaints = [
        ...violations(schema, exercise),
        ...inconsistencies(exercise, basename(name, '.json')),
      ];
      if (complaints.length > 0) throw new Error(`web/exercises/${name}: ${complaints.join('; ')}`);
      return /** @type {ExerciseFile} */ (exercise);
    })
    .sort((a, b) => a.number - b.number);
  exercises.forEach(({ number, id }, i) => {
    if (exercises[i + 1]?.number === number)
      throw new Error(`web/exercises/${id}.json: number ${number} is taken`);
  });
  return exercises;
}

/**
 * What the schema can't say.
 * @param {ExerciseFile} exercise
 * @param {string} name the file's
 */
export function inconsistencies({ id, ask, starter, solution, wrong }, name) {
  const found = [];
  if (id !== name) found.push(`id must be the file's name, "${name}"`);
  const answers = [starter, solution, ...(wrong ?? []).map(({ answer }) => answer)];
  if (ask && !answers.every((answer) => fitsAsk(ask, answer)))
    found.push('every answer must have the form that the ask wants');
  return found;
}

/** @param {Ask} ask @param {Answer} answer */
function fitsAsk(ask, answer) {
  switch (ask.kind) {
    case 'reshape':
      return typeof answer === 'string';
    case 'pipeline':
      return typeof answer === 'object' && !Array.isArray(answer);
    case 'shapes':
      return (
        Array.isArray(answer) && answer.length === ask.groups.flatMap(({ fields }) => fields).length
      );
    case 'numbers':
      return Array.isArray(answer) && answer.length === ask.fields.length;
  }
}

/**
 * What the page gets of an exercise.
 * @param {ExerciseFile} file
 * @returns {Exercise}
 */
export function forPage({ wrong: _, prompt, hints, explanation, ...rest }) {
  return {
    ...rest,
    prompt: prompt.map(rendered),
    hints: hints.map(rendered),
    explanation: explanation.map(rendered),
  };
}

/** @param {string} text @returns {Sentence} */
const rendered = (text) =>
  parseMarks(text).map((mark) =>
    mark.kind === 'math' ? { kind: 'math', text: mathml(mark.text) } : mark,
  );
