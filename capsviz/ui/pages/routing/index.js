/*
 * The Routing page: one trace, all iterations at once, and every picture in step with them.
 *
 * The trace is asked for when the drawing, the model or the centring changes. Everything
 * else (iteration, digit, capsule, colours) happens here and draws at once.
 */

import { make, put } from "../../browser/dom.js";
import { exportFigure } from "../../browser/export.js";
import { paintDrawing } from "../../browser/ink.js";
import { copyText, viewLink } from "../../browser/permalink.js";
import { adoptTheme } from "../../browser/picture.js";
import { RoutingData } from "./data.js";
import { percent, ROUTING_KINDS } from "./kinds.js";
import { couplingScales, overlayScale, RoutingInks, tell } from "./scales.js";
import {
  cloudFrame,
  drawCapsules,
  drawCloud,
  drawDigit,
  drawFlow,
  drawMosaics,
  drawPaths,
  drawSummaries,
  drawTypes,
  drawVectors,
  flowHit,
  flowPart,
  mosaicHit,
  mosaicLayout,
  orderByCoupling,
  paintFeed,
  typesLayout,
} from "./views.js";

/** Time of one iteration while playing, and of the last one before it starts again. */
const PLAY_STEP = 1000;
const PLAY_REST = 2200;
const SETTINGS_PAUSE = 500;
const MOST_ROUNDS = 10;
const REMEMBERED = "__capsvizRoutingView";
const PLAY_SHAPE = "M4.5 2.8v10.4l8.5-5.2z";
const PAUSE_SHAPE = "M4 3h3v10H4z M9.5 3h3v10h-3z";

/** A letter of the formula in its colour; `letter` where it is not the symbol's own. */
export function symbol(name, sub = "", letter = { uhat: "û" }[name] ?? name) {
  const made = make("span", { className: "cv-sym", data: { sym: name } }, letter);
  if (sub) made.append(make("sub", {}, sub));
  return made;
}

class RoutingPage {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.parts = (name) => root.querySelectorAll(`[data-part="${name}"]`);
    this.hook = (name) => root.querySelector(`[data-testid="${name}"]`);
    this.data = null;
    this.kind = null;
    this.count = 0;
    this.t = 0;
    this.r = this.rounds = 3;
    this.j = 0;
    this.i = 0;
    this.scaleName = "relative";
    this.overlay = "feed";
    this.flowFrom = "types";
    this.flowOf = "feed";
    this.hoverCapsule = null;
    this.flowHover = null;
    this.pixel = null;
    this.lit = null;
    this.asked = null;
    this.playing = null;
    this.sent = new Set();
    this.undoing = new AbortController();
    this.build();
  }

  close() {
    this.undoing.abort();
    this.watching.disconnect();
    clearTimeout(this.playing);
    clearTimeout(this.settingsTimer);
  }

  // --- building, once

  build() {
    const { hook } = this;
    this.inks = new RoutingInks(this.root);
    this.figures = [
      this.figure(
        "digit",
        "the image and what feeds the digit",
        (w) => w + (this.data.whole ? 0 : 34),
        drawDigit,
      ),
      this.figure(
        "couplings",
        "couplings by type and place",
        (w) => mosaicLayout(w, this.data).height,
        drawMosaics,
      ),
      this.figure("types", "types by digits", (w) => (w < 300 ? 372 : 400), drawTypes),
      this.figure(
        "paths",
        "logits and couplings of a capsule",
        () => 104 * this.inks.zoom,
        drawPaths,
      ),
      this.figure("vectors", "vote, total and capsule", () => 112, drawVectors),
      this.figure("cloud", "votes as a cloud", (w) => Math.min(w, 400), drawCloud),
      this.figure("flow", "flow to the digits", () => 540 * this.inks.zoom, drawFlow),
      this.figure(
        "summaries",
        "summaries per iteration",
        (w) => (w >= 760 ? 150 : w >= 480 ? 340 : 280),
        drawSummaries,
      ),
    ];
    this.buildDigits();
    this.buildParents();
    this.buildExports();
    this.listen();
    this.listenToPictures();
    this.watching = new ResizeObserver(() => this.data && this.fit());
    for (const { canvas } of this.figures) this.watching.observe(canvas.parentElement);
  }

  /** One picture: its canvas, how high it is for a width, and what draws it. */
  figure(name, title, height, draw) {
    const canvas = this.hook(name);
    return { name, title, height, draw, canvas, context: canvas.getContext("2d"), width: 0 };
  }

  buildDigits() {
    const group = this.hook("digits");
    this.digits = Array.from({ length: 10 }, (_, j) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const value = make("span");
      const bar = make("i");
      const button = make(
        "button",
        {
          type: "button",
          className: "cv-digit-choice",
          data: { testid: `digit-${j}` },
          aria: { role: "radio", "aria-checked": "false" },
        },
        canvas,
        make("b", {}, String(j)),
        value,
        make("div", {}, bar),
      );
      button.addEventListener("click", () => this.choose({ j }));
      group.append(button);
      return { button, canvas, value, bar };
    });
    group.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step || !this.data) return;
      event.preventDefault();
      event.stopPropagation();
      this.choose({ j: (this.j + step + 10) % 10 });
      this.digits[this.j].button.focus();
    });
  }

  buildParents() {
    const body = this.part("parents");
    this.parents = Array.from({ length: 10 }, (_, j) => {
      const bar = make("i");
      const cells = ["uhat", "b", "c", "a"].map((name) =>
        make("td", { data: { testid: `${name}-${j}`, shows: name } }),
      );
      const row = make(
        "tr",
        {},
        make("th", { scope: "row" }, String(j)),
        cells[0],
        cells[1],
        cells[2],
        make("td", { className: "cv-c-bar", data: { shows: "c" } }, bar),
        cells[3],
      );
      row.addEventListener("click", () => this.choose({ j }));
      body.append(row);
      return { row, cells, bar };
    });
    const pose = this.hook("pose");
    this.poseBars = Array.from({ length: 8 }, () => pose.appendChild(make("i")));
  }

  /** The law in lines, and beneath each the same with this image's numbers. */
  buildEquations() {
    this.lines = this.kind.lines().map(({ sym, name = sym, title, law, numbers }) => {
      const place = make("div", { className: "cv-with", data: { testid: `with-${name}` } });
      const line = make(
        "li",
        { tabIndex: 0, data: { sym, shows: sym } },
        make("small", {}, title),
        make("div", { className: "cv-law" }, ...law),
        place,
      );
      return { line, place, numbers };
    });
    this.hook("formula").replaceChildren(...this.lines.map(({ line }) => line));
  }

  buildExports() {
    const rows = routingRows(this);
    const strip = {
      name: "capsules",
      title: "digit capsules",
      draw: drawCapsules,
      width: 1000,
      height: () => 130,
    };
    for (const figure of [...this.figures, strip]) {
      const { name, title, draw, height } = figure;
      const place = this.root.querySelector(`[data-export="${name}"]`);
      exportFigure(
        place,
        title,
        () => this.fileName(name),
        () => ({
          width: figure.width,
          height: Math.round(height(figure.width)),
          draw: (g, w, h) => draw(g, w, h, this),
          background: this.inks.paper,
          rows: rows[name](),
        }),
      );
    }
  }

  fileName(name) {
    return `routing-${name}-digit-${this.j}-iteration-${this.t + 1}-of-${this.r}`;
  }

  listen() {
    const {
      hook,
      undoing: { signal },
    } = this;
    const click = (name, act) => hook(name).addEventListener("click", act);
    const change = (name, act) =>
      hook(name).addEventListener("change", ({ target }) => act(target.value));
    click("play", () => (this.playing ? this.pause() : this.play()));
    click("step-back", () => this.step(-1));
    click("step-forward", () => this.step(1));
    hook("iteration").addEventListener("input", ({ target }) => {
      this.pause();
      this.choose({ t: Number(target.value) - 1 });
    });
    click("iterations-less", () => this.setRounds(this.r - 1));
    click("iterations-more", () => this.setRounds(this.r + 1));
    change("scale", (scaleName) => this.choose({ scaleName }));
    change("overlay", (overlay) => this.choose({ overlay }));
    change("flow-from", (flowFrom) => this.choose({ flowFrom }));
    change("flow-of", (flowOf) => this.choose({ flowOf }));
    click("copy-link", () => this.copyLink());
    click("open-draw", () => this.openDraw());
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.loadMnist(hook("mnist-index").value);
    });
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("click", ({ target }) => this.closeHelp(target), { signal });
    window.addEventListener("capsviz:class", () => this.adoptColours(true), { signal });
    const light = ({ target }) => this.light(target.closest?.("[data-sym]")?.dataset.sym);
    this.root.addEventListener("pointerover", light);
    this.root.addEventListener("focusin", light);
    this.root.addEventListener("pointerleave", () => this.light());
  }

  /** Arrow keys step from anywhere on the page but where they mean something else. */
  key(event) {
    if (event.key === "Escape") this.closeHelp();
    const own =
      "input, select, textarea, [role=radiogroup], [role=application], [role=toolbar], [role=tablist]";
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.(own)) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !this.data) return;
    event.preventDefault();
    this.step(step);
  }

  closeHelp(target) {
    for (const open of this.root.querySelectorAll(".cv-help[open], .cv-other[open]")) {
      if (target && open.contains(target)) continue;
      if (open.contains(document.activeElement)) open.querySelector("summary").focus();
      open.open = false;
    }
  }

  /** Everything that shows a symbol lights up together. */
  light(name) {
    if (this.root.dataset.lit === name) return;
    if (name) {
      this.root.dataset.lit = name;
      this.root.style.setProperty("--cv-lit", `var(--cv-sym-${name})`);
    } else delete this.root.dataset.lit;
    for (const found of this.root.querySelectorAll(".cv-sym")) {
      found.classList.toggle("cv-lit-symbol", found.dataset.sym === name);
    }
  }

  // --- pointing at pictures

  listenToPictures() {
    const at = (canvas, event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top, box.width, box.height];
    };
    const couplings = this.hook("couplings");
    const hit = (event) => {
      const [x, y, width] = at(couplings, event);
      return this.data && mosaicHit(mosaicLayout(width, this.data), this.data, x, y);
    };
    couplings.addEventListener("pointermove", (event) => this.hover({ hoverCapsule: hit(event) }));
    couplings.addEventListener("pointerleave", () => this.hover({ hoverCapsule: null }));
    couplings.addEventListener("click", (event) => {
      const i = hit(event);
      if (i !== null) this.choose({ i });
    });
    couplings.addEventListener("keydown", (event) => this.walkCapsules(event));

    const digit = this.hook("digit");
    const pixel = (event) => {
      const [x, y, width] = at(digit, event);
      const cell = width / this.data.side;
      const [row, column] = [Math.floor(y / cell), Math.floor(x / cell)];
      const inside = row >= 0 && column >= 0 && row < this.data.side && column < this.data.side;
      this.point(inside ? [row, column] : null);
    };
    digit.addEventListener("pointermove", (event) => this.data && pixel(event));
    digit.addEventListener("pointerdown", (event) => this.data && pixel(event));
    digit.addEventListener("pointerleave", () => this.point(null));
    digit.addEventListener("blur", () => this.point(null));
    digit.addEventListener("keydown", (event) => this.walkPixels(event));

    const types = this.hook("types");
    types.addEventListener("click", (event) => {
      const [x, y, width, height] = at(types, event);
      const layout = typesLayout(width, height, this.data);
      const j = Math.floor((x - layout.left) / layout.cellWidth);
      const type = Math.floor((y - layout.top) / layout.cellHeight);
      if (j < 0 || j >= 10 || type >= this.data.types) return;
      const i = this.data.capsule(this.data.place(this.i), Math.max(0, type));
      this.choose(type < 0 ? { j } : { j, i });
    });

    const flow = this.hook("flow");
    flow.addEventListener("pointermove", (event) => {
      const [x, y, width, height] = at(flow, event);
      const found = this.data && flowHit(x, y, width, height, this);
      if (found?.side === this.flowHover?.side && found?.at === this.flowHover?.at) return;
      this.flowHover = found;
      this.showPointed();
      this.paint(["flow"]);
    });
    flow.addEventListener("pointerleave", () => {
      this.flowHover = null;
      this.showPointed();
      this.paint(["flow"]);
    });
    flow.addEventListener("click", (event) => {
      const [x, y, width, height] = at(flow, event);
      const found = flowHit(x, y, width, height, this);
      if (found?.side === "right") this.choose({ j: found.at });
    });

    const cloud = this.hook("cloud");
    const nearest = (event) => {
      const [x, y, width, height] = at(cloud, event);
      return this.nearestVote(x, y, width, height);
    };
    cloud.addEventListener("pointermove", (event) => this.hover({ hoverCapsule: nearest(event) }));
    cloud.addEventListener("pointerleave", () => this.hover({ hoverCapsule: null }));
    cloud.addEventListener("click", (event) => {
      const i = nearest(event);
      if (i !== null) this.choose({ i });
    });
  }

  nearestVote(x, y, width, height) {
    const { data, j } = this;
    if (!data) return null;
    const points = data.arrays.cloud_points;
    const { screen } = cloudFrame(width, height, this);
    let [best, least] = [null, 12 ** 2];
    for (let i = 0; i < data.capsules; i++) {
      const from = 2 * (j * data.capsules + i);
      const [px, py] = screen([points[from], points[from + 1]]);
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }

  hover(values) {
    if (values.hoverCapsule === this.hoverCapsule || !this.data) return;
    Object.assign(this, values);
    this.showPointed();
    this.paint(["digit", "couplings", "types", "cloud"]);
  }

  /** The numbers of what the pointer is on, or of what is chosen. */
  showPointed() {
    const { data, t, j } = this;
    const i = this.hoverCapsule ?? this.i;
    const place = data.place(i);
    put(
      this.hook("couplings-text"),
      `capsule ${i}, type ${data.type(i)}${this.whereabouts(place, ", row ", ", column ")}: ` +
        `c = ${tell(data.coupling(t, i, j), 3)}, its vote ${tell(data.voteLength(i, j))} long, ` +
        `adds ${tell(data.feed(t, i, j), 4)} to ${this.kind.totalMark}`,
    );
    const { name, count } = flowPart(this);
    const from = this.from === "places" ? "place" : "type";
    const own = this.from === "places" ? data.place(this.i) : data.type(this.i);
    const { side, at } = this.flowHover ?? { side: "left", at: own };
    const tag = (k) =>
      from === "place" ? `place ${Math.floor(k / data.grid)}, ${k % data.grid}` : `type ${k}`;
    const most = Array.from({ length: count }, (_, k) => k)
      .sort((one, other) => data.part(name, t, other, at) - data.part(name, t, one, at))
      .slice(0, 3);
    put(
      this.hook("flow-text"),
      side === "left"
        ? `${tag(at)} to ${j}: ${tell(data.part(name, t, at, j), 3)}`
        : `most to ${at}: ${most.map((k) => `${tag(k)} (${tell(data.part(name, t, k, at), 3)})`).join(", ")}`,
    );
  }

  point(pixel) {
    if (this.data.whole || String(pixel) === String(this.pixel)) return;
    this.pixel = pixel;
    this.lit = pixel ? this.data.seenBy(...pixel) : null;
    const [row, column] = pixel ?? [];
    const seen = this.lit?.size ?? 0;
    put(
      this.hook("pixel-text"),
      pixel
        ? `row ${row}, column ${column}: seen from ${seen} places, ${seen * this.data.types} capsules`
        : "",
    );
    this.paint(["digit", "couplings", "cloud"]);
  }

  walkPixels(event) {
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Escape") this.point(null);
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, column] = this.pixel ?? [14, 14];
    const bound = (value) => Math.min(this.data.side - 1, Math.max(0, value));
    const [down, right] = moves[event.key];
    this.point(this.pixel ? [bound(row + down), bound(column + right)] : [row, column]);
  }

  walkCapsules(event) {
    const { data, i } = this;
    const moves = {
      ArrowUp: [-1, 0, 0],
      ArrowDown: [1, 0, 0],
      ArrowLeft: [0, -1, 0],
      ArrowRight: [0, 1, 0],
      PageUp: [0, 0, -1],
      PageDown: [0, 0, 1],
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    const [down, right, on] = moves[event.key];
    const [row, column] = [Math.floor(data.place(i) / data.grid), data.place(i) % data.grid];
    const bound = (value, most) => Math.min(most - 1, Math.max(0, value));
    const place = bound(row + down, data.grid) * data.grid + bound(column + right, data.grid);
    this.choose({ i: data.capsule(place, bound(data.type(i) + on, data.types)) });
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    const first = !this.server;
    const before = this.server;
    this.server = data;
    if (first) this.adoptKind(data.routing);
    this.adoptColours();
    if (first) {
      this.loadSamples();
      this.part("mnist").hidden = !data.mnist;
    }
    if (data.view) this.wanted = data.view;
    const rounds = data.settings.iterations;
    if (first || this.isNews("rounds", before.settings.iterations, rounds))
      this.adoptRounds(rounds);
    const other = first || this.isNews("drawing", before.drawing, data.drawing);
    this.ask(other ? data.drawing : this.drawing, first);
  }

  /** Whether the script says something new, and does not only echo what was sent from here. */
  isNews(name, before, now) {
    const text = JSON.stringify(now);
    return JSON.stringify(before) !== text && !this.sent.delete(`${name} ${text}`);
  }

  send(name, value, state, content) {
    this.sent.add(`${name} ${JSON.stringify(value)}`);
    this.setStateValue(state, content);
  }

  /** Words, formula and controls of another routing. */
  adoptKind(routing) {
    const kind = ROUTING_KINDS[routing];
    if (kind === this.kind) return;
    this.kind = kind;
    this.root.dataset.routing = routing;
    put(this.part("heading"), kind.heading);
    this.part("lead").replaceChildren(...kind.lead(symbol));
    this.buildEquations();
    const once = this.hook("one-pass");
    put(once, kind.onePass ?? "");
    once.hidden = !kind.onePass;
    for (const name of ["play", "step-back", "iteration", "step-forward", "iteration-text"]) {
      this.hook(name).hidden = Boolean(kind.onePass);
    }
    this.part("rounds").hidden = Boolean(kind.onePass);
    for (const name of ["paths", "summaries"]) {
      this.hook(name).hidden = Boolean(kind.onePass);
      this.root.querySelector(`[data-export="${name}"]`).hidden = Boolean(kind.onePass);
    }
    this.hook("summary-text").hidden = !kind.onePass || Boolean(kind.scales);
    for (const name of ["a", "b"]) {
      for (const cell of this.root.querySelectorAll(`.cv-parents [data-shows="${name}"]`)) {
        cell.hidden = kind.leaves.includes(name);
      }
    }
    const say = (name, text) => this.parts(name).forEach((place) => put(place, text));
    say("measure", `${kind.measure} ${kind.mark}`);
    say("map", kind.map);
    say("total", kind.total);
    say("total-mark", kind.totalMark);
    say("cloud-help", kind.cloud + (kind.onePass ? "" : "; small rings are earlier iterations"));
    say(
      "sums-help",
      kind.second
        ? `The ${kind.measure} of the chosen digit's capsule, the others in grey; ${kind.second.help}.`
        : "",
    );
    for (const select of ["scale", "overlay"]) {
      for (const option of this.hook(select).options) {
        if (option.value === "feed") option.textContent = `what adds to ${kind.total}`;
        if (option.value === "weighted") option.textContent = kind.weighted;
        option.hidden = option.disabled = !this.allowed(select, option.value);
      }
    }
  }

  /** Whether a choice of colours tells anything: equal couplings have one colour. */
  allowed(select, value) {
    const { scales } = this.kind;
    return !scales || (select === "scale" ? scales.includes(value) : value !== "couplings");
  }

  /** Words that depend on where this network's capsules sit. */
  adoptGeometry() {
    const { whole, types, grid, field } = this.data;
    const { totalMark, scales } = this.kind;
    const say = (name, text) => this.parts(name).forEach((place) => put(place, text));
    say(
      "feed-map",
      whole
        ? `Each tile is one of the ${types} capsules, in the colours of the large picture below`
        : "Each picture maps which parts of the image feed that digit",
    );
    say("image-title", whole ? "the image" : "what feeds");
    this.part("image-digit").hidden = whole;
    say(
      "image-help",
      whole
        ? `Each of the ${types} capsules sees all of the image: what feeds a digit has no place in it.`
        : `A primary capsule sees ${field} × ${field} pixels. What each place adds to ${totalMark} is spread ` +
            "evenly over the pixels it sees: red adds, blue takes away. Point at the image to light the " +
            "capsules that see a pixel.",
    );
    say("by", whole ? "type" : "type and place");
    const share = scales
      ? "The colour is what its vote adds to the digit, or how long the vote is that it sends."
      : "The colour is the share that each gives to the digit; without any preference it is 1/10.";
    say(
      "capsules-help",
      whole
        ? `${types} primary capsules. ${share}`
        : `${types} types of primary capsule, each at ${grid} × ${grid} places. ${share}`,
    );
    this.part("overlay-choice").hidden = this.part("from-choice").hidden = whole;
    put(
      this.hook("pixel-text"),
      whole ? "Every capsule sees all of it: what feeds a digit has no place in it." : "",
    );
  }

  /** Where a capsule sits, if not everywhere. */
  whereabouts(place, row, column) {
    const { whole, grid } = this.data;
    return whole ? "" : `${row}${Math.floor(place / grid)}${column}${place % grid}`;
  }

  adoptRounds(iterations) {
    this.rounds = iterations;
    this.r = Math.min(iterations, this.data?.iterations ?? iterations);
    this.t = Math.min(this.t, this.r - 1);
  }

  adoptColours(anew = false) {
    const style = getComputedStyle(this.root);
    const theme = ["--cv-paper", "--cv-ink", "--cv-accent"]
      .map((name) => style.getPropertyValue(name))
      .join();
    if (theme === this.themeKey && !anew) return;
    this.themeKey = theme;
    adoptTheme(this.root);
    this.inks = new RoutingInks(this.root);
    this.scalesKey = null;
    if (this.data) this.fit();
    this.paintSamples();
  }

  /** Ask for a drawing's trace, unless it is the one that is shown or asked for. */
  async ask(drawing, first = false) {
    const { model, center } = this.server.settings;
    const key = JSON.stringify({ drawing, model, center });
    if (key === this.asked) {
      this.adoptView();
      this.show();
      return;
    }
    this.asked = key;
    this.drawing = drawing;
    try {
      const reply = await fetch(`${this.server.base}/capsviz/routing`, {
        method: "POST",
        body: key,
      });
      if (key !== this.asked) return;
      if (!reply.ok) throw new Error((await reply.json()).error);
      const bytes = new Uint8Array(await reply.arrayBuffer());
      if (key !== this.asked) return;
      this.trouble("");
      this.adoptTrace(new RoutingData(bytes), first);
    } catch (error) {
      if (key !== this.asked) return;
      this.asked = null;
      this.trouble(
        error instanceof TypeError
          ? "The server cannot be reached; what is shown is the last drawing that was routed."
          : error.message,
      );
    }
  }

  trouble(sentence) {
    put(this.hook("trouble"), sentence);
    this.hook("trouble").hidden = !sentence;
  }

  adoptTrace(data, first) {
    const other = this.data && this.data.model !== data.model;
    this.data = data;
    this.adoptKind(data.routing);
    this.adoptGeometry();
    this.scalesKey = this.orderKey = null;
    this.hoverCapsule = this.pixel = this.lit = null;
    this.r = Math.min(this.rounds, data.iterations);
    if (other) this.pause();
    if (first || other) this.t = this.r - 1;
    this.t = Math.min(this.t, this.r - 1);
    this.j = data.winner(this.r - 1);
    this.i = data.strongest(this.r - 1, this.j);
    const kept = globalThis[REMEMBERED];
    if (first && !this.wanted && kept?.asked === this.asked) this.wanted = kept.view;
    this.adoptView();
    this.fit();
  }

  /** The selection of a link, or the one that this page was left with. */
  adoptView() {
    const view = this.wanted;
    if (!view || !this.data) return;
    this.wanted = null;
    if (view.iteration > 0) this.t = Math.min(view.iteration, this.r) - 1;
    if (view.digit >= 0) {
      this.j = Math.min(view.digit, this.data.digits - 1);
      this.i = this.data.strongest(this.r - 1, this.j);
    }
    if (view.capsule >= 0) this.i = Math.min(view.capsule, this.data.capsules - 1);
    this.scaleName = view.scale;
    this.overlay = view.overlay;
    this.flowFrom = view.flow_from;
    this.flowOf = view.flow_of;
    this.scalesKey = null;
  }

  get view() {
    return {
      iteration: this.t + 1,
      digit: this.j,
      capsule: this.i,
      scale: this.scaleName,
      overlay: this.overlay,
      flow_from: this.flowFrom,
      flow_of: this.flowOf,
    };
  }

  /** The colours in use: those chosen, where they tell anything of this routing. */
  get scale() {
    return this.allowed("scale", this.scaleName) ? this.scaleName : this.kind.scales[0];
  }

  get over() {
    if (this.data.whole) return "off";
    return this.allowed("overlay", this.overlay) ? this.overlay : "feed";
  }

  /** Where bands begin: in types, where there is but one place. */
  get from() {
    return this.data.whole ? "types" : this.flowFrom;
  }

  // --- stepping and choosing

  play() {
    if (!this.data) return;
    if (this.t === this.r - 1) this.choose({ t: 0 });
    const on = () => {
      const last = this.t === this.r - 1;
      this.choose({ t: last ? 0 : this.t + 1 });
      this.playing = setTimeout(on, this.t === this.r - 1 ? PLAY_REST : PLAY_STEP);
    };
    this.playing = setTimeout(on, PLAY_STEP);
    this.showPlaying();
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = null;
    this.showPlaying();
  }

  showPlaying() {
    const playing = Boolean(this.playing);
    this.hook("play").setAttribute("aria-pressed", String(playing));
    put(this.part("play-word"), playing ? "pause" : "play");
    this.part("play-shape").setAttribute("d", playing ? PAUSE_SHAPE : PLAY_SHAPE);
    // While it plays by itself, a screen reader would talk without end.
    this.hook("story").setAttribute("aria-live", playing ? "off" : "polite");
  }

  step(by) {
    this.pause();
    const t = Math.min(this.r - 1, Math.max(0, this.t + by));
    if (t !== this.t) this.choose({ t });
  }

  setRounds(rounds) {
    if (rounds < 1 || rounds > Math.min(MOST_ROUNDS, this.data?.iterations ?? 0)) return;
    this.pause();
    const atEnd = this.t === this.r - 1;
    this.r = this.rounds = rounds;
    this.scalesKey = null;
    this.t = atEnd ? rounds - 1 : Math.min(this.t, rounds - 1);
    this.show();
    clearTimeout(this.settingsTimer);
    this.settingsTimer = setTimeout(
      () =>
        this.send("rounds", this.r, "settings", { ...this.server.settings, iterations: this.r }),
      SETTINGS_PAUSE,
    );
  }

  choose(values) {
    if (!this.data) return;
    if (values.scaleName || values.overlay) this.scalesKey = null;
    const other = values.j !== undefined && values.j !== this.j && values.i === undefined;
    Object.assign(this, values);
    if (other) this.i = this.data.strongest(this.r - 1, this.j);
    this.show();
  }

  // --- drawing

  fit() {
    for (const figure of this.figures) {
      const { canvas, context, height } = figure;
      const width = Math.max(
        120,
        Math.floor(canvas.clientWidth || canvas.parentElement.clientWidth),
      );
      const high = Math.round(height(width));
      const ratio = window.devicePixelRatio || 1;
      if (figure.width === width && figure.high === high && figure.ratio === ratio) continue;
      Object.assign(figure, { width, high, ratio });
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(high * ratio);
      canvas.style.height = `${high}px`;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    for (const { canvas } of this.digits) {
      const side = Math.max(28, Math.round(canvas.clientWidth * (window.devicePixelRatio || 1)));
      if (canvas.width !== side) canvas.width = canvas.height = side;
    }
    this.show();
  }

  get scales() {
    const { data, inks, r, scale, over } = this;
    const key = `${scale} ${over} ${r}`;
    if (this.scalesKey !== key) {
      this.scalesKey = key;
      this.knownScales = {
        ...couplingScales(scale, data, r, inks),
        overlay: overlayScale(over, data, r, inks),
        cloud: couplingScales("relative", data, r, inks).capsule,
      };
    }
    return this.knownScales;
  }

  cloudOrder() {
    const key = `${this.t} ${this.j}`;
    if (this.orderKey !== key) {
      this.orderKey = key;
      this.knownOrder = orderByCoupling(this.data, this.t, this.j);
    }
    return this.knownOrder;
  }

  /** Draw everything in this very task; `data-seq` changes when all of it is in place. */
  show() {
    if (!this.data) return;
    this.showControls();
    this.showDigits();
    this.showGlass();
    this.showFormula();
    this.showWords();
    this.showPointed();
    this.count += 1;
    this.paint();
    for (const name of [
      "iteration-text",
      "story",
      "glass",
      "formula",
      "digits",
      "counterfactual",
    ]) {
      this.hook(name).dataset.seq = String(this.count);
    }
    globalThis[REMEMBERED] = { asked: this.asked, view: this.view };
  }

  /** Paint some pictures, or all of them. */
  paint(names = null) {
    if (!this.data) return;
    for (const { name, canvas, context, width, high, draw } of this.figures) {
      if ((names && !names.includes(name)) || !width) continue;
      context.save();
      context.clearRect(0, 0, width, high);
      draw(context, width, high, this);
      context.restore();
      canvas.dataset.seq = String(this.count);
    }
  }

  showControls() {
    const { hook, t, r, j } = this;
    const scrub = hook("iteration");
    scrub.max = String(r);
    scrub.value = String(t + 1);
    scrub.disabled = r === 1;
    scrub.setAttribute("aria-valuetext", `iteration ${t + 1} of ${r}`);
    put(hook("iteration-text"), `iteration ${t + 1} of ${r}`);
    put(hook("iterations"), `r = ${r}`);
    const enable = (name, enabled) => hook(name).setAttribute("aria-disabled", String(!enabled));
    enable("step-back", t > 0);
    enable("step-forward", t < r - 1);
    enable("iterations-less", r > 1);
    enable("iterations-more", r < MOST_ROUNDS);
    hook("scale").value = this.scale;
    hook("overlay").value = this.over;
    hook("flow-from").value = this.from;
    hook("flow-of").value = this.flowOf;
    for (const found of this.parts("digit")) put(found, String(j));
    for (const found of this.parts("i")) put(found, String(this.i));
    put(this.part("flow-from"), this.from);
    put(this.part("image-digit"), String(j));
    put(this.part("count"), this.data.capsules.toLocaleString("en"));
  }

  showDigits() {
    const { data, t, kind } = this;
    const winner = data.winner(t);
    const most = kind.most.toLowerCase();
    this.digits.forEach(({ button, canvas, value, bar }, j) => {
      const length = data.length(t, j);
      paintFeed(canvas.getContext("2d"), 0, 0, canvas.width, j, this);
      put(value, tell(length));
      bar.style.transform = `scaleX(${length})`;
      button.classList.toggle("cv-digit-winner", j === winner);
      button.setAttribute("aria-checked", String(j === this.j));
      button.setAttribute(
        "aria-label",
        `digit ${j}, ${kind.measure} ${tell(length)}${j === winner ? `, ${most}` : ""}`,
      );
      button.tabIndex = j === this.j ? 0 : -1;
    });
  }

  showGlass() {
    const { data, t, i } = this;
    const activation = data.activation(i);
    put(
      this.hook("capsule-text"),
      `type ${data.type(i)}${this.whereabouts(data.place(i), " at row ", ", column ")}; ` +
        `length ${tell(data.arrays.primary_lengths[i], 3)}` +
        (activation === undefined ? "" : `, activation ${tell(activation, 3)}`),
    );
    const pose = data.arrays.primary.subarray(i * data.poseDim, (i + 1) * data.poseDim);
    this.poseBars.forEach((bar, d) => bar.style.setProperty("--value", String(pose[d] ?? 0)));
    this.hook("pose").setAttribute(
      "aria-label",
      `pose: ${[...pose].map((value) => tell(value)).join(", ")}`,
    );
    this.hook("pose").title = [...pose].map((value) => tell(value)).join("  ");
    const couplings = this.parents.map((_, j) => data.coupling(t, i, j));
    const most = Math.max(...couplings);
    this.parents.forEach(({ row: line, cells, bar }, j) => {
      put(cells[0], tell(data.voteLength(i, j)));
      put(cells[1], tell(data.logit(t, i, j)));
      put(cells[2], tell(couplings[j], 3));
      put(cells[3], tell(data.agreement(t, i, j), 3));
      bar.style.transform = `scaleX(${couplings[j] / most})`;
      line.classList.toggle("cv-chosen", j === this.j);
    });
  }

  showFormula() {
    for (const { place, numbers } of this.lines) place.replaceChildren(...numbers(this));
  }

  showWords() {
    const { data, t, r, j, i, kind } = this;
    let low = 1;
    let high = 0;
    for (let k = 0; k < data.capsules; k++) {
      const value = data.coupling(t, k, j);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const empty = data.empty ? "The canvas is empty: only the network's biases are routed. " : "";
    put(this.hook("story"), empty + kind.story(this, low, high));
    const counter = this.hook("counterfactual");
    counter.dataset.changed = String(data.winner(0) !== data.winner(r - 1));
    counter.replaceChildren(...kind.counter(this));
    put(
      this.hook("summary-text"),
      `${percent(data.arrays.favourite[t])} of the capsules favour ${data.winner(r - 1)}; the entropy of ` +
        `their couplings is ${tell(data.arrays.entropy[t], 3)} of at most ${tell(Math.log2(data.digits), 3)} bit.`,
    );
    const { cloud_explained: explained, cloud_in_plane: kept } = data.arrays;
    put(
      this.hook("cloud-text"),
      `The plane holds ${percent(explained[2 * j] + explained[2 * j + 1])} of the votes' variance and ` +
        `${percent(kept[t * data.digits + j])} of ${kind.vectors.at(-1) === "v" ? "v" : kind.total}'s length. ` +
        `Spread of the coupled votes: ` +
        (kind.onePass
          ? `${tell(data.spread(t, j), 3)}.`
          : `${tell(data.spread(0, j), 3)} at iteration 1, ${tell(data.spread(t, j), 3)} now.`),
    );
    const label = (name, text) => this.hook(name).setAttribute("aria-label", text);
    label(
      "couplings",
      `couplings of ${data.capsules} capsules to ${j}, from ${tell(low, 3)} to ${tell(high, 3)}; chosen: capsule ${i}, ${tell(data.coupling(t, i, j), 3)}`,
    );
    label(
      "cloud",
      `votes for ${j}; ${kind.total} has length ${tell(data.totalLength(t, j))}, v ${tell(data.size(t, j))}`,
    );
    label(
      "flow",
      `flow to the digits; the length of ${kind.total} of ${j} is ${tell(data.totalLength(t, j))}`,
    );
  }

  // --- other drawings, links

  async loadSamples() {
    const { base, samples } = this.server;
    const bar = this.hook("samples");
    try {
      const found = await (await fetch(`${base}/capsviz/samples/${samples}.json`)).json();
      this.samples = found.map(({ name, drawing }, k) => {
        const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
        const button = make(
          "button",
          {
            type: "button",
            className: "cv-other-sample",
            title: name,
            tabIndex: k ? -1 : 0,
            data: { testid: `sample-${k}` },
            aria: { "aria-label": `sample: ${name}` },
          },
          canvas,
        );
        button.addEventListener("click", () => this.replaceDrawing(drawing));
        bar.append(button);
        return { button, canvas, drawing };
      });
    } catch {
      return; // the gallery is a convenience; the page goes on without it
    }
    bar.addEventListener("keydown", (event) => {
      const buttons = [...bar.children];
      const now = buttons.indexOf(document.activeElement);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const next = buttons[now + (step ?? 0)];
      if (!step || !next) return;
      event.preventDefault();
      event.stopPropagation();
      buttons[now].tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
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
      this.replaceDrawing({ s: [], b: found.b });
    } catch (error) {
      this.trouble(error.message);
    }
  }

  /** Another drawing, here and on every other page. */
  replaceDrawing(drawing) {
    this.part("other").open = false;
    this.pause();
    this.ask(drawing);
    this.send("drawing", drawing, "drawing", drawing);
  }

  /** By the app's own navigation where it is in sight, else by a link that takes the drawing. */
  async openDraw() {
    const home = `${this.server.base}/`;
    const links = [...document.querySelectorAll('[data-testid="stTopNavLink"]')];
    const own = links.find((link) => new URL(link.href).pathname === home);
    if (own) {
      own.click();
      return;
    }
    const {
      drawing,
      server: { settings },
    } = this;
    const address = new URL(await viewLink({ page: "draw", drawing, settings, view: {} }));
    address.pathname = home;
    location.assign(address);
  }

  async copyLink() {
    const address = await viewLink({
      page: "routing",
      drawing: this.drawing,
      settings: { ...this.server.settings, iterations: this.rounds },
      view: this.view,
    });
    const text = this.hook("link-text");
    text.value = address;
    const copied = await copyText(address);
    put(this.hook("copy-link"), copied ? "link copied" : "copy link");
    text.hidden = copied;
    if (!copied) text.select();
    clearTimeout(this.copiedTimer);
    this.copiedTimer = setTimeout(() => put(this.hook("copy-link"), "copy link"), 2500);
  }
}

/** For each picture, its numbers as rows of a table. */
function routingRows(page) {
  const each = (count, row) => Array.from({ length: count }, (_, k) => row(k));
  const rounds = () => each(page.r, (t) => t);
  const header = (...names) => [names];
  const numbers = (name, t, at) => (j) => page.data.part(name, t, at, j);
  const feeds = () =>
    page.data.whole
      ? { part: "type", count: page.data.types }
      : { part: "place", count: page.data.places };
  const agrees = () => page.kind.second?.symbol === "a";
  const digitNames = (text) => each(page.data.digits, (j) => `${text} ${j}`);
  return {
    digit: () => [
      ...header(
        "iteration",
        "digit",
        "pixel row",
        "pixel column",
        "ink",
        "fed to s",
        "mean coupling",
      ),
      ...each(page.data.side ** 2, (at) => {
        const { data, t, j } = page;
        return [
          t + 1,
          j,
          Math.floor(at / data.side),
          at % data.side,
          data.arrays.image[at] / 255,
          data.overlay("place_feed", t, j)[at],
          data.overlay("place_couplings", t, j)[at],
        ];
      }),
    ],
    capsules: () => [
      ...header(
        "iteration",
        "digit",
        page.kind.measure,
        ...each(feeds().count, (k) => `fed from ${feeds().part} ${k}`),
      ),
      ...rounds().flatMap((t) =>
        each(page.data.digits, (j) => [
          t + 1,
          j,
          page.data.length(t, j),
          ...each(feeds().count, (k) => page.data.part(`${feeds().part}_feed`, t, k, j)),
        ]),
      ),
    ],
    couplings: () => [
      ...header(
        "capsule",
        "type",
        "row",
        "column",
        "vote length",
        ...rounds().map((t) => `coupling ${t + 1}`),
        ...rounds().map((t) => `added to s ${t + 1}`),
      ),
      ...each(page.data.capsules, (i) => {
        const { data, j } = page;
        const place = data.place(i);
        return [
          i,
          data.type(i),
          Math.floor(place / data.grid),
          place % data.grid,
          data.voteLength(i, j),
          ...rounds().map((t) => data.coupling(t, i, j)),
          ...rounds().map((t) => data.feed(t, i, j)),
        ];
      }),
    ],
    types: () => [
      ...header("iteration", "type", ...digitNames("mean coupling to")),
      ...rounds().flatMap((t) =>
        each(page.data.types, (k) => [
          t + 1,
          k,
          ...each(page.data.digits, numbers("type_couplings", t, k)),
        ]),
      ),
    ],
    paths: () => [
      ...header(
        "capsule",
        "iteration",
        "digit",
        "vote length",
        "logit b",
        "coupling c",
        ...(agrees() ? ["agreement a"] : []),
      ),
      ...rounds().flatMap((t) =>
        each(page.data.digits, (j) => {
          const { data, i } = page;
          return [
            i,
            t + 1,
            j,
            data.voteLength(i, j),
            data.logit(t, i, j),
            data.coupling(t, i, j),
            ...(agrees() ? [data.agreement(t, i, j)] : []),
          ];
        }),
      ),
    ],
    vectors: () => [
      ...header(
        "capsule",
        "digit",
        "iteration",
        "vector",
        ...each(page.data.dim, (d) => `dimension ${d}`),
      ),
      ...rounds().flatMap((t) => {
        const { data, i, j } = page;
        const vote = data.vote(i, j);
        return [
          [i, j, t + 1, "vote", ...vote],
          [i, j, t + 1, "coupled vote", ...vote.map((value) => value * data.weight(t, i, j))],
          [i, j, t + 1, "s", ...data.vector("totals", t, j)],
          [i, j, t + 1, "v", ...data.vector("capsules", t, j)],
        ];
      }),
    ],
    cloud: () => [
      ...header("point", "capsule", "iteration", "component 1", "component 2", "coupling"),
      ...each(page.data.capsules, (i) => {
        const { data, j, t } = page;
        const from = 2 * (j * data.capsules + i);
        const points = data.arrays.cloud_points;
        return ["vote", i, t + 1, points[from], points[from + 1], data.coupling(t, i, j)];
      }),
      ...["totals", "capsules"].flatMap((name) =>
        rounds().map((t) => {
          const from = 2 * (t * page.data.digits + page.j);
          const points = page.data.arrays[`cloud_${name}`];
          return [name === "totals" ? "s" : "v", "", t + 1, points[from], points[from + 1], ""];
        }),
      ),
    ],
    flow: () => {
      const { name, count } = flowPart(page);
      return [
        ...header("iteration", page.from === "places" ? "place" : "type", ...digitNames("to")),
        ...rounds().flatMap((t) =>
          each(count, (k) => [t + 1, k, ...each(page.data.digits, numbers(name, t, k))]),
        ),
      ];
    },
    summaries: () => [
      ...header(
        "iteration",
        "winner",
        "entropy in bits",
        "share that favours the winner",
        ...digitNames(page.kind.measure),
        ...(agrees()
          ? [...digitNames("mean agreement"), ...digitNames("coupled agreement")]
          : digitNames("width")),
      ),
      ...rounds().map((t) => {
        const { arrays, digits } = page.data;
        const line = (name) => [...arrays[name].subarray(t * digits, (t + 1) * digits)];
        return [
          t + 1,
          page.data.winner(t),
          arrays.entropy[t],
          arrays.favourite[t],
          ...line("lengths"),
          ...(agrees()
            ? [...line("mean_agreement"), ...line("coupled_agreement")]
            : line("cloud_spread")),
        ];
      }),
    ],
  };
}

export default function (component) {
  const { parentElement } = component;
  const root = parentElement.querySelector(".cv-routing");
  root.routingPage ??= new RoutingPage(root);
  root.routingPage.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected || !root.routingPage) return;
    root.routingPage.close();
    root.routingPage = null;
  };
}
