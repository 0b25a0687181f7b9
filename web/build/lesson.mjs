// The lesson's text as HTML: its formulas rendered, what may scroll made reachable by keyboard.

import { mathml } from './math.mjs';

/** @param {string} name what a screen reader calls the box */
const scrolls = (name) => `tabindex="0" role="group" aria-label="${name}"`;

/**
 * @param {string} html with $…$ and $$…$$ in it
 */
export function lessonHtml(html) {
  return html
    .replace(
      /\$\$([\s\S]+?)\$\$/g,
      (_, tex) =>
        `<div class="formula" ${scrolls('Formula')}>${mathml(tex, { display: true })}</div>`,
    )
    .replace(/\$([^$\n]+)\$/g, (_, tex) => mathml(tex))
    .replaceAll('<pre>', `<pre ${scrolls('Program')}>`);
}
