/*
 * The Claims page: a list of what was claimed of capsules, one of which is open with its numbers. The
 * first can be tried by hand: the pen's digit goes to every network with its quarters as they lie.
 */

import { showNothing } from "../../browser/answers.js";
import { enable, make, makeButton, setText } from "../../browser/dom.js";
import { csvText, exportButtons, offerFiles, saveFile } from "../../browser/export.js";
import { paintFigure } from "../../browser/figure.js";
import { SampleStrip } from "../../browser/gallery.js";
import { showAge } from "../../browser/link_status.js";
import { Page, showPage } from "../../browser/page.js";
import { DrawingPad } from "../../browser/pen.js";
import { Inks, readColours } from "../../browser/picture.js";
import { Steps } from "../../browser/steps.js";
import { Board } from "./board.js";
import { fillList, List, showTests, showWays, tableOf } from "./entries.js";
import { drawIntervals, heightOf, rowsAbout } from "./figures.js";
import { rasterOf, scramble } from "./scrambling.js";
import { Reader, Rows } from "./trial.js";

const WHOLE = "0123";
const SWAPPED = "3210";
/** The claim that is tried by hand. */
const TRIED = "scrambled";
/** A setting the visitor changed is told to the session after this pause. */
const TOLD_AFTER = 250;

export class ClaimsPage extends Page {
  static page = "claims";

  /** @param {any} root */
  constructor(root) {
    super(root);
    /** The whole digit as the networks see it. @type {Uint8Array | null} */
    this.image = null;
    /** What they said of it, and of it as it lies. @type {Record<string, number[]>} */
    this.whole = {};
    /** @type {Record<string, number[]> | null} */
    this.now = null;
    /** @type {import("./board.js").Held | null} */
    this.held = null;
    /** @type {{canvas: any, rows: any[], unit: string}[]} */
    this.figures = [];
  }

  close() {
    super.close();
    this.pad.close();
    this.resized.disconnect();
  }

  build() {
    const { element } = this;
    const { networks, claims, titles } = this.server;
    this.nameOf = (name) => titles[name] ?? name.replaceAll("_", " ");
    this.pad = new DrawingPad(element("canvas"), this.part("cursor"), {
      onInk: () => this.readWhole(),
      onCommit: () => {
        this.sync.change("drawing", this.pad.drawing);
        this.tendHistory();
      },
      onFull: () => this.notice("the drawing is full: undo something or clear it"),
    });
    const names = networks.map(({ name }) => name);
    this.reader = new Reader(
      (raster, center) => this.engine.readAll(names, raster, center),
      (error) => this.trouble(error.message),
    );
    this.rows = new Rows(element("rows"), networks);
    this.list = new List(element("list"), claims, (name) =>
      this.change({ claim: name === this.view.claim ? "" : name }),
    );
    this.board = new Board(this.part("board"), element("board"), {
      order: () => this.view?.order ?? WHOLE,
      drag: (held) => {
        this.held = held;
        this.showScrambled();
      },
      put: (order) => this.change({ order }),
    });
    this.samples = new SampleStrip(element("samples"), this.engine, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    this.onClick("undo", () => this.pad.undo());
    this.onClick("clear", () => this.pad.clear());
    this.onClick("swap", () => this.change({ order: SWAPPED }));
    this.onClick("flip", () => this.change({ flip: !this.view.flip }));
    this.onClick("whole", () => this.change({ order: WHOLE, flip: false }));
    element("guess").addEventListener("change", ({ target }) =>
      this.change({ guess: target.checked }),
    );
    fillList(
      this.part("papers"),
      this.server.papers.map(({ by, says }) => `${by}. ${says}`),
    );
    exportButtons(this.part("files"), "all numbers", {
      csv: () => saveFile(csvText(this.everyRow()), "claims.csv", "text/csv;charset=utf-8"),
    });
    this.resized = new ResizeObserver(() => this.paintFigures());
    this.resized.observe(this.part("measures"));
  }

  buildSteps() {
    return new Steps(this.sync, this.signal, { drawing: this.pad });
  }

  linkPlain() {
    return { page: "claims", drawing: this.pad.drawing, settings: null, view: this.view };
  }

  adopt({ drawing, view, news }, before) {
    const shown = this.view;
    if (news.has("view") || !this.view) this.view = this.readView(view);
    this.adoptColours();
    if (!before) {
      this.pad.fit();
      this.pad.start(drawing, { example: true });
    } else if (news.has("drawing")) {
      this.pad.replace(drawing);
    }
    this.samples.load(this.server.samples);
    this.tendHistory();
    this.show();
    if (shown?.order !== this.view.order || shown.flip !== this.view.flip) this.showScrambled();
  }

  colour() {
    const ink = getComputedStyle(this.root).getPropertyValue("--cv-ink");
    this.colours = readColours(this.root, this.colours);
    this.pad.fit(ink);
    this.samples.paint(ink);
    this.paintFigures();
    this.showBoard();
  }

  tendHistory() {
    enable(this.element("undo"), this.pad.past.length > 0);
    enable(this.element("clear"), !this.pad.isEmpty);
  }

  /** @param {Record<string, any>} values of the view */
  change(values) {
    const { claim, order, flip } = this.view;
    this.view = { ...this.view, ...values };
    this.sync.change("view", this.view, TOLD_AFTER);
    this.show();
    if (order !== this.view.order || flip !== this.view.flip) this.showScrambled();
    if (this.view.claim && claim !== this.view.claim) this.bringIntoSight();
  }

  /** What was opened, where it is out of sight: beneath its line, or far above in a long list. */
  bringIntoSight() {
    const { top } = this.part("open").getBoundingClientRect();
    if (top >= 0 && top < 0.6 * innerHeight) return;
    const button = this.list.buttonOf(this.view.claim);
    (top < 0 ? this.part("open") : button)?.scrollIntoView({ block: "start" });
  }

  // --- the claims

  /** Whether a claim's verdict is to be seen. */
  isTold({ name }) {
    return !this.view.guess || this.view.guessed.split(" ").includes(name);
  }

  show() {
    const { claims } = this.server;
    const claim = claims.find(({ name }) => name === this.view.claim);
    this.element("guess").checked = this.view.guess;
    this.element("flip").setAttribute("aria-pressed", String(this.view.flip));
    this.list.show(claim?.name ?? "", (one) => this.isTold(one));
    const told = claims.filter((one) => this.isTold(one));
    setText(
      this.element("count"),
      told.length < claims.length
        ? `${told.length} of ${claims.length} guessed`
        : this.server.verdicts
            .map((verdict) => [claims.filter((one) => one.verdict === verdict).length, verdict])
            .filter(([count]) => count)
            .map(([count, verdict]) => `${count} ${verdict}`)
            .join(", "),
    );
    const open = this.part("open");
    open.hidden = !claim;
    if (claim) {
      this.list.buttonOf(claim.name)?.after(open);
      this.showClaim(claim);
    }
  }

  /** @param {any} claim */
  showClaim(claim) {
    const told = this.isTold(claim);
    setText(this.part("says"), claim.says);
    setText(this.part("by"), `Made by: ${claim.by}.`);
    setText(this.part("question"), `For a class: ${claim.question}`);
    this.part("try").hidden = claim.name !== TRIED;
    this.part("asked").hidden = told;
    this.part("told").hidden = this.part("question").hidden = !told;
    showWays(this.part("ways"), claim.ways, this.server.base);
    if (claim.name === TRIED) {
      this.pad.fit();
      if (!this.asked) this.readWhole(); // networks may have to come first: only who tries waits
      this.showBoard();
    }
    if (!told) return this.ask(claim);
    if (this.shown === claim.name) return this.paintFigures();
    this.shown = claim.name;
    const guess = this.guesses?.[claim.name];
    const right = guess === claim.verdict ? "As you expected: " : `You expected “${guess}”: `;
    setText(this.element("verdict"), `${guess ? right : "As measured here: "}${claim.verdict}.`);
    setText(this.part("found"), claim.found);
    showTests(this.element("tests"), claim.tests);
    fillList(this.part("confounders"), claim.confounders);
    fillList(this.part("missing"), claim.missing);
    this.showMeasures(claim);
  }

  /** @param {any} claim */
  ask(claim) {
    this.shown = "";
    const buttons = this.server.verdicts.slice(0, -1).map((verdict, at) =>
      makeButton("cv-button", `guess-${at}`, verdict, () => {
        this.guesses = { ...this.guesses, [claim.name]: verdict };
        this.change({ guessed: `${this.view.guessed} ${claim.name}`.trim() });
        this.element("verdict").focus();
      }),
    );
    this.element("guesses").replaceChildren(...buttons);
  }

  /** @param {any} claim */
  showMeasures(claim) {
    this.figures = [];
    const blocks = claim.measures.map((name) => this.blockOf(name, claim));
    this.part("measures").replaceChildren(...blocks);
    this.paintFigures();
  }

  /** One measure: its figure, its numbers, the command that prints them. */
  blockOf(name, claim) {
    const measure = this.server.measures[name];
    const named = new Set(
      claim.tests.filter((test) => test.measure === name).flatMap((test) => test.at),
    );
    const { rows, title } = rowsAbout(measure, named);
    const files = make("span", { className: "cv-push", data: { part: `files-${name}` } });
    const heading = make("h3", { className: "cv-title" }, title);
    const head = make("div", { className: "cv-head" }, heading, files);
    const of = make("p", { className: "cv-small cv-muted" }, `${measure.of}.`);
    const command = make("pre", { className: "cv-claims-command", tabIndex: 0 }, measure.command);
    const numbers = make("details", { className: "cv-fold" });
    const block = make("section", { data: { testid: `measure-${name}` } }, head, of);
    if (!rows.length) {
      numbers.append(make("summary", {}, "not measured here: how it would be"), command);
      block.append(numbers);
      return block;
    }
    numbers.append(
      make("summary", {}, "all numbers"),
      make("div", { className: "cv-claims-wide" }, tableOf(measure, this.nameOf)),
      make("p", { className: "cv-small cv-muted" }, "Printed by:"),
      command,
    );
    const canvas = make("canvas", { aria: { role: "img", "aria-label": title } });
    block.append(make("div", { className: "cv-claims-plot" }, canvas), numbers);
    this.figures.push({ canvas, rows, unit: measure.unit });
    offerFiles(() => files, [this.fileOf(name, measure, rows, canvas)]);
    return block;
  }

  fileOf(name, measure, rows, canvas) {
    return {
      name,
      title: measure.title,
      file: () => `claims-${name}`,
      figure: (root) => ({
        width: Math.floor(canvas.parentElement.clientWidth),
        height: heightOf(rows.length),
        network: "",
        caption: measure.of,
        rows: this.rowsOf(name),
        draw: (g, width) =>
          drawIntervals(g, width, rows, measure.unit, new Inks(root), this.nameOf),
      }),
    };
  }

  paintFigures() {
    if (!this.colours) return;
    const { inks } = this.colours;
    for (const { canvas, rows, unit } of this.figures) {
      paintFigure(
        canvas,
        () => heightOf(rows.length),
        (g, width) => drawIntervals(g, width, rows, unit, inks, this.nameOf),
      );
    }
  }

  rowsOf(name) {
    const { heads, unit, rows } = this.server.measures[name];
    const plain = rows.map(([series, at, value, low, high]) => [
      name,
      series,
      at,
      value,
      low ?? "",
      high ?? "",
      unit,
    ]);
    return [["measure", heads[0], heads[1] || "at", "value", "low", "high", "unit"], ...plain];
  }

  everyRow() {
    const [head, ...rest] = Object.keys(this.server.measures).flatMap((name, at) =>
      this.rowsOf(name).slice(at ? 1 : 0),
    );
    return [["measure", "series", "at", ...head.slice(3)], ...rest];
  }

  // --- the trial

  /** The digit has changed: the networks are asked of it whole, then as it lies. */
  readWhole() {
    this.asked = true;
    showNothing(this.root, this.isEmpty);
    if (this.isEmpty) {
      this.image = this.now = null;
      this.whole = {};
      this.showBoard();
      this.rows.show(null, {}, {});
      return;
    }
    showAge(this.root, true);
    this.reader.read(this.pad.raster.bytes.slice(), true, ({ input, outputs }) => {
      if (this.isEmpty) return;
      this.image = input;
      this.whole = outputs;
      this.showScrambled();
    });
  }

  /** Nothing is drawn, nor being drawn. */
  get isEmpty() {
    return this.pad.isEmpty && !this.pad.busy;
  }

  get isWhole() {
    return this.view.order === WHOLE && !this.view.flip && !this.held;
  }

  /** Its quarters lie otherwise. */
  showScrambled() {
    this.showBoard();
    if (!this.image) return;
    if (this.isWhole) return this.say(this.whole);
    showAge(this.root, true);
    this.reader.read(rasterOf(this.picture()), false, ({ outputs }) => {
      if (this.image) this.say(outputs);
    });
  }

  /** @param {Record<string, number[]>} outputs */
  say(outputs) {
    showAge(this.root, false);
    this.trouble("");
    this.now = outputs;
    this.rows.show(outputs, this.whole, this.server.whole);
    this.root.dataset.updates = String(Number(this.root.dataset.updates ?? 0) + 1);
  }

  picture() {
    const { order, flip } = this.view;
    return this.image ? scramble(this.image, order, flip, this.held) : new Uint8Array(28 * 28);
  }

  showBoard() {
    if (this.colours) this.board.show(this.picture(), this.colours.tables.ink);
  }
}

export default showPage(ClaimsPage);
