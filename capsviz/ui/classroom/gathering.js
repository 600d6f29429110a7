/*
 * The lecturer lays the states of the class's phones over each other, on the one figure of the
 * page. A page that can do so gives its root `classLayers`; any page can show one of them.
 */

import { make, setText } from "../browser/dom.js";
import { remountAll } from "../browser/remount.js";
import { readState, stateName, writeState } from "../browser/state_sync.js";
import { button, fillText, unfold } from "./parts.js";

/** Milliseconds between two paintings, while sixty phones send. */
const PAUSE = 200;

/** The page's root that can lay states over each other; undefined where none can. */
function findLayerRoot() {
  return [...document.querySelectorAll(".cv")].find((root) => "classLayers" in root);
}

export class Gathering {
  /**
   * @param {Record<string, string>} words
   * @param {object} acts
   * @param {(message: any) => boolean} acts.say
   * @param {() => string} acts.page which is open
   */
  constructor(words, { say, page }) {
    this.words = words;
    this.say = say;
    this.page = page;
    /** As the server tells it; null where nothing is gathered. */
    this.gathering = null;
    /** The views of those who send, by names that tell nothing of them. @type {Map<string, any>} */
    this.views = new Map();
    /** Their drawings, of a page that has one. @type {Map<string, any>} */
    this.drawings = new Map();
    /** The one that stands out; "" for none. */
    this.one = "";
    this.open = button(words.gather, () => this.begin(), { testid: "gather" });
    this.count = make("b", { data: { testid: "gather-count" }, aria: { role: "status" } });
    this.pick = button(words["one-more"], () => this.next(), { testid: "gather-next" });
    const show = { testid: "gather-show", primary: true };
    this.show = button(words["show-this"], () => this.showOne(), show);
    const end = button(words["gather-end"], () => say({ kind: "scatter" }), {
      testid: "gather-end",
    });
    this.sheet = make(
      "section",
      { className: "cv-class-sheet cv-class-gather", hidden: true },
      make("div", { className: "cv-class-tools" }, this.count, this.pick, this.show, end),
    );
    this.sheet.setAttribute("aria-label", words.gather);
  }

  close() {
    clearTimeout(this.due);
    this.paint(new Map());
  }

  /** The class does what this page shows, each on their own phone. */
  begin() {
    const page = this.page();
    const { lesson = "", step = 0 } = readState(stateName(page, "view"))?.value ?? {};
    const name = `figure ${Date.now().toString(36)}`;
    this.say({ kind: "gather", name, page, ...(page === "learn" ? { lesson, step } : {}) });
  }

  /** The lecturer goes on: what was gathered was of another page or step. */
  look() {
    const { gathering } = this;
    if (!gathering) return;
    const page = this.page();
    const view = readState(stateName(page, "view"))?.value;
    const { lesson, step } = gathering;
    const same = !lesson || (view?.lesson === lesson && view.step === step);
    if (page !== gathering.page || !same) this.say({ kind: "scatter" });
  }

  /** The next one of them stands out. */
  next() {
    const names = [...this.views.keys()];
    this.one = names[names.indexOf(this.one) + 1] ?? "";
    this.later(0);
  }

  /** One state in place of the page's own, for all. */
  showOne() {
    const { gathering, one, views, drawings } = this;
    const [view, drawing] = [views.get(one), drawings.get(one)];
    if (!view) return;
    this.say({ kind: "scatter" });
    if (drawing) writeState("drawing", drawing);
    writeState(stateName(gathering.page, "view"), view);
    remountAll();
  }

  /** Tell a server that may have been started anew. */
  tellAgain() {
    if (this.gathering) this.say({ kind: "gather", ...this.gathering });
  }

  /** @param {any} message */
  hear({ kind, gathering, of, state }) {
    if (kind === "gathering") {
      if (gathering?.name !== this.gathering?.name) {
        this.views.clear();
        this.drawings.clear();
        this.one = "";
      }
      this.gathering = gathering;
    } else if (of === this.gathering?.name) {
      this.views.set(state.name, state.view);
      if (state.drawing) this.drawings.set(state.name, state.drawing);
    }
    this.later();
  }

  /** Many come at once: they are shown together. */
  later(pause = PAUSE) {
    if (pause === 0) clearTimeout(this.due);
    else if (this.due) return;
    this.due = setTimeout(() => this.draw(), pause);
  }

  draw() {
    this.due = undefined;
    const { words, gathering, views, one } = this;
    unfold(this.sheet, Boolean(gathering));
    const at = [...views.keys()].indexOf(one) + 1;
    const which = at ? fillText(words["this-one"], at) : "";
    setText(this.count, `${fillText(words.gathered, views.size)} ${which}`.trim());
    this.pick.hidden = !views.size;
    this.show.hidden = !at;
    this.paint(gathering ? views : new Map());
  }

  /** @param {Map<string, any>} views */
  paint(views) {
    /** @type {any} */ (findLayerRoot())?.classLayers(views, this.one);
  }
}
