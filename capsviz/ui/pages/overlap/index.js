/*
 * The Overlap page. A dragged digit moves at once; the live link sends the newest layout, and each
 * reply is drawn in the task in which it arrives.
 */

import { showNothing } from "../../browser/answers.js";
import { setText } from "../../browser/dom.js";
import { Page, showPage } from "../../browser/page.js";
import { base64ToBytes } from "../../browser/raster.js";
import { readState, writeState } from "../../browser/state_sync.js";
import { text } from "../../browser/text.js";
import { Answer } from "./answer.js";
import { Composition } from "./composition.js";
import { listenToControls, showMode } from "./controls.js";
import { decodeAnswer, deriveSplit } from "./derive.js";
import { PairCanvas } from "./pair_canvas.js";
import { Pairs } from "./pairs.js";
import { readPalette } from "./palette.js";
import { resultElements } from "./results.js";
import { isFar, placeWords, verdictWords } from "./words.js";

/** Interval at which changed numbers are announced while a digit is dragged, in ms. */
const ANNOUNCE = 1000;
const SETTLE_TIME = 250;
/** A link holds drawings of more points as the picture that the network reads. */
const LINK_POINTS = 1500;

export class OverlapPage extends Page {
  static page = "overlap";

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.reply = null;
    this.eventTime = 0;
    this.announcedAt = -Infinity;
  }

  close() {
    super.close();
    this.composition?.close();
  }

  linkPlain() {
    return { page: "overlap", drawing: null, settings: null, view: this.toPlain(LINK_POINTS) };
  }

  // --- building, once

  build(data) {
    this.composition = new Composition(this, {
      onChange: (eventTime) => this.touch(eventTime),
      onSettle: () => this.settle(),
      onActive: (k) => this.activate(k),
      onFull: () => this.notice(text("drawing-full")),
    });
    this.pairCanvas = new PairCanvas(this, this.composition);
    this.answer = new Answer(this, data);
    this.pairs = new Pairs(this, this.composition);
    listenToControls(this, this.composition);
  }

  // --- the layout of the digits

  /**
   * The page's view in its declared form, for links and for storage.
   * @param {number} [maxPoints] of a drawing
   */
  toPlain(maxPoints) {
    return this.readView({ ...this.view, digits: this.composition.toPlain(maxPoints) });
  }

  takeView(view) {
    this.view = view;
    const history = readState("overlap.history")?.value;
    const isCurrent = history?.of === this.sync.shownTimes.get("view");
    const pair = this.readView().digits;
    const pads = isCurrent ? history.pads : this.composition.histories();
    this.composition.start(view.digits, pair, pads);
    this.showMode();
  }

  /**
   * Change properties of the view that the answer depends on.
   * @param {Record<string, any>} values
   */
  change(values) {
    Object.assign(this.view, values);
    this.showPair();
    this.touch(performance.now());
    this.settle();
  }

  /** @param {number} r */
  iterate(r) {
    this.change({ iterations: r, map_iteration: null });
  }

  /** @param {Record<string, any>} values */
  lookAtMaps(values) {
    Object.assign(this.view, values);
    if (this.reply) this.answer.maps.show(this.reply, this.palette, this.view);
    this.settle();
  }

  onMove(timeStamp = performance.now()) {
    this.showPair();
    this.touch(timeStamp);
  }

  /** @param {number} k */
  activate(k) {
    this.pairCanvas.active = k;
    this.composition.digits.forEach(({ card, part }, j) => {
      card.classList.toggle("cv-card-active", j === k);
      part("active").setAttribute("aria-pressed", String(j === k));
    });
    this.showPair();
  }

  /** One canvas for both begins empty: whose ink is whose on it nobody could say. */
  useOne(single) {
    this.composition.single = single;
    this.showMode();
    this.change({ forced: null });
  }

  showMode() {
    showMode(this, this.composition, this.server.mnist);
    this.composition.fit(this.palette);
    this.showPair();
  }

  /** Ask about the present state. */
  touch(eventTime) {
    this.eventTime = eventTime;
    this.link?.touch();
  }

  /** Store the view and its undo steps, after a pause. */
  settle() {
    this.sync.change("view", this.toPlain(), SETTLE_TIME);
    const origin = this.sync.shownTimes.get("view");
    writeState("overlap.history", { of: origin, pads: this.composition.histories() });
  }

  // --- what the page's script says

  adopt({ view, news }, before) {
    const { server } = this;
    this.adoptColours();
    if (news.has("view")) this.takeView(this.readView(view));
    if (!before) this.begin(server);
    else if (news.has("view")) this.touch(performance.now());
    if (JSON.stringify(before?.results) !== JSON.stringify(server.results)) {
      this.part("results").replaceChildren(...resultElements(server.results));
    }
  }

  begin(data) {
    this.follow("split", {
      header: () => {
        const { forced, iterations } = this.view;
        return { forced, iterations, model: data.model };
      },
      raster: () => this.composition.pair.image,
      context: () => ({ ...this.question, eventTime: this.eventTime }),
      receive: (reply, question) => this.receive(reply, question),
      decode: decodeAnswer,
    });
    // Kept by this tab later than it was read: the first reply is about something else.
    if (this.isAhead("view")) this.link.touchOld();
    else this.receive(decodeAnswer(base64ToBytes(data.reply)), this.question);
    this.activate(0);
    this.pairs.listSamples(this.palette.two);
  }

  colour() {
    this.palette = readPalette(this.root);
    this.composition.fit(this.palette);
    this.pairs.paint(this.palette.two);
    if (this.reply) this.show();
  }

  // --- results

  /** Subject of the next request. */
  get question() {
    return { ...this.composition.pair, forced: this.view.forced };
  }

  /** @param {import("./derive.js").Answer} answer @param {any} question */
  receive(answer, question) {
    if (answer.error) {
      this.notice(answer.error);
      return;
    }
    this.reply = deriveSplit(answer, question, this.server.limits.present);
    this.show(question.eventTime);
  }

  /** @param {number} [eventTime] of what the reply answers */
  show(eventTime) {
    this.showPair();
    showNothing(this.root, this.reply.empty);
    if (eventTime !== undefined) this.element("lengths").dataset.event = String(eventTime);
    this.answer.show(this.reply, this.palette, this.view);
    if (!this.pairCanvas.grabbed || performance.now() - this.announcedAt >= ANNOUNCE)
      this.announce();
  }

  announce() {
    if (!this.reply) return;
    this.announcedAt = performance.now();
    setText(this.element("prediction"), verdictWords(this.reply));
  }

  /** Show the present layout, before any reply. */
  showPair() {
    const { composition, palette } = this;
    const label = this.element("place");
    const { shift } = this.server.trained;
    setText(label, composition.single ? text("place-whole") : placeWords(composition.moves, shift));
    label.classList.toggle("cv-far", !composition.single && isFar(composition.moves, shift));
    if (!composition.single) this.pairCanvas.show(palette.inks);
  }
}

export default showPage(OverlapPage);
