/*
 * The lecturer's board: the class's drawings, each with its predicted class. Phones receive only
 * the drawing opened for all, which becomes the session's own.
 */

import { make, onSubmit, renderAfterPress, setText } from "../browser/dom.js";
import { remountAll } from "../browser/remount.js";
import { readState, writeState } from "../browser/state_sync.js";
import { fillText } from "../browser/text.js";
import { pictureSide, sortDrawings } from "./board_order.js";
import { Card } from "./card.js";
import { button, openPanel, panel, sendButton } from "./elements.js";

/** The class's first subject. */
const FIRST_SUBJECT = "7";
/** Pixels between two drawings, and height of the caption below each. */
const PLACE = { gap: 8, caption: 26 };
const EMPTY_DRAWING = { s: [], b: null };

/**
 * @typedef {object} StaffBoard as of `drawing_board.py`
 * @property {string} name
 * @property {string} word
 * @property {boolean} open
 * @property {boolean} released
 * @property {number} count
 * @property {Record<string, any>} settings
 */

export class DrawingBoard {
  /**
   * @param {Record<string, string>} words
   * @param {object} acts
   * @param {(message: any) => boolean} acts.say
   * @param {() => string} acts.page the open page
   * @param {(page: string) => void} acts.turn
   * @param {string[]} acts.drawn the pages that show the visitor's drawing
   */
  constructor(words, { say, page, turn, drawn: withDrawing }) {
    this.words = words;
    this.withDrawing = withDrawing;
    this.say = say;
    this.page = page;
    this.turn = turn;
    /** Null if nothing is drawn. @type {StaffBoard | null} */
    this.board = null;
    /** The name of the newest board. */
    this.last = "";
    /** @type {Map<string, import("./board_order.js").BoardDrawing>} */
    this.drawings = new Map();
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    /** Name of the drawing shown on every page. */
    this.shownName = "";
    this.open = button(words.draw, () => this.show(), { testid: "draw-together" });
    this.build();
    this.nodes = [this.panel];
    this.resized = new ResizeObserver(() => this.schedule());
    this.resized.observe(this.grid);
  }

  close() {
    this.resized.disconnect();
    cancelAnimationFrame(this.frameRequest);
  }

  // --- building, once

  build() {
    const { words } = this;
    this.title = make("h2", { data: { testid: "board-title" } });
    this.count = make("p", { className: "cv-class-count", aria: { role: "status" } });
    const orders = [
      ["length", words["by-length"]],
      ["class", words["by-class"]],
      ["misfit", words["by-misfit"]],
    ];
    const options = orders.map(([value, name]) => make("option", { value }, name));
    this.by = make("select", { data: { testid: "board-sort" } }, ...options);
    this.first = make("input", { type: "checkbox", data: { testid: "board-misread" } });
    for (const field of [this.by, this.first]) field.addEventListener("change", () => this.draw());
    const sort = make("label", { className: "cv-class-mark" }, words.sort, this.by);
    this.firstRow = make("label", { className: "cv-class-mark" }, this.first, words.first);
    const release = () => this.say({ kind: "draw", ...this.board, released: true });
    const first = { testid: "board-release", primary: true };
    this.release = button(words.release, release, first);
    this.toggle = button("", () => this.setOpen(!this.board.open), { testid: "board-going" });
    this.back = button("", () => this.bringBack(), { testid: "board-back" });
    const tools = [this.count, this.release, sort, this.firstRow, this.toggle, this.back];
    this.grid = make("ol", { className: "cv-class-cards" });
    this.empty = make("p", { className: "cv-muted" }, words.empty);
    const section = make(
      "section",
      { className: "cv-class-board", data: { testid: "board" } },
      this.title,
      make("div", { className: "cv-row cv-class-tools" }, ...tools),
      this.empty,
      this.grid,
      this.buildNext(),
    );
    this.panel = panel(words.draw, words.shut, section);
    this.panel.classList.add("cv-class-wide");
  }

  /** Controls for the next subject. */
  buildNext() {
    const { words } = this;
    this.word = make("input", {
      type: "text",
      maxLength: 40,
      size: 6,
      value: FIRST_SUBJECT,
      data: { testid: "board-word" },
    });
    const form = make(
      "form",
      { className: "cv-row cv-class-tools" },
      make("label", { className: "cv-class-mark" }, words.next, this.word),
      sendButton(words.anew, "board-start"),
      button(words.fool, () => this.ask(""), { testid: "board-fool" }),
      button(words.undraw, () => this.end(), { testid: "board-end" }),
    );
    return onSubmit(form, () => {
      if (this.word.value.trim()) this.ask(this.word.value.trim());
    });
  }

  // --- the lecturer's actions

  /** Show the board. The first call starts it. */
  show() {
    if (!this.board) this.ask(FIRST_SUBJECT);
    openPanel(this.panel);
    this.draw();
  }

  /** Show the board of a subject, which is started if needed. @param {string} word */
  showSubject(word) {
    if (this.board?.word !== word) this.ask(word);
    openPanel(this.panel);
  }

  /** Close the board. */
  putAway() {
    if (this.board) this.end();
  }

  /** @param {string} word the subject, or "" for anything that fools the network */
  ask(word) {
    const name = `board ${Date.now().toString(36)}`;
    this.shownName = "";
    this.say({ kind: "draw", name, word, settings: readState("settings")?.value ?? {} });
  }

  /** @param {boolean} open whether phones may continue to draw */
  setOpen(open) {
    this.say({ kind: "draw", ...this.board, open });
  }

  end() {
    this.say({ kind: "undraw" });
    this.panel.close();
  }

  /** Make one drawing the session's own, on every page, for all. */
  adoptDrawing(name) {
    if (this.board.open) this.setOpen(false);
    this.shownName = name;
    this.panel.close();
    writeState("drawing", this.drawings.get(name).drawing);
    remountAll();
    if (!this.withDrawing.includes(this.page())) this.turn(this.withDrawing[0]);
  }

  hide(name) {
    this.say({ kind: "hide", name, on: true });
    this.drawings.get(name).hidden = true;
    if (name === this.shownName) {
      this.shownName = "";
      writeState("drawing", EMPTY_DRAWING);
      remountAll();
    }
    this.draw();
  }

  bringBack() {
    for (const { name } of this.hiddenDrawings) this.say({ kind: "hide", name, on: false });
  }

  get hiddenDrawings() {
    return [...this.drawings.values()].filter(({ hidden }) => hidden);
  }

  /** Send the board again to a server that may have restarted. */
  resend() {
    if (!this.board) return;
    this.say({ kind: "draw", ...this.board, hidden: this.hiddenDrawings.map(({ name }) => name) });
  }

  // --- messages from the server

  /** @param {any} message */
  receive({ kind, board, of: boardName, drawn: entry }) {
    if (kind === "board") {
      // A restarted server has no board until it is sent again.
      if (board && board.name !== this.last) this.drawings.clear();
      this.last = board?.name ?? this.last;
      this.board = board;
      if (!board) this.panel.close();
    } else if (boardName === this.board?.name) this.drawings.set(entry.name, entry);
    this.schedule();
  }

  /** Show drawings that arrive together at once. */
  schedule() {
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = requestAnimationFrame(() => this.draw());
  }

  // --- showing

  draw() {
    const { board, words } = this;
    const { word = "", open = false, released = false, count = 0 } = board ?? {};
    const order = /** @type {import("./board_order.js").SortKey} */ (this.by.value);
    const all = sortDrawings(this.drawings.values(), {
      by: order,
      first: this.first.checked && word !== "",
      word,
    });
    const args = { count: released ? all.length : count };
    setText(this.open, board ? fillText(words.board, args) : words.draw);
    if (!board || !this.panel.open) return;
    setText(this.title, word ? fillText(words.everyone, { subject: word }) : words.fools);
    setText(this.count, fillText(words.drawings, args));
    this.release.hidden = released;
    setText(this.toggle, open ? words.stop : words.go);
    const { length } = this.hiddenDrawings;
    setText(this.back, fillText(words.back, { count: length }));
    this.back.hidden = !length;
    this.firstRow.hidden = !word;
    setText(this.empty, released ? words.empty : words.held);
    this.empty.hidden = all.length > 0;
    this.place(all, word);
  }

  /** @param {import("./board_order.js").BoardDrawing[]} all all in order @param {string} word */
  place(all, word) {
    const { grid, cards } = this;
    const { clientWidth, clientHeight } = grid;
    const side = pictureSide(Math.max(1, all.length), clientWidth, clientHeight, PLACE);
    grid.style.setProperty("--side", `${side}px`);
    const colour = getComputedStyle(grid).color;
    const nodes = all.map((entry) => {
      const { name } = entry;
      const acts = { open: () => this.adoptDrawing(name), hide: () => this.hide(name) };
      const card = cards.get(name) ?? new Card(this.words, acts);
      cards.set(name, card);
      card.show(entry, { word, side, colour });
      return card.node;
    });
    for (const name of cards.keys()) if (!this.drawings.has(name)) cards.delete(name);
    if (nodes.some((node, i) => grid.children[i] !== node) || grid.children.length > nodes.length)
      renderAfterPress(grid, () => this.settle(nodes));
  }

  /** Reorder the nodes and keep the focus. @param {Node[]} nodes */
  settle(nodes) {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    this.grid.replaceChildren(...nodes);
    if (focused !== document.activeElement && this.grid.contains(focused)) focused.focus();
  }
}
