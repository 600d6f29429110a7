/* A lecturer's changes of the walk: sentences of their own, and stops that are left out. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { text } from "../../../browser/text.js";

/** Longest sentence in letters, and most sentences, as `WalkChanges` of view.py has them. */
export const MAX_NOTE = 200;
const MAX_NOTES = 40;

/**
 * The changes of a link, as far as they are good; text stays text.
 * @param {any} value
 * @returns {{notes: Record<string, string>, hidden: string[]}}
 */
export function readChanges(value) {
  const { notes, hidden } = value ?? {};
  const pairs = Object.entries(notes && typeof notes === "object" ? notes : {});
  return {
    notes: Object.fromEntries(
      pairs
        .filter(([, note]) => typeof note === "string" && note)
        .slice(0, MAX_NOTES)
        .map(([name, note]) => [name, note.slice(0, MAX_NOTE)]),
    ),
    hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === "string") : [],
  };
}

/** Stops that are shown: all where none would be. @param {any[]} stops @param {string[]} hidden */
export function shownStops(stops, hidden) {
  const shown = stops.filter(({ name }) => !hidden.includes(name));
  return shown.length ? shown : stops;
}

/** The fold in which a lecturer changes the walk. */
export class ChangesFold {
  /** @param {any} walk @param {HTMLElement} place */
  constructor(walk, place) {
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
      const note = this.note.value.trim();
      walk.change({ ...changes, notes: note ? { ...notes, [stop.name]: note } : notes });
    });
    this.list = make("span", { className: "cv-row cv-n-shown" });
    this.all = makeButton("cv-link", "all-stops", text("show-stops"), () =>
      walk.change({ ...walk.changes, hidden: [] }),
    );
    place.append(this.note, this.list, this.all);
    this.names = "";
  }

  show() {
    const { walk, note } = this;
    const { changes, stop, everyStop } = walk;
    if (document.activeElement !== note) note.value = changes.notes[stop.name] ?? "";
    const names = everyStop.map(({ name }) => name).join();
    if (names !== this.names) {
      this.names = names;
      this.boxes = everyStop.map(({ name }) => {
        const box = make("input", { type: "checkbox", data: { testid: `shows-${name}` } });
        box.addEventListener("change", () => {
          const { hidden } = walk.changes;
          walk.change({
            ...walk.changes,
            hidden: box.checked ? hidden.filter((one) => one !== name) : [...hidden, name],
          });
        });
        return box;
      });
      this.list.replaceChildren(
        ...everyStop.map(({ title }, at) =>
          make("label", { className: "cv-choice" }, this.boxes[at], ` ${title}`),
        ),
      );
    }
    everyStop.forEach(({ name }, at) => {
      this.boxes[at].checked = walk.stops.some((one) => one.name === name);
    });
    this.all.hidden = !changes.hidden.length;
  }
}

/** The lecturer's sentence at a stop, as plain text. @param {HTMLElement} place @param {string} note */
export function showNote(place, note) {
  setText(place, note);
  place.hidden = !note;
}
