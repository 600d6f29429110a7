/*
 * The Overlap page. Dragging moves a digit here at once; the live link asks about the newest
 * layout, and each reply is drawn in the task in which it arrives.
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

/** While a digit is dragged, a screen reader hears of changed numbers this often, in ms. */
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
    this.told = -Infinity;
  }

  close() {
    super.close();
    this.laid?.close();
  }

  linkPlain() {
    return { page: "overlap", drawing: null, settings: null, view: this.toPlain(LINK_POINTS) };
  }

  // --- building, once

  build(data) {
    this.laid = new Composition(this, {
      onChange: (eventTime) => this.touch(eventTime),
      onSettle: () => this.settle(),
      onActive: (k) => this.activate(k),
      onFull: () => this.notice(text("drawing-full")),
    });
    this.pairCanvas = new PairCanvas(this, this.laid);
    this.answer = new Answer(this, data);
    this.pairs = new Pairs(this, this.laid);
    listenToControls(this, this.laid);
  }

  // --- what is laid out

  /**
   * The page's view as the declaration has it, for links and for the session.
   * @param {number} [mostPoints] of a drawing
   */
  toPlain(mostPoints) {
    return this.readView({ ...this.view, digits: this.laid.toPlain(mostPoints) });
  }

  takeView(view) {
    this.view = view;
    const history = readState("overlap.history")?.value;
    const same = history?.of === this.sync.shown.get("view");
    const pair = this.readView().digits;
    this.laid.start(view.digits, pair, same ? history.pads : this.laid.histories());
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
    this.laid.digits.forEach(({ card, part }, j) => {
      card.classList.toggle("cv-card-active", j === k);
      part("active").setAttribute("aria-pressed", String(j === k));
    });
    this.showPair();
  }

  /** One canvas for both begins empty: whose ink is whose on it nobody could say. */
  useOne(one) {
    this.laid.one = one;
    this.showMode();
    this.change({ forced: null });
  }

  showMode() {
    showMode(this, this.laid, this.server.mnist);
    this.laid.fit(this.palette);
    this.showPair();
  }

  /** Ask about the present state. */
  touch(eventTime) {
    this.eventTime = eventTime;
    this.link?.touch();
  }

  /** Keep the view and how it came about, and tell the session a moment after the last change. */
  settle() {
    this.sync.change("view", this.toPlain(), SETTLE_TIME);
    const of = this.sync.shown.get("view");
    writeState("overlap.history", { of, pads: this.laid.histories() });
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
      raster: () => this.laid.pair.image,
      context: () => ({ ...this.question, eventTime: this.eventTime }),
      receive: (reply, asked) => this.receive(reply, asked),
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
    this.laid.fit(this.palette);
    this.pairs.paint(this.palette.two);
    if (this.reply) this.show();
  }

  // --- results

  /** Subject of the next request. */
  get question() {
    return { ...this.laid.pair, forced: this.view.forced };
  }

  /** @param {import("./derive.js").Answer} answer @param {any} asked */
  receive(answer, asked) {
    if (answer.error) {
      this.notice(answer.error);
      return;
    }
    this.reply = deriveSplit(answer, asked, this.server.limits.present);
    this.show(asked.eventTime);
  }

  /** @param {number} [eventTime] of what the reply answers */
  show(eventTime) {
    this.showPair();
    showNothing(this.root, this.reply.empty);
    if (eventTime !== undefined) this.element("lengths").dataset.event = String(eventTime);
    this.answer.show(this.reply, this.palette, this.view);
    if (!this.pairCanvas.grabbed || performance.now() - this.told >= ANNOUNCE) this.announce();
  }

  announce() {
    if (!this.reply) return;
    this.told = performance.now();
    setText(this.element("prediction"), verdictWords(this.reply));
  }

  /** The digits as they lie now, whatever the network has been asked so far. */
  showPair() {
    const { laid, palette } = this;
    const place = this.element("place");
    const { shift } = this.server.trained;
    setText(place, laid.one ? text("place-whole") : placeWords(laid.moves, shift));
    place.classList.toggle("cv-far", !laid.one && isFar(laid.moves, shift));
    if (!laid.one) this.pairCanvas.show(palette.inks);
  }
}

export default showPage(OverlapPage);
