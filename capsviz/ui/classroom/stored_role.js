/* This browser's role in a session, stored so that it survives a reload or a lost connection. */

import { readObject, writeObject } from "../browser/storage.js";

/** Key of this tab's role: {role, code, away}. */
const SEAT = "capsviz.class.seat";
/** Keys of this browser: the lecturer's key, and the visitor's secret. */
const KEY = "capsviz.class.key";
const VISITOR = "capsviz.class.visitor";

/**
 * @typedef {{role: "lecturer" | "student", code: string, away?: boolean}} Seat a student who is
 *   away looks around, also after a reload
 */

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

/** @param {{key: string, code: string} | null} entry */
export function writeKey(entry) {
  writeObject(() => localStorage, KEY, entry);
}

/** @param {string} code @returns {string | null} */
export function readVisitor(code) {
  const entry = readObject(() => localStorage, VISITOR);
  return entry?.code === code ? entry.visitor : null;
}

/** @param {{code: string, visitor: string} | null} entry */
export function writeVisitor(entry) {
  writeObject(() => localStorage, VISITOR, entry);
}

/**
 * A normalised code from typed text, in any case and with or without spaces.
 * @param {string} text
 */
export function readCode(text) {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

/** Whether the text can be a code of capsviz/ui/classroom/sessions.py. @param {string} text */
export function isCode(text) {
  return /^[2-9BCDFGHJKMNPQRSTVWXYZ]{7}$/.test(text);
}

/** A code in groups, for reading aloud. @param {string} code */
export function spaceCode(code) {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
