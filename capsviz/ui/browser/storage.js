/* Objects in the browser's storage, by name; without storage they last as long as the document. */

const unstored = new Map();

/** @param {() => Storage} store @param {string} name @returns {any} an object; null where there is none */
export function readObject(store, name) {
  try {
    const found = JSON.parse(store().getItem(name) ?? "null");
    return found && typeof found === "object" ? found : null;
  } catch {
    return unstored.get(name) ?? null;
  }
}

/** @param {() => Storage} store @param {string} name @param {object | null} value */
export function writeObject(store, name, value) {
  try {
    if (value) store().setItem(name, JSON.stringify(value));
    else store().removeItem(name);
  } catch {
    unstored.set(name, value); // as long as the document lasts
  }
}
