/* The clock of the presenter view, started by hand and compared with the plan. */

import { make, setText } from "../../browser/dom.js";
import { fillText } from "../../browser/text.js";
import { button, card } from "../elements.js";
import { clockText, delay, delayName, planTimes } from "./clock.js";

export class Watch {
  /** @param {Record<string, string>} words @param {() => void} changed */
  constructor(words, changed) {
    this.words = words;
    this.changed = changed;
    /** Start in ms since 1970, null while stopped, and elapsed time before it in ms. */
    this.startedAt = null;
    this.elapsed = 0;
    this.index = 0;
    this.times = [0, 0];
    this.passed = make("b", { className: "cv-desk-clock", data: { testid: "desk-clock" } });
    this.planned = make("span", { className: "cv-muted" });
    this.standing = make("p", { data: { testid: "desk-standing" }, aria: { role: "status" } });
    this.turn = button("", () => this.toggle(), { testid: "desk-start" });
    this.back = button(words.reset, () => this.reset());
    this.node = card(
      words.clock,
      make("h2", {}, words.clock),
      make("p", { className: "cv-row cv-desk-row" }, this.passed, this.planned),
      this.standing,
      make("p", { className: "cv-row cv-desk-row" }, this.turn, this.back),
    );
    setInterval(() => this.show(), 1000);
    this.show();
  }

  /** Seconds since the start of the lecture. */
  get seconds() {
    return (this.elapsed + (this.startedAt === null ? 0 : Date.now() - this.startedAt)) / 1000;
  }

  get record() {
    return { began: this.startedAt, before: this.elapsed };
  }

  restore(saved) {
    this.startedAt = saved?.began ?? null;
    this.elapsed = saved?.before ?? 0;
  }

  /** @param {{minutes: number, stops: any[]}[]} sections */
  follow(sections) {
    this.times = planTimes(sections);
  }

  /** @param {number} index of the stop */
  move(index) {
    this.index = index;
    this.show();
  }

  toggle() {
    if (this.startedAt === null) this.startedAt = Date.now();
    else {
      this.elapsed = this.seconds * 1000;
      this.startedAt = null;
    }
    this.show();
    this.changed();
  }

  reset() {
    this.restore(null);
    this.show();
    this.changed();
  }

  show() {
    const { words, times, seconds, startedAt } = this;
    setText(this.passed, clockText(seconds));
    setText(this.planned, fillText(words.of, { time: clockText(times[times.length - 1]) }));
    setText(this.turn, startedAt !== null ? words.pause : seconds ? words.resume : words.start);
    this.back.hidden = seconds === 0;
    const { name, minutes } = delayName(delay(seconds, times, this.index));
    setText(this.standing, seconds ? fillText(words[name], { minutes }) : words.unstarted);
    this.standing.classList.toggle("cv-desk-late", seconds > 0 && name === "late");
  }
}
