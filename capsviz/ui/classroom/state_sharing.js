/*
 * Sends a student's page state to be shown with the class's, only after consent and without a name.
 * During this, the page does not follow the lecturer.
 */

import { make, setText } from "../browser/dom.js";
import { readState, stateName, subscribeAll } from "../browser/state_sync.js";
import { button, sheet, unfold } from "./elements.js";

/** Milliseconds between two messages while a figure is dragged. */
const PAUSE = 400;

/**
 * @typedef {object} VisitorStateCollection as of `overlaid_states.py`
 * @property {string} name
 * @property {string} page
 * @property {string} lesson
 * @property {number} step
 * @property {boolean} open
 * @property {boolean} sent
 */

export class Sending {
  /**
   * @param {Record<string, string>} words
   * @param {object} acts
   * @param {(message: any) => boolean} acts.say
   * @param {import("./follower.js").Follower} acts.follower
   * @param {string[]} acts.drawn pages that show the visitor's drawing
   */
  constructor(words, { say, follower, drawn: withDrawing }) {
    this.words = words;
    this.say = say;
    this.withDrawing = withDrawing;
    this.follower = follower;
    /** Null if nothing is gathered. @type {VisitorStateCollection | null} */
    this.gathering = null;
    /** Name of the gathering that the student agreed to. */
    this.agreed = "";
    this.note = make("p", { aria: { role: "status" } });
    const options = { testid: "send-mine", primary: true };
    this.agree = button(words["send-mine"], () => this.begin(), options);
    this.sheet = sheet("cv-class-sends", words.gather, this.note, this.agree);
    this.end = subscribeAll((name) => this.onChange(name));
  }

  close() {
    this.end();
    clearTimeout(this.timer);
  }

  /** @param {VisitorStateCollection | null} gathering */
  receive(gathering) {
    this.gathering = gathering;
    if (this.sends && !gathering.sent) this.schedule(); // the server has restarted
    this.update();
  }

  /** Whether the page's state is sent. */
  get sends() {
    const { gathering, agreed, follower } = this;
    return Boolean(gathering?.open && agreed === gathering.name && follower.follows);
  }

  begin() {
    this.agreed = this.gathering.name;
    this.update();
    this.schedule();
  }

  update() {
    const { gathering, words, sends, follower } = this;
    follower.hold(sends ? gathering.page : "", "figure");
    const asks = Boolean(gathering?.open && follower.follows);
    unfold(this.sheet, asks);
    if (!asks) return;
    setText(this.note, sends ? words["yours-shown"] : words["yours-asked"]);
    this.agree.hidden = sends;
  }

  /** @param {string} name name of the changed state */
  onChange(name) {
    if (!this.sends) return;
    const { page } = this.gathering;
    const drawingChanged = name === "drawing" && this.withDrawing.includes(page);
    if (drawingChanged || name === stateName(page, "view")) this.schedule();
  }

  /** Send the first change soon, and those after it together. */
  schedule() {
    this.timer ??= setTimeout(() => this.send(), PAUSE);
  }

  send() {
    this.timer = undefined;
    if (!this.sends) return;
    const state = stateToSend(this.gathering, this.withDrawing);
    if (state) this.say({ kind: "mine", ...state });
  }
}

/**
 * A tab's state for a gathering; null if the tab is at another step of the lesson.
 * @param {{name: string, page: string, lesson: string, step: number}} gathering
 * @param {string[]} withDrawing pages that show the visitor's drawing; others do not send it
 */
export function stateToSend({ name, page, lesson, step }, withDrawing) {
  const view = readState(stateName(page, "view"))?.value;
  if (!view || (lesson && (view.lesson !== lesson || view.step !== step))) return null;
  const drawing = withDrawing.includes(page) && readState("drawing")?.value;
  // A picture stays on the phone.
  return drawing && !drawing.b ? { name, view, drawing } : { name, view };
}
