/*
 * The Overlap page. Dragging moves a digit here at once; the live link asks about the newest
 * layout, and each reply is drawn in the task in which it arrives.
 */

import { showNothing } from "../../browser/answers.js";
import { setText } from "../../browser/dom.js";
import { tendBoxes } from "../../browser/help.js";
import { showAge, showLinkStatus } from "../../browser/link_status.js";
import { askByRequest, LiveLink, liveAddress } from "../../browser/live.js";
import { mountPage } from "../../browser/mount.js";
import { base64ToBytes } from "../../browser/raster.js";
import { readState, StateSync, writeState } from "../../browser/state_sync.js";
import { readView } from "../../browser/view.js";
import { Answer } from "./answer.js";
import { Composition } from "./composition.js";
import { Field } from "./field.js";
import { Pairs } from "./pairs.js";
import { readPalette } from "./palette.js";
import { absentPair, decodeReply } from "./reply.js";
import { resultElements } from "./results.js";
import { isFar, placeWords, WHOLE_WORDS } from "./words.js";

/** While a digit is dragged, a screen reader hears of changed numbers this often, in ms. */
const ANNOUNCE = 1000;
const SETTLE = 250;
const NOTICE = 8000;
/** A link holds drawings of more points as the picture that the network reads. */
const LINK_POINTS = 1500;
const FULL = "the drawing is full: undo something or clear it";

class OverlapPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.element = (name) => root.querySelector(`[data-testid="${name}"]`);
    this.reply = null;
    this.eventTime = 0;
    /** What was asked, by the question's number. */
    this.asked = new Map();
    this.told = -Infinity;
    this.undoing = new AbortController();
    this.carrier = new StateSync("overlap");
    root.linkPlain = () => ({
      page: "overlap",
      drawing: null,
      settings: null,
      view: this.plain(LINK_POINTS),
    });
  }

  close() {
    this.undoing.abort();
    this.carrier.close();
    this.link?.close();
    this.laid?.close();
    clearTimeout(this.noticing);
  }

  // --- building, once

  build(data) {
    const { element, part, root } = this;
    const { geometry, most } = data;
    this.side = geometry.side;
    const settle = () => this.settle();
    this.laid = new Composition(
      {
        cards: [element("digit-0"), element("digit-1")],
        template: part("card"),
        canvas: element("whole"),
        cursor: part("cursor"),
      },
      {
        onChange: (eventTime) => this.touch(eventTime),
        onSettle: settle,
        onActive: (k) => this.activate(k),
        onFull: () => this.notice(FULL),
      },
    );
    this.field = new Field(
      element("field"),
      [part("box-0"), part("box-1")],
      { side: this.side, most: most.move },
      this.laid,
      {
        onMove: (eventTime) => this.moved(eventTime),
        onRest: () => {
          this.announce();
          settle();
        },
        onActive: (k) => this.activate(k),
      },
    );
    this.answer = new Answer({ element, part }, data, {
      force: (pair) => this.change({ forced: pair }),
      look: (change) => this.lookAtMaps(change),
      iterate: (r) => this.iterate(r),
    });
    this.pairs = new Pairs(element, data, this.laid, {
      onPair: () => this.change({ forced: null }),
      onDigit: () => this.change({}),
      onCount: (found) => this.answer.rounds.count(found),
      onTrouble: (sentence) => this.notice(sentence),
    });
    tendBoxes(root, this.undoing.signal);
    this.listen();
  }

  listen() {
    const { element, laid } = this;
    const click = (name, act) => element(name).addEventListener("click", act);
    click("swap", () => {
      laid.swap();
      this.moved();
      this.settle();
    });
    click("whole-undo", () => laid.whole.undo());
    click("whole-clear", () => laid.whole.clear());
    click("try-one", () => this.iterate(1));
    click("try-ten", () => this.iterate(10));
    click("try-absent", () => {
      this.change({ forced: absentPair(this.reply) });
      element("lengths").scrollIntoView({ block: "center" });
    });
    element("one-canvas").addEventListener("change", ({ target }) => this.useOne(target.checked));
    const { signal } = this.undoing;
    document.addEventListener("keydown", (event) => this.shortcut(event), { signal });
  }

  /** @param {KeyboardEvent} event */
  shortcut(event) {
    const target = /** @type {Element} */ (event.target);
    const typing = target.closest?.("input:not([type=range]), textarea, select");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing) return;
    const key = event.key.toLowerCase();
    const pad = this.laid.pad(this.field.active);
    if (key === "y" || (key === "z" && event.shiftKey)) pad.redo();
    else if (key === "z") pad.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- what is laid out

  /**
   * The page's view as the declaration has it, for links and for the session.
   * @param {number} [mostPoints] of a drawing
   */
  plain(mostPoints) {
    return readView(this.data.table, { ...this.view, digits: this.laid.plain(mostPoints) });
  }

  takeView(view) {
    this.view = view;
    const history = readState("overlap.history")?.value;
    const same = history?.of === this.carrier.shown.get("view");
    const pair = readView(this.data.table).digits;
    this.laid.start(view.digits, pair, same ? history.pads : null);
    this.showMode();
  }

  /**
   * Change properties of the view that the answer depends on.
   * @param {Record<string, any>} values
   */
  change(values) {
    Object.assign(this.view, values);
    this.showField();
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

  moved(timeStamp = performance.now()) {
    this.showField();
    this.touch(timeStamp);
  }

  /** @param {number} k */
  activate(k) {
    this.field.active = k;
    this.laid.digits.forEach(({ card, part }, j) => {
      card.classList.toggle("cv-card-active", j === k);
      part("active").setAttribute("aria-pressed", String(j === k));
    });
    this.showField();
  }

  /** One canvas for both begins empty: whose ink is whose on it nobody could say. */
  useOne(one) {
    this.laid.one = one;
    this.showMode();
    this.change({ forced: null });
  }

  showMode() {
    const { element, part, root, laid, data } = this;
    const { one } = laid;
    element("one-canvas").checked = one;
    for (const box of [element("field"), part("box-0"), part("box-1"), part("cards")]) {
      box.hidden = one;
    }
    for (const name of ["swap", "pair-samples"]) element(name).hidden = one;
    for (const name of ["whole", "whole-undo", "whole-clear"]) element(name).hidden = !one;
    for (const box of root.querySelectorAll('[data-part="mnist"]')) box.hidden = !data.mnist;
    for (const name of ["pair-random", "pair-wrong"]) element(name).hidden = one || !data.mnist;
    for (const { part: of } of laid.digits) of("mnist-one").hidden = !data.mnist;
    laid.fit(this.palette);
    this.showField();
  }

  /** Ask about the present state. */
  touch(eventTime) {
    this.eventTime = eventTime;
    this.link?.touch();
  }

  /** Keep the view and how it came about, and tell the session a moment after the last change. */
  settle() {
    this.carrier.change("view", this.plain(), SETTLE);
    const of = this.carrier.shown.get("view");
    writeState("overlap.history", { of, pads: this.laid.histories() });
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    const before = this.data;
    this.data = data;
    if (!before) this.build(data);
    this.adoptColours();
    const { view, news } = this.carrier.reconcile(data.carried, setStateValue);
    if (news.has("view")) this.takeView(readView(data.table, view));
    if (!before) this.begin(data);
    else if (news.has("view")) this.touch(performance.now());
    if (JSON.stringify(before?.results) !== JSON.stringify(data.results)) {
      this.part("results").replaceChildren(...resultElements(data.results));
    }
  }

  begin(data) {
    this.link = new LiveLink({
      url: liveAddress(data.base, "overlap/live"),
      header: (seq) => this.question(seq),
      raster: () => this.laid.rasters,
      receive: (reply) => this.receive(reply),
      askPage: (question) =>
        askByRequest(`${this.data.base}/capsviz/overlap/read`, question, this.link),
      report: (state) => showLinkStatus(this.root, state),
      age: (old) => showAge(this.root, old),
      decode: decodeReply,
    });
    if (this.carrier.shown.get("view") === data.carried.view.at) {
      this.asked.set(0, { versions: this.laid.versions, one: this.laid.one });
    } else this.link.touchOld(); // what this tab kept is newer than what was read
    this.receive(decodeReply(base64ToBytes(data.reply)));
    this.activate(0);
    this.pairs.listSamples(this.palette.two);
  }

  question(seq) {
    const { laid, eventTime } = this;
    const { forced, iterations } = this.view;
    this.asked.set(seq, { eventTime, versions: laid.versions, one: laid.one });
    return { digits: laid.header, forced, iterations };
  }

  adoptColours() {
    const palette = readPalette(this.root, this.palette);
    if (palette === this.palette) return;
    this.palette = palette;
    this.laid.fit(palette);
    this.pairs.paint(palette.two);
    if (this.reply) this.show();
  }

  notice(text) {
    const notice = this.element("notice");
    setText(notice, text);
    notice.hidden = false;
    clearTimeout(this.noticing);
    this.noticing = setTimeout(() => {
      notice.hidden = true;
    }, NOTICE);
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
    if (reply.digits && asked && !asked.one) this.laid.learn(reply.digits, asked.versions);
    this.show(asked?.eventTime);
  }

  /** @param {number} [eventTime] of what the reply answers */
  show(eventTime) {
    this.showField();
    showNothing(this.root, this.reply.empty);
    if (eventTime !== undefined) this.element("lengths").dataset.event = String(eventTime);
    this.answer.show(this.reply, this.palette, this.view);
    if (!this.field.grabbed || performance.now() - this.told >= ANNOUNCE) this.announce();
  }

  announce() {
    if (!this.reply) return;
    this.told = performance.now();
    setText(this.element("prediction"), this.reply.text);
  }

  /** The digits as they lie now, whatever the network has been asked so far. */
  showField() {
    const { laid, palette } = this;
    const place = this.element("place");
    const { shift } = this.data.trained;
    setText(place, laid.one ? WHOLE_WORDS : placeWords(laid.moves, shift));
    place.classList.toggle("cv-far", !laid.one && isFar(laid.moves, shift));
    if (!laid.one) this.field.show(palette.inks);
  }
}

export default mountPage(".cv-overlap", "overlapPage", OverlapPage);
