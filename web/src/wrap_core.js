// The core's free functions take texts and give JSON; the page sees objects. Nothing is computed here.

/** @import { Core } from './types' */
/** @import { CheckRequest, CostsRequest, NamedSizes, RawCore } from './core' */

/**
 * "B=2,n=3"; true and false count as 1 and 0.
 * @param {NamedSizes | CostsRequest} counts
 */
const countsText = (counts) =>
  Object.entries(counts)
    .map(([name, value]) => `${name}=${Number(value)}`)
    .join(',');

/**
 * A line an answer: a line break within one would start the next.
 * @param {readonly unknown[]} answers
 */
const linesText = (answers) =>
  answers.map((answer) => String(answer).replaceAll(/[\r\n]+/g, ' ')).join('\n');

/**
 * @param {RawCore} raw
 * @param {CheckRequest} request
 * @returns {string} the JSON of the result
 */
function checked(raw, { exercise, ask, answer, sizes }) {
  const answers = Array.isArray(answer) ? linesText(answer) : '';
  switch (ask.kind) {
    case 'reshape':
      return raw.check_reshape(
        exercise,
        ask.role,
        ask.input,
        ask.want,
        String(answer),
        countsText(sizes),
      );
    case 'pipeline': {
      const { split, merge, probe } = /** @type {Record<string, string>} */ (answer);
      return raw.check_fool(exercise, split, merge, probe, countsText(sizes));
    }
    case 'shapes': {
      const fields = ask.groups.flatMap((group) =>
        group.fields.map(({ stage }) => `${stage} ${countsText(group.sizes)}`),
      );
      return raw.check_shapes(exercise, fields.join('\n'), answers);
    }
    case 'numbers': {
      const fields = ask.fields.map(({ want, config }) => `${want} ${countsText(config)}`);
      return raw.check_numbers(exercise, fields.join('\n'), answers);
    }
  }
}

/**
 * The object in a JSON text of the core.
 * @param {string} text
 * @throws {Error} when the core refuses the request itself: our mistake, never the learner's
 */
function parsed(text) {
  const result = JSON.parse(text);
  if (typeof result.failed === 'string') throw new Error(result.failed);
  return result;
}

/**
 * @param {RawCore} raw
 * @returns {Core} throws when the lab itself failed
 */
export function wrapCore(raw) {
  return {
    check: (request) => parsed(checked(raw, request)),
    costs: (request) => parsed(raw.costs(countsText(request))),
    codes: () => JSON.parse(raw.codes()),
  };
}
