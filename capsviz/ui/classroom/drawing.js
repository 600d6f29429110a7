/*
 * A student's drawing for the class, made on the Draw page, which does not follow the lecturer
 * meanwhile. The drawing is sent each time the pen is lifted.
 */

import { make, setText } from "../browser/dom.js";
import { remountAll } from "../browser/remount.js";
import { readState, subscribeAll, writeState } from "../browser/state_sync.js";
import { fillText } from "../browser/text.js";
import { button, sheet, unfold } from "./elements.js";

/** Key under which this tab keeps its drawing for the board, and the board's name. */
const DRAWING_KEY = "classDrawing";
/** Milliseconds after the pen was lifted. */
const PAUSE = 400;
const PAGE = "draw";
const EMPTY_DRAWING = { s: [], b: null };

/**
 * @typedef {object} VisitorBoard as `drawing_board.py` gives it
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
    /** The name of the board that the drawing is for; "" for none. */
    this.draws = "";
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
    const { mine } = this;
    this.unsent ||= Boolean(board?.open && !board.sent && mine?.s.length);
    this.update();
    if (this.unsent) this.send();
  }

  /** Drawing begins or ends: the lecturer asks for it, or a visitor follows again. */
  update() {
    const { board, follower } = this;
    const draws = board?.open && follower.follows ? board.name : "";
    const begins = draws && draws !== this.draws;
    this.draws = draws;
    if (begins) {
      writeState("drawing", this.mine ?? EMPTY_DRAWING);
      remountAll();
    }
    follower.hold(draws ? PAGE : "");
    this.show();
  }

  /** Drawing for this board, or null. */
  get mine() {
    const found = readState(DRAWING_KEY)?.value;
    return found && found.name === this.board?.name ? found.drawing : null;
  }

  /** The drawing has changed. */
  onChange() {
    const { draws, board } = this;
    if (!draws) return;
    const drawing = readState("drawing")?.value;
    this.pictured = Boolean(drawing?.b);
    const same = JSON.stringify(drawing) === JSON.stringify(this.mine ?? EMPTY_DRAWING);
    if (drawing && !this.pictured && !same) {
      writeState(DRAWING_KEY, { name: board.name, drawing });
      this.unsent = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send(), PAUSE);
    }
    this.show();
  }

  send() {
    const { board, mine } = this;
    if (!this.unsent || !board?.open || !mine) return;
    this.unsent = !this.say({ kind: "drawing", name: board.name, drawing: mine });
  }

  show() {
    const { board, words, draws } = this;
    unfold(this.sheet, Boolean(board?.open));
    if (!board?.open) return;
    const subject = board.word;
    setText(this.text, subject ? fillText(words["you-draw"], { subject }) : words["you-fool"]);
    const note = this.pictured ? words["pen-only"] : board.sent ? words.sent : words["by-itself"];
    setText(this.note, draws ? note : "");
    this.join.hidden = draws !== "";
  }
}
