/*
 * The Viewpoint page: a digit under transforms, read live; its curves; attacks on it.
 *
 * Whatever moves is asked for again at once, one question at a time, the newest wins. Curves
 * and attacks are asked for by plain HTTP when the movement has settled.
 */

import { unpackArrays } from "../../browser/arrays.js";
import { make, put } from "../../browser/dom.js";
import { exportFigure } from "../../browser/export.js";
import { paintDrawing } from "../../browser/ink.js";
import { LiveLink } from "../../browser/live.js";
import { decodeReply, encodeRequest, INPUT_PIXELS } from "../../browser/message.js";
import { copyText, viewLink } from "../../browser/permalink.js";
import {
  adoptTheme,
  colourScales,
  colourTables,
  cssColours,
  PixelPicture,
} from "../../browser/picture.js";
import { base64ToBytes, DrawingRaster } from "../../browser/raster.js";
import {
  CURVE_ROOM,
  curveLayout,
  drawLengthCurves,
  drawPoseCurves,
  poseLayout,
  VIEW_KINDS,
  viewValue,
} from "./figures.js";

const VIEW_INPUT = 28;
/** One way through a range while it plays, in seconds. */
const VIEW_PLAY_SECONDS = 3;
/** Where motion is not wanted, each press goes on by this share of the range. */
const VIEW_PLAY_STEP = 0.1;
const VIEW_SETTLED = 160;
const VIEW_KEPT = "__capsvizViewpoint";
const VIEW_NOTES = {
  page: "live connection by plain requests: somewhat slower",
  lost: "the server is away: it is being tried again",
  slow: "the server is busy",
};
const AFFNIST_RANGE = { rotation: 20, scale: 0.2, shear: 0.2 };

function viewArgmax(values) {
  return values.reduce((best, value, k) => (value > values[best] ? k : best), 0);
}

/** Asks one thing at a time; what was asked for meanwhile is asked next, the newest only. */
class NewestOnly {
  constructor(address, show, trouble) {
    Object.assign(this, { address, show, trouble, busy: false, next: null });
  }

  async ask(question) {
    this.next = question;
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const asked = this.next;
      this.next = null;
      try {
        const reply = await fetch(this.address(), { method: "POST", body: JSON.stringify(asked) });
        if (!reply.ok) throw new Error((await reply.json()).error);
        const found = new Uint8Array(await reply.arrayBuffer());
        if (!this.next) this.show(unpackArrays(found));
      } catch (error) {
        this.trouble(
          error instanceof TypeError ? "The server is away: try again shortly." : error.message,
        );
      }
    }
    this.busy = false;
  }
}

class ViewpointPage {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.hook = (name) => root.querySelector(`[data-testid="${name}"]`);
    this.count = 0;
    this.kind = "rotation";
    this.digit = -1;
    this.method = "fgsm";
    this.epsilon = 0.1;
    this.reply = this.curve = this.attacked = null;
    this.playing = null;
    this.undoing = new AbortController();
    root.linkPlain = () => ({
      page: "viewpoint",
      drawing: this.drawing,
      settings: this.server.settings,
      view: this.view,
    });
  }

  close() {
    this.undoing.abort();
    this.watching.disconnect();
    this.stop();
    clearTimeout(this.settling);
    clearTimeout(this.copiedTimer);
    this.link.close();
  }

  get view() {
    const { kind, digit, method, epsilon } = this;
    const transform = Object.fromEntries(
      Object.entries(this.transform).map(([name, value]) => [name, Number(value.toFixed(3)) + 0]),
    );
    return { transform, kind, digit, method, epsilon };
  }

  // --- building, once

  build(data) {
    const { hook } = this;
    this.limits = data.limits;
    this.rest = data.rest;
    this.transform = { ...data.rest };
    this.adoptColours(true);
    this.raster = new DrawingRaster();
    this.pictures = Object.fromEntries(
      ["network-input", "reconstruction", "difference"].map((name) => [
        name,
        new PixelPicture(hook(name)),
      ]),
    );
    this.buildRows();
    this.buildBars();
    for (const [kind, { name }] of Object.entries(VIEW_KINDS))
      hook("kind").append(new Option(name, kind));
    hook("digit").append(new Option("the winner", "-1"));
    for (let k = 0; k < 10; k++) hook("digit").append(new Option(String(k), String(k)));
    this.attackParts = { capsules: this.buildAttack("capsules"), cnn: this.buildAttack("cnn") };
    this.buildClaims(data.claims);
    this.figures = {
      lengths: this.figure("curve-lengths", (w) => curveLayout(w).height, drawLengthCurves),
      poses: this.figure("curve-poses", (w) => poseLayout(w).height, drawPoseCurves),
    };
    this.watching = new ResizeObserver(() => this.fit());
    for (const { canvas } of Object.values(this.figures))
      this.watching.observe(canvas.parentElement);
    const asks = (name, show) =>
      new NewestOnly(
        () => `${this.server.base}/capsviz/viewpoint/${name}`,
        show,
        (text) => this.failed(text),
      );
    this.curves = asks("curves", (found) => this.showCurves(found));
    this.attacks = asks("attack", (found) => this.showAttack(found));
    this.listen();
    this.buildExports();
  }

  figure(name, height, draw) {
    const canvas = this.hook(name);
    return { height, draw, canvas, context: canvas.getContext("2d"), width: 0 };
  }

  buildRows() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.rows = {};
    for (const [kind, { name, step }] of Object.entries(VIEW_KINDS)) {
      const [low, high] = this.limits[kind];
      const input = make("input", {
        type: "range",
        min: String(low),
        max: String(high),
        step: String(step),
        data: { testid: `slider-${kind}` },
        aria: { "aria-label": name },
      });
      const value = make("output", { className: "cv-v-value" });
      const play = make("button", {
        type: "button",
        className: "cv-icon cv-v-play",
        title: still ? `step through ${name}` : `play ${name}`,
        data: { testid: `play-${kind}` },
        aria: { "aria-label": `play ${name}`, "aria-pressed": "false" },
      });
      play.innerHTML =
        '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 2.8v10.4l8.5-5.2z"/></svg>';
      const undo = make("button", {
        type: "button",
        className: "cv-v-undo",
        title: `untouched ${name}`,
        textContent: "\u21ba",
        aria: { "aria-label": `reset ${name}` },
      });
      const label = make("span", { className: "cv-v-name", textContent: name });
      const row = make("div", { className: "cv-v-row" }, label, input, value, undo, play);
      input.addEventListener("input", () => {
        this.stop();
        this.set(kind, Number(input.value));
      });
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Backspace" && event.key !== "Delete") return;
        event.preventDefault();
        this.stop();
        this.set(kind, this.rest[kind]);
      });
      undo.addEventListener("click", () => {
        this.stop();
        this.set(kind, this.rest[kind]);
        input.focus();
      });
      play.addEventListener("click", () => this.play(kind));
      this.hook("sliders").append(row);
      this.rows[kind] = { row, input, value, play };
    }
  }

  buildBars() {
    const list = this.hook("lengths");
    this.bars = Array.from({ length: 10 }, (_, k) => {
      const [length, cnn] = [make("i"), make("i", { className: "cv-v-cnn" })];
      const name = make("dt", { textContent: String(k) });
      const value = make("dd", { className: "cv-v-number" });
      const track = make(
        "dd",
        { className: "cv-v-track", data: { testid: `length-${k}` } },
        length,
        cnn,
      );
      list.append(name, track, value);
      return { name, track, length, cnn, value };
    });
  }

  buildAttack(part) {
    const root = this.part(part);
    const picture = (name, label) => {
      const canvas = make("canvas", {
        data: { testid: `${part}-${name}` },
        aria: { role: "img", "aria-label": label },
      });
      const figure = make("figure", {}, canvas, make("figcaption", { textContent: label }));
      return { figure, picture: new PixelPicture(canvas) };
    };
    const names = [
      ["before", "before"],
      ["change", "change"],
      ["after", "after"],
    ];
    if (part === "capsules") names.push(["decoded", "reconstruction"]);
    const parts = Object.fromEntries(names.map(([name, label]) => [name, picture(name, label)]));
    const title = make("h3", { className: "cv-title" });
    const pictures = make(
      "div",
      { className: "cv-v-four" },
      ...Object.values(parts).map(({ figure }) => figure),
    );
    const text = make("p", {
      data: { testid: `${part}-text` },
      aria: { "aria-live": "polite" },
    });
    const misfit = make("p", { className: "cv-muted", data: { testid: `${part}-misfit` } });
    root.append(title, pictures, text, misfit);
    return { ...parts, title, text, misfit, pictures };
  }

  buildClaims(claims) {
    const acts = {
      equivariant: ["turn it", () => this.play("rotation")],
      robust: ["any viewpoint", () => this.anyViewpoint()],
      adversarial: ["attack with PGD", () => this.strongAttack()],
    };
    for (const [name, [label, act]] of Object.entries(acts)) {
      const { claim, pro, con } = claims[name];
      const button = make("button", {
        type: "button",
        className: "cv-button",
        textContent: label,
        data: { testid: `try-${name}` },
      });
      button.addEventListener("click", act);
      this.root.querySelector(`[data-claim="${name}"]`).append(
        make(
          "div",
          { className: "cv-v-claim" },
          make(
            "p",
            {},
            make("b", {
              textContent: `Contested: ${claim.charAt(0).toLowerCase()}${claim.slice(1)}.`,
            }),
          ),
          make("p", {}, make("b", { textContent: "For " }), pro),
          make("p", {}, make("b", { textContent: "Against " }), con),
          button,
        ),
      );
    }
  }

  listen() {
    const {
      hook,
      undoing: { signal },
    } = this;
    const click = (name, act) => hook(name).addEventListener("click", act);
    click("reset", () => this.adopt({ ...this.rest }));
    click("random", () => this.anyViewpoint());
    click("copy-link", () => this.copyLink());
    click("open-draw", () => this.openDraw());
    hook("kind").addEventListener("change", ({ target }) => this.choose(target.value));
    hook("digit").addEventListener("change", ({ target }) => {
      this.digit = Number(target.value);
      this.settled();
    });
    hook("method").addEventListener("change", ({ target }) => {
      this.method = target.value;
      this.askAttack();
    });
    hook("epsilon").addEventListener("input", ({ target }) => {
      this.epsilon = Number(target.value);
      this.showStrength();
      this.askAttack();
    });
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.loadMnist(hook("mnist-index").value);
    });
    document.addEventListener("click", ({ target }) => this.closeHelp(target), { signal });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.closeHelp(), {
      signal,
    });
    const canvas = this.figures.lengths.canvas;
    const go = (event) => {
      if (!this.curve) return;
      const box = canvas.getBoundingClientRect();
      const { left, right } = CURVE_ROOM;
      const share = (event.clientX - box.left - left) / (box.width - left - right);
      const [low, high] = this.limits[this.kind];
      this.stop();
      this.set(this.kind, low + Math.min(1, Math.max(0, share)) * (high - low));
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    canvas.addEventListener(
      "pointermove",
      (event) => canvas.hasPointerCapture(event.pointerId) && go(event),
    );
  }

  closeHelp(target) {
    for (const open of this.root.querySelectorAll(".cv-help[open], .cv-other[open]")) {
      if (target && open.contains(target)) continue;
      if (open.contains(document.activeElement)) open.querySelector("summary").focus();
      open.open = false;
    }
  }

  // --- what the script says

  update({ data, setStateValue }) {
    const first = !this.server;
    this.setStateValue = setStateValue;
    if (first) this.build(data);
    const before = this.server;
    this.server = data;
    this.part("mnist").hidden = !data.mnist;
    this.part("cnn-key").hidden = !data.cnn;
    const other = first || JSON.stringify(before.drawing) !== JSON.stringify(data.drawing);
    if (other && JSON.stringify(this.drawing) !== JSON.stringify(data.drawing))
      this.takeDrawing(data.drawing);
    if (first) this.connect(data);
    if (!first) this.adoptColours();
    if (data.view && JSON.stringify(data.view) !== this.adopted) {
      this.adopted = JSON.stringify(data.view);
      this.takeView(data.view);
    }
    if (!first && JSON.stringify(before.settings) !== JSON.stringify(data.settings)) {
      this.link.touch();
      this.settled();
    }
    this.fit();
  }

  connect(data) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.link = new LiveLink({
      url: `${scheme}://${location.host}${data.base}/capsviz/viewpoint/live`,
      header: () => ({ ...this.server.settings, capsule: -1, transform: this.transform }),
      raster: () => this.raster.bytes,
      receive: (reply) => this.receive(reply),
      askPage: (question) => this.askByRequest(question),
      report: (state) => put(this.hook("note"), VIEW_NOTES[state] ?? ""),
    });
    this.receive(decodeReply(base64ToBytes(data.reply)));
    const kept = globalThis[VIEW_KEPT];
    if (!data.view && kept?.drawing === JSON.stringify(data.drawing)) this.takeView(kept.view);
    this.showControls();
    this.settled(0);
    this.loadSamples();
  }

  /** The slow way, where no WebSocket opens. */
  async askByRequest({ raster, ...header }) {
    try {
      const body = encodeRequest(header, base64ToBytes(raster));
      const reply = await fetch(`${this.server.base}/capsviz/viewpoint/read`, {
        method: "POST",
        body,
      });
      if (reply.ok) this.link.answerByPage(decodeReply(new Uint8Array(await reply.arrayBuffer())));
    } catch {
      // The link asks again.
    }
  }

  takeDrawing(drawing) {
    this.drawing = drawing;
    this.raster.load(drawing);
    if (this.link) {
      this.link.touch();
      this.settled();
    }
  }

  takeView({ transform, kind, digit, method, epsilon }) {
    Object.assign(this, { kind, digit, method, epsilon });
    this.adopt({ ...this.rest, ...transform });
  }

  // --- moving

  /** One transform to a value: the networks are asked at once. */
  set(kind, value) {
    this.transform[kind] = value;
    this.kind = kind;
    this.moved();
  }

  adopt(transform) {
    this.stop();
    Object.assign(this.transform, transform);
    this.moved();
  }

  moved() {
    this.showControls();
    this.link?.touch();
    this.paint("lengths");
    this.paint("poses");
    this.settled();
  }

  /** Curves and attack follow when nothing has moved for a moment. */
  settled(pause = VIEW_SETTLED) {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      globalThis[VIEW_KEPT] = { drawing: JSON.stringify(this.drawing), view: this.view };
      this.askCurves();
      if (!this.playing) this.askAttack();
    }, pause);
    if (this.playing) this.askCurves();
  }

  showControls() {
    for (const [kind, { row, input, value }] of Object.entries(this.rows)) {
      const now = this.transform[kind];
      if (Number(input.value) !== now) input.value = String(now);
      const text = viewValue(kind, now);
      put(value, text);
      input.setAttribute("aria-valuetext", text);
      row.classList.toggle("cv-v-moved", now !== this.rest[kind]);
    }
    this.hook("kind").value = this.kind;
    this.hook("digit").value = String(this.digit);
    this.hook("method").value = this.method;
    this.showStrength();
  }

  showStrength() {
    if (Number(this.hook("epsilon").value) !== this.epsilon)
      this.hook("epsilon").value = String(this.epsilon);
    put(this.hook("epsilon-text"), this.epsilon.toFixed(2));
  }

  choose(kind) {
    this.stop();
    this.kind = kind;
    this.moved();
  }

  play(kind) {
    const same = this.playing?.kind === kind;
    const [low, high] = this.limits[kind];
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const next = this.transform[kind] + (high - low) * VIEW_PLAY_STEP;
      this.set(kind, next > high + 1e-9 ? low : Math.min(high, next));
      return;
    }
    this.stop();
    if (same) return;
    const share = (this.transform[kind] - low) / (high - low);
    const playing = { kind, frame: 0, began: performance.now() - 1000 * VIEW_PLAY_SECONDS * share };
    this.playing = playing;
    this.rows[kind].play.setAttribute("aria-pressed", "true");
    // A screen reader is told where it ends, not every word on the way.
    this.hook("prediction").setAttribute("aria-live", "off");
    const step = (now) => {
      const turn = Math.max(0, (now - playing.began) / (1000 * VIEW_PLAY_SECONDS)) % 2;
      this.set(kind, low + (turn > 1 ? 2 - turn : turn) * (high - low));
      playing.frame = requestAnimationFrame(step);
    };
    playing.frame = requestAnimationFrame(step);
  }

  stop() {
    if (!this.playing) return;
    cancelAnimationFrame(this.playing.frame);
    this.rows[this.playing.kind].play.setAttribute("aria-pressed", "false");
    this.hook("prediction").setAttribute("aria-live", "polite");
    this.playing = null;
    this.settled();
  }

  /** A change drawn from affNIST's ranges, shifted as far as the digit's ink allows. */
  anyViewpoint() {
    const even = (most) => most * (2 * Math.random() - 1);
    const { rotation, scale, shear } = AFFNIST_RANGE;
    this.adopt({
      ...this.rest,
      rotation: even(rotation),
      scale: 1 + even(scale),
      shear: even(shear),
      shift_x: even(4),
      shift_y: even(4),
    });
  }

  strongAttack() {
    this.method = "pgd";
    this.epsilon = Math.max(this.epsilon, 0.2);
    this.showControls();
    this.askAttack();
  }

  // --- live results

  receive(reply) {
    if (reply.error) {
      this.trouble(reply.error);
      return;
    }
    this.trouble("");
    this.reply = reply;
    this.paintReply();
  }

  paintReply() {
    const { reply, hook, pictures, tables } = this;
    if (!reply) return;
    const lengths = reply.lengths.at(-1);
    const winner = viewArgmax(lengths);
    const decoded = reply.reconstructions.subarray(
      winner * INPUT_PIXELS,
      (winner + 1) * INPUT_PIXELS,
    );
    pictures["network-input"].show(reply.input, tables.ink);
    pictures.reconstruction.show(decoded, tables.ink);
    pictures.difference.showDifference(decoded, reply.input, tables.difference);
    put(this.part("winner"), String(winner));
    this.bars.forEach(({ name, track, length, cnn, value }, k) => {
      const wins = k === winner;
      name.classList.toggle("cv-v-wins", wins);
      track.classList.toggle("cv-v-wins", wins);
      value.classList.toggle("cv-v-wins", wins);
      length.style.width = `${100 * lengths[k]}%`;
      cnn.style.width = reply.cnn ? `${100 * reply.cnn[k]}%` : "0";
      put(
        value,
        reply.cnn ? `${lengths[k].toFixed(2)} | ${reply.cnn[k].toFixed(2)}` : lengths[k].toFixed(2),
      );
    });
    put(hook("prediction"), reply.verdict.text);
    put(hook("cnn-prediction"), this.cnnText(reply));
    const seq = String(++this.count);
    for (const name of ["network-input", "reconstruction", "difference", "lengths", "prediction"])
      hook(name).dataset.seq = seq;
    for (const { track } of this.bars) track.dataset.seq = seq;
  }

  cnnText({ cnn, verdict }) {
    if (!cnn)
      return "The plain CNN is not on this machine, so only the capsules are shown: train it with capsviz train --routing cnn.";
    if (verdict.kind === "empty")
      return "The plain CNN must name a digit even for an empty picture.";
    const best = viewArgmax(cnn);
    return `The plain CNN says ${best}, probability ${cnn[best].toFixed(2)}.`;
  }

  // --- curves

  question(more) {
    return {
      ...this.server.settings,
      drawing: this.drawing,
      transform: this.transform,
      digit: this.digit,
      ...more,
    };
  }

  askCurves() {
    // A curve does not depend on where its own transform stands.
    const {
      kind,
      digit,
      drawing,
      server: { settings },
    } = this;
    const key = JSON.stringify([kind, digit, drawing, settings, { ...this.transform, [kind]: 0 }]);
    if (key === this.curvesKey) return;
    this.curvesKey = key;
    this.curves.ask(this.question({ kind }));
  }

  showCurves({ header, arrays }) {
    const { kind, digit } = header;
    const at = Object.keys(VIEW_KINDS).indexOf(kind);
    const { laws } = this.server;
    const law = laws && {
      slope: laws.slope[at][digit],
      span: laws.span[kind],
      shared: laws.shared[at][digit],
      own: laws.own[at][digit],
    };
    this.curve = { ...arrays, kind, digit, count: arrays.values.length, law };
    this.paintFilm();
    put(this.part("digit"), String(digit));
    put(this.hook("curve-text"), this.curveText());
    this.fit();
    for (const name of ["curve-lengths", "curve-poses"]) {
      this.hook(name).dataset.seq = String(++this.count);
      this.hook(name).dataset.kind = kind;
    }
  }

  paintFilm() {
    const { images, count } = this.curve;
    const canvas = document.createElement("canvas");
    canvas.width = VIEW_INPUT;
    canvas.height = VIEW_INPUT * count;
    new PixelPicture(canvas, VIEW_INPUT, VIEW_INPUT * count).show(images, this.tables.ink);
    this.film = canvas;
  }

  curveText() {
    const { kind, digit, law, lengths, values } = this.curve;
    const own = Array.from(values, (value, i) => [value, lengths[10 * i + digit]]);
    const [least, where] = own.reduce(
      ([low, at], [value, length]) => (length < low ? [length, value] : [low, at]),
      [2, 0],
    );
    const short = `The length of ${digit} falls to ${least.toFixed(2)} at ${viewValue(kind, where)}.`;
    if (!law)
      return `${short} No law of the pose has been fitted for this network: capsviz viewpoint does that.`;
    const from = VIEW_KINDS[kind].name;
    return (
      `${short} Within ${this.spanText(kind, law.span)} a straight law, the same for every ${digit}, ` +
      `explains ${this.share(law.shared)} of how the pose follows the ${from}, over test digits it was not fitted on; ` +
      `a law that may depend on the digit's own pose explains ${this.share(law.own)}.`
    );
  }

  spanText(kind, span) {
    return kind === "scale"
      ? `${viewValue(kind, 1 - span)} to ${viewValue(kind, 1 + span)}`
      : `±${viewValue(kind, span).slice(1)}`;
  }

  share(r2) {
    return r2 < 0.005 ? "nothing" : `${Math.round(100 * r2)} %`;
  }

  // --- attacks

  askAttack() {
    const { method, epsilon } = this;
    const question = this.question({ method, epsilon });
    const key = JSON.stringify(question);
    if (key === this.attackKey) return;
    this.attackKey = key;
    this.attacks.ask(question);
  }

  showAttack(found) {
    this.attacked = found;
    this.paintAttack();
  }

  paintAttack() {
    if (!this.attacked) return;
    const { header, arrays } = this.attacked;
    for (const [part, parts] of Object.entries(this.attackParts)) {
      const there = `${part}_before` in header;
      put(parts.title, part === "cnn" ? "plain CNN" : "capsules");
      parts.pictures.hidden = !there;
      if (!there) {
        put(
          parts.text,
          "The plain CNN is not on this machine: train it with capsviz train --routing cnn.",
        );
        continue;
      }
      const [before, after] = [arrays[`${part}_before`], arrays[`${part}_after`]];
      parts.before.picture.show(before, this.tables.ink);
      parts.after.picture.show(after, this.tables.ink);
      parts.change.picture.showDifference(after, before, this.tables.difference);
      parts.decoded?.picture.show(arrays[`${part}_after_decoded`], this.tables.ink);
      put(parts.text, this.attackText(part, header));
      put(parts.misfit, this.misfitText(part, header));
      this.part(part).dataset.seq = String(++this.count);
    }
  }

  attackText(part, header) {
    const [before, after] = [header[`${part}_before`], header[`${part}_after`]];
    const what = part === "cnn" ? "probability" : "length";
    const says = ({ winner, lengths }) => `${winner}, ${what} ${lengths[winner].toFixed(2)}`;
    const { digit } = header;
    const outcome =
      before.winner !== digit
        ? `not read as ${digit} to begin with`
        : after.winner === digit
          ? "not fooled"
          : "fooled";
    return `${says(before)} \u2192 ${says(after)}: ${outcome}.`;
  }

  misfitText(part, header) {
    if (part === "cnn") return "It has no decoder: nothing tells that it was fooled.";
    const [before, after] = [header.capsules_before, header.capsules_after];
    const told =
      after.misfit > after.limit
        ? "the reconstruction does not fit, which gives the change away"
        : "the reconstruction still fits, nothing gives the change away";
    return `Misfit ${before.misfit} \u2192 ${after.misfit}, limit ${after.limit}: ${told}. Verdict: ${after.verdict}`;
  }

  // --- painting

  fit() {
    const ratio = globalThis.devicePixelRatio || 1;
    for (const [name, figure] of Object.entries(this.figures)) {
      const width = Math.floor(figure.canvas.parentElement.clientWidth);
      if (!width) continue;
      const height = Math.round(figure.height(width));
      figure.width = width;
      if (
        figure.canvas.width !== Math.round(width * ratio) ||
        figure.canvas.height !== Math.round(height * ratio)
      ) {
        figure.canvas.width = Math.round(width * ratio);
        figure.canvas.height = Math.round(height * ratio);
        figure.canvas.style.height = `${height}px`;
      }
      this.paint(name);
    }
  }

  paint(name) {
    const { width, canvas, context, height, draw } = this.figures[name];
    if (!width || !this.curve) return;
    const ratio = canvas.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.imageSmoothingEnabled = false;
    context.fillStyle = this.inks.paper;
    context.fillRect(0, 0, width, height(width));
    // While another kind moves, its curves are on their way: the old ones have no marker.
    draw(
      context,
      width,
      height(width),
      this.curve.kind === this.kind ? this : { ...this.still, transform: {} },
    );
  }

  get still() {
    const { curve, inks, film } = this;
    return { curve, inks, film };
  }

  adoptColours(first = false) {
    const style = getComputedStyle(this.root);
    const theme = ["--cv-paper", "--cv-ink", "--cv-accent"]
      .map((name) => style.getPropertyValue(name))
      .join();
    if (theme === this.themeKey) return;
    this.themeKey = theme;
    adoptTheme(this.root);
    const ink = (name) => `rgb(${cssColours(this.root, `--cv-${name}`)[0].join(" ")})`;
    this.inks = Object.fromEntries(
      ["paper", "ink", "muted", "line", "panel", "accent"].map((name) => [name, ink(name)]),
    );
    this.inks.second = ink("v-second");
    this.inks.font = getComputedStyle(this.root).fontFamily;
    this.tables = colourTables(colourScales(this.root));
    if (first) return;
    this.paintReply();
    this.paintAttack();
    if (this.curve) this.paintFilm();
    this.paintSamples();
    this.fit();
  }

  /** Say so, and ask again when something next moves. */
  failed(sentence) {
    this.curvesKey = this.attackKey = "";
    this.trouble(sentence);
  }

  trouble(sentence) {
    put(this.hook("trouble"), sentence);
    this.hook("trouble").hidden = !sentence;
  }

  // --- other drawings

  async loadSamples() {
    const { base, samples } = this.server;
    try {
      const found = await (await fetch(`${base}/capsviz/samples/${samples}.json`)).json();
      this.samples = found.map(({ name, drawing }, at) => {
        const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
        const button = make(
          "button",
          {
            type: "button",
            className: "cv-v-digit",
            title: name,
            data: { testid: `sample-${at}` },
            aria: { "aria-label": `sample: ${name}` },
          },
          canvas,
        );
        button.addEventListener("click", () => this.replaceDrawing(drawing));
        this.hook("samples").append(button);
        return { drawing, canvas };
      });
    } catch {
      this.samples = [];
    }
    this.paintSamples();
  }

  paintSamples() {
    for (const { canvas, drawing } of this.samples ?? []) {
      canvas.width = canvas.height = 80;
      paintDrawing(canvas.getContext("2d"), 80, drawing, this.inks.ink);
    }
  }

  async loadMnist(index) {
    try {
      const reply = await fetch(`${this.server.base}/capsviz/mnist/${Number(index)}`);
      const found = await reply.json();
      if (!reply.ok) throw new Error(found.error);
      this.replaceDrawing({ s: [], b: found.b }, found.label);
    } catch (error) {
      this.trouble(error.message);
    }
  }

  /** Another drawing, here and on every other page; its class where that is known. */
  replaceDrawing(drawing, digit = -1) {
    this.part("other").open = false;
    this.digit = digit;
    this.takeDrawing(drawing);
    this.showControls();
    this.setStateValue("drawing", drawing);
  }

  openDraw() {
    const home = `${this.server.base}/`;
    const links = [...document.querySelectorAll("a[href]")];
    const found = links.find(
      (link) => !this.root.contains(link) && new URL(link.href).pathname === home,
    );
    if (found) found.click();
    else location.assign(home);
  }

  // --- saving

  async copyLink() {
    const address = await viewLink(this.root.linkPlain());
    const text = this.hook("link-text");
    text.value = address;
    const copied = await copyText(address);
    put(this.hook("copy-link"), copied ? "link copied" : "copy link");
    text.hidden = copied;
    if (!copied) text.select();
    clearTimeout(this.copiedTimer);
    this.copiedTimer = setTimeout(() => put(this.hook("copy-link"), "copy link"), 2500);
  }

  buildExports() {
    const place = (name) => this.root.querySelector(`[data-export="${name}"]`);
    const figure = (name, rows) => () => {
      const { width, height, draw } = this.figures[name];
      return {
        width,
        height: Math.round(height(width)),
        background: this.inks.paper,
        rows: rows(),
        draw: (g, w, h) => {
          g.imageSmoothingEnabled = false;
          draw(g, w, h, this);
        },
      };
    };
    const file = (what) => () => `viewpoint-${what}-${this.curve?.kind ?? "digit"}`;
    exportFigure(
      place("lengths"),
      "the lengths",
      file("lengths"),
      figure("lengths", () => this.lengthRows()),
    );
    exportFigure(
      place("poses"),
      "the pose",
      file("pose"),
      figure("poses", () => this.poseRows()),
    );
    exportFigure(place("pictures"), "the pictures", file("pictures"), () => ({
      width: 3 * 168,
      height: 168,
      background: this.inks.paper,
      rows: [
        ["digit", "length", "CNN probability"],
        ...this.reply.lengths.at(-1).map((length, k) => [k, length, this.reply.cnn?.[k] ?? ""]),
      ],
      draw: (g) => {
        g.imageSmoothingEnabled = false;
        ["network-input", "reconstruction", "difference"].forEach((name, i) =>
          g.drawImage(this.hook(name), 168 * i, 0, 160, 160),
        );
      },
    }));
  }

  lengthRows() {
    const { kind, digit, values, lengths, cnn } = this.curve;
    const head = [kind, ...Array.from({ length: 10 }, (_, k) => `length of ${k}`)];
    if (cnn.length) head.push(`CNN probability of ${digit}`);
    return [
      head,
      ...Array.from(values, (value, i) => {
        const row = [value, ...lengths.subarray(10 * i, 10 * i + 10)];
        return cnn.length ? [...row, cnn[10 * i + digit]] : row;
      }),
    ];
  }

  poseRows() {
    const { kind, values, poses } = this.curve;
    const head = [kind, ...Array.from({ length: 16 }, (_, d) => `dimension ${d}`)];
    return [
      head,
      ...Array.from(values, (value, i) => [value, ...poses.subarray(16 * i, 16 * i + 16)]),
    ];
  }
}

export default function (component) {
  const { parentElement } = component;
  const root = parentElement.querySelector(".cv-viewpoint");
  root.viewpointPage ??= new ViewpointPage(root);
  root.viewpointPage.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected || !root.viewpointPage) return;
    root.viewpointPage.close();
    root.viewpointPage = null;
  };
}
