// Contrast of the tokens: text on its grounds, ink on every head's colour at every lightness, and the
// heads among each other for eyes that see fewer colours.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** @param {string} name */
const styles = (name) => readFileSync(new URL(`../../web/styles/${name}`, import.meta.url), 'utf8');
const tokens = styles('tokens.css');
const shares = [...styles('cells.css').matchAll(/--share: (\d+)%/g)].map(
  ([, share]) => Number(share) / 100,
);

/** @typedef {[number, number, number]} Colour red, green, blue in 0…255 */

/** @param {string} block @returns {Record<string, Colour>} */
function colours(block) {
  /** @type {Record<string, Colour>} */
  const found = {};
  for (const [, name, hex] of block.matchAll(/--([a-z0-9-]+): #([0-9a-f]{6})/g)) {
    const value = Number.parseInt(/** @type {string} */ (hex), 16);
    found[/** @type {string} */ (name)] = [value >> 16, (value >> 8) & 255, value & 255];
  }
  return found;
}

const [root, system, chosen] = /** @type {[string, string, string]} */ (
  tokens.split(/@media[^{]*\{|(?=:root\[data-theme='dark'\])/).map(String)
);
const light = colours(root);
const themes = { light, dark: { ...light, ...colours(chosen) } };

/** @param {Colour} colour */
const linear = (colour) =>
  /** @type {Colour} */ (
    colour.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
  );

/** @param {Colour} colour */
const luminance = (colour) =>
  linear(colour).reduce(
    (sum, c, i) => sum + c * /** @type {number} */ ([0.2126, 0.7152, 0.0722][i]),
    0,
  );

/** WCAG's contrast ratio. @param {Colour} a @param {Colour} b */
function ratio(a, b) {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return /** @type {number} */ (bright + 0.05) / /** @type {number} */ (dark + 0.05);
}

/** @param {Colour} a @param {Colour} b @param {number} share of a */
const mix = (a, b, share) =>
  /** @type {Colour} */ (a.map((c, i) => c * share + /** @type {number} */ (b[i]) * (1 - share)));

test('the dark theme is the same whether the system or the learner chose it', () => {
  assert.deepEqual(colours(system), colours(chosen));
  assert.ok(Object.keys(colours(chosen)).length >= 14);
});

for (const [theme, of] of Object.entries(themes)) {
  const colour = (/** @type {string} */ name) => /** @type {Colour} */ (of[name]);

  test(`${theme}: text has 4.5 : 1 on every ground it stands on`, () => {
    const grounds = ['paper', 'sheet', 'sunken', 'wrong-soft', 'right-soft', 'accent-soft'];
    for (const ground of grounds) {
      for (const text of ['ink', 'muted', 'accent']) {
        assert.ok(
          ratio(colour(text), colour(ground)) >= 4.5,
          `${text} on ${ground}: ${ratio(colour(text), colour(ground))}`,
        );
      }
    }
    for (const [text, ground] of [
      ['wrong', 'wrong-soft'],
      ['wrong', 'sheet'],
      ['right', 'right-soft'],
      ['right', 'sheet'],
      ['paper', 'right'],
      ['paper', 'ink'],
    ]) {
      assert.ok(
        ratio(colour(/** @type {string} */ (text)), colour(/** @type {string} */ (ground))) >= 4.5,
        `${text} on ${ground}`,
      );
    }
  });

  test(`${theme}: borders of controls have 3 : 1`, () => {
    for (const ground of ['paper', 'sheet'])
      assert.ok(ratio(colour('edge'), colour(ground)) >= 3, ground);
  });

  test(`${theme}: a cell's label has 4.5 : 1 on every head's colour at every lightness`, () => {
    assert.equal(shares.length, 7);
    for (let head = 0; head < 8; ++head) {
      for (const share of shares) {
        const fill = mix(colour(`head-${head}`), colour('tint'), share);
        assert.ok(
          ratio(colour('cell-ink'), fill) >= 4.5,
          `head ${head} at ${share}: ${ratio(colour('cell-ink'), fill)}`,
        );
      }
    }
  });
}

// Machado, Oliveira and Fernandes (2009), severity 1.0: what is left of colours, in linear light.
const kDeficiencies = {
  protan: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deutan: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
};

/** CIE L*a*b* of linear light, D65. @param {Colour} rgb */
function lab([r, g, b]) {
  const f = (/** @type {number} */ t) =>
    t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116;
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test('neighbouring heads differ for eyes without red or green cones', () => {
  for (const [name, m] of Object.entries(kDeficiencies)) {
    const seen = Array.from({ length: 8 }, (_, head) => {
      const [r, g, b] = linear(/** @type {Colour} */ (light[`head-${head}`]));
      const row = (/** @type {number} */ i) =>
        Math.min(
          1,
          Math.max(
            0,
            /** @type {number} */ (m[i]) * r +
              /** @type {number} */ (m[i + 1]) * g +
              /** @type {number} */ (m[i + 2]) * b,
          ),
        );
      return lab([row(0), row(3), row(6)]);
    });
    for (let head = 0; head + 1 < 8; ++head) {
      const [a, b] = [
        /** @type {number[]} */ (seen[head]),
        /** @type {number[]} */ (seen[head + 1]),
      ];
      const distance = Math.hypot(...a.map((value, i) => value - /** @type {number} */ (b[i])));
      assert.ok(
        distance >= 20,
        `${name}: heads ${head} and ${head + 1} are ${distance.toFixed(1)} apart`,
      );
    }
  }
});
