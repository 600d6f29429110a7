/*
 * A lecturer's own sequence of pages and questions: stored in this browser, saved as a small file,
 * and opened again as a lecture of the presenter view. It contains no names or votes.
 */

import { readObject, writeObject } from "../browser/storage.js";

const STORE = "capsviz.class.sequence";
const FORMAT = "capsviz lecture";
const VERSION = 1;
export const MAX_STOPS = 60;
export const MAX_MINUTES = 90;
export const MAX_TITLE = 200;
/** Maximum size of a file, in characters. */
const MAX_SIZE = 1_000_000;
/** Name of the plan in the presenter view. */
export const OWN_PLAN = "own";

/** @typedef {{title: string, minutes: number, to: import("./presenter_requests.js").StopTarget}} OwnStop */

/** @returns {OwnStop[]} */
export function readSequence() {
  return parse(readObject(() => localStorage, STORE)) ?? [];
}

/** @param {OwnStop[]} stops */
export function writeSequence(stops) {
  writeObject(() => localStorage, STORE, stops.length ? toPlain(stops) : null);
}

/** Whether a change of the local storage is about the sequence. @param {StorageEvent} event */
export function isOfSequence({ key }) {
  return key === STORE || key === null;
}

/**
 * Append a stop.
 * @param {string} title
 * @param {import("./presenter_requests.js").StopTarget} to
 * @returns {boolean} false if the sequence is full
 */
export function addStop(title, to) {
  const stops = readSequence();
  if (stops.length >= MAX_STOPS) return false;
  writeSequence([...stops, { title: title.slice(0, MAX_TITLE), minutes: 3, to }]);
  return true;
}

/** @param {OwnStop[]} stops @returns {string} content of a file */
export function sequenceText(stops) {
  return `${JSON.stringify(toPlain(stops), null, 1)}\n`;
}

/**
 * @param {string} text content of a file
 * @returns {OwnStop[] | null} null if it is not a sequence
 */
export function parseSequence(text) {
  try {
    return text.length <= MAX_SIZE ? parse(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

/**
 * The sequence as a lecture, one section for each stop; null if it is empty.
 * @param {string} title
 * @returns {import("./presenter/stops.js").PlainPlan | null}
 */
export function ownPlan(title) {
  const sections = readSequence().map(({ title, minutes, to }) => {
    return { title, minutes, notes: "", stops: [{ title, to }] };
  });
  return sections.length ? { name: OWN_PLAN, title, sections } : null;
}

/** @param {OwnStop[]} stops */
function toPlain(stops) {
  return { format: FORMAT, version: VERSION, stops };
}

/** @param {any} plain @returns {OwnStop[] | null} */
function parse(plain) {
  if (plain?.format !== FORMAT || plain.version !== VERSION) return null;
  const { stops } = plain;
  if (!Array.isArray(stops) || stops.length > MAX_STOPS || !stops.every(isStop)) return null;
  return stops.map(({ title, minutes, to }) => ({ title, minutes, to: stopTarget(to) }));
}

function isStop(stop) {
  const { title, minutes, to } = stop ?? {};
  const validMinutes = Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES;
  if (typeof title !== "string" || title.length > MAX_TITLE || !validMinutes) return false;
  return typeof to?.page === "string" ? isObject(to.things) : isQuestion(to?.ask);
}

function isQuestion(question) {
  const { name, text, answers } = question ?? {};
  const texts = [name, text, ...(Array.isArray(answers) ? answers : [null])];
  return texts.every((each) => typeof each === "string") && name.startsWith("typed ");
}

/** Only a page with its state, or a question, is taken from a file. */
function stopTarget({ page, things, ask }) {
  return page ? { page, things } : { ask };
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
