/* The Claims page: a list of claims, one open with its numbers and, for most, an experiment. */

import { showNothing } from "../../browser/answers.js";
import { enable, setText } from "../../browser/dom.js";
import { csvText, exportButtons, saveFile } from "../../browser/export.js";
import { SampleStrip } from "../../browser/gallery.js";
import { showAge } from "../../browser/link_status.js";
import { Page, showPage } from "../../browser/page.js";
import { DrawingPad } from "../../browser/pen.js";
import { readColours } from "../../browser/picture.js";
import { opensLink } from "../../browser/state_sync.js";
import { text } from "../../browser/text.js";
import { Board } from "./board.js";
import { Dials } from "./dials.js";
import { countWords, fillList, List, sheetAddress } from "./entries.js";
import { Evidence } from "./evidence.js";
import { networkNames } from "./experiments/experiment.js";
import { EXPERIMENTS, unavailableReason } from "./experiments/index.js";
import { fetchWords, findMissing } from "./missing_networks.js";
import { showClaim } from "./open_claim.js";
import { Rows } from "./rows.js";
import { DIAGONALLY_SWAPPED, IN_PLACE, isMoved } from "./scrambling.js";
import { Trial } from "./trial.js";

/** Pause before a changed setting is stored, in ms. */
const SEND_DELAY = 250;
/** Address parameter with the name of the open claim. */
const CLAIM_PARAMETER = "claim";

export class ClaimsPage extends Page {
  static page = "claims";
  static drawn = ".cv-claims-entry";

  close() {
    super.close();
    this.pad.close();
    this.trial.close();
    this.resizeObserver.disconnect();
  }

  build() {
    const { element } = this;
    const { claims } = this.server;
    this.evidence = new Evidence(this.part("measures"), this.server);
    /** Error about the address, until another claim is opened. */
    this.addressError = "";
    /** Results for the current drawing. */
    this.cache = new Map();
    this.lastingCache = new Map();
    /**
     * Bytes that the browser would fetch, by network; null until known.
     * @type {Map<string, number> | null}
     */
    this.missing = null;
    this.findMissing();
    this.pad = new DrawingPad(element("canvas"), this.part("cursor"), {
      onInk: () => this.takeInk(),
      onCommit: () => {
        this.sync.change("drawing", this.pad.drawing);
        this.listenToHistory();
      },
      onFull: () => this.notice(text("drawing-full")),
    });
    this.part("fewer").hidden = !this.server.fewer;
    this.trial = new Trial(new Rows(element("rows")), {
      picture: (picture) => this.colours && this.board.show(picture, this.colours.tables.ink),
      age: (late) => this.showAge(late),
      trouble: (sentence) => this.trouble(sentence),
    });
    this.dials = new Dials(this.part("dials"), !this.server.fewer, (values) => this.change(values));
    this.list = new List(element("list"), claims, (name) =>
      this.change({ claim: name === this.view.claim ? "" : name }),
    );
    this.board = new Board(this.part("board"), element("board"), {
      order: () => this.view?.order ?? IN_PLACE,
      drag: (dragged) => this.experiment(dragged),
      reorder: (order) => this.change({ order }),
    });
    this.samples = new SampleStrip(element("samples"), this.engine, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    this.onClick("all-claims", () => this.list.press(this.view.claim));
    this.onClick("fetch", () => this.fetch());
    this.onClick("undo", () => this.pad.undo());
    this.onClick("clear", () => this.pad.clear());
    this.onClick("swap", () => this.change({ order: DIAGONALLY_SWAPPED }));
    this.onClick("flip", () => this.change({ flip: !this.view.flip }));
    this.onClick("whole", () => this.change({ order: IN_PLACE, flip: false }));
    this.onClick("guess", ({ target }) => this.change({ guess: target.checked }));
    fillList(
      this.part("papers"),
      this.server.papers.map(({ by, says }) => text("paper", { by, says })),
    );
    this.part("sheet").setAttribute("href", sheetAddress(this.server.base));
    exportButtons(this.part("files"), text("all-numbers"), {
      csv: () =>
        saveFile(csvText(this.evidence.everyRow()), "claims.csv", "text/csv;charset=utf-8"),
    });
    this.resizeObserver = new ResizeObserver(() => this.paintFigures());
    this.resizeObserver.observe(this.part("measures"));
  }

  adopt({ drawing, view, news }, before) {
    const previousView = this.view;
    if (news.has("view") || !this.view) this.view = this.readView(view);
    this.adoptColours();
    if (!before) {
      this.pad.fit();
      this.pad.start(drawing);
    } else if (news.has("drawing")) {
      this.pad.replace(drawing);
    }
    this.samples.load(this.server.samples);
    this.listenToHistory();
    if (!before) this.openAddress();
    this.show();
    if (isMoved(previousView, this.view)) this.experiment();
  }

  colour() {
    const ink = getComputedStyle(this.root).getPropertyValue("--cv-ink");
    this.colours = readColours(this.root, this.colours);
    this.pad.fit(ink);
    this.samples.paint(ink);
    this.paintFigures();
    this.trial.paint();
  }

  /** Open the address's claim once, or report that it does not exist. */
  openAddress() {
    const name = new URL(location.href).searchParams.get(CLAIM_PARAMETER);
    if (name === null || !opensLink(`${CLAIM_PARAMETER} ${name}`)) return;
    if (this.server.claims.some((claim) => claim.name === name))
      return this.change({ claim: name });
    this.addressError = text("claim-lost", { name: name.slice(0, 30) });
    this.trouble("");
  }

  /** @param {string} sentence the error, or "" to show the one about the address */
  trouble(sentence) {
    super.trouble(sentence || this.addressError);
  }

  listenToHistory() {
    enable(this.element("undo"), this.pad.past.length > 0);
    enable(this.element("clear"), !this.pad.isEmpty);
  }

  /** @param {Record<string, any>} values of the view */
  change(values) {
    const before = this.view;
    this.view = { ...this.view, ...values };
    if (this.addressError && before.claim !== this.view.claim) {
      this.addressError = "";
      this.trouble("");
    }
    this.sync.change("view", this.view, SEND_DELAY);
    this.show();
    if (isMoved(before, this.view)) this.experiment();
    const { claim } = this.view;
    if (claim && before.claim !== claim) this.list.bringIntoSight(this.part("open"), claim);
  }

  // --- the claims

  /** Whether a claim's verdict is visible. */
  isRevealed({ name }) {
    return !this.view.guess || this.view.guessed.split(" ").includes(name);
  }

  show() {
    const { claims } = this.server;
    const claim = claims.find(({ name }) => name === this.view.claim);
    this.element("guess").checked = this.view.guess;
    this.element("flip").setAttribute("aria-pressed", String(this.view.flip));
    this.list.show(claim?.name ?? "", (entry) => this.isRevealed(entry));
    const revealed = claims.filter((entry) => this.isRevealed(entry)).length;
    setText(this.element("count"), countWords(claims, revealed, this.server.verdicts));
    const open = this.part("open");
    open.hidden = !claim;
    if (claim) {
      const button = this.list.buttonOf(claim.name);
      // Moving its canvas would end a stroke.
      if (button?.nextElementSibling !== open) button?.after(open);
      showClaim(this, claim);
    }
  }

  paintFigures() {
    if (this.colours) this.evidence.paint(this.colours.inks);
  }

  // --- the trial

  takeInk() {
    this.cache = new Map();
    this.raster = this.pad.raster.bytes.slice();
    this.experiment();
  }

  /** Find the networks that the browser lacks, then run the experiment. */
  async findMissing() {
    this.missing = await findMissing(this.engine, this.server.files).catch(() => new Map());
    this.experiment();
  }

  /** Names of the open experiment's networks that the browser lacks. */
  missingNames() {
    const { reads = networkNames } = EXPERIMENTS[this.view.claim];
    return reads(this.server).filter((name) => this.missing?.has(name));
  }

  fetch() {
    for (const name of this.missingNames()) this.missing?.delete(name);
    this.experiment();
    this.element("rows").focus();
  }

  /** @param {import("./board.js").DraggedQuarter | null} [dragged] */
  experiment(dragged = null) {
    const { claim } = this.view;
    const isBlank = this.pad.isEmpty && !this.pad.busy;
    showNothing(this.root, isBlank);
    if (!EXPERIMENTS[claim] || unavailableReason(claim, this.server) || !this.missing) return;
    const sizes = this.missingNames().map((name) => this.missing?.get(name) ?? 0);
    this.part("fetch").hidden = !sizes.length;
    if (sizes.length) setText(this.part("fetch-says"), fetchWords(sizes));
    this.raster ??= this.pad.raster.bytes.slice();
    const { engine, server, view, cache, lastingCache, raster } = this;
    const { drawing } = this.pad;
    const context = { engine, server, view, cache, lastingCache, raster, dragged, drawing };
    this.trial.run(EXPERIMENTS[claim], isBlank || sizes.length ? null : context);
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
