// The part of JSON Schema that web/exercises/schema.json uses, and no more: an unknown keyword is an
// error, so that the schema can't promise what this does not check.

const kKnown = new Set([
  ...['$schema', '$defs', '$ref', 'title', 'description', 'type', 'const', 'enum', 'oneOf'],
  ...['properties', 'required', 'additionalProperties', 'items', 'minItems'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
]);

/** @typedef {Record<string, any>} Schema */

/**
 * What is wrong with `value`: sentences that begin with the place, none if it is right.
 * @param {Schema} schema
 * @param {unknown} value
 * @param {{ root?: Schema, at?: string }} [context]
 * @returns {string[]}
 */
export function violations(schema, value, { root = schema, at = '' } = {}) {
  for (const keyword of Object.keys(schema)) {
    if (!kKnown.has(keyword)) throw new Error(`schema keyword "${keyword}" is not implemented`);
  }
  const here = at || 'the exercise';
  /** @type {string[]} */
  const found = [];
  if (schema.$ref) found.push(...violations(resolve(root, schema.$ref), value, { root, at }));
  if ('const' in schema && value !== schema.const)
    found.push(`${here} must be ${JSON.stringify(schema.const)}`);
  if (schema.enum && !schema.enum.includes(value))
    found.push(`${here} must be one of ${schema.enum.join(', ')}`);
  if (schema.type && !hasType(value, schema.type))
    return [...found, `${here} must be of type ${schema.type}`];
  if (schema.oneOf) found.push(...oneOf(schema.oneOf, value, root, at));
  if (typeof value === 'string') found.push(...text(schema, value, here));
  if (typeof value === 'number') {
    if (value < (schema.minimum ?? -Infinity))
      found.push(`${here} must be at least ${schema.minimum}`);
    if (value > (schema.maximum ?? Infinity))
      found.push(`${here} must be at most ${schema.maximum}`);
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0))
      found.push(`${here} needs at least ${schema.minItems} items`);
    if (schema.items)
      value.forEach(
        (item, i) =>
          void found.push(...violations(schema.items, item, { root, at: `${at}[${i}]` })),
      );
  } else if (typeof value === 'object' && value !== null) {
    found.push(...members(schema, /** @type {Record<string, unknown>} */ (value), root, at));
  }
  return found;
}

/** @param {Schema} root @param {string} pointer "#/$defs/size" */
function resolve(root, pointer) {
  return pointer
    .slice(2)
    .split('/')
    .reduce((schema, key) => schema[key], root);
}

/** @param {unknown} value @param {string} type */
function hasType(value, type) {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** Complaints of the alternative that comes nearest. @param {Schema[]} schemas @param {unknown} value @param {Schema} root @param {string} at */
function oneOf(schemas, value, root, at) {
  const tries = schemas.map((schema) => violations(schema, value, { root, at }));
  if (tries.filter((complaints) => complaints.length === 0).length === 1) return [];
  return tries.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** @param {Schema} schema @param {string} value @param {string} here */
function text(schema, value, here) {
  const found = [];
  if (value.length < (schema.minLength ?? 0)) found.push(`${here} must not be empty`);
  if (value.length > (schema.maxLength ?? Infinity))
    found.push(`${here} is longer than ${schema.maxLength} characters`);
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value))
    found.push(`${here} must match ${schema.pattern}`);
  return found;
}

/** @param {Schema} schema @param {Record<string, unknown>} value @param {Schema} root @param {string} at */
function members(schema, value, root, at) {
  const found = [];
  for (const key of schema.required ?? [])
    if (!(key in value)) found.push(`${at ? `${at}.` : ''}${key} is missing`);
  for (const [key, member] of Object.entries(value)) {
    const place = at ? `${at}.${key}` : key;
    const own = schema.properties?.[key];
    if (own) found.push(...violations(own, member, { root, at: place }));
    else if (schema.additionalProperties === false) found.push(`${place} is not known`);
  }
  return found;
}
