/*
 * The Routing page: one trace, all iterations at once, and every picture in step with them.
 *
 * The trace is asked for when the drawing, the model or the centring changes. Everything
 * else (iteration, digit, capsule, colours) happens here and draws at once.
 */

import { finders, make, put } from "../../browser/dom.js";
import { exportFigure } from "../../browser/export.js";
import { OtherDigit } from "../../browser/gallery.js";
import { tendBoxes } from "../../browser/help.js";
import { Carrier } from "../../browser/kept.js";
import { copyLink, openDraw } from "../../browser/links.js";
import { adoptTheme, themeKey } from "../../browser/picture.js";
import { readView } from "../../browser/view.js";
import { drawPaths, drawSummaries } from "./charts.js";
import { drawCloud, drawVectors, orderByCoupling } from "./cloud.js";
import { RoutingData } from "./data.js";
import { drawFlow } from "./flow.js";
import {
  drawCapsules,
  drawDigit,
  drawMosaics,
  drawTypes,
  mosaicLayout,
  paintFeed,
} from "./image.js";
import { ROUTING_KINDS } from "./kinds.js";
import { Pointing } from "./pointing.js";
import { routingRows } from "./rows.js";
import { couplingScales, overlayScale, RoutingInks, tell } from "./scales.js";
import { symbol } from "./symbols.js";
import { cloudWords, geometryWords, summaryWords, whereabouts } from "./words.js";

/** Time of one iteration while playing, and of the last one before it starts again. */
const PLAY_STEP = 1000;
const PLAY_REST = 2200;
const SETTINGS_PAUSE = 500;
const MOST_ROUNDS = 10;
/** Milliseconds until the session is told of a view. */
const TELL_AFTER = 400;
const PLAY_SHAPE = "M4.5 2.8v10.4l8.5-5.2z";
const PAUSE_SHAPE = "M4 3h3v10H4z M9.5 3h3v10h-3z";

class RoutingPage {
  constructor(root) {
    this.root = root;
    const find = finders(root);
    this.part = find.part;
    this.parts = find.parts;
    this.hook = find.hook;
    this.data = null;
    this.kind = null;
    this.count = 0;
    this.t = 0;
    this.r = this.rounds = 3;
    this.j = 0;
    this.i = 0;
    /** The declared view: its colours and bands are chosen here. */
    this.choices = this.wanted = null;
    this.drawing = this.settings = null;
    this.asked = null;
    this.playing = null;
    this.carrier = new Carrier("routing");
    this.undoing = new AbortController();
    this.build();
  }

  close() {
    this.undoing.abort();
    this.watching.disconnect();
    clearTimeout(this.playing);
    this.carrier.close();
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
    this.pointing = new Pointing(hook, {
      scene: () => this.scene(),
      choose: (values) => this.choose(values),
      paint: (names) => this.paint(names),
    });
    this.other = new OtherDigit(this, {
      choose: (drawing) => this.replaceDrawing(drawing),
      trouble: (sentence) => this.trouble(sentence),
      draw: () => openDraw(this.server.base, this.drawing, this.settings),
    });
    this.watching = new ResizeObserver(() => this.data && this.fit() && this.show());
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
    const prefer = (name) => (value) => {
      this.choices[name] = value;
      this.choose({});
    };
    change("scale", prefer("scale"));
    change("overlay", prefer("overlay"));
    change("flow-from", prefer("flow_from"));
    change("flow-of", prefer("flow_of"));
    click("copy-link", () => this.copyLink());
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    tendBoxes(this.root, signal);
    window.addEventListener("capsviz:class", () => this.adoptColours(true), { signal });
    const light = ({ target }) => this.light(target.closest?.("[data-sym]")?.dataset.sym);
    this.root.addEventListener("pointerover", light);
    this.root.addEventListener("focusin", light);
    this.root.addEventListener("pointerleave", () => this.light());
  }

  /** Arrow keys step from anywhere on the page but where they mean something else. */
  key(event) {
    const own =
      "input, select, textarea, [role=radiogroup], [role=application], [role=toolbar], [role=tablist]";
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.(own)) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !this.data) return;
    event.preventDefault();
    this.step(step);
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

  // --- what the page's script says

  update({ data, setStateValue }) {
    const first = !this.server;
    this.server = data;
    const { drawing, settings, view, news } = this.carrier.meet(data.carried, setStateValue);
    if (first) {
      this.adoptKind(data.routing);
      this.other.load(data);
    }
    if (news.has("view")) this.want(readView(data.table, view));
    this.choices ??= readView(data.table);
    this.adoptColours();
    if (news.has("settings")) {
      this.settings = settings;
      this.adoptRounds(settings.iterations);
    }
    if (!this.isAsked(drawing)) this.ask(drawing, first);
    else if (news.size) {
      this.adoptView();
      this.show();
    }
  }

  /** A view to be shown: of another drawing than it was set for, its colours and bands. */
  want(view) {
    const { shown } = this.carrier;
    const other = shown.get("drawing") > shown.get("view");
    this.wanted = other ? { ...view, iteration: -1, digit: -1, capsule: -1 } : view;
    this.told = JSON.stringify(view);
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
    const say = (name, text) => {
      for (const place of this.parts(name)) put(place, text);
    };
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
    const { data, kind } = this;
    for (const [name, text] of Object.entries(geometryWords(data, kind)))
      for (const place of this.parts(name)) put(place, text);
    for (const name of ["overlay-choice", "from-choice", "image-digit"])
      this.part(name).hidden = data.whole;
  }

  adoptRounds(iterations) {
    this.rounds = iterations;
    this.r = Math.min(iterations, this.data?.iterations ?? iterations);
    this.t = Math.min(this.t, this.r - 1);
  }

  adoptColours(anew = false) {
    const theme = themeKey(this.root);
    if (theme === this.theme && !anew) return;
    this.theme = theme;
    adoptTheme(this.root);
    this.inks = new RoutingInks(this.root);
    this.scalesKey = null;
    if (this.data) this.fit();
    this.show();
    this.other.paint(this.inks.ink);
  }

  /** What a trace depends on, as the server reads it. */
  question(drawing) {
    const { model, center } = this.settings;
    return JSON.stringify({ drawing, model, center });
  }

  /** Whether a drawing's trace is the one that is shown or asked for. */
  isAsked(drawing) {
    return this.question(drawing) === this.asked;
  }

  async ask(drawing, first = false) {
    const key = this.question(drawing);
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
    this.pointing.forget();
    this.r = Math.min(this.rounds, data.iterations);
    if (other) this.pause();
    if (first || other) this.t = this.r - 1;
    this.t = Math.min(this.t, this.r - 1);
    this.j = data.winner(this.r - 1);
    this.i = data.strongest(this.r - 1, this.j);
    this.adoptView();
    this.fit();
    this.show();
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
    this.choices = view;
    this.scalesKey = null;
  }

  get view() {
    return { ...this.choices, iteration: this.t + 1, digit: this.j, capsule: this.i };
  }

  /** What pictures and words need: numbers, colours, what is chosen and pointed at. */
  scene() {
    const { data, kind, inks, t, r, j, i, from, over, pointing } = this;
    if (!data) return null;
    const { hoverCapsule, flowHover, pixel, lit } = pointing;
    const chosen = { t, r, j, i, from, over, flowOf: this.choices.flow_of };
    const pointed = { hoverCapsule, flowHover, pixel, lit };
    return {
      ...{ data, kind, inks, scales: this.scales, ...chosen, ...pointed },
      cloudOrder: () => this.cloudOrder(),
    };
  }

  /** The colours in use: those chosen, where they tell anything of this routing. */
  get scale() {
    const { scale } = this.choices;
    return this.allowed("scale", scale) ? scale : this.kind.scales[0];
  }

  get over() {
    if (this.data.whole) return "off";
    const { overlay } = this.choices;
    return this.allowed("overlay", overlay) ? overlay : "feed";
  }

  /** Where bands begin: in types, where there is but one place. */
  get from() {
    return this.data.whole ? "types" : this.choices.flow_from;
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
    this.hook("play").setAttribute("aria-label", playing ? "pause" : "play");
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
    this.settings = { ...this.settings, iterations: rounds };
    this.carrier.change("settings", this.settings, SETTINGS_PAUSE);
  }

  choose(values) {
    if (!this.data) return;
    const other = values.j !== undefined && values.j !== this.j && values.i === undefined;
    Object.assign(this, values);
    if (other) this.i = this.data.strongest(this.r - 1, this.j);
    this.show();
  }

  // --- drawing

  /** Give every picture the size it has on the page, which empties it; whether one had another. */
  fit() {
    let changed = false;
    for (const figure of this.figures) {
      const { canvas, context, height } = figure;
      const width = Math.max(
        120,
        Math.floor(canvas.clientWidth || canvas.parentElement.clientWidth),
      );
      const high = Math.round(height(width));
      const ratio = window.devicePixelRatio || 1;
      if (figure.width === width && figure.high === high && figure.ratio === ratio) continue;
      changed = true;
      Object.assign(figure, { width, high, ratio });
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(high * ratio);
      canvas.style.height = `${high}px`;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    for (const { canvas } of this.digits) {
      const side = Math.max(28, Math.round(canvas.clientWidth * (window.devicePixelRatio || 1)));
      if (canvas.width === side) continue;
      changed = true;
      canvas.width = canvas.height = side;
    }
    return changed;
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
    this.pointing.tell();
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
    if (!this.playing) this.keep();
  }

  /** Paint some pictures, or all of them. */
  paint(names = null) {
    const scene = this.scene();
    if (!scene) return;
    for (const { name, canvas, context, width, high, draw } of this.figures) {
      if ((names && !names.includes(name)) || !width) continue;
      context.save();
      context.clearRect(0, 0, width, high);
      draw(context, width, high, scene);
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
    hook("flow-of").value = this.choices.flow_of;
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
      `type ${data.type(i)}${whereabouts(data, data.place(i), " at row ", ", column ")}; ` +
        `length ${tell(data.arrays.primary_lengths[i], 3)}` +
        (activation === undefined ? "" : `, activation ${tell(activation, 3)}`),
    );
    const pose = data.arrays.primary.subarray(i * data.poseDim, (i + 1) * data.poseDim);
    this.poseBars.forEach((bar, d) => {
      bar.style.setProperty("--value", String(pose[d] ?? 0));
    });
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
    put(this.hook("summary-text"), summaryWords(this.scene()));
    put(this.hook("cloud-text"), cloudWords(this.scene()));
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

  /** Another drawing, here and on every other page. */
  replaceDrawing(drawing) {
    this.pause();
    this.ask(drawing);
    this.carrier.change("drawing", drawing);
  }

  /** What is on the page stays, whatever becomes of the page, the server or the connection. */
  keep() {
    const text = JSON.stringify(this.view);
    if (text === this.told) return;
    this.told = text;
    this.carrier.change("view", this.view, TELL_AFTER);
  }

  copyLink() {
    const { drawing, view } = this;
    const settings = { ...this.settings, iterations: this.rounds };
    const plain = { page: "routing", drawing, settings, view };
    return copyLink(this.hook("copy-link"), this.hook("link-text"), plain);
  }
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
