/*
 * A student's drawing for the class, on the Draw page. While drawing, the page does not follow the
 * lecturer. The drawing is sent each time the pen is lifted.
 */

import { make, setText } from "../browser/dom.js";
import { remountAll } from "../browser/remount.js";
import { readState, subscribeAll, writeState } from "../browser/state_sync.js";
import { fillText } from "../browser/text.js";
import { button, sheet, unfold } from "./elements.js";

/** Key of this tab's drawing for the board, stored with the board's name. */
const DRAWING_KEY = "classDrawing";
/** Delay after the pen is lifted, in ms. */
const PAUSE = 400;
const PAGE = "draw";
const EMPTY_DRAWING = { s: [], b: null };

/**
 * @typedef {object} VisitorBoard as of `drawing_board.py`
 * @property {string} name
 * @property {string} word
 * @property {boolean} open
 * @property {boolean} sent
 */

export class DrawingTogether {
  /**
   * @param {Record<string, string>} words
   * @param {object} acts
   * @param {(message: any) => boolean} acts.say
   * @param {import("./follower.js").Follower} acts.follower
   * @param {() => void} acts.follow
   */
  constructor(words, { say, follower, follow }) {
    this.words = words;
    this.say = say;
    this.follower = follower;
    /** Null if nothing is drawn. @type {VisitorBoard | null} */
    this.board = null;
    /** Name of the drawing's board; "" for none. */
    this.activeBoard = "";
    this.unsent = false;
    this.text = make("p", { data: { testid: "to-draw" } });
    this.note = make("p", { className: "cv-muted", aria: { role: "status" } });
    this.join = button(words["draw-too"], follow, { testid: "draw-too", primary: true });
    this.sheet = sheet("cv-class-draws", words.draw, this.text, this.note, this.join);
    this.end = subscribeAll((name) => name === "drawing" && this.onChange());
  }

  close() {
    this.end();
    clearTimeout(this.timer);
  }

  /** @param {VisitorBoard | null} board */
  receive(board) {
    this.board = board;
    const { ownDrawing } = this;
    this.unsent ||= Boolean(board?.open && !board.sent && ownDrawing?.s.length);
    this.update();
    if (this.unsent) this.send();
  }

  /** Start or end drawing: the lecturer requests it, or a visitor follows again. */
  update() {
    const { board, follower } = this;
    const activeBoard = board?.open && follower.follows ? board.name : "";
    const begins = activeBoard && activeBoard !== this.activeBoard;
    this.activeBoard = activeBoard;
    if (begins) {
      writeState("drawing", this.ownDrawing ?? EMPTY_DRAWING);
      remountAll();
    }
    follower.hold(activeBoard ? PAGE : "");
    this.show();
  }

  /** Drawing for this board, or null. */
  get ownDrawing() {
    const stored = readState(DRAWING_KEY)?.value;
    return stored && stored.name === this.board?.name ? stored.drawing : null;
  }

  /** The drawing has changed. */
  onChange() {
    const { activeBoard, board } = this;
    if (!activeBoard) return;
    const drawing = readState("drawing")?.value;
    this.hasPicture = Boolean(drawing?.b);
    const unchanged = JSON.stringify(drawing) === JSON.stringify(this.ownDrawing ?? EMPTY_DRAWING);
    if (drawing && !this.hasPicture && !unchanged) {
      writeState(DRAWING_KEY, { name: board.name, drawing });
      this.unsent = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send(), PAUSE);
    }
    this.show();
  }

  send() {
    const { board, ownDrawing } = this;
    if (!this.unsent || !board?.open || !ownDrawing) return;
    this.unsent = !this.say({ kind: "drawing", name: board.name, drawing: ownDrawing });
  }

  show() {
    const { board, words, activeBoard } = this;
    unfold(this.sheet, Boolean(board?.open));
    if (!board?.open) return;
    const subject = board.word;
    setText(this.text, subject ? fillText(words["you-draw"], { subject }) : words["you-fool"]);
    const note = this.hasPicture ? words["pen-only"] : board.sent ? words.sent : words["by-itself"];
    setText(this.note, activeBoard ? note : "");
    this.join.hidden = activeBoard !== "";
  }
}
