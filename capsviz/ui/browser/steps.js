/* Undo history of a page's settings. A step contains all changes of one press, drag or stroke. */

import { remountAll } from "./remount.js";
import { readState, stateName, subscribeChanges, writeState } from "./state_sync.js";

const MAX_STEPS = 100;
const MODIFIERS = ["Control", "Meta", "Shift", "Alt"];

/** @typedef {Record<string, any>} Step values by their keys in the storage */
/** @typedef {{undo: () => void, redo: () => void}} Pad with its own history */

export class Steps {
  /**
   * @param {import("./state_sync.js").StateSync} sync of the page
   * @param {AbortSignal} signal ends it
   * @param {Record<string, Pad>} [pads] objects with their own undo history, by key
   */
  constructor(sync, signal, pads = {}) {
    this.keys = sync.names.map((name) => stateName(sync.page, name));
    this.pads = pads;
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    /**
     * The step that lasts until the next press, and whether that has happened.
     * @type {Step | null}
     */
    this.open = null;
    this.pressed = false;
    subscribeChanges((key, before, after) => this.note(key, before, after), signal);
    const press = (/** @type {any} */ event) => {
      const { repeat, ctrlKey, metaKey, key } = event;
      if (repeat || ctrlKey || metaKey || MODIFIERS.includes(key)) return;
      this.pressed = true;
    };
    for (const type of ["pointerdown", "keydown"]) {
      document.addEventListener(type, press, { capture: true, signal });
    }
  }

  note(key, before, after) {
    if (!this.keys.includes(key) || before === undefined || isSame(before, after)) return;
    if (this.pressed) {
      this.open = {};
      this.past.push(this.open);
      if (this.past.length > MAX_STEPS) this.past.shift();
      this.future = [];
    }
    this.pressed = false;
    // Changes that a page makes by itself before any press are not undone.
    if (this.open && !(key in this.open)) this.open[key] = before;
  }

  undo() {
    this.go(this.past, this.future, "undo");
  }

  redo() {
    this.go(this.future, this.past, "redo");
  }

  /** @param {Step[]} from @param {Step[]} to @param {"undo" | "redo"} action */
  go(from, to, action) {
    this.open = null;
    this.pressed = false;
    let step = from.pop();
    while (step && this.isNow(step)) step = from.pop();
    // Pads' histories survive a reload.
    if (!step) return Object.values(this.pads)[0]?.[action]();
    const keys = Object.keys(step);
    to.push(Object.fromEntries(keys.map((key) => [key, readState(key)?.value])));
    for (const key of keys) {
      if (key in this.pads) this.pads[key][action]();
      else writeState(key, step[key]);
    }
    remountAll();
  }

  /** @param {Step} step */
  isNow(step) {
    return Object.entries(step).every(([key, value]) => isSame(value, readState(key)?.value));
  }
}

function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
