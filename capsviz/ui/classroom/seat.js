/* Which part this browser has in a session: kept, so that a reload or a lost connection costs nothing. */

import { readObject, writeObject } from "../browser/stored.js";

/** This tab's: {role, code}. */
const SEAT = "capsviz.class.seat";
/** This browser's: the lecturer's key, and the secret by which a visitor is known again. */
const KEY = "capsviz.class.key";
const VISITOR = "capsviz.class.visitor";

/** @typedef {{role: "lecturer" | "student", code: string}} Seat */

/** @returns {Seat | null} */
export function readSeat() {
  return readObject(() => sessionStorage, SEAT);
}

/** @param {Seat | null} seat */
export function writeSeat(seat) {
  writeObject(() => sessionStorage, SEAT, seat);
}

/** @returns {{key: string, code: string} | null} */
export function readKey() {
  return readObject(() => localStorage, KEY);
}

/** @param {{key: string, code: string} | null} found */
export function writeKey(found) {
  writeObject(() => localStorage, KEY, found);
}

/** @param {string} code @returns {string | null} */
export function readVisitor(code) {
  const found = readObject(() => localStorage, VISITOR);
  return found?.code === code ? found.visitor : null;
}

/** @param {{code: string, visitor: string} | null} found */
export function writeVisitor(found) {
  writeObject(() => localStorage, VISITOR, found);
}

/** A code as it was typed: in any case, with spaces or without. @param {string} text */
export function readCode(text) {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

/** Whether it can be a code, as capsviz/ui/classroom/sessions.py makes them. @param {string} text */
export function isCode(text) {
  return /^[2-9BCDFGHJKMNPQRSTVWXYZ]{7}$/.test(text);
}

/** A code as it is read aloud. @param {string} code */
export function spaceCode(code) {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
