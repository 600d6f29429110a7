/* The tools in the app's header: tour, class mode, sharing, taking home. */

import { DRAWING_EVENT } from "../browser/answers.js";
import {
  areDetailsOpen,
  DETAILS_PARAMETER,
  keepDetails,
  restoreDetails,
} from "../browser/details.js";
import { make, makeButton, setText } from "../browser/dom.js";
import { engineOf } from "../browser/engine/index.js";
import { writeExcerpt } from "../browser/excerpt.js";
import { saveFile } from "../browser/export.js";
import { copyText, LINK_PARAMETER, viewLink } from "../browser/permalink.js";
import { adoptTheme } from "../browser/picture.js";
import { isOfThisMachine, reachableAddress } from "../browser/reachability.js";
import { subscribeAll } from "../browser/state_sync.js";
import { classroom } from "../classroom/index.js";
import { Preset } from "./preset.js";
import { qrCode } from "./qr.js";
import { tendTables } from "./tables.js";
import { Tour } from "./tour.js";
import { currentView } from "./views.js";
import { showWhere } from "./where.js";

const CLASS_STORE = "capsviz.class";
/** What a tab keeps of the picture that is read; the rest of it is how one looks at it. */
const PICTURES = ["drawing", "view.compare"];

class Tools {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.undoing = new AbortController();
    /** @type {import("../browser/engine/engine.js").Engine | null} */
    this.engine = null;
    const { signal } = this.undoing;
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (!root.contains(event.target)) this.closePop();
      },
      { signal },
    );
    this.hideAgain(signal);
    const where = () => this.data && showWhere(this.part("where"), this.data);
    window.addEventListener("capsviz:about", where, { signal });
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.part("pop").hidden) this.closePop(true);
    });
  }

  close() {
    this.undoing.abort();
    this.tour?.close();
  }

  update({ data }) {
    const first = this.data === undefined;
    const moved = this.data?.page !== data.page;
    this.data = data;
    this.words = data.words;
    this.engine ??= engineOf(data);
    adoptTheme(this.root);
    // It scrolls with the focus on anything in it: a stop of its own would be one that does nothing.
    document.querySelector('[data-testid="stMain"]')?.setAttribute("tabindex", "-1");
    if (first) {
      this.mode = this.readMode();
      this.buildBar();
      this.applyMode();
      restoreDetails();
      this.showDetails();
      this.tour = new Tour(this.part("card"), this.part("ring"), {
        steps: data.tour,
        words: data.words.tour,
        base: data.base,
        page: data.page,
      });
      this.tour.onLeave = () => this.buttons.tour.focus();
    } else if (moved) {
      this.tour.setPage(data.page);
      this.applyMode();
    }
    if (first || moved) showWhere(this.part("where"), data);
    if (data.frames) classroom.show(this.part("classroom"), { ...data, words: data.classroom });
  }

  // --- class mode

  readMode() {
    const asked = new URL(location.href).searchParams.get("class");
    try {
      const kept = JSON.parse(sessionStorage.getItem(CLASS_STORE)) ?? {};
      const on = asked === null ? Boolean(kept.on) : asked === "1";
      return { on, lean: Boolean(kept.lean), predict: Boolean(kept.predict) };
    } catch {
      return { on: asked === "1", lean: false, predict: false };
    }
  }

  change(what) {
    Object.assign(this.mode, what);
    try {
      sessionStorage.setItem(CLASS_STORE, JSON.stringify(this.mode));
    } catch {
      // Then it lasts as long as the page.
    }
    this.applyMode();
  }

  applyMode() {
    const { on, lean, predict } = this.mode;
    const classes = document.documentElement.classList;
    classes.toggle("cv-class-mode", on);
    classes.toggle("cv-lean", on && lean);
    classes.toggle("cv-predict", on && predict && !this.revealed);
    this.buttons.class.setAttribute("aria-pressed", String(on));
    // Lessons ask and answer by themselves.
    this.buttons.reveal.hidden = !(on && predict) || this.data.page === "learn";
    this.buttons.reveal.textContent = this.revealed ? this.words.hide : this.words.reveal;
    window.dispatchEvent(new Event("capsviz:class"));
  }

  /** Whatever is read next is guessed first too. @param {AbortSignal} signal ends it */
  hideAgain(signal) {
    const hide = () => this.revealed && this.reveal(false);
    window.addEventListener(DRAWING_EVENT, hide, { signal });
    const ending = subscribeAll((name) => PICTURES.includes(name) && hide());
    signal.addEventListener("abort", ending);
  }

  /** @param {boolean} revealed until the next drawing */
  reveal(revealed) {
    this.revealed = revealed;
    this.applyMode();
  }

  // --- all details, or what a newcomer needs

  showDetails() {
    this.buttons.details.setAttribute("aria-pressed", String(areDetailsOpen()));
  }

  // --- the bar

  buildBar() {
    const button = (name, act) => {
      const text = name === "tour" ? this.words.tour.button : this.words[name];
      return makeButton("cv-button", `tool-${name}`, text, act);
    };
    this.buttons = {
      reveal: button("reveal", () => this.reveal(!this.revealed)),
      tour: button("tour", () => {
        this.closePop();
        if (this.part("card").hidden) this.tour.start();
        else this.tour.leave();
      }),
      details: button("details", () => {
        keepDetails(!areDetailsOpen());
        this.showDetails();
      }),
      class: button("class", () => this.togglePop("class")),
      share: button("share", () => this.togglePop("share")),
    };
    this.buttons.reveal.classList.add("cv-primary");
    const [name, motto] = this.words.brand;
    this.part("brand").replaceChildren(make("b", {}, name), " ", make("span", {}, motto));
    this.part("bar").setAttribute("aria-label", this.words.bar);
    this.part("bar").replaceChildren(...Object.values(this.buttons));
    this.keepRoom(this.part("bar"));
  }

  /** The pages' links keep off the bar: those that have no room are in a menu of their own. */
  keepRoom(bar) {
    const watch = new ResizeObserver(() => {
      document.documentElement.style.setProperty("--cv-bar-room", `${bar.offsetWidth}px`);
    });
    watch.observe(bar);
    this.undoing.signal.addEventListener("abort", () => watch.disconnect());
  }

  togglePop(name) {
    const pop = this.part("pop");
    if (!pop.hidden && this.open === name) return this.closePop();
    this.open = name;
    pop.hidden = false;
    pop.setAttribute("aria-label", this.words[name]);
    if (name === "class") this.fillClass(pop);
    else this.fillShare(pop);
    pop.querySelector("input, button")?.focus();
  }

  closePop(focus = false) {
    this.part("pop").hidden = true;
    this.preset?.close();
    if (focus && this.open) this.buttons[this.open].focus();
  }

  fillClass(pop) {
    const row = (name, label) => {
      const input = make("input", {
        type: "checkbox",
        data: { testid: `class-${name}` },
        aria: { role: "switch" },
      });
      input.checked = this.mode[name];
      input.addEventListener("change", () => {
        if (name === "predict") this.revealed = false;
        this.change(name === "on" ? { on: input.checked } : { [name]: input.checked, on: true });
        this.fillClass(pop);
        pop.querySelector(`[data-testid="class-${name}"]`).focus();
      });
      return make("label", { className: "cv-switch" }, input, make("span", {}, label));
    };
    pop.replaceChildren(
      make("h2", {}, this.words.class),
      make("p", { className: "cv-muted" }, this.words["class-lead"]),
      row("on", this.words["class-on"]),
      row("lean", this.words["class-lean"]),
      row("predict", this.words["class-predict"]),
      ...this.sessions(pop),
    );
  }

  /** Ways into a session that others follow, which a server holds. @returns {Node[]} */
  sessions(pop) {
    if (!this.data.frames)
      return [make("p", { className: "cv-muted" }, this.words["session-needs-app"])];
    return classroom.offers(
      () => this.closePop(),
      () => this.fillClass(pop),
    );
  }

  // --- sharing

  fillShare(pop) {
    const link = make("input", {
      type: "text",
      readOnly: true,
      className: "cv-number",
      data: { testid: "share-link" },
      aria: { "aria-label": this.words.link },
    });
    const said = make("p", {
      className: "cv-small cv-muted",
      data: { testid: "share-note" },
      aria: { role: "status" },
    });
    const code = make("div", {
      className: "cv-qr",
      data: { testid: "qr" },
      aria: { role: "img", "aria-label": this.words.qr },
    });
    code.hidden = true;
    const alone = make("p", {
      className: "cv-small",
      data: { testid: "share-alone" },
      aria: { role: "status" },
    });
    const copy = makeButton("cv-button", "share-copy", this.words.copy, async () => {
      link.select();
      said.textContent = (await copyText(link.value))
        ? this.words.copied
        : this.words["copy-by-hand"];
    });
    const row = make("div", { className: "cv-pop-row" }, copy);
    const view = currentView(this.data.page, this.data.session);
    if (view?.drawing && this.engine.offers("report")) {
      const act = () => this.report(home, said);
      const home = makeButton("cv-button", "report", this.words.report, act);
      row.append(home);
    }
    const { excerpt, framers } = this.data;
    const preset = new Preset(excerpt, this.words, framers, () => refresh());
    const refresh = async () => {
      setText(said, "");
      const address = await this.address(view, preset.excerpt);
      link.value = address;
      preset.follow(address);
      setText(alone, isOfThisMachine(address) ? this.data.classroom.alone : "");
      await this.drawCode(address, code, said);
    };
    this.preset?.close();
    this.preset = preset;
    const ready = make("a", { className: "cv-link", href: this.data.presets ?? "" });
    ready.append(this.words.presets);
    ready.hidden = !this.data.presets;
    pop.replaceChildren(
      make("h2", {}, this.words.share),
      make("p", { className: "cv-muted" }, this.words["share-lead"]),
      link,
      row,
      said,
      preset.root,
      ready,
      code,
      alone,
    );
    refresh();
  }

  /** The present view's own address, as it is set up, with class mode where it is on. */
  async address(view, excerpt) {
    const address = new URL(view ? await viewLink(view) : location.href);
    if (!view) address.searchParams.delete(LINK_PARAMETER);
    if (this.mode.on) address.searchParams.set("class", "1");
    else address.searchParams.delete("class");
    if (areDetailsOpen()) address.searchParams.set(DETAILS_PARAMETER, "1");
    else address.searchParams.delete(DETAILS_PARAMETER);
    writeExcerpt(address, excerpt);
    return reachableAddress(address.href, this.data.names);
  }

  async drawCode(address, code, said) {
    if (!this.engine.offers("qrCode")) {
      setText(said, this.words["code-needs-app"]);
      return;
    }
    try {
      code.replaceChildren(await qrCode(this.engine, address));
      code.hidden = false;
    } catch (error) {
      code.hidden = true;
      setText(said, error.message);
    }
  }

  /** Take home what is on the page now, which may have changed since the link was made. */
  async report(button, said) {
    button.disabled = true;
    try {
      const view = currentView(this.data.page, this.data.session);
      const file = await this.engine.report(reportRequest(view));
      saveFile(file, "capsviz-report.html", "text/html");
      said.textContent = this.words.saved;
    } catch (error) {
      said.textContent = error.message;
    }
    button.disabled = false;
  }
}

/** What a report needs of a view: where a page looks at one capsule, that one and its sliders. */
function reportRequest({ drawing, settings, view }) {
  const { capsule = settings.capsule, pose = null } = "pose" in view ? view : {};
  return { drawing, settings: { ...settings, capsule }, view: { pose } };
}

const toolsOf = new WeakMap();

export default function (component) {
  const root = component.parentElement.querySelector(".cv-tools-root");
  let tools = toolsOf.get(root);
  if (!tools) {
    tendTables();
    tools = new Tools(root);
    toolsOf.set(root, tools);
  }
  tools.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected) return;
    tools.close();
    toolsOf.delete(root);
  };
}
