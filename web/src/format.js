// Numbers, shapes and bytes as the page writes them.

const kCount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const kShort = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** 12582912 → "12,582,912". @param {number} value */
export const count = (value) => kCount.format(value);

/** [2, 3, 8] → "(2, 3, 8)", [5] → "(5,)", as Python writes a shape. @param {number[]} sizes */
export const shape = (sizes) => `(${sizes.join(', ')}${sizes.length === 1 ? ',' : ''})`;

/** { B: 2, n: 3 } → "B = 2, n = 3". @param {Record<string, number>} sizes */
export const sizesText = (sizes) =>
  Object.entries(sizes)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');

/** 50331648 → "50.3 MB": powers of ten, as the lesson counts. @param {number} value */
export function bytes(value) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    ++unit;
  }
  return `${kShort.format(value)} ${units[unit]}`;
}
