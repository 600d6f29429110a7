/*
 * The class's drawings on the lecturer's own screen, where they can be hidden before the projector
 * shows them.
 */

import { contextOf, make, makeButton, renderAfterPress, setText } from "../../browser/dom.js";
import { paintDrawing } from "../../browser/ink.js";
import { fillText } from "../../browser/text.js";
import { button, card } from "../elements.js";

/** Side of a picture in pixels. */
const SIDE = 72;

export class BoardPreview {
  /**
   * @param {Record<string, string>} words
   * @param {{release: () => void, hide: (name: string, on: boolean) => void}} acts
   */
  constructor(words, { release, hide }) {
    this.words = words;
    this.hide = hide;
    /** As the server sends it; null if nothing is drawn. */
    this.board = null;
    /** @type {Map<string, {name: string, hidden: boolean, drawing: any, reading: any}>} */
    this.drawings = new Map();
    this.title = make("h2", { data: { testid: "desk-drawings" }, aria: { role: "status" } });
    this.list = make("ul", { className: "cv-desk-drawings" });
    this.release = button(words.release, release, { testid: "desk-release", primary: true });
    this.node = card(words["the-drawings"], this.title, this.list, this.release);
    this.node.hidden = true;
  }

  /** @param {any} message */
  receive({ kind, board, of: boardName, drawn: entry }) {
    if (kind === "board") {
      if (board?.name !== this.board?.name) this.drawings.clear();
      this.board = board;
    } else if (boardName === this.board?.name) this.drawings.set(entry.name, entry);
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = requestAnimationFrame(() => renderAfterPress(this.list, () => this.show())); // many at once
  }

  show() {
    const { board, drawings, words } = this;
    this.node.hidden = !board;
    if (!board) return;
    setText(this.title, fillText(words.drawings, { count: drawings.size }));
    this.release.hidden = board.released || !drawings.size;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.name;
    this.list.replaceChildren(...[...drawings.values()].map((each) => this.picture(each)));
    const match = [...this.list.querySelectorAll("button")].find(
      ({ dataset }) => dataset.name === focused,
    );
    match?.focus();
  }

  /** A press hides the drawing from the projector, or shows it again. */
  picture({ name, hidden, drawing, reading }) {
    const { words } = this;
    const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
    canvas.width = canvas.height = SIDE;
    paintDrawing(contextOf(canvas), SIDE, drawing, getComputedStyle(this.list).color);
    const says = reading?.says ?? "…";
    const label =
      reading?.sure === false ? fillText(words["doubted-digit"], { digit: says }) : says;
    const press = makeButton("cv-framed cv-desk-drawing", "desk-drawing", [canvas, label], () =>
      this.hide(name, !hidden),
    );
    press.dataset.name = name;
    press.title = words["hide-this"];
    press.setAttribute("aria-label", fillText(words["hide-drawing"], { digit: label }));
    press.setAttribute("aria-pressed", String(hidden));
    return make("li", {}, press);
  }
}
