// What the browser keeps: texts, progress and the theme, one key each. Where the browser keeps
// nothing (private windows, full storage, sandboxed frames) it falls back to memory and says so.

const kPrefix = 'mha-lab/1/'; // 1: the version of what is stored; an unknown version is not read

/**
 * @param {() => Storage} storage gives localStorage; may throw, as browsers do
 */
export function createStore(storage) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  let kept = true;

  /** @template T @param {() => T} action @param {T} otherwise */
  const attempt = (action, otherwise) => {
    try {
      return action();
    } catch {
      kept = false;
      return otherwise;
    }
  };

  return {
    /** False once the browser has refused to keep something. */
    get kept() {
      return kept;
    },

    /**
     * The value kept under `key`, or null. Text that is no JSON counts as nothing.
     * @param {string} key
     * @returns {unknown}
     */
    get(key) {
      const text = memory.get(key) ?? attempt(() => storage().getItem(kPrefix + key), null);
      if (text === null) return null;
      try {
        return JSON.parse(text);
      } catch {
        return null;
      }
    },

    /** @param {string} key @param {unknown} value */
    set(key, value) {
      const text = JSON.stringify(value);
      const written = attempt(() => {
        storage().setItem(kPrefix + key, text);
        return true;
      }, false);
      // A refused write must not let an older, kept text come back.
      if (written) memory.delete(key);
      else memory.set(key, text);
    },

    /** @param {string} key */
    remove(key) {
      memory.delete(key);
      attempt(() => storage().removeItem(kPrefix + key), undefined);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
