/*
 * The Claims page: a list of what was claimed of capsules, one of which is open with its numbers. Two
 * can be tried by hand: the pen's digit goes to every network with its quarters as they lie, or turned.
 */

import { showNothing } from "../../browser/answers.js";
import { enable, makeButton, setText } from "../../browser/dom.js";
import { csvText, exportButtons, saveFile } from "../../browser/export.js";
import { SampleStrip } from "../../browser/gallery.js";
import { showAge } from "../../browser/link_status.js";
import { Page, showPage } from "../../browser/page.js";
import { DrawingPad } from "../../browser/pen.js";
import { readColours } from "../../browser/picture.js";
import { Board } from "./board.js";
import { countWords, fillList, List, showTests, showWays } from "./entries.js";
import { Evidence } from "./evidence.js";
import { Rows } from "./rows.js";
import { isMoved, SWAPPED, WHOLE } from "./scrambling.js";
import { Reader, Trial } from "./trial.js";

/** The claims that are tried by hand: what is done to the digit. */
const TRIED = { scrambled: "drag its quarters", viewpoint: "turn it" };
/** A setting the visitor changed is told to the session after this pause. */
const TOLD_AFTER = 250;

export class ClaimsPage extends Page {
  static page = "claims";

  close() {
    super.close();
    this.pad.close();
    this.resized.disconnect();
  }

  build() {
    const { element } = this;
    const { networks, claims, titles } = this.server;
    this.evidence = new Evidence(
      this.part("measures"),
      this.server.measures,
      (name) => titles[name] ?? name.replaceAll("_", " "),
    );
    this.pad = new DrawingPad(element("canvas"), this.part("cursor"), {
      onInk: () => this.readWhole(),
      onCommit: () => {
        this.sync.change("drawing", this.pad.drawing);
        this.tendHistory();
      },
      onFull: () => this.notice("the drawing is full: undo something or clear it"),
    });
    const names = networks.map(({ name }) => name);
    const reader = new Reader(
      (raster, center) => this.engine.readAll(names, raster, center),
      (error) => this.trouble(error.message),
    );
    this.part("fewer").hidden = !this.server.fewer;
    this.trial = new Trial(reader, new Rows(element("rows"), networks), this.server.whole, {
      picture: (picture) => this.colours && this.board.show(picture, this.colours.tables.ink),
      age: (late) => this.showAge(late),
    });
    this.list = new List(element("list"), claims, (name) =>
      this.change({ claim: name === this.view.claim ? "" : name }),
    );
    this.board = new Board(this.part("board"), element("board"), {
      order: () => this.view?.order ?? WHOLE,
      drag: (held) => this.trial.readArrangement({ held }),
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
    element("turn").addEventListener("input", ({ target }) =>
      this.change({ turn: Number(target.value) }),
    );
    element("guess").addEventListener("change", ({ target }) =>
      this.change({ guess: target.checked }),
    );
    fillList(
      this.part("papers"),
      this.server.papers.map(({ by, says }) => `${by}. ${says}`),
    );
    exportButtons(this.part("files"), "all numbers", {
      csv: () =>
        saveFile(csvText(this.evidence.everyRow()), "claims.csv", "text/csv;charset=utf-8"),
    });
    this.resized = new ResizeObserver(() => this.paintFigures());
    this.resized.observe(this.part("measures"));
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
    if (isMoved(shown, this.view)) this.readArrangement();
  }

  colour() {
    const ink = getComputedStyle(this.root).getPropertyValue("--cv-ink");
    this.colours = readColours(this.root, this.colours);
    this.pad.fit(ink);
    this.samples.paint(ink);
    this.paintFigures();
    this.trial.paint();
  }

  tendHistory() {
    enable(this.element("undo"), this.pad.past.length > 0);
    enable(this.element("clear"), !this.pad.isEmpty);
  }

  /** @param {Record<string, any>} values of the view */
  change(values) {
    const before = this.view;
    this.view = { ...this.view, ...values };
    this.sync.change("view", this.view, TOLD_AFTER);
    this.show();
    if (isMoved(before, this.view)) this.readArrangement();
    if (this.view.claim && before.claim !== this.view.claim) this.bringIntoSight();
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
    setText(this.element("count"), countWords(claims, told.length, this.server.verdicts));
    const open = this.part("open");
    open.hidden = !claim;
    if (claim) {
      const button = this.list.buttonOf(claim.name);
      // Moved, its canvas would lose the pen in the middle of a stroke.
      if (button?.nextElementSibling !== open) button?.after(open);
      this.showClaim(claim);
    }
  }

  /** @param {any} claim */
  showClaim(claim) {
    const told = this.isTold(claim);
    setText(this.part("says"), claim.says);
    setText(this.part("by"), `Made by: ${claim.by}.`);
    setText(this.part("question"), `For a class: ${claim.question}`);
    this.part("try").hidden = !(claim.name in TRIED);
    this.part("asked").hidden = told;
    this.part("told").hidden = this.part("question").hidden = !told;
    showWays(this.part("ways"), claim.ways, this.server.base);
    if (claim.name in TRIED) {
      this.showTrial(TRIED[claim.name], claim.name === "viewpoint");
      this.pad.fit();
      if (!this.asked) this.readWhole(); // networks may have to come first: only who tries waits
      this.trial.paint();
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
    this.evidence.show(claim);
    this.paintFigures();
  }

  /** @param {string} doing @param {boolean} turns whether the whole digit is turned */
  showTrial(doing, turns) {
    setText(this.part("doing"), doing);
    this.part("quarters").hidden = turns;
    this.part("turning").hidden = !turns;
    this.part("board").classList.toggle("cv-claims-turned", turns);
    this.element("turn").value = String(this.view.turn);
    setText(this.part("degrees"), `${this.view.turn}°`.replace("-", "−"));
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

  paintFigures() {
    if (this.colours) this.evidence.paint(this.colours.inks);
  }

  // --- the trial

  readWhole() {
    this.asked = true;
    const nothing = this.pad.isEmpty && !this.pad.busy;
    showNothing(this.root, nothing);
    this.trial.readWhole(nothing ? null : this.pad.raster.bytes.slice());
  }

  readArrangement() {
    const { order, flip, turn, claim } = this.view;
    this.trial.readArrangement({ order, flip, turn: claim === "viewpoint" ? turn : null });
  }

  /** @param {boolean} late */
  showAge(late) {
    showAge(this.root, late);
    if (late) return;
    this.trouble("");
    this.root.dataset.updates = String(Number(this.root.dataset.updates ?? 0) + 1);
  }
}

export default showPage(ClaimsPage);
