/*
 * The walk through the network in space: the scene, its stops with a sentence each, and navigation
 * by buttons, keys, the wheel and swipes. A switch returns to the flat map.
 */

import { hasLittleMemory } from "../../../browser/device.js";
import { makeButton, setText } from "../../../browser/dom.js";
import { PlayButton } from "../../../browser/play.js";
import { readState, writeState } from "../../../browser/state_sync.js";
import { setSymbols } from "../../../browser/symbols.js";
import { list, text } from "../../../browser/text.js";
import { loadThree } from "../../../browser/vendor/load.js";
import { layoutOf } from "../block_layout.js";
import { PANES } from "../panes/index.js";
import { arrowWords, mapWords, thingWords } from "../words.js";
import { StopAct } from "./acts.js";
import { ChangesFold, MAX_NOTE, readChanges, shownStops } from "./changes.js";
import { SceneFiles } from "./files.js";
import { followGestures } from "./gestures.js";
import { ARRIVED, blockPlaces, hasRibbons, placeNetwork } from "./layout.js";
import { describeMap } from "./maps.js";
import { Stage } from "./stage.js";
import { closeUp, ROUND, walkStops } from "./stops.js";
import { Whole } from "./whole.js";

/** Steps of the keys, forwards and backwards. @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
/** Time at a stop of a playing walk, plus time per letter of its sentence, in ms. */
const STOP_TIMES = { stop: 2600, letter: 45 };

/** Parts whose panes the stops open; other stops open the block of their name. @type {Record<string, string>} */
const STOP_PANES = {
  ...{ capsules: "capsules", capsule: "capsules", votes: "votes", "own-votes": "votes" },
  ...{ classes: "routing", picture: "decoder" },
};

/** Fragment of an address that opens the walk. */
const WALK = "#walk";
/** Key under which the tab stores that its visitor pressed the switch. */
const PRESSED = "space";

export class Walk {
  /** @param {import("../index.js").NetworkPage} page */
  constructor(page) {
    this.page = page;
    this.box = page.part("space");
    this.container = page.part("stage");
    /** @type {Stage | null} */
    this.stage = null;
    /** All stops of the network. @type {any[]} */
    this.allStops = [];
    this.loading = false;
    /** Key of the camera's last stop and open pane. */
    this.viewKey = "";
    /** The capsule whose votes were animated last. */
    this.lastFlown = -1;
    /** A pixel or class under the pointer. @type {import("./layout.js").Thing} */
    this.thing = {};
    /** The capsule that the visitor selected; -1 for the one most coupled to the winner. */
    this.selected = -1;
    /** Name of the network that was drawn last. */
    this.networkName = "";
    this.files = new SceneFiles(this);
    this.whole = new Whole(page);
    this.act = new StopAct(this, page.part("stop-act"));
    this.fold = new ChangesFold(this, page.part("own-walk"));
    /** Timer of a playing walk's next stop; 0 while it is paused. */
    this.timer = 0;
    this.play = new PlayButton(page.element("walk-play"), {
      play: () => this.playOn(true),
      pause: () => this.pause(),
    });
    /** Whether the page is being printed, with the flat map. */
    this.onPaper = false;
    this.switch = page.element("in-space");
    this.switch.hidden = !("WebGL2RenderingContext" in globalThis);
    /** Whether the scene may open: by default, or after this tab's visitor pressed the switch. */
    this.allowed = readState(PRESSED)?.value === true || !(hasLittleMemory() || isStill());
    page.onClick("in-space", () => {
      const space = !this.open;
      if (space && !this.allowed) writeState(PRESSED, true);
      this.allowed ||= space;
      page.change({ space });
    });
    page.onClick("stop-back", () => this.go(-1));
    page.onClick("stop-next", () => this.go(1));
    page.onClick("stop-inside", () => page.openBlock(page.row, this.blockOfStop.name));
    /** Whether the address opens the walk, as the link on a published site's first page does. */
    this.byAddress = location.hash === WALK;
    this.listen();
  }

  close() {
    this.pause();
    this.whole.close();
    this.stage?.close();
    this.stage = null;
  }

  listen() {
    const play = this.page.element("walk-play");
    this.box.addEventListener("click", (event) => {
      if (!play.contains(event.target)) this.pause();
    });
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.climb()) event.preventDefault();
      if (!KEYS[event.key] || event.target.localName === "input") return;
      event.preventDefault();
      this.go(KEYS[event.key]);
    });
    const { signal } = this.page;
    const print = (/** @type {Event} */ { type }) => {
      this.onPaper = type === "beforeprint";
      if (this.page.view.space) this.page.showView();
    };
    for (const name of ["beforeprint", "afterprint"])
      window.addEventListener(name, print, { signal });
    followGestures(this);
  }

  get open() {
    const { allowed, onPaper } = this;
    return Boolean(this.page.view?.space) && !this.switch.hidden && allowed && !onPaper;
  }

  /** A lecturer's changes. */
  get changes() {
    return readChanges(this.page.view.walk) ?? { notes: {}, hidden: [] };
  }

  /** A sentence if the link's changes are unreadable, else "". */
  get fault() {
    return readChanges(this.page.view.walk) ? "" : text("walk-unreadable", { letters: MAX_NOTE });
  }

  /** A hint for the scene, the reason why the flat map replaces a requested scene, or "". */
  get hint() {
    if (this.open) return this.page.row.reply?.presence ? text("space-hint") : "";
    if (!this.page.view?.space || this.onPaper) return "";
    if (this.switch.hidden) return text("space-impossible");
    return text(hasLittleMemory() ? "space-memory" : "space-still");
  }

  /** Visible stops. */
  get stops() {
    return shownStops(this.allStops, this.changes.hidden);
  }

  /** The view's stop; the last iteration if its own no longer exists, else the first stop. */
  get stop() {
    const { stops } = this;
    const { stop } = this.page.view;
    const rounds = stop.startsWith(ROUND) ? stops.filter(({ name }) => name.startsWith(ROUND)) : [];
    return stops.find(({ name }) => name === stop) ?? rounds.at(-1) ?? stops[0];
  }

  /** @param {{notes: Record<string, string>, hidden: string[]}} walk */
  change(walk) {
    this.page.change({ walk });
  }

  /** The stop some steps from this one, or undefined. @param {number} steps */
  stopAfter(steps) {
    return this.stops[this.stops.indexOf(this.stop) + steps];
  }

  /** @param {number} steps */
  go(steps) {
    this.pause();
    const stop = this.stopAfter(steps);
    if (stop) this.page.change({ stop: stop.name });
  }

  /** Select another capsule. @param {number} capsule */
  choose(capsule) {
    this.selected = capsule;
    this.page.row.spotlight.light(capsule);
  }

  /** Play the walk up to the last stop. @param {boolean} first whether this is its first step */
  playOn(first) {
    if (first) this.pause();
    const stop = this.stopAfter(1) ?? (first ? this.stops[0] : undefined);
    if (!stop || !this.open) return this.pause();
    this.play.show(true);
    this.page.change({ stop: stop.name, block: "" });
    const letters = stop.words.length + (this.changes.notes[stop.name]?.length ?? 0);
    this.timer = window.setTimeout(
      () => this.playOn(false),
      STOP_TIMES.stop + STOP_TIMES.letter * letters,
    );
  }

  /** Stop the film and the playing walk: the visitor acts. */
  pause() {
    this.files.endFilm();
    clearTimeout(this.timer);
    this.timer = 0;
    this.play.show(false);
  }

  /** Open or close the scene, as in the view. */
  async show() {
    if (this.byAddress) {
      this.byAddress = false;
      return this.page.change({ space: true });
    }
    const { open } = this;
    if (!open && !this.box.hidden) this.page.row.spotlight.light(-1);
    this.box.hidden = this.files.box.hidden = !open;
    this.page.root.classList.toggle("cv-n-in-space", open);
    this.switch.setAttribute("aria-pressed", String(open));
    if (!open || this.stage || this.loading) return;
    this.loading = true;
    try {
      const three = await loadThree();
      if (!this.page.signal.aborted) this.stage = new Stage(three, this);
    } catch {
      this.switch.hidden = true;
      this.show();
    }
    this.loading = false;
    this.page.paint();
  }

  /** Highlight the thing under the pointer, or else the capsule of a stop about one. @param {any} thing */
  point({ capsule = -1, digit, pixel, block, map }) {
    const { spotlight } = this.page.row;
    const target = map === undefined ? { digit, pixel } : this.whole.thingOf(block, map);
    const thing = capsule >= 0 ? {} : target;
    const idle = capsule < 0 && digit === undefined && !target.pixel && this.stop?.lights;
    const changed = JSON.stringify(thing) !== JSON.stringify(this.thing);
    this.thing = thing;
    const highlighted = idle ? this.capsule : capsule;
    if (highlighted !== spotlight.capsule) spotlight.light(highlighted);
    else if (changed) this.page.paint();
  }

  /** The capsule of stops about a single one. */
  get capsule() {
    const { reply, strongestCapsule } = this.page.row;
    const isValid = this.selected >= 0 && this.selected < (reply?.presence?.length ?? 0);
    return isValid ? this.selected : strongestCapsule;
  }

  /** Go one level deeper: to the stop of the pressed thing, then to its numbers. @param {any} thing */
  press({ capsule, digit, block, map }) {
    const { page, stops } = this;
    const { blocks } = page.row.map;
    const nameOf = (part) => blocks.find((item) => item.part === part)?.name;
    if (capsule !== undefined) {
      const inside = this.stop.lights && capsule === this.capsule;
      this.selected = capsule;
      if (inside) this.inspect(nameOf("votes"), { unit: capsule });
      else if (!this.stop.lights) page.change({ stop: "capsule", block: "" });
      this.point({});
    } else if (digit !== undefined) {
      if (this.stop.name === "classes") this.inspect(nameOf("routing"), { digit });
      else page.change({ stop: "classes", block: "" });
    } else if (block) {
      if (this.stop.name === block) this.inspect(block, { unit: map ?? page.row.unitOf(block) });
      else if (stops.some(({ name }) => name === block)) page.change({ stop: block, block: "" });
    }
  }

  /** Open a block's pane, if it has one. @param {string | undefined} name @param {any} view */
  inspect(name, view) {
    const { page } = this;
    const block = page.row.map.blocks.find((block) => block.name === name);
    if (!block || !PANES[block.part]) return;
    page.change({ ...view, block: name, under: false });
    page.part("inside").scrollIntoView({ block: "nearest" });
  }

  /** The block whose pane the stop opens, or undefined. */
  get blockOfStop() {
    const { stop, page } = this;
    const part = stop.name.startsWith(ROUND) ? "routing" : STOP_PANES[stop.name];
    return page.row.map.blocks.find(
      (block) => PANES[block.part] && (block.part === part || block.name === stop.name),
    );
  }

  /** Go one level up; @returns {boolean} whether there was one */
  climb() {
    const { page, stop, stops } = this;
    if (!stop) return false;
    this.pause();
    if (page.view.block) page.leaveBlock();
    else if (stop.lights) page.change({ stop: "capsules" });
    else if (stop !== stops[0]) page.change({ stop: stops[0].name });
    else return false;
    return true;
  }

  focus() {
    this.stage?.canvas.focus({ preventScroll: true });
  }

  /** The thing under the pointer, or the class selected at a stop about classes. @returns {import("./layout.js").Thing} */
  get subject() {
    const { digit } = this.page.view;
    const points = this.thing.digit !== undefined || this.thing.pixel;
    return !points && this.stop?.act === "digit" && digit >= 0 ? { digit } : this.thing;
  }

  /** One sentence about the subject, or "". */
  get words() {
    const { row } = this.page;
    if (!this.open || !row.ready) return "";
    const { block, map } = this.subject;
    if (!block || map === undefined)
      return thingWords(this.subject, row.reply, row.server, row.iteration);
    const shownBlock = row.map.blocks.find(({ name }) => name === block);
    return mapWords(shownBlock, map, describeMap(this.whole.maps[block], map));
  }

  /** Show the row's current reply. */
  paint() {
    const { page, stage } = this;
    const { row, colours } = page;
    if (!this.open || !stage || !row.ready || !colours) return;
    const { reply, server } = row;
    const { blocks } = row.map;
    const last = reply.rounds - 1;
    const thing = this.subject;
    const whole = this.whole.currentNetwork;
    if (!whole) this.whole.schedule();
    const positions = blockPlaces(blocks);
    this.allStops = walkStops(reply, { blocks, server, positions, capsule: this.capsule });
    const { stop } = this;
    const iteration = Math.min(stop.iteration ?? last, last);
    row.iteration = iteration;
    if (this.networkName !== server.network.name) {
      this.networkName = server.network.name;
      this.selected = -1;
      this.viewKey = "";
    }
    const options = { blocks, server, iteration, lit: row.spotlight.scene, thing, whole };
    const space = placeNetwork(reply, options);
    const { span = [ARRIVED, ARRIVED] } = stop;
    const { maps } = this.whole;
    stage.show(space, { ...options, maps, reply, colours, span });
    this.say(stop, space);
    const closeBlock =
      stop.lights && page.view.block && blocks.find(({ part }) => part === "votes");
    const follows = stop.lights && stop.span ? this.selected : "";
    const key = `${stop.name} ${closeBlock ? page.view.block : ""} ${follows}`;
    if (this.viewKey === key) return this.launch(stop, options.lit);
    const x = positions[blocks.find(({ part }) => part === "capsules")?.name];
    const view = closeBlock ? closeUp(this.capsule, layoutOf(reply), x) : stop;
    stage.goTo(view, this.viewKey !== "" && !isStill());
    this.viewKey = key;
    this.lastFlown = this.capsule;
    this.point({});
  }

  /** Animate the votes of a capsule that was selected at a stop about one. @param {any} stop @param {any} lit */
  launch(stop, lit) {
    const { lastFlown, capsule } = this;
    if (
      !stop.lights ||
      !stop.span ||
      capsule === lastFlown ||
      lit?.capsule !== capsule ||
      !lit.arrays
    )
      return;
    this.lastFlown = capsule;
    if (!isStill()) this.stage?.launch();
  }

  /** Whether the palest ribbons are sampled while the camera moves. */
  get samples() {
    const { reply, server } = this.page.row;
    return Boolean(this.stage?.software) && hasRibbons(reply, server.network.classes.length);
  }

  /** @param {any} stop @param {any} space of `placeNetwork` */
  say(stop, { votes }) {
    const { page, stops } = this;
    const index = stops.indexOf(stop);
    const values = { number: index + 1, count: stops.length, title: stop.title };
    setText(page.part("stop-title"), text("stop-place", values));
    setSymbols(page.part("stop-words"), stop.words);
    const arrows = stop.span || votes[0]?.numbers ? arrowWords(votes, this.samples) : "";
    setSymbols(page.part("stop-arrows"), arrows);
    const note = this.changes.notes[stop.name] ?? "";
    setText(page.part("stop-note"), note);
    page.part("stop-note").hidden = !note;
    this.act.show();
    this.fold.show();
    page.element("stop-back").disabled = index === 0;
    page.element("stop-next").disabled = index === stops.length - 1;
    const { blockOfStop } = this;
    page.element("stop-inside").hidden = !blockOfStop;
    const isOpen = blockOfStop?.name === page.view.block && page.openRow === page.row;
    page.element("stop-inside").setAttribute("aria-expanded", String(isOpen));
    const sentences = [text("sentence", { text: stop.title }), stop.words, note].filter(Boolean);
    this.stage?.canvas.setAttribute("aria-label", list(sentences, "sentences"));
    const dots = page.part("stops");
    const names = stops.map(({ name }) => name).join();
    if (dots.dataset.names !== names) {
      dots.dataset.names = names;
      dots.replaceChildren(
        ...stops.map(({ name, title }) =>
          makeButton("cv-n-dot", `stop-${name}`, "", () => this.page.change({ stop: name }), {
            ...{ title, ariaLabel: title },
          }),
        ),
      );
    }
    [...dots.children].forEach((dot, number) => {
      dot.setAttribute("aria-current", number === index ? "step" : "false");
    });
    this.box.dataset.stop = stop.name;
  }
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
