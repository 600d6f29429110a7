/*
 * The class session of this tab. It lasts longer than a page: the tools in the header show it on
 * each page, and it continues while the app turns to another page. The scripts of a role are loaded
 * on demand.
 */

import { make, makeButton } from "../browser/dom.js";
import { fillText } from "../browser/text.js";
import { openPage } from "./follower.js";
import { Frame } from "./frame.js";
import { joinForm } from "./join_form.js";
import { readCode, readKey, readSeat, spaceCode, writeSeat } from "./stored_role.js";

/** Parameter of a join address. */
const PARAMETER = "join";

/**
 * @typedef {import("./lecture.js").Lecture} Lecture
 * @typedef {import("./student.js").Student} Student
 *
 * @typedef {object} ToolsData data of the tools
 * @property {string} base path of the app
 * @property {string} page open page
 * @property {string[]} pages all pages, the app's first page first
 * @property {string[]} drawn pages that show the visitor's drawing
 * @property {string} frames address of the frames of all pages
 * @property {import("./quiz.js").Question[]} quiz
 * @property {Record<string, string>} words
 */

class Classroom {
  constructor() {
    /** @type {Lecture | Student | null} */
    this.part = null;
    /** @type {HTMLElement | null} */
    this.container = null;
    /** @type {ToolsData | null} */
    this.data = null;
    this.frame = new Frame();
    /** Pages with their own bar at the foot place it above this one. */
    this.height = new ResizeObserver(([{ target }]) => {
      const { offsetHeight } = /** @type {HTMLElement} */ (target);
      document.documentElement.style.setProperty("--cv-class-bar", `${offsetHeight}px`);
    });
    /** @param {string} page */
    this.open = (page) => {
      this.ahead(page);
      openPage(this.data.base, page, this.data.pages[0]);
    };
    /** The app turns to a page. @param {string} page */
    this.ahead = (page) => {
      if (page === this.data.page) this.frame.onPageEnd();
      else this.frame.show(page);
    };
  }

  /**
   * The tools are on a page.
   * @param {HTMLElement} container
   * @param {ToolsData} data
   */
  show(container, data) {
    const first = !this.data;
    this.data = data;
    this.frame.onPageComplete(data.page);
    if (first) this.begin();
    if (container !== this.container) {
      this.container = container;
      this.mount();
    }
    this.part?.turn(data.page);
  }

  /** Take the role requested by the address, or else the tab's role before the reload. */
  begin() {
    const address = new URL(location.href);
    const code = address.searchParams.get(PARAMETER);
    const seat = readSeat();
    if (code !== null) {
      address.searchParams.delete(PARAMETER);
      history.replaceState(history.state, "", address);
      this.join(readCode(code));
    } else if (seat?.role === "lecturer") this.start();
    else if (seat) this.join(seat.code, seat.away);
  }

  async start() {
    const { Lecture } = await import("./lecture.js");
    const { data, open, ahead } = this;
    this.take(new Lecture({ ...data, open, ahead, over: () => this.take(null) }));
  }

  /** @param {string} code @param {boolean} [away] whether the student looks around */
  async join(code, away = false) {
    const { Student } = await import("./student.js");
    const { data, open } = this;
    const [over, join] = [() => this.take(null), (newCode) => this.join(newCode)];
    writeSeat({ role: "student", code, away });
    this.take(new Student({ ...data, code, away, open, over, join }));
  }

  /** @param {Lecture | Student | null} part */
  take(part) {
    this.part?.close();
    this.part = part;
    this.frame.onPageEnd();
    if (part) this.frame.load(this.data.frames);
    else writeSeat(null);
    this.mount();
    part?.turn(this.data.page);
  }

  mount() {
    document.documentElement.classList.toggle("cv-in-class", Boolean(this.part));
    this.container?.replaceChildren(...(this.part ? [this.frame.host, ...this.part.nodes] : []));
    this.part?.onMount();
    this.height.disconnect();
    if (this.part) this.height.observe(this.part.foot);
    else document.documentElement.style.removeProperty("--cv-class-bar");
  }

  /**
   * Buttons of the tools: ways into a session and, for a follower, the way out.
   * @param {() => void} onChoice
   * @param {() => void} rerender renders them again
   * @returns {Node[]}
   */
  offers(onChoice, rerender) {
    const { words } = this.data;
    if (this.part?.leads) return [];
    const part = /** @type {Student | null} */ (this.part);
    const heading = make("h2", { className: "cv-class-offer" }, words.session);
    const form = joinForm(words, (code) => {
      onChoice();
      this.join(code);
    });
    if (part?.joinedAt) {
      const leave = () => {
        this.take(null);
        rerender();
      };
      const sentence = fillText(words.within, { code: spaceCode(part.code) });
      const button = makeButton("cv-button", "class-out", words.leave, leave);
      return [heading, make("p", { className: "cv-muted" }, sentence), button];
    }
    if (part) return [heading, make("p", { className: "cv-muted" }, words["code-label"]), form];
    const stored = readKey();
    const text = stored ? fillText(words.resume, { code: spaceCode(stored.code) }) : words.start;
    const begin = makeButton("cv-button cv-primary", "class-start", text, () => {
      onChoice();
      this.start();
    });
    return [
      heading,
      make("p", { className: "cv-muted" }, words.lead),
      begin,
      make("p", { className: "cv-muted cv-class-or" }, words["or-join"]),
      form,
    ];
  }
}

export const classroom = new Classroom();
