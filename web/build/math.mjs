// TeX to MathML, at build time, by Temml. The page has no math run-time and no fonts of its own.

import temml from 'temml';

/**
 * MathML without style attributes and Temml's classes: the page's policy forbids the first, and the page
 * has no rules for the second.
 * @param {string} tex
 * @param {{ display?: boolean }} [options]
 * @throws {Error} when the TeX is wrong
 */
export function mathml(tex, { display = false } = {}) {
  return temml
    .renderToString(tex, { displayMode: display, throwOnError: true })
    .replace(/ (?:style|class)="[^"]*"/g, '')
    .replace(/<mrow><\/mrow>/g, '');
}
