// Spans of the core count code points; JavaScript strings count UTF-16 units. This converts, and
// finds the line that a span is on. It draws nothing.

/** @import { Span } from '../core' */

/**
 * The UTF-16 index of the code point number `offset`, clamped to the text.
 * @param {string} text
 * @param {number} offset
 */
export function utf16Index(text, offset) {
  let index = 0;
  for (let count = 0; count < offset && index < text.length; ++count) {
    index += /** @type {number} */ (text.codePointAt(index)) > 0xffff ? 2 : 1;
  }
  return index;
}

/**
 * A span as UTF-16 indices, in order and inside the text.
 * @param {string} text
 * @param {Pick<Span, 'start' | 'end'>} span
 */
export function utf16Range(text, span) {
  const start = utf16Index(text, Math.max(0, span.start));
  return { start, end: Math.max(start, utf16Index(text, span.end)) };
}

/**
 * The text cut at the spans: pieces in order, each marked or not. Overlapping spans are joined; an
 * empty span marks the character before it, or a space where there is none.
 * @param {string} text
 * @param {Pick<Span, 'start' | 'end'>[]} spans
 * @returns {{ text: string, marked: boolean }[]}
 */
export function cut(text, spans) {
  const ranges = spans
    .map((span) => utf16Range(text, span))
    .map(({ start, end }) => (start === end ? { start: before(text, start), end } : { start, end }))
    .sort((a, b) => a.start - b.start);
  const pieces = [];
  let from = 0;
  for (const { start, end } of ranges) {
    if (end <= from) continue;
    if (start > from) pieces.push({ text: text.slice(from, start), marked: false });
    pieces.push({ text: text.slice(Math.max(start, from), end), marked: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

/**
 * Start of the character before `index`; a line's end counts to its line.
 * @param {string} text
 * @param {number} index
 */
function before(text, index) {
  const previous = text.slice(0, index);
  const last = [...previous.slice(-2)].at(-1) ?? '';
  return index - last.length;
}

/**
 * The learner's line that a span begins on, cut into what stands before, in and after the span.
 * A span that goes on over the line's end is cut there.
 * @param {string} text
 * @param {Pick<Span, 'start' | 'end'>} span
 */
export function lineOf(text, span) {
  const { start, end } = utf16Range(text, span);
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', start);
  const to = next < 0 ? text.length : next;
  return {
    number: text.slice(0, from).split('\n').length,
    before: text.slice(from, start),
    marked: text.slice(start, Math.min(end, to)),
    after: text.slice(Math.min(end, to), to),
  };
}
