/*
 * The walk through the network in space: the scene, its stops with a sentence each, and the ways
 * from stop to stop by buttons, keys and swipes. The flat map is one switch away.
 */

import { makeButton, setText } from "../../../browser/dom.js";
import { loadThree } from "../../../browser/vendor/load.js";
import { PANES } from "../panes/index.js";
import { layoutOf } from "../places.js";
import { thingWords, titleOf } from "../words.js";
import { SceneFiles } from "./files.js";
import { ARRIVED, placeNetwork } from "./layout.js";
import { Stage } from "./stage.js";
import { closeUp, walkStops } from "./stops.js";

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
    /** The camera's last stop, and the pane open there. */
    this.stood = "";
    /** A pixel or class under the pointer. @type {import("./layout.js").Thing} */
    this.thing = {};
    /** The capsule that the visitor has gone to; -1 is the one that gives the winner most. */
    this.chosen = -1;
    this.files = new SceneFiles(this);
    this.switch = page.element("in-space");
    this.switch.hidden = !("WebGL2RenderingContext" in globalThis);
    page.onClick("in-space", () => page.change({ space: !page.view.space }));
    page.onClick("stop-back", () => this.go(-1));
    page.onClick("stop-next", () => this.go(1));
    this.tend();
  }

  close() {
    this.files.close();
    this.stage?.close();
    this.stage = null;
  }

  tend() {
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.climb()) event.preventDefault();
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
    this.box.hidden = this.files.box.hidden = !open;
    this.page.root.classList.toggle("cv-n-in-space", open);
    this.switch.setAttribute("aria-pressed", String(open));
    if (!open || this.stage || this.loading) return;
    this.loading = true;
    try {
      const three = await loadThree();
      if (!this.page.signal.aborted)
        this.stage = new Stage(three, this.page.part("stage"), {
          point: (thing) => this.point(thing),
          press: (thing) => this.press(thing),
        });
    } catch {
      this.switch.hidden = true;
      this.show();
      this.page.trouble("This browser cannot draw the scene in space: here is the flat map.");
    }
    this.loading = false;
    this.page.paint();
  }

  /** Something else under the pointer; a stop about one capsule keeps its own. @param {any} thing */
  point({ capsule = -1, digit, pixel }) {
    const { spotlight } = this.page.row;
    const thing = capsule >= 0 ? {} : { digit, pixel };
    const rests = capsule < 0 && digit === undefined && !pixel && this.stop?.lights;
    const news = JSON.stringify(thing) !== JSON.stringify(this.thing);
    this.thing = thing;
    const lit = rests ? this.capsule : capsule;
    if (lit !== spotlight.capsule) spotlight.light(lit);
    else if (news) this.page.paint();
  }

  /** The capsule that the stop about one is about. */
  get capsule() {
    const { reply, strongestCapsule } = this.page.row;
    const known = this.chosen >= 0 && this.chosen < (reply?.presence?.length ?? 0);
    return known ? this.chosen : strongestCapsule;
  }

  /** One level further in: to the stop of what was pressed, then to its numbers. @param {any} thing */
  press({ capsule, digit, block }) {
    const { page, stops } = this;
    const { blocks } = page.row.map;
    const nameOf = (part) => blocks.find((one) => one.part === part)?.name;
    if (capsule !== undefined) {
      const inside = this.stop.lights && capsule === this.capsule;
      this.chosen = capsule;
      if (inside) this.inspect(nameOf("votes"), { unit: capsule });
      else page.change({ stop: "capsule", block: "" });
      this.point({});
    } else if (digit !== undefined) {
      if (this.stop.name === "classes") this.inspect(nameOf("routing"), { digit });
      else page.change({ stop: "classes", block: "" });
    } else if (block) {
      if (this.stop.name === block) this.inspect(block, { unit: page.row.unitOf(block) });
      else if (stops.some(({ name }) => name === block)) page.change({ stop: block, block: "" });
    }
  }

  /** Open a block's pane, if it has one. @param {string | undefined} name @param {any} view */
  inspect(name, view) {
    const { page } = this;
    const found = page.row.map.blocks.find((one) => one.name === name);
    if (!found || !PANES[found.part]) return;
    page.change({ ...view, block: name, under: false });
    page.part("inside").scrollIntoView({ block: "nearest" });
  }

  /** One level out; @returns {boolean} whether there was one */
  climb() {
    const { page, stop, stops } = this;
    if (!stop) return false;
    if (page.view.block) page.leaveBlock();
    else if (stop.lights) page.change({ stop: "capsules" });
    else if (stop !== stops[0]) page.change({ stop: stops[0].name });
    else return false;
    return true;
  }

  focus() {
    this.stage?.canvas.focus({ preventScroll: true });
  }

  /** One sentence about what is pointed at, or "". */
  get words() {
    const { row } = this.page;
    return this.open && row.ready ? thingWords(this.thing, row.reply, row.server) : "";
  }

  /** The content of the row now. */
  paint() {
    const { page, stage } = this;
    const { row, colours } = page;
    if (!this.open || !stage || !row.ready || !colours) return;
    const { reply, server } = row;
    const { blocks } = row.map;
    const last = reply.rounds - 1;
    const { thing } = this;
    const how = { blocks, server, iteration: last, lit: row.spotlight.scene, thing };
    const before = placeNetwork(reply, how);
    this.stops = walkStops(reply, { blocks, server, ...before });
    const { stop } = this;
    const iteration = Math.min(stop.iteration ?? last, last);
    const space = iteration === last ? before : placeNetwork(reply, { ...how, iteration });
    const { classes } = server.network;
    const { flies = [ARRIVED, ARRIVED] } = stop;
    stage.show(space, { ...how, reply, colours, titles: titleOf, classes, flies });
    this.say(stop);
    const near = stop.lights && page.view.block && blocks.find(({ part }) => part === "votes");
    const at = `${stop.name} ${near ? page.view.block : ""}`;
    if (this.stood === at) return;
    const x = before.places[blocks.find(({ part }) => part === "capsules")?.name];
    const view = near ? closeUp(this.capsule, layoutOf(reply), x) : stop;
    stage.goTo(view, this.stood !== "" && !isStill());
    this.stood = at;
    this.point({});
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
