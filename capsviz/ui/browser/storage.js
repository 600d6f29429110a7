/* Texts and objects in the browser's storage, by name; without storage, in memory. */

/** @type {Map<string, string | null>} */
const unstored = new Map();

/** @param {() => Storage} store @param {string} name @returns {string | null} null for none */
export function readText(store, name) {
  if (unstored.has(name)) return unstored.get(name) ?? null;
  try {
    return store().getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {() => Storage} store
 * @param {string} name
 * @param {string | null} text null to remove it
 */
export function writeText(store, name, text) {
  try {
    if (text === null) store().removeItem(name);
    else store().setItem(name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
  }
}

/** @param {() => Storage} store @param {string} name @returns {any} an object; null for none */
export function readObject(store, name) {
  try {
    const value = JSON.parse(readText(store, name) ?? "null");
    return value && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** @param {() => Storage} store @param {string} name @param {object | null} value */
export function writeObject(store, name, value) {
  writeText(store, name, value && JSON.stringify(value));
}
