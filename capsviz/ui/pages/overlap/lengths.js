/* The ten capsules' lengths, and the two that are looked at. */

import { enable, make, makeButton, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { TwoPicture } from "./pictures.js";
import { choosePair, namePair, partOf } from "./reply.js";
import { barLength, legendWords, lengthWords, rankWords } from "./words.js";

const DIGITS = 10;
const INKS = ["cv-first-ink", "cv-second-ink"];

export class Lengths {
  /**
   * @param {{
   *   list: HTMLElement, selects: HTMLSelectElement[], reset: HTMLElement,
   *   big: HTMLElement, legend: HTMLElement,
   * }} places
   * @param {number} side of the canvas
   * @param {(pair: number[] | null) => void} force look at a pair; null at the winners
   */
  constructor({ list, selects, reset, big, legend }, side, force) {
    this.selects = selects;
    this.reset = reset;
    this.big = big;
    this.legend = legend;
    this.side = side;
    this.shown = [0, 1];
    /** Which of the two a click changes next. */
    this.slot = 0;
    const choose = (k) => {
      const { pair, slot } = choosePair(this.shown, this.slot, k);
      this.slot = slot;
      if (pair) force(pair);
    };
    this.rows = Array.from({ length: DIGITS }, (_, k) => lengthRow(k, side, () => choose(k)));
    list.append(...this.rows.map(({ row }) => row));
    selects.forEach((select, k) => {
      select.append(...this.rows.map((_, j) => new Option(String(j), String(j))));
      select.addEventListener("change", () => force(namePair(this.shown, k, Number(select.value))));
    });
    reset.addEventListener("click", () => force(null));
  }

  get meters() {
    return this.rows.map(({ meter }) => meter);
  }

  /**
   * @param {import("./reply.js").Reply} reply
   * @param {import("./palette.js").Palette} palette
   */
  show(reply, { tables }) {
    this.shown = reply.shown;
    this.rows.forEach((parts, j) => {
      const { row, meter, bar, plain, value, rank, choose, picture } = parts;
      const at = reply.empty ? -1 : reply.shown.indexOf(j);
      const length = barLength(reply, j);
      bar.style.transform = `scaleX(${length})`;
      plain.style.transform = `scaleX(${(!reply.empty && reply.probabilities?.[j]) || 0})`;
      setText(value, lengthWords(reply, j));
      meter.setAttribute("aria-valuenow", length.toFixed(2));
      INKS.forEach((name, k) => {
        row.classList.toggle(name, at === k);
      });
      choose.setAttribute("aria-pressed", String(at >= 0));
      setText(rank, rankWords(reply, j));
      picture.show(partOf(reply.decoded, j, this.side ** 2), tables.ink);
    });
    this.selects.forEach((select, k) => {
      select.value = String(reply.shown[k]);
    });
    enable(this.reset, Boolean(reply.forced));
    setText(this.legend, legendWords(reply));
    const named = reply.named.map((j) =>
      make("b", { className: INKS[reply.shown.indexOf(j)] ?? "" }, String(j)),
    );
    this.big.replaceChildren(...(named.length ? named : ["–"]));
  }
}

/** One capsule's bars, its reconstruction, and the button that looks at it. */
function lengthRow(k, side, act) {
  const bar = make("i");
  const plain = make("b");
  const value = make("span", { className: "cv-two-value" });
  const rank = make("span", { className: "cv-small cv-muted" });
  const meter = make(
    "div",
    {
      className: "cv-two-meter",
      data: { testid: `length-${k}` },
      aria: {
        role: "meter",
        "aria-label": text("capsule-length", { capsule: k }),
        "aria-valuemin": "0",
        "aria-valuemax": "1",
        "aria-valuenow": "0",
      },
    },
    make("span", { className: "cv-two-digit" }, String(k)),
    make("span", { className: "cv-two-track" }, bar, plain),
    value,
  );
  const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
  const choose = makeButton("cv-cover cv-two-choose", `choose-${k}`, [], act, {
    title: text("capsule-claims", { capsule: k }),
    aria: { "aria-label": text("capsule-look", { capsule: k }), "aria-pressed": "false" },
  });
  const row = make("div", { className: "cv-two-length" }, meter, rank, canvas, choose);
  return { row, meter, bar, plain, value, rank, choose, picture: new TwoPicture(canvas, side) };
}
