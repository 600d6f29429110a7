/*
 * The highlighted thread: one ribbon of the routing, all of a type or class, or one band of a link;
 * under the pointer, tapped, or selected by arrow keys.
 */

import { ARROW_KEYS, pointOn } from "../../browser/figure.js";
import { clampIndex } from "./block_layout.js";
import { bandAt, linkWeights } from "./links.js";
import { ribbonAt } from "./ribbons.js";
import { threadWords } from "./words.js";

/**
 * @typedef {object} Thread of the flow: a type of capsules, a class, or both; or a band of a link
 * @property {number} [type]
 * @property {number} [k]
 * @property {string} [link] name of the block at the link's end
 * @property {any} [block] the block of the bands' parts
 * @property {number} [end] 0 for the link's start, 1 for its end
 * @property {number} [band] from the top
 * @property {number[]} [weights] of all bands at that end
 */

export class Threads {
  /** @param {import("./row.js").Row} row */
  constructor(row) {
    this.row = row;
    /** The highlighted thread. @type {Thread | null} */
    this.thread = null;
  }

  /**
   * Listen to pointers on a block's drawing and link.
   * @param {any} block
   * @param {any} before the block before it, or null
   * @param {{root: HTMLElement, canvas: HTMLCanvasElement, link: HTMLCanvasElement}} nodes
   */
  listen(block, before, { root, canvas, link }) {
    this.follow(link, (point) => this.onLink(link, before, block, point));
    const find = BLOCK_THREADS[block.part];
    if (!find) return;
    this.follow(canvas, (point) => find(point, this.row.scene));
    if (root.localName !== "button") return;
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("blur", () => this.light(null));
  }

  /** @param {HTMLElement} node @param {(at: {x: number, y: number, width: number, height: number}) => Thread | null} find */
  follow(node, find) {
    const threadAt = (event) => (this.row.ready ? find(pointOn(node, event)) : null);
    node.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.light(threadAt(event));
    });
    node.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.light(null);
    });
    // A tap on a block opens it; on a link it switches the highlight on and off.
    if (node.closest("button")) return;
    node.addEventListener("click", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType !== "touch") return;
      const thread = threadAt(event);
      this.light(isSame(thread, this.thread) ? null : thread);
    });
  }

  /** @returns {Thread | null} */
  onLink(link, from, to, { x, y, width, height }) {
    const fan = link.classList.contains("cv-n-fan") && link.clientWidth > 0;
    const { out, into, paired } = linkWeights(from, to, this.row.scene);
    const ends = fan || paired ? { into } : { out, into };
    const { end, band } = bandAt(ends, x / width, y / height, height);
    if (to.part === "classes" && end === 1) return { k: band };
    if (to.part === "decoder" && end === 0) return { k: band };
    if (to.part === "routing" || (to.part === "votes" && end === 1)) return { type: band };
    const weights = end ? into : out;
    return { link: to.name, block: end || !from ? to : from, end, band, weights };
  }

  /** Select types with up and down, classes with left and right. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this.thread) {
      this.light(null);
      event.preventDefault();
    }
    const step = ARROW_KEYS[event.key];
    if (!step || !this.row.ready) return;
    event.preventDefault();
    const { reply, classes } = this.row.scene;
    const { type = 0, k = reply.winner } = this.thread ?? {};
    const wrap = (index, count) => (index + count) % count;
    this.light({ type: wrap(type + step[1], reply.types), k: wrap(k + step[0], classes.length) });
  }

  /** @param {Thread | null} thread */
  light(thread) {
    if (isSame(thread, this.thread)) return;
    this.thread = thread;
    this.row.page.paint();
  }

  /** One sentence about it, or "". */
  get words() {
    const { thread, row } = this;
    return thread && row.ready ? threadWords(thread, row.scene, row.server.network) : "";
  }
}

/** @param {Thread | null} a @param {Thread | null} b */
function isSame(a, b) {
  if (!a || !b) return a === b;
  return ["type", "k", "link", "end", "band"].every((name) => a[name] === b[name]);
}

/** @type {Record<string, (at: any, scene: any) => Thread | null>} */
const BLOCK_THREADS = {
  votes: ({ x, y, width, height }, { reply, classes }) => ({
    type: clampIndex((y / height) * reply.types, reply.types),
    k: clampIndex((x / width) * classes.length, classes.length),
  }),
  routing: ({ x, y, width, height }, scene) => ribbonAt(x, y, width, height, scene),
  classes: ({ y, height }, { classes: { length } }) => ({
    k: clampIndex((y / height) * length, length),
  }),
};
