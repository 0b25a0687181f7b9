// Splits a sentence with `code`, **strong** and $math$ into marks. It makes no HTML.

/** @import { Mark, Sentence } from '../types' */

const kMark = /`([^`]+)`|\*\*([^*]+)\*\*|\$([^$]+)\$/g;

/**
 * Marks of a sentence, in order. A mark that is not closed stays as it is written. The text of a
 * "math" mark is the TeX between the dollars.
 * @param {string} text
 * @returns {Sentence}
 */
export function parseMarks(text) {
  /** @type {Mark[]} */
  const marks = [];
  let from = 0;
  for (const match of text.matchAll(kMark)) {
    if (match.index > from) marks.push({ kind: 'text', text: text.slice(from, match.index) });
    const [whole, code, strong, math] = match;
    if (code !== undefined) marks.push({ kind: 'code', text: code });
    else if (strong !== undefined) marks.push({ kind: 'strong', text: strong });
    else marks.push({ kind: 'math', text: /** @type {string} */ (math) });
    from = match.index + whole.length;
  }
  if (from < text.length) marks.push({ kind: 'text', text: text.slice(from) });
  return marks;
}

/**
 * Marks of a sentence that comes from the core or from the learner, where a dollar is a dollar.
 * @param {string} text
 * @returns {Sentence}
 */
export function parseMessage(text) {
  return parseMarks(text).map((mark) =>
    mark.kind === 'math' ? { kind: 'text', text: `$${mark.text}$` } : mark,
  );
}

/**
 * The words alone, for places that take no markup.
 * @param {Sentence} sentence
 */
export function plain(sentence) {
  return sentence.map((mark) => mark.text).join('');
}
