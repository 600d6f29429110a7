/* A lecturer's changes of the walk: their own sentences, and hidden stops. */

import { make, makeButton } from "../../../browser/dom.js";
import { text } from "../../../browser/text.js";

/** Most letters of a sentence, most sentences and most hidden stops, as in view.py. */
export const MAX_NOTE = 200;
const [MAX_NOTES, MAX_HIDDEN] = [40, 60];
const STOP = /^[\p{L}\p{N}_.-]{1,60}$/u;
/** Invisible letters except the space. */
const INVISIBLE_LETTERS = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** @typedef {{notes: Record<string, string>, hidden: string[]}} Changes */

/**
 * The changes of a link; null if they are invalid.
 * @param {any} value
 * @returns {Changes | null}
 */
export function readChanges(value) {
  if (!isObject(value)) return null;
  const { notes = {}, hidden = [] } = value;
  if (!isObject(notes) || !Array.isArray(hidden)) return null;
  const names = [...Object.keys(notes), ...hidden];
  const texts = Object.values(notes);
  const valid =
    texts.length <= MAX_NOTES &&
    hidden.length <= MAX_HIDDEN &&
    names.every((name) => typeof name === "string" && STOP.test(name)) &&
    texts.every((note) => typeof note === "string" && note.length <= MAX_NOTE) &&
    texts.every((note) => visibleLetters(note) === note);
  return valid ? { notes, hidden } : null;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {string} note */
function visibleLetters(note) {
  return note.replaceAll(INVISIBLE_LETTERS, "");
}

/** Visible stops; all if every one is hidden. @param {any[]} stops @param {string[]} hidden */
export function shownStops(stops, hidden) {
  const shown = stops.filter(({ name }) => !hidden.includes(name));
  return shown.length ? shown : stops;
}

/** The fold in which a lecturer changes the walk. */
export class ChangesFold {
  /** @param {any} walk @param {HTMLElement} container */
  constructor(walk, container) {
    this.walk = walk;
    this.note = make("input", {
      className: "cv-number cv-n-own",
      type: "text",
      maxLength: MAX_NOTE,
      placeholder: text("own-sentence"),
      ariaLabel: text("own-sentence"),
      data: { testid: "own-sentence" },
    });
    this.note.addEventListener("input", () => {
      const { changes, stop } = walk;
      const { [stop.name]: _, ...notes } = changes.notes;
      const note = visibleLetters(this.note.value).trim();
      walk.change({ ...changes, notes: note ? { ...notes, [stop.name]: note } : notes });
    });
    this.list = make("span", { className: "cv-row cv-n-shown" });
    this.all = makeButton("cv-link", "all-stops", text("show-stops"), () =>
      walk.change({ ...walk.changes, hidden: [] }),
    );
    container.append(this.note, this.list, this.all);
    this.names = "";
  }

  show() {
    const { walk, note } = this;
    const { changes, stop, allStops } = walk;
    if (document.activeElement !== note) note.value = changes.notes[stop.name] ?? "";
    const names = allStops.map(({ name }) => name).join();
    if (names !== this.names) {
      this.names = names;
      this.boxes = allStops.map(({ name }) => {
        const box = make("input", { type: "checkbox", data: { testid: `shows-${name}` } });
        box.addEventListener("change", () => {
          const { hidden } = walk.changes;
          const others = hidden.filter((other) => other !== name);
          walk.change({ ...walk.changes, hidden: box.checked ? others : [...others, name] });
        });
        return box;
      });
      const labels = allStops.map(({ title }, index) =>
        make("label", { className: "cv-choice" }, this.boxes[index], ` ${title}`),
      );
      this.list.replaceChildren(...labels);
    }
    allStops.forEach(({ name }, index) => {
      this.boxes[index].checked = walk.stops.some((other) => other.name === name);
    });
    this.all.hidden = !changes.hidden.length;
  }
}
