/*
 * The walk through the network in space: the scene, its stops with a sentence each, and the ways
 * from stop to stop by buttons, keys and swipes. The flat map is one switch away.
 */

import { makeButton, setText } from "../../../browser/dom.js";
import { loadThree } from "../../../browser/vendor/load.js";
import { titleOf } from "../words.js";
import { placeNetwork } from "./layout.js";
import { Stage } from "./stage.js";
import { walkStops } from "./stops.js";

/** Keys that lead on and back. @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
/** Pixels of a swipe. */
const SWIPE = 48;

export class Walk {
  /** @param {import("../index.js").NetworkPage} page */
  constructor(page) {
    this.page = page;
    this.box = page.part("space");
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {any[]} */
    this.stops = [];
    this.loading = false;
    /** Name of the stop that the camera has gone to. */
    this.stood = "";
    this.switch = page.element("in-space");
    this.switch.hidden = !("WebGL2RenderingContext" in globalThis);
    page.onClick("in-space", () => page.change({ space: !page.view.space }));
    page.onClick("stop-back", () => this.go(-1));
    page.onClick("stop-next", () => this.go(1));
    this.tend();
  }

  close() {
    this.stage?.close();
    this.stage = null;
  }

  tend() {
    this.box.addEventListener("keydown", (event) => {
      if (!KEYS[event.key] || event.target.localName === "input") return;
      event.preventDefault();
      this.go(KEYS[event.key]);
    });
    let from = null;
    const stage = this.page.part("stage");
    stage.addEventListener(
      "touchstart",
      ({ touches: [one] }) => {
        from = one;
      },
      { passive: true },
    );
    stage.addEventListener("touchend", ({ changedTouches: [one] }) => {
      if (!from) return;
      const [across, down] = [one.clientX - from.clientX, one.clientY - from.clientY];
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down))
        this.go(across < 0 ? 1 : -1);
      from = null;
    });
  }

  get open() {
    return Boolean(this.page.view?.space) && !this.switch.hidden;
  }

  /** The stop of the view; the first one where the network has no such stop. */
  get stop() {
    return this.stops.find(({ name }) => name === this.page.view.stop) ?? this.stops[0];
  }

  /** @param {number} by */
  go(by) {
    const at = this.stops.indexOf(this.stop) + by;
    if (at >= 0 && at < this.stops.length) this.page.change({ stop: this.stops[at].name });
  }

  /** As the view has it. */
  async show() {
    const { open } = this;
    if (!open && !this.box.hidden) this.page.row.spotlight.light(-1);
    this.box.hidden = !open;
    this.page.root.classList.toggle("cv-n-in-space", open);
    this.switch.setAttribute("aria-pressed", String(open));
    if (!open || this.stage || this.loading) return;
    this.loading = true;
    try {
      const three = await loadThree();
      if (!this.page.signal.aborted)
        this.stage = new Stage(three, this.page.part("stage"), (capsule) => this.point(capsule));
    } catch {
      this.switch.hidden = true;
      this.show();
      this.page.trouble("This browser cannot draw the scene in space: here is the flat map.");
    }
    this.loading = false;
    this.page.paint();
  }

  /** Another capsule under the pointer; a stop about one keeps its own. @param {number} capsule */
  point(capsule) {
    const { spotlight, strongestCapsule } = this.page.row;
    spotlight.light(capsule < 0 && this.stop?.lights ? strongestCapsule : capsule);
  }

  /** The content of the row now. */
  paint() {
    const { page, stage } = this;
    const { row, colours } = page;
    if (!this.open || !stage || !row.ready || !colours) return;
    const { reply, server } = row;
    const { blocks } = row.map;
    const last = reply.rounds - 1;
    const how = { blocks, server, iteration: last, lit: row.spotlight.scene };
    const before = placeNetwork(reply, how);
    this.stops = walkStops(reply, { blocks, server, ...before });
    const { stop } = this;
    const iteration = Math.min(stop.iteration ?? last, last);
    const space = iteration === last ? before : placeNetwork(reply, { ...how, iteration });
    const { classes } = server.network;
    stage.show(space, { reply, blocks, colours, titles: titleOf, classes, lit: how.lit });
    this.say(stop);
    if (this.stood === stop.name) return;
    stage.goTo(stop, this.stood !== "" && !isStill());
    this.stood = stop.name;
    this.point(-1);
  }

  /** @param {any} stop */
  say(stop) {
    const { page, stops } = this;
    const at = stops.indexOf(stop);
    setText(page.part("stop-title"), `${at + 1} of ${stops.length}: ${stop.title}`);
    setText(page.part("stop-words"), stop.words);
    page.element("stop-back").disabled = at === 0;
    page.element("stop-next").disabled = at === stops.length - 1;
    this.stage?.canvas.setAttribute("aria-label", `${stop.title}. ${stop.words}`);
    const dots = page.part("stops");
    const names = stops.map(({ name }) => name).join();
    if (dots.dataset.names !== names) {
      dots.dataset.names = names;
      dots.replaceChildren(
        ...stops.map(({ name, title }) =>
          makeButton("cv-n-dot", `stop-${name}`, "", () => page.change({ stop: name }), {
            title,
            ariaLabel: title,
          }),
        ),
      );
    }
    [...dots.children].forEach((dot, number) => {
      dot.setAttribute("aria-current", number === at ? "step" : "false");
    });
    this.box.dataset.stop = stop.name;
  }
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
