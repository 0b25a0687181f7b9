// The core's free functions take and give JSON text; the page sees objects. Nothing is computed here.

/** @import { Core } from './types' */
/** @import { RawCore } from './core' */

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
    check: (request) => parsed(raw.check(JSON.stringify(request))),
    costs: (request) => parsed(raw.costs(JSON.stringify(request))),
    codes: () => JSON.parse(raw.codes()),
  };
}
