/*
 * The Overlap page. Dragging moves a digit here at once; the live link asks about the newest
 * layout, and each reply is drawn in the task in which it arrives.
 */

import { unpackArrays } from "../../browser/arrays.js";
import { exportFigure } from "../../browser/export.js";
import { paintDrawing } from "../../browser/ink.js";
import { LiveLink } from "../../browser/live.js";
import { encodeRequest } from "../../browser/message.js";
import { DrawingPad } from "../../browser/pen.js";
import {
  adoptTheme,
  colourScales,
  colourTables,
  couplingPlace,
  cssColours,
  mixColours,
  PixelPicture,
} from "../../browser/picture.js";
import { base64ToBytes, bytesToBase64, FIELD } from "../../browser/raster.js";
import { OverlapDigit, overlapNode, overlapSay, SMALL, wideRaster } from "./digits.js";
import { drawPlaces, inkEdges, placeOnField, TwoInks, TwoPicture } from "./pictures.js";

const OVERLAP_DIGITS = 10;
/** While a digit is dragged, a screen reader hears of changed numbers this often, in ms. */
const OVERLAP_ANNOUNCE = 1000;
const OVERLAP_SETTLE = 250;
const OVERLAP_NOTICE = 8000;
/** A link holds drawings of more points as the picture that the network reads. */
const OVERLAP_LINK_POINTS = 1500;
const OVERLAP_NAMES = ["first", "second"];
const OVERLAP_NOTES = {
  page: "no live connection: results come a little slower",
  slow: "the server is busy: results come late",
  lost: "connection lost; results return when it is back",
};
const OVERLAP_MAP_SIDE = 180;
/** Means over types vary less than couplings do: the strongest colours mean so many times a tenth. */
const OVERLAP_MAP_FACTOR = 2.5;

/** A reply as `capsviz/ui/overlap.py` packs it; an error has a header only. */
function decodeOverlap(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(4, 4 + length));
  const header = JSON.parse(text);
  if (header.error) return header;
  return { ...header, ...unpackArrays(bytes).arrays };
}

/** 95 % interval of a share (Wilson 1927). */
function wilson(right, n) {
  const [z, p] = [1.959964, right / n];
  const middle = p + (z * z) / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [(middle - spread) / (1 + (z * z) / n), (middle + spread) / (1 + (z * z) / n)];
}

class OverlapPage {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.hook = (name) => root.querySelector(`[data-testid="${name}"]`);
    this.count = 0;
    this.reply = null;
    this.active = 0;
    this.slot = 0;
    this.mapKind = "couplings";
    /** Iteration of the maps; null follows the answer's. */
    this.mapIteration = null;
    this.eventTime = 0;
    this.asked = new Map();
    this.told = -Infinity;
    this.counted = null;
    this.undoing = new AbortController();
    root.linkPlain = () => ({
      page: "overlap",
      drawing: null,
      settings: null,
      view: this.plain(OVERLAP_LINK_POINTS),
    });
  }

  close() {
    this.undoing.abort();
    this.link?.close();
    this.digits?.forEach((digit) => digit.close());
    this.whole?.close();
    for (const timer of [this.settling, this.noticing, this.announcing]) clearTimeout(timer);
  }

  // --- building, once

  build(data) {
    const { hook, part } = this;
    this.side = data.geometry.side;
    const pixels = this.side ** 2;
    this.placed = [new Uint8Array(pixels), new Uint8Array(pixels)];
    this.fieldPicture = new TwoPicture(hook("field"), this.side);
    this.seesPicture = new PixelPicture(hook("network-input"), this.side, this.side);
    this.sharePicture = new TwoPicture(hook("shares"), this.side);
    this.buildPlates();
    this.buildLengths();
    this.buildDigits();
    this.buildForce();
    this.buildRounds(data.most.compared);
    this.buildExports();
    this.listen();
    this.live = [
      "field",
      "network-input",
      "prediction",
      "lengths",
      "shares",
      "ink",
      "map-0",
      "map-1",
      "map-2",
      "by-iterations",
    ].map(hook);
    this.live.push(...this.rows.map(({ meter }) => meter));
    this.live.push(...Object.values(this.plates).map(({ canvas }) => canvas));
  }

  buildPlates() {
    const plate = (name, label) => {
      const canvas = overlapNode("canvas", {
        data: { testid: name },
        aria: { role: "img", "aria-label": label },
      });
      const caption = overlapNode("figcaption");
      const figure = overlapNode("figure", {}, canvas, caption);
      return { figure, canvas, caption, label, picture: new TwoPicture(canvas, this.side) };
    };
    this.plates = {
      alone0: plate("alone-0", "first capsule reconstructed alone"),
      alone1: plate("alone-1", "second capsule reconstructed alone"),
      overlaid: plate("overlaid", "both reconstructions overlaid in two colours"),
      true0: plate("true-0", "first digit as it was laid"),
      true1: plate("true-1", "second digit as it was laid"),
      trueBoth: plate("true-both", "both digits as they were laid, in two colours"),
    };
    this.part("plates").append(...Object.values(this.plates).map(({ figure }) => figure));
  }

  buildLengths() {
    this.rows = Array.from({ length: OVERLAP_DIGITS }, (_, k) => {
      const bar = overlapNode("i");
      const plain = overlapNode("b");
      const value = overlapNode("span", { className: "cv-two-value" });
      const rank = overlapNode("span", { className: "cv-two-rank cv-small" });
      const meter = overlapNode(
        "div",
        {
          className: "cv-two-meter",
          data: { testid: `length-${k}` },
          aria: {
            role: "meter",
            "aria-label": `length of capsule ${k}`,
            "aria-valuemin": "0",
            "aria-valuemax": "1",
            "aria-valuenow": "0",
          },
        },
        overlapNode("span", { className: "cv-two-digit" }, String(k)),
        overlapNode("span", { className: "cv-two-track" }, bar, plain),
        value,
      );
      const canvas = overlapNode("canvas", { aria: { "aria-hidden": "true" } });
      const choose = overlapNode("button", {
        type: "button",
        className: "cv-two-choose",
        title: `see what capsule ${k} claims`,
        data: { testid: `choose-${k}` },
        aria: { "aria-label": `look at capsule ${k}`, "aria-pressed": "false" },
      });
      choose.addEventListener("click", () => this.choose(k));
      const row = overlapNode("div", { className: "cv-two-length" }, meter, rank, canvas, choose);
      this.hook("lengths").append(row);
      return {
        row,
        meter,
        bar,
        plain,
        value,
        rank,
        choose,
        picture: new TwoPicture(canvas, this.side),
      };
    });
  }

  buildDigits() {
    const template = this.part("card");
    this.digits = OVERLAP_NAMES.map((name, k) => {
      const card = this.hook(`digit-${k}`);
      card.append(template.content.cloneNode(true));
      const digit = new OverlapDigit(card, {
        onChange: (eventTime) => this.touch(eventTime),
        onSettle: () => this.settle(),
        onActive: () => this.activate(k),
        onFull: () => this.notice("the drawing is full: undo something or clear it"),
      });
      digit.part("active").textContent = `${name} digit`;
      digit.part("canvas").dataset.testid = `pad-${k}`;
      digit.part("canvas").setAttribute("aria-label", `drawing canvas, ${name} digit`);
      digit.part("label").dataset.testid = `label-${k}`;
      digit.part("samples").setAttribute("aria-label", `samples for the ${name} digit`);
      digit.part("mnist-one").addEventListener("click", () => this.loadTestDigit(k));
      return digit;
    });
    this.whole = new DrawingPad(this.hook("whole"), this.part("cursor"), {
      onInk: (eventTime) => this.touch(eventTime),
      onCommit: () => this.settle(),
      onFull: () => this.notice("the drawing is full: undo something or clear it"),
    });
    this.whole.width = 80;
  }

  buildForce() {
    this.forceSelects = [0, 1].map((k) => {
      const select = this.hook(`force-${k}`);
      select.append(
        ...Array.from({ length: OVERLAP_DIGITS }, (_, j) => new Option(String(j), String(j))),
      );
      select.addEventListener("change", () => {
        const pair = [...this.reply.shown];
        const wanted = Number(select.value);
        if (pair[1 - k] === wanted) pair[1 - k] = pair[k]; // they change places
        pair[k] = wanted;
        this.force(pair);
      });
      return select;
    });
  }

  buildRounds(most) {
    const choices = [...Array.from({ length: most }, (_, t) => t + 1), 10];
    this.roundButtons = choices.map((r) => {
      const button = overlapNode(
        "button",
        {
          type: "button",
          className: "cv-button",
          data: { testid: `iterations-${r}` },
          aria: {
            "aria-pressed": "false",
            "aria-label": `${r} ${r === 1 ? "iteration" : "iterations"}`,
          },
        },
        String(r),
      );
      button.addEventListener("click", () => this.iterate(r));
      return { r, button };
    });
    this.part("rounds").append(...this.roundButtons.map(({ button }) => button));
    this.roundRows = Array.from({ length: most }, (_, t) => {
      const cells = Array.from({ length: 4 }, () => overlapNode("td"));
      const head = overlapNode("th", { scope: "row" }, String(t + 1));
      const row = overlapNode("tr", {}, head, ...cells);
      this.part("by-iterations").append(row);
      return { row, head, cells };
    });
  }

  listen() {
    const {
      hook,
      part,
      undoing: { signal },
    } = this;
    const click = (name, act) => hook(name).addEventListener("click", act);
    this.listenToField();
    click("pair-random", () => this.loadPair(false));
    click("pair-wrong", () => this.loadPair(true));
    click("pair-samples", () => this.otherSamples());
    click("swap", () => {
      const [one, other] = this.digits;
      [one.move, other.move] = [other.move, one.move];
      this.moved();
    });
    click("whole-undo", () => this.whole.undo());
    click("whole-clear", () => this.whole.clear());
    hook("one-canvas").addEventListener("change", (event) =>
      this.useOneCanvas(event.target.checked),
    );
    click("force-reset", () => this.force(null));
    click("count", () => this.countPairs());
    click("try-one", () => this.iterate(1));
    click("try-ten", () => this.iterate(10));
    click("try-absent", () => this.forceAbsent());
    hook("map-kind").addEventListener("change", (event) => {
      this.mapKind = event.target.value;
      this.showMaps();
    });
    hook("map-iteration").addEventListener("input", (event) => {
      const chosen = Number(event.target.value);
      this.mapIteration = chosen === this.reply.iterations ? null : chosen;
      this.showMaps();
    });
    this.listenToShares();
    document.addEventListener("click", (event) => this.closePops(event.target), { signal });
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.closePops(null);
    });
    document.addEventListener("keydown", (event) => this.shortcut(event), { signal });
    for (const name of ["pair-random", "pair-wrong"]) hook(name).hidden = false;
    part("cards").hidden = false;
  }

  shortcut(event) {
    const typing = event.target.closest?.("input:not([type=range]), textarea, select");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing) return;
    const key = event.key.toLowerCase();
    const pad = this.one ? this.whole : this.digits[this.active].pad;
    if (key === "y" || (key === "z" && event.shiftKey)) pad.redo();
    else if (key === "z") pad.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  closePops(target) {
    for (const pop of this.root.querySelectorAll(".cv-help[open], .cv-choose[open]")) {
      if (target && pop.contains(target)) continue;
      if (pop.contains(document.activeElement)) pop.querySelector("summary").focus();
      pop.open = false;
    }
  }

  // --- dragging

  listenToField() {
    const field = this.hook("field");
    field.addEventListener("pointerdown", (event) => this.grab(event));
    field.addEventListener("pointerrawupdate", (event) => this.drag(event));
    field.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      field.addEventListener(name, (event) => this.release(event));
    }
    field.addEventListener("keydown", (event) => this.key(event));
  }

  grab(event) {
    if (this.grabbed || event.button !== 0) return;
    event.preventDefault();
    const field = this.hook("field");
    field.focus({ preventScroll: true });
    const { left, top, width } = field.getBoundingClientRect();
    const scale = width / this.side;
    this.activate(this.nearest((event.clientX - left) / scale, (event.clientY - top) / scale));
    this.grabbed = {
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      scale,
      move: [...this.digits[this.active].move],
    };
    field.classList.add("cv-grabbed");
    try {
      field.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
  }

  drag(event) {
    if (event.pointerId !== this.grabbed?.pointer) return;
    const { x, y, scale, move } = this.grabbed;
    this.moveTo(
      [
        move[0] + Math.round((event.clientY - y) / scale),
        move[1] + Math.round((event.clientX - x) / scale),
      ],
      event.timeStamp,
    );
  }

  release(event) {
    if (event.pointerId !== this.grabbed?.pointer) return;
    this.grabbed = null;
    this.hook("field").classList.remove("cv-grabbed");
    this.announce();
    this.settle();
  }

  /** The digit whose ink is nearest to a point of the field; the active one where both are. */
  nearest(x, y) {
    const far = this.placed.map((picture) => {
      let least = Infinity;
      for (let i = 0; i < picture.length; i++) {
        if (picture[i] < 100) continue;
        const [dx, dy] = [(i % this.side) + 0.5 - x, Math.floor(i / this.side) + 0.5 - y];
        least = Math.min(least, dx * dx + dy * dy);
      }
      return Math.max(1, least);
    });
    const { active } = this;
    return far[1 - active] < far[active] ? 1 - active : active;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (event.key in steps) {
      const { move } = this.digits[this.active];
      this.moveTo(
        move.map((value, axis) => value + steps[event.key][axis]),
        event.timeStamp,
      );
      this.settle();
    } else if (event.key === " ") this.activate(1 - this.active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveTo(move, timeStamp) {
    const { most } = this.data;
    const digit = this.digits[this.active];
    const next = move.map((value) => Math.max(-most.move, Math.min(most.move, value)));
    if (next.every((value, axis) => value === digit.move[axis])) return;
    digit.move = next;
    this.moved(timeStamp);
  }

  moved(timeStamp = performance.now()) {
    this.showField();
    this.touch(timeStamp);
    if (!this.grabbed) this.settle();
  }

  activate(k) {
    this.active = k;
    this.digits.forEach(({ card, part }, j) => {
      card.classList.toggle("cv-card-active", j === k);
      part("active").setAttribute("aria-pressed", String(j === k));
    });
    this.showField();
  }

  // --- what is laid out

  get one() {
    return this.hook("one-canvas").checked;
  }

  plain(mostPoints = Infinity) {
    const digits = this.one
      ? [{ drawing: this.wholePlain(mostPoints), pixels: null, label: null, move: [0, 0] }]
      : this.digits.map((digit) => digit.plain(mostPoints));
    return { digits, forced: this.forced, iterations: this.iterations };
  }

  wholePlain(mostPoints) {
    const { drawing, points, raster } = this.whole;
    return points <= mostPoints ? drawing : { s: [], b: bytesToBase64(raster.bytes) };
  }

  takeView({ digits, forced, iterations }) {
    this.forced = forced;
    this.iterations = iterations;
    const one = digits.length === 1;
    this.hook("one-canvas").checked = one;
    if (one) this.whole.start(digits[0].drawing);
    else digits.forEach((digit, k) => this.digits[k].put(digit, true));
    this.showMode();
  }

  useOneCanvas(one) {
    // The picture that lies there, a little softer; whose ink is whose is forgotten.
    if (one && !this.whole.past.length) {
      this.whole.start({ s: [], b: bytesToBase64(wideRaster(this.reply.image)) });
    }
    this.showMode();
    this.forced = null;
    this.touch(performance.now());
    this.settle();
  }

  showMode() {
    const { hook, part, one } = this;
    hook("field").hidden = one;
    hook("whole").hidden = !one;
    part("box-0").hidden = part("box-1").hidden = part("cards").hidden = one;
    hook("swap").hidden = one;
    hook("whole-undo").hidden = hook("whole-clear").hidden = !one;
    const without = one || !this.data.mnist;
    for (const element of this.root.querySelectorAll('[data-part="mnist"]')) {
      element.hidden =
        element.dataset.testid === "pair-random" || element.dataset.testid === "pair-wrong"
          ? without
          : !this.data.mnist;
    }
    for (const { part: of } of this.digits) of("mnist-one").hidden = !this.data.mnist;
    hook("pair-samples").hidden = one;
    this.fit();
    this.showField();
  }

  /** Ask about the present state. */
  touch(eventTime) {
    this.eventTime = eventTime;
    this.link?.touch();
  }

  /** Tell the page's script, a moment after the last change. */
  settle() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.setStateValue("view", this.plain()), OVERLAP_SETTLE);
  }

  force(pair) {
    this.forced = pair;
    this.touch(performance.now());
    this.settle();
  }

  /** Two bars make a pair: the first click changes the first capsule, the next the second. */
  choose(k) {
    const pair = [...this.reply.shown];
    if (pair.includes(k)) {
      this.slot = 1 - pair.indexOf(k);
      return;
    }
    pair[this.slot] = k;
    this.slot = 1 - this.slot;
    this.force(pair);
  }

  /** The shortest capsule in the place of the second. */
  forceAbsent() {
    const lengths = this.reply.lengths[this.reply.iterations - 1];
    const [first] = this.reply.winners;
    const others = lengths.map((_, j) => j).filter((j) => !this.reply.winners.includes(j));
    const shortest = others.reduce((a, b) => (lengths[a] < lengths[b] ? a : b));
    const at = this.reply.shown.indexOf(first);
    this.force(at === 1 ? [shortest, first] : [first, shortest]);
    this.hook("lengths").scrollIntoView({ block: "center" });
  }

  iterate(r) {
    this.iterations = r;
    this.mapIteration = null;
    this.touch(performance.now());
    this.settle();
  }

  // --- pairs to look at

  async fetch(path) {
    try {
      const reply = await fetch(`${this.data.base}/capsviz/${path}`);
      const found = await reply.json();
      if (reply.ok) return found;
      this.notice(found.error);
    } catch {
      this.notice("the server cannot be reached: try again when the connection is back");
    }
    return null;
  }

  get seed() {
    return Math.floor(Math.random() * 1e9);
  }

  async loadPair(wrong) {
    const found = await this.fetch(`overlap/pair?seed=${this.seed}${wrong ? "&wrong=1" : ""}`);
    if (!found) return;
    this.forced = null;
    found.digits.forEach((digit, k) => this.digits[k].put(digit));
    this.moved();
  }

  async loadTestDigit(k) {
    const found = await this.fetch(`overlap/pair?seed=${this.seed}`);
    if (!found) return;
    this.digits[k].put({ ...found.digits[0], move: null });
    this.moved();
  }

  otherSamples() {
    const any = (list) => list[Math.floor(Math.random() * list.length)];
    const { samples } = this;
    if (!samples) return;
    const one = any(samples);
    const other = any(samples.filter(({ digit }) => digit !== one.digit));
    this.forced = null;
    const { shift } = this.data.trained;
    const random = () => Math.floor(Math.random() * (2 * shift + 1)) - shift;
    [one, other].forEach(({ drawing, digit }, k) =>
      this.digits[k].put({ drawing, label: digit, move: [random(), random()] }),
    );
    this.moved();
  }

  async loadSamples() {
    this.samples = await this.fetch(`samples/${this.data.samples}.json`);
    if (!this.samples) return;
    for (const digit of this.digits) {
      const list = digit.part("samples");
      for (const { name, digit: label, drawing } of this.samples) {
        const canvas = overlapNode("canvas", {
          width: 64,
          height: 64,
          aria: { "aria-hidden": "true" },
        });
        const button = overlapNode(
          "button",
          {
            type: "button",
            className: "cv-choose-sample",
            title: name,
            aria: { "aria-label": `sample ${name}` },
          },
          canvas,
        );
        button.addEventListener("click", () => {
          digit.put({ drawing, label, move: null });
          digit.card.querySelector(".cv-choose").open = false;
          this.moved();
        });
        list.append(button);
      }
    }
    this.paintSamples();
  }

  paintSamples() {
    this.digits.forEach((digit, k) => {
      [...digit.part("samples").children].forEach((button, at) =>
        paintDrawing(
          button.firstChild.getContext("2d"),
          64,
          this.samples[at].drawing,
          this.css.inks[k],
        ),
      );
    });
  }

  async countPairs() {
    const button = this.hook("count");
    button.disabled = true;
    const found = await this.fetch(`overlap/count?seed=${this.seed}`);
    button.disabled = false;
    if (!found) return;
    this.counted ??= { n: 0, right: found.right.map(() => 0) };
    this.counted.n += found.n;
    found.right.forEach((right, t) => (this.counted.right[t] += right));
    overlapSay(button, "read 64 more");
    overlapSay(this.hook("counted"), `${this.counted.n} pairs read, with 95 % intervals`);
    this.showRounds();
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    const before = this.data;
    this.data = data;
    if (!before) {
      this.build(data);
      this.adoptColours();
      this.begin(data);
    } else {
      this.adoptColours();
      if (data.revision !== before.revision) {
        this.takeView(data.view);
        this.touch(performance.now());
      }
    }
    if (JSON.stringify(before?.results) !== JSON.stringify(data.results)) this.showResults();
  }

  begin(data) {
    this.takeView(data.view);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.link = new LiveLink({
      url: `${scheme}://${location.host}${data.base}/capsviz/overlap/live`,
      header: (seq) => this.question(seq),
      raster: () => this.rasters(),
      receive: (reply) => this.receive(reply),
      askPage: (question) => this.askByRequest(question),
      report: (state) => overlapSay(this.hook("note"), OVERLAP_NOTES[state] ?? ""),
      decode: decodeOverlap,
    });
    this.asked.set(0, { versions: this.digits.map(({ version }) => version), one: this.one });
    this.receive(decodeOverlap(base64ToBytes(data.reply)));
    this.activate(0);
    this.loadSamples();
  }

  question(seq) {
    this.asked.set(seq, {
      eventTime: this.eventTime,
      versions: this.digits.map(({ version }) => version),
      one: this.one,
    });
    const digits = this.one
      ? [{ side: FIELD, label: null }]
      : this.digits.map(({ header }) => header);
    return { digits, forced: this.forced, iterations: this.iterations };
  }

  rasters() {
    if (this.one) return this.whole.raster.bytes;
    const rasters = this.digits.map(({ raster }) => raster);
    const joined = new Uint8Array(rasters[0].length + rasters[1].length);
    joined.set(rasters[0]);
    joined.set(rasters[1], rasters[0].length);
    return joined;
  }

  /** The slow way, where no WebSocket opens. */
  async askByRequest({ raster, ...header }) {
    try {
      const body = encodeRequest(header, base64ToBytes(raster));
      const reply = await fetch(`${this.data.base}/capsviz/overlap/read`, { method: "POST", body });
      if (reply.ok)
        this.link.answerByPage(decodeOverlap(new Uint8Array(await reply.arrayBuffer())));
    } catch {
      // The link asks again.
    }
  }

  adoptColours() {
    const style = getComputedStyle(this.root);
    const theme = ["--cv-paper", "--cv-ink", "--cv-accent"]
      .map((name) => style.getPropertyValue(name))
      .join();
    if (theme === this.theme) return;
    this.theme = theme;
    const dark = adoptTheme(this.root);
    const colour = (name) => cssColours(this.root, `--cv-${name}`)[0];
    const css = ([r, g, b]) => `#${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")}`;
    const inks = [colour("first"), colour("second")];
    this.inks = new TwoInks(colour("paper"), inks, colour("muted"), dark);
    this.css = {
      paper: css(colour("paper")),
      ink: css(colour("ink")),
      muted: css(colour("muted")),
      inks: inks.map(css),
      family: style.fontFamily,
    };
    const scales = colourScales(this.root);
    this.tables = colourTables(scales);
    this.scales = scales;
    this.signed = [
      ...cssColours(this.root, "--cv-less").reverse(),
      ...cssColours(this.root, "--cv-more").slice(1),
    ];
    this.fit();
    if (this.samples) this.paintSamples();
    if (this.reply) this.show();
  }

  fit() {
    this.digits.forEach(({ pad }, k) => pad.fit(this.css.inks[k]));
    this.whole.fit(this.css.ink);
  }

  notice(text) {
    const notice = this.hook("notice");
    overlapSay(notice, text);
    notice.hidden = false;
    clearTimeout(this.noticing);
    this.noticing = setTimeout(() => (notice.hidden = true), OVERLAP_NOTICE);
  }

  // --- results

  receive(reply) {
    const asked = this.asked.get(reply.seq);
    for (const seq of this.asked.keys()) if (seq <= reply.seq) this.asked.delete(seq);
    if (reply.error) {
      this.notice(reply.error);
      return;
    }
    this.reply = reply;
    if (asked && reply.digits && !asked.one) {
      const size = SMALL * SMALL;
      this.digits.forEach((digit, k) =>
        digit.learn(reply.digits.subarray(k * size, (k + 1) * size), asked.versions[k]),
      );
    }
    this.show(asked?.eventTime);
  }

  /** Draw the present reply; `data-seq` changes last, when all of it is in place. */
  show(eventTime) {
    this.showField();
    this.showVerdict();
    this.showLengths();
    this.showPlates();
    this.showShares();
    this.showMaps();
    this.showRounds();
    if (eventTime !== undefined) this.hook("lengths").dataset.event = String(eventTime);
    const count = String(++this.count);
    for (const element of this.live) element.dataset.seq = count;
  }

  /** The digits as they lie now, whatever the network has been asked so far. */
  showField() {
    const { hook, part, data } = this;
    if (this.reply) this.seesPicture.show(this.reply.image, this.tables.ink);
    if (this.one) {
      overlapSay(
        hook("place"),
        "Clear it and draw two digits, each about half as high as the field: nothing is scaled here.",
      );
      return;
    }
    this.digits.forEach((digit, k) =>
      placeOnField(digit.small, digit.move, this.side, this.placed[k]),
    );
    this.fieldPicture.showTwo(...this.placed, this.inks);
    const margin = (this.side - SMALL) / 2;
    this.digits.forEach(({ move }, k) => {
      const { style } = part(`box-${k}`);
      style.left = `${(100 * (margin + move[1])) / this.side}%`;
      style.top = `${(100 * (margin + move[0])) / this.side}%`;
      part(`box-${k}`).classList.toggle("cv-box-active", k === this.active);
    });
    const far = this.digits.some(({ move }) =>
      move.some((step) => Math.abs(step) > data.trained.shift),
    );
    const where = this.digits.map(({ move }) => overlapPlace(move));
    overlapSay(
      hook("place"),
      far
        ? `Beyond ${data.trained.shift} pixels from the middle: the network has never been shown that.`
        : `First digit ${where[0]}, second ${where[1]} (pixels from the middle).`,
    );
    hook("place").classList.toggle("cv-far", far);
  }

  get colourOf() {
    const { shown } = this.reply;
    return (j) => (shown[0] === j ? "cv-first-ink" : shown[1] === j ? "cv-second-ink" : "");
  }

  showVerdict() {
    const { winners, text } = this.reply;
    const none = text.startsWith("no digit");
    const alone = text.includes(" alone:");
    const big = this.part("big");
    const shown = none ? [] : alone ? winners.slice(0, 1) : winners;
    const digits = shown.map((j) => overlapNode("b", { className: this.colourOf(j) }, String(j)));
    big.replaceChildren(...(none ? ["–"] : digits));
    if (!this.grabbed || performance.now() - this.told >= OVERLAP_ANNOUNCE) this.announce();
  }

  announce() {
    if (!this.reply) return;
    this.told = performance.now();
    overlapSay(this.hook("prediction"), this.reply.text);
  }

  showLengths() {
    const { reply, rows, inks } = this;
    const lengths = reply.lengths[reply.iterations - 1];
    const pixels = this.side ** 2;
    rows.forEach(({ row, meter, bar, plain, value, rank, choose, picture }, j) => {
      const at = reply.shown.indexOf(j);
      const text = lengths[j].toFixed(2);
      bar.style.transform = `scaleX(${lengths[j]})`;
      plain.style.transform = `scaleX(${reply.probabilities?.[j] ?? 0})`;
      if (value.textContent !== text) {
        value.textContent = text;
        meter.setAttribute("aria-valuenow", text);
      }
      row.classList.toggle("cv-first-ink", at === 0);
      row.classList.toggle("cv-second-ink", at === 1);
      choose.setAttribute("aria-pressed", String(at >= 0));
      const won = reply.winners.indexOf(j);
      const truly = reply.labels.includes(j) ? "there" : "";
      overlapSay(rank, [won >= 0 ? ["1st", "2nd"][won] : "", truly].filter(Boolean).join(", "));
      const decoded = reply.decoded.subarray(j * pixels, (j + 1) * pixels);
      picture.show(decoded, this.tables.ink);
    });
    this.forceSelects.forEach((select, k) => (select.value = String(reply.shown[k])));
    this.hook("force-reset").classList.toggle("cv-spent", !reply.forced);
    const truth = reply.labels.some((label) => label !== null)
      ? "“there”: the digit was laid. "
      : "";
    const beside = reply.probabilities ? "Thin bar: a plain CNN's probability." : "";
    overlapSay(this.part("legend"), `${truth}${beside}`);
  }

  part28(array, k) {
    const pixels = this.side ** 2;
    return array.subarray(k * pixels, (k + 1) * pixels);
  }

  showPlates() {
    const { reply, plates, inks } = this;
    const [one, other] = reply.shown;
    const decoded = [this.part28(reply.decoded, one), this.part28(reply.decoded, other)];
    plates.alone0.picture.showTwo(decoded[0], null, inks);
    plates.alone1.picture.showTwo(null, decoded[1], inks);
    plates.overlaid.picture.showTwo(...decoded, inks);
    const known = Boolean(reply.parts);
    for (const name of ["true0", "true1", "trueBoth"]) plates[name].figure.hidden = !known;
    if (known) {
      const parts = [this.part28(reply.parts, 0), this.part28(reply.parts, 1)];
      plates.true0.picture.showTwo(parts[0], null, inks);
      plates.true1.picture.showTwo(null, parts[1], inks);
      plates.trueBoth.picture.showTwo(...parts, inks);
    }
    const said = (k) => {
      const score = known
        ? `\nerror ${reply.errors[k].toFixed(1)}, IoU ${reply.ious[k].toFixed(2)}`
        : "";
      return `capsule ${reply.shown[k]} alone${score}`;
    };
    overlapSay(plates.alone0.caption, said(0));
    overlapSay(plates.alone1.caption, said(1));
    overlapSay(plates.overlaid.caption, "overlaid");
    const label = (k) => (reply.labels[k] === null ? "as laid" : `truly a ${reply.labels[k]}`);
    overlapSay(plates.true0.caption, label(0));
    overlapSay(plates.true1.caption, label(1));
    overlapSay(plates.trueBoth.caption, "as laid");
    overlapSay(
      this.hook("truth-note"),
      known
        ? this.absentNote()
        : "Both digits come from one drawing: nobody knows which ink belongs to which, so there is no truth to compare with. Orange is the longer capsule.",
    );
  }

  absentNote() {
    const { labels, shown, forced } = this.reply;
    if (labels.some((label) => label === null)) {
      return forced || labels.every((label) => label === null)
        ? "Nobody said what is drawn: each capsule stands for the digit that its reconstruction fits better."
        : "";
    }
    const absent = shown.filter((j) => !labels.includes(j));
    if (!absent.length) return "";
    return `There is no ${absent.join(" and no ")} here: what ${absent.length > 1 ? "they claim" : "it claims"} belongs to others.`;
  }

  // --- whose pixel

  showShares() {
    const { reply } = this;
    this.sharePicture.showShares(reply.image, reply.shares, reply.decoded, reply.shown, this.inks);
    const names = [`${reply.shown[0]} paints`, `${reply.shown[1]} paints`, "neither"];
    const list = this.hook("ink");
    if (!list.children.length) {
      list.append(
        ...[0, 1, 2].map((k) =>
          overlapNode(
            "div",
            { className: ["cv-first-ink", "cv-second-ink", "cv-muted"][k] },
            overlapNode("dt"),
            overlapNode("dd"),
          ),
        ),
      );
    }
    [...list.children].forEach((row, k) => {
      overlapSay(row.children[0], names[k]);
      overlapSay(row.children[1], `${Math.round(100 * reply.ink[k])} % of the ink`);
    });
    [...this.part("ink-bar").children].forEach(
      (bar, k) => (bar.style.width = `${100 * reply.ink[k]}%`),
    );
    this.showProbe();
  }

  listenToShares() {
    const canvas = this.hook("shares");
    const point = (event) => {
      const { left, top, width } = canvas.getBoundingClientRect();
      const at = (value) =>
        Math.max(0, Math.min(this.side - 1, Math.floor((value / width) * this.side)));
      this.probe = [at(event.clientY - top), at(event.clientX - left)];
      this.showProbe();
    };
    canvas.addEventListener("pointermove", point);
    canvas.addEventListener("pointerdown", point);
    canvas.addEventListener("focus", () => {
      this.probe ??= [this.side / 2, this.side / 2];
      this.showProbe();
    });
    canvas.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
      const step = steps[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      this.probe = (this.probe ?? [18, 18]).map((value, k) =>
        Math.max(0, Math.min(this.side - 1, value + step[k])),
      );
      this.showProbe();
      event.preventDefault();
      event.stopPropagation();
    });
  }

  showProbe() {
    const { probe, reply, side } = this;
    const mark = this.part("probe");
    mark.hidden = !probe;
    if (!probe || !reply) {
      overlapSay(this.hook("pixel"), "Point at a pixel to see who claims it.");
      return;
    }
    const [row, column] = probe;
    mark.style.left = `${(100 * column) / side}%`;
    mark.style.top = `${(100 * row) / side}%`;
    const at = row * side + column;
    const shares = [reply.shares[at], reply.shares[side * side + at]];
    const claim = (k) => {
      const ink = (this.part28(reply.decoded, reply.shown[k])[at] / 255).toFixed(2);
      const share = shares[0] + shares[1] ? ` (${Math.round((100 * shares[k]) / 255)} %)` : "";
      return `${reply.shown[k]} paints ${ink}${share}`;
    };
    overlapSay(
      this.hook("pixel"),
      `row ${row + 1}, column ${column + 1}: ink ${(reply.image[at] / 255).toFixed(2)}; ${claim(0)}, ${claim(1)}.`,
    );
  }

  // --- where the votes went

  showMaps() {
    const { reply, hook, part } = this;
    if (!reply) return;
    const rounds = reply.iterations;
    const at = Math.min(this.mapIteration ?? rounds, rounds);
    const range = hook("map-iteration");
    range.max = String(rounds);
    range.value = String(at);
    range.disabled = rounds === 1;
    overlapSay(part("map-iteration"), `${at} of ${rounds}`);
    this.maps = this.mapFigures(at - 1);
    this.maps.forEach(({ name, ...figure }, k) => {
      const canvas = hook(`map-${k}`);
      const size = Math.round((canvas.clientWidth || OVERLAP_MAP_SIDE) * window.devicePixelRatio);
      if (canvas.width !== size) canvas.width = canvas.height = size;
      drawPlaces(canvas.getContext("2d"), size, figure);
      canvas.setAttribute("aria-label", name);
      overlapSay(part(`map-name-${k}`), name);
    });
    overlapSay(hook("map-note"), this.mapNote());
  }

  /** Places x 2 numbers of an iteration. */
  placeValues(t) {
    const places = this.data.geometry.grid ** 2;
    const from = t * 2 * places;
    const values = this.reply[this.mapKind];
    return [
      values.subarray(from, from + places),
      values.subarray(from + places, from + 2 * places),
    ];
  }

  mapFigures(t) {
    const { reply, css, side, inks } = this;
    const couplings = this.mapKind === "couplings";
    const values = this.placeValues(t);
    const most = Math.max(1e-6, ...this.reply.feeds.map(Math.abs));
    const colour = couplings
      ? (value) =>
          cssOf(mixColours(this.scales.couplings, couplingPlace(value, 0.1, OVERLAP_MAP_FACTOR)))
      : (value) => cssOf(mixColours(this.signed, 0.5 + (0.5 * value) / most));
    const outlines = (reply.parts ? [0, 1] : [0]).map((k) => ({
      lines: inkEdges(reply.parts ? this.part28(reply.parts, k) : reply.image, side),
      colour: reply.parts ? css.inks[k] : css.ink,
    }));
    // The larger of the two in its colour, as strong as the lead over the other.
    const lead = values[0].map((value, k) => value - values[1][k]);
    const reach = Math.max(1e-6, ...lead.map(Math.abs));
    const paper = inks.paper;
    const toward = (value) => {
      const ink = inks.inks[value > 0 ? 0 : 1];
      const strength = Math.abs(value) / reach;
      return cssOf(paper.map((p, c) => p + strength * (ink[c] - p)));
    };
    const what = couplings ? "coupling to" : "added to";
    const base = { geometry: this.data.geometry, paper: css.paper };
    const wide = outlines.map((line) => ({ ...line, width: 1.5 * window.devicePixelRatio }));
    const own = (k) => (reply.parts ? [wide[k]] : wide);
    const grey = wide.map((line) => ({ ...line, colour: css.ink, width: window.devicePixelRatio }));
    return [
      {
        ...base,
        name: `${what} ${reply.shown[0]}`,
        values: (p) => values[0][p],
        colour,
        outlines: own(0),
      },
      {
        ...base,
        name: `${what} ${reply.shown[1]}`,
        values: (p) => values[1][p],
        colour,
        outlines: own(1),
      },
      {
        ...base,
        name: `more to ${reply.shown[0]} or to ${reply.shown[1]}`,
        values: (p) => lead[p],
        colour: toward,
        outlines: grey,
      },
    ];
  }

  mapNote() {
    const t = Math.min(this.mapIteration ?? this.reply.iterations, this.reply.iterations) - 1;
    const [first, second] = this.placeValues(t);
    const span = (values) =>
      `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
    if (this.mapKind === "feeds") {
      const sum = (values) => values.reduce((a, b) => a + b, 0).toFixed(2);
      return `Together the places make s of ${this.reply.shown[0]} as long as ${sum(first)}, of ${this.reply.shown[1]} as long as ${sum(second)}. Blue squares vote against.`;
    }
    if (t === 0)
      return "In the first iteration every coupling is a tenth: nothing has been routed yet.";
    return `Means over the types at each place: ${span(first)} to the ${this.reply.shown[0]}, ${span(second)} to the ${this.reply.shown[1]}. Green is above a tenth (strongest at a quarter), purple below.`;
  }

  // --- iterations

  showRounds() {
    const { reply, counted, data } = this;
    for (const { r, button } of this.roundButtons) {
      button.setAttribute("aria-pressed", String(r === this.iterations));
      overlapSay(button, r === data.trained.iterations ? `${r} (trained)` : String(r));
    }
    this.part("counted-head").hidden = !counted;
    this.roundRows.forEach(({ row, cells }, t) => {
      const lengths = reply.lengths[t];
      row.hidden = !lengths;
      if (!lengths) return;
      const order = lengths.map((_, j) => j).sort((a, b) => lengths[b] - lengths[a]);
      const [one, other, third] = order;
      const known = reply.labels.every((label) => label !== null);
      const right = [one, other].filter((j) => reply.labels.includes(j)).length;
      const judged = known ? (right === 2 ? " ✓" : " ✗") : "";
      overlapSay(cells[0], `${Math.min(one, other)}, ${Math.max(one, other)}${judged}`);
      overlapSay(cells[1], `${lengths[one].toFixed(2)}, ${lengths[other].toFixed(2)}`);
      overlapSay(cells[2], lengths[third].toFixed(2));
      cells[3].hidden = !counted;
      if (counted) {
        const [low, high] = wilson(counted.right[t], counted.n).map((share) =>
          (100 * share).toFixed(0),
        );
        overlapSay(
          cells[3],
          `${((100 * counted.right[t]) / counted.n).toFixed(1)} % (${low} to ${high})`,
        );
      }
      row.classList.toggle("cv-row-now", t + 1 === reply.iterations);
    });
  }

  showResults() {
    const { rows, missing, paper } = this.data.results;
    const cell = (text, tag = "td") => overlapNode(tag, tag === "th" ? { scope: "row" } : {}, text);
    const share = (value) => `${(100 * value).toFixed(1)} %`;
    const number = (value, digits) =>
      value === null || value === undefined ? "–" : value.toFixed(digits);
    const lines = rows.map((row) => {
      const [low, high] = row.interval.map((bound) => (100 * bound).toFixed(1));
      return overlapNode(
        "tr",
        {},
        cell(`${row.title}${row.known ? "" : " (other weights than here)"}`, "th"),
        cell(share(row.both_right)),
        cell(`${low} to ${high}`),
        cell(number(row.reconstruction_sse, 1)),
        cell(number(row.iou, 2)),
        cell(row.parameters.toLocaleString("en")),
      );
    });
    const theirs = (name, value) =>
      overlapNode(
        "tr",
        { className: "cv-muted" },
        cell(name, "th"),
        cell(share(value)),
        ...["–", "–", "–", "–"].map((text) => cell(text)),
      );
    lines.push(theirs("paper's CapsNet", paper.capsules), theirs("paper's baseline", paper.cnn));
    const head = ["", "both right", "95 % interval", "error", "IoU", "parameters"];
    const table = overlapNode(
      "table",
      { className: "cv-table" },
      overlapNode(
        "thead",
        {},
        overlapNode("tr", {}, ...head.map((text) => overlapNode("th", { scope: "col" }, text))),
      ),
      overlapNode("tbody", {}, ...lines),
    );
    const n = rows.length
      ? `${rows[0].n.toLocaleString("en")} fixed pairs of MNIST test digits, none seen in training. `
      : "";
    this.part("results").replaceChildren(
      ...(missing
        ? [
            overlapNode(
              "p",
              { data: { testid: "results-missing" } },
              ...withCode(`${missing[0].toUpperCase()}${missing.slice(1)}.`),
            ),
          ]
        : []),
      overlapNode("div", { className: "cv-table-box" }, table),
      overlapNode(
        "p",
        { className: "cv-small cv-muted" },
        `${n}The paper's numbers are the paper's (Sabour, Frosst and Hinton 2017). What differs here: far fewer training pairs, ` +
          "small convolutions in place of two of 9 × 9, and pairs of our own choosing.",
      ),
    );
  }

  // --- saving

  buildExports() {
    const save = (name, title, figure) =>
      exportFigure(this.part(`export-${name}`), title, () => `overlap-${name}`, figure);
    const frame = () => ({ background: this.css.paper });
    const write = (context, text, x, y, colour = this.css.ink, size = 13) => {
      context.font = `${size}px ${this.css.family}`;
      context.fillStyle = colour;
      context.textBaseline = "top";
      context.fillText(text, x, y);
    };
    const put = (context, canvas, x, y, size) => {
      context.imageSmoothingEnabled = false;
      context.drawImage(canvas, 0, 0, canvas.width, canvas.height, x, y, size, size);
    };
    const inkOf = (j) => this.css.inks[this.reply.shown.indexOf(j)] ?? this.css.muted;
    save("lengths", "the lengths", () => ({
      ...frame(),
      width: 420,
      height: 300,
      draw: (context) => {
        const lengths = this.reply.lengths[this.reply.iterations - 1];
        write(context, this.reply.text, 10, 8);
        lengths.forEach((length, j) => {
          const y = 40 + 25 * j;
          write(context, String(j), 10, y, inkOf(j));
          context.fillStyle = inkOf(j);
          context.fillRect(30, y, 320 * length, 16);
          write(context, length.toFixed(2), 360, y, inkOf(j));
        });
      },
      rows: [
        [
          "capsule",
          "digit was laid",
          "probability of the CNN",
          ...this.reply.lengths.map((_, t) => `length after ${t + 1}`),
        ],
        ...this.rows.map((_, j) => [
          j,
          this.reply.labels.includes(j) ? 1 : 0,
          this.reply.probabilities?.[j] ?? "",
          ...this.reply.lengths.map((row) => row[j]),
        ]),
      ],
    }));
    save("alone", "the reconstructions", () => {
      const shown = Object.values(this.plates).filter(({ figure }) => !figure.hidden);
      return {
        ...frame(),
        width: 520,
        height: shown.length > 3 ? 430 : 220,
        draw: (context) =>
          shown.forEach(({ canvas, caption }, k) => {
            const [x, y] = [10 + 170 * (k % 3), 10 + 210 * Math.floor(k / 3)];
            put(context, canvas, x, y, 160);
            caption.textContent
              .split("\n")
              .forEach((line, at) => write(context, line, x, y + 164 + 16 * at));
          }),
        rows: this.pixelRows(),
      };
    });
    save("shares", "the shares", () => ({
      ...frame(),
      width: 400,
      height: 440,
      draw: (context) => {
        put(context, this.hook("shares"), 10, 10, 380);
        const { shown, ink } = this.reply;
        shown.forEach((j, k) =>
          write(
            context,
            `${j} paints ${Math.round(100 * ink[k])} % of the ink`,
            10 + 190 * k,
            396,
            this.css.inks[k],
          ),
        );
        write(context, `neither ${Math.round(100 * ink[2])} %`, 10, 416, this.css.muted);
      },
      rows: this.pixelRows(),
    }));
    save("maps", "the maps", () => ({
      ...frame(),
      width: 640,
      height: 240,
      draw: (context) =>
        this.maps.forEach(({ name, ...figure }, k) => {
          context.save();
          context.translate(10 + 210 * k, 10);
          drawPlaces(context, 200, {
            ...figure,
            outlines: figure.outlines.map((line) => ({ ...line, width: 1.5 })),
          });
          write(context, name, 0, 206);
          context.restore();
        }),
      rows: this.placeRows(),
    }));
  }

  pixelRows() {
    const { reply, side } = this;
    const part = (array, k) => (array ? this.part28(array, k) : null);
    const [one, other] = reply.shown;
    const columns = {
      ink: reply.image,
      [`painted by ${one}`]: part(reply.decoded, one),
      [`painted by ${other}`]: part(reply.decoded, other),
      [`share of ${one}`]: part(reply.shares, 0),
      [`share of ${other}`]: part(reply.shares, 1),
      "first digit": part(reply.parts, 0),
      "second digit": part(reply.parts, 1),
    };
    const known = Object.entries(columns).filter(([, values]) => values);
    return [
      ["row", "column", ...known.map(([name]) => name)],
      ...Array.from(reply.image, (_, at) => [
        Math.floor(at / side) + 1,
        (at % side) + 1,
        ...known.map(([, values]) => values[at] / 255),
      ]),
    ];
  }

  placeRows() {
    const {
      reply,
      data: {
        geometry: { grid },
      },
    } = this;
    const places = grid * grid;
    const rows = [["iteration", "row", "column", "capsule", "mean coupling", "adds to s"]];
    for (let t = 0; t < reply.iterations; t++) {
      for (let k = 0; k < 2; k++) {
        for (let p = 0; p < places; p++) {
          const at = (2 * t + k) * places + p;
          rows.push([
            t + 1,
            Math.floor(p / grid) + 1,
            (p % grid) + 1,
            reply.shown[k],
            reply.couplings[at],
            reply.feeds[at],
          ]);
        }
      }
    }
    return rows;
  }
}

/** Text whose parts between backticks are commands. */
function withCode(text) {
  return text.split("`").map((part, k) => (k % 2 ? overlapNode("code", {}, part) : part));
}

function cssOf(colour) {
  return `#${colour.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;
}

/** Where a digit lies, in words. */
function overlapPlace([down, right]) {
  const words = [];
  if (down) words.push(`${Math.abs(down)} ${down < 0 ? "up" : "down"}`);
  if (right) words.push(`${Math.abs(right)} ${right < 0 ? "left" : "right"}`);
  return words.join(" ") || "in the middle";
}

export default function (component) {
  const root = component.parentElement.querySelector(".cv-overlap");
  root.overlapPage ??= new OverlapPage(root);
  root.overlapPage.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected || !root.overlapPage) return;
    root.overlapPage.close();
    root.overlapPage = null;
  };
}
