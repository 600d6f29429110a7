/* Which part this browser has in a session: kept, so that a reload or a lost connection costs nothing. */

/** This tab's: {role, code}. */
const SEAT = "capsviz.class.seat";
/** This browser's: the lecturer's key, and the secret by which a visitor is known again. */
const KEY = "capsviz.class.key";
const VISITOR = "capsviz.class.visitor";

/** @typedef {{role: "lecturer" | "student", code: string}} Seat */

/** @returns {Seat | null} */
export function readSeat() {
  return read(() => sessionStorage, SEAT);
}

/** @param {Seat | null} seat */
export function writeSeat(seat) {
  write(() => sessionStorage, SEAT, seat);
}

/** @returns {{key: string, code: string} | null} */
export function readKey() {
  return read(() => localStorage, KEY);
}

/** @param {{key: string, code: string} | null} found */
export function writeKey(found) {
  write(() => localStorage, KEY, found);
}

/** @param {string} code @returns {string | null} */
export function readVisitor(code) {
  const found = read(() => localStorage, VISITOR);
  return found?.code === code ? found.visitor : null;
}

/** @param {{code: string, visitor: string} | null} found */
export function writeVisitor(found) {
  write(() => localStorage, VISITOR, found);
}

/** A code as it was typed: in any case, with spaces or without. @param {string} text */
export function readCode(text) {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

/** A code as it is read aloud. @param {string} code */
export function spacedCode(code) {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

const unstored = new Map();

function read(store, name) {
  try {
    const found = JSON.parse(store().getItem(name) ?? "null");
    return found && typeof found === "object" ? found : null;
  } catch {
    return unstored.get(name) ?? null;
  }
}

function write(store, name, value) {
  try {
    if (value) store().setItem(name, JSON.stringify(value));
    else store().removeItem(name);
  } catch {
    unstored.set(name, value); // as long as the document lasts
  }
}
