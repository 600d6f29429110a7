/*
 * The highlighted capsule of a row: under the pointer, tapped, or selected by arrow keys. All blocks
 * of the map highlight its inputs and outputs.
 */

import { LatestRequest } from "../../browser/engine/latest_request.js";
import { ARROW_KEYS, pointOn } from "../../browser/figure.js";
import { setSymbols } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";
import { capsuleAt, capsuleBeside, layoutOf } from "./block_layout.js";
import { spotlightWords } from "./words.js";

/** Delay of the request after the last change, in ms. */
const REQUEST_DELAY = 50;

export class Spotlight {
  /** @param {import("./row.js").Row} row */
  constructor(row) {
    this.row = row;
    /** Index of the capsule, as in a trace; -1 for none. */
    this.capsule = -1;
    /** Numbers of the last requested capsule. @type {any} */
    this.reply = null;
    row.page.signal.addEventListener("abort", () => clearTimeout(this.settling));
    this.request = new LatestRequest(
      (question) => row.page.engine.inside(question),
      (reply) => this.take(reply),
      (sentence) => row.page.trouble(sentence),
    );
  }

  /** Listen to pointers and keys on a block of capsules. @param {HTMLElement} root @param {HTMLCanvasElement} canvas */
  listen(root, canvas) {
    const capsuleOf = (event) => {
      const { x, y, width, height } = pointOn(canvas, event);
      return this.layout ? capsuleAt(x / width, y / height, this.layout) : -1;
    };
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.light(capsuleOf(event));
    });
    canvas.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.light(-1);
    });
    // A finger's first tap highlights a capsule; its second one opens the block.
    canvas.addEventListener("click", (event) => {
      const { pointerType } = /** @type {PointerEvent} */ (event);
      const capsule = capsuleOf(event);
      if (pointerType !== "touch" || capsule === this.capsule) return;
      event.stopPropagation();
      this.light(capsule);
    });
    root.addEventListener("focus", () => {
      if (root.matches(":focus-visible")) this.light(this.row.strongestCapsule);
    });
    root.addEventListener("blur", () => this.light(-1));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this.capsule >= 0) {
      this.light(-1);
      event.preventDefault();
    }
    const step = ARROW_KEYS[event.key];
    if (!step || !this.layout) return;
    event.preventDefault();
    const from = this.capsule < 0 ? this.row.strongestCapsule : this.capsule;
    this.light(capsuleBeside(from, step, this.layout));
  }

  get layout() {
    const { reply, ready } = this.row;
    return ready && reply.presence ? layoutOf(reply) : null;
  }

  /** @param {number} capsule -1 for none */
  light(capsule) {
    if (capsule === this.capsule) return;
    this.capsule = capsule;
    if (capsule < 0) this.reply = null;
    this.ask();
    this.row.page.paint();
  }

  /** Request its numbers, also after each reply of the network. */
  ask() {
    clearTimeout(this.settling);
    if (this.capsule < 0) return;
    this.settling = setTimeout(() => {
      const { row, capsule } = this;
      const block = row.map.blocks.find(({ part }) => part === "capsules")?.name;
      const { drawing } = row.page;
      if (block && capsule >= 0)
        this.request.ask({
          ...row.reading,
          block,
          unit: capsule,
          digit: -1,
          off: row.off,
          drawing,
        });
    }, REQUEST_DELAY);
  }

  take(reply) {
    if (this.capsule < 0) return;
    this.reply = reply;
    this.row.page.paint();
  }

  /** The highlight's data for the map, or null. */
  get scene() {
    const { capsule, reply, row, layout } = this;
    if (capsule < 0 || !layout || capsule >= row.reply.presence.length) return null;
    const place = Math.floor(capsule / layout.types);
    const arrays = reply?.header.unit === capsule ? reply.arrays : null;
    return { capsule, place, type: capsule % layout.types, layout, arrays, server: row.server };
  }

  /** One sentence about it, or "". */
  get words() {
    const { scene, row } = this;
    return scene ? spotlightWords(scene, row.reply, row.iteration) : "";
  }
}

/** Show the sentence about what is highlighted, or how to highlight something. @param {import("./index.js").NetworkPage} page */
export function showSpotlight({ part, row, rows, walk }) {
  const words =
    walk.words ||
    rows.map(({ spotlight, threads }) => spotlight.words || threads.words).find(Boolean);
  const hint = walk.hint || (row.reply?.presence ? text("spotlight-hint") : "");
  setSymbols(part("lit"), words ?? hint);
}
