/*
 * Shows the states of the class's phones over each other, on the page's one figure. A page that
 * supports it sets `classLayers` on its root; any page can show one of the states.
 */

import { askPage, make, setText } from "../browser/dom.js";
import { remountAll } from "../browser/remount.js";
import { readState, stateName, writeState } from "../browser/state_sync.js";
import { fillText, list } from "../browser/text.js";
import { button, sheet, unfold } from "./elements.js";

/** Milliseconds between two paints, while sixty phones send. */
const PAUSE = 200;

/**
 * @typedef {object} StateCollection as of `overlaid_states.py`
 * @property {string} name
 * @property {string} page
 * @property {string} lesson
 * @property {number} step
 * @property {boolean} open
 *
 * @typedef {object} PlainState as of `overlaid_states.py`
 * @property {string} name
 * @property {Record<string, any>} view
 * @property {any} drawing null if the page's own is unchanged
 */

export class OverlaidStates {
  /**
   * @param {Record<string, string>} words
   * @param {object} acts
   * @param {(message: any) => boolean} acts.say
   * @param {() => string} acts.page returns the open page
   */
  constructor(words, { say, page }) {
    this.words = words;
    this.say = say;
    this.page = page;
    /** As the server sends it; null if nothing is gathered. */
    /** @type {StateCollection | null} */
    this.gathering = null;
    /** Views of the senders, by anonymous names. @type {Map<string, any>} */
    this.views = new Map();
    /** Drawings of the senders, on a page with a drawing. @type {Map<string, any>} */
    this.drawings = new Map();
    /** The highlighted one; "" for none. */
    this.highlighted = "";
    this.open = button(words.gather, () => this.begin(), { testid: "gather" });
    this.count = make("b", { data: { testid: "gather-count" }, aria: { role: "status" } });
    this.pick = button(words["one-more"], () => this.highlightNext(), { testid: "gather-next" });
    const show = { testid: "gather-show", primary: true };
    this.show = button(words["show-this"], () => this.showOne(), show);
    const end = button(words["gather-end"], () => say({ kind: "scatter" }), {
      testid: "gather-end",
    });
    const tools = [this.count, this.pick, this.show, end];
    const row = make("div", { className: "cv-row cv-class-tools" }, ...tools);
    this.sheet = sheet("cv-class-gather", words.gather, row);
  }

  close() {
    clearTimeout(this.timer);
    this.paint(new Map());
  }

  /** Begin gathering this page's states from the phones. */
  begin() {
    const page = this.page();
    const { lesson = "", step = 0 } = readState(stateName(page, "view"))?.value ?? {};
    const name = `figure ${Date.now().toString(36)}`;
    this.say({ kind: "gather", name, page, ...(page === "learn" ? { lesson, step } : {}) });
  }

  /**
   * Update after the lecturer has moved on: the gathered states may belong to another page or step.
   */
  update() {
    const { gathering } = this;
    if (!gathering) return;
    const page = this.page();
    const view = readState(stateName(page, "view"))?.value;
    const { lesson, step } = gathering;
    const sameStep = !lesson || (view?.lesson === lesson && view.step === step);
    if (page !== gathering.page || !sameStep) this.say({ kind: "scatter" });
  }

  /** Highlight the next one. */
  highlightNext() {
    const names = [...this.views.keys()];
    this.highlighted = names[names.indexOf(this.highlighted) + 1] ?? "";
    this.schedule(0);
  }

  /** Make one state the page's own, for all. */
  showOne() {
    const { gathering, highlighted, views, drawings } = this;
    const [view, drawing] = [views.get(highlighted), drawings.get(highlighted)];
    if (!view) return;
    this.say({ kind: "scatter" });
    if (drawing) writeState("drawing", drawing);
    writeState(stateName(gathering.page, "view"), view);
    remountAll();
  }

  /** Send the gathering again to a server that may have restarted. */
  resend() {
    if (this.gathering) this.say({ kind: "gather", ...this.gathering });
  }

  /** @param {any} message */
  receive({ kind, gathering, of, state }) {
    if (kind === "gathering") {
      if (gathering?.name !== this.gathering?.name) {
        this.views.clear();
        this.drawings.clear();
        this.highlighted = "";
      }
      this.gathering = gathering;
    } else if (of === this.gathering?.name) {
      this.views.set(state.name, state.view);
      if (state.drawing) this.drawings.set(state.name, state.drawing);
    }
    this.schedule();
  }

  /** Show states that arrive together at once. */
  schedule(pause = PAUSE) {
    if (pause === 0) clearTimeout(this.timer);
    else if (this.timer) return;
    this.timer = setTimeout(() => this.draw(), pause);
  }

  draw() {
    this.timer = undefined;
    const { words, gathering, views, highlighted } = this;
    unfold(this.sheet, Boolean(gathering));
    const position = [...views.keys()].indexOf(highlighted) + 1;
    const sentences = [fillText(words.gathered, { count: views.size })];
    if (position) sentences.push(fillText(words["this-one"], { number: position }));
    setText(this.count, list(sentences, "sentences"));
    this.pick.hidden = !views.size;
    this.show.hidden = !position;
    this.paint(gathering ? views : new Map());
  }

  /** @param {Map<string, any>} views */
  paint(views) {
    askPage("classLayers", views, this.highlighted);
  }
}
