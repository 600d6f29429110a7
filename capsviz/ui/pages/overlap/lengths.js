/* The ten capsules' lengths, and the two that are looked at. */

import { enable, make, setText } from "../../browser/dom.js";
import { lengthRow } from "../../browser/length_rows.js";
import { text } from "../../browser/text.js";
import { TwoPicture } from "./pictures.js";
import { choosePair, namePair, partOf } from "./reply.js";
import { barLength, legendWords, lengthWords, rankWords } from "./words.js";

const DIGITS = 10;
const INKS = ["cv-first-ink", "cv-second-ink"];

export class Lengths {
  /**
   * @param {import("../../browser/dom.js").Find} find
   * @param {number} side of the canvas
   * @param {(pair: number[] | null) => void} force look at a pair; null at the winners
   */
  constructor({ element, part }, side, force) {
    this.selects = [element("force-0"), element("force-1")];
    this.reset = element("force-reset");
    this.big = part("big");
    this.legend = part("legend");
    this.side = side;
    this.shown = [0, 1];
    /** Which of the two a click changes next. */
    this.slot = 0;
    const choose = (k) => {
      const { pair, slot } = choosePair(this.shown, this.slot, k);
      this.slot = slot;
      if (pair) force(pair);
    };
    this.rows = Array.from({ length: DIGITS }, (_, k) => buildRow(k, side, () => choose(k)));
    element("lengths").append(...this.rows.map(({ row }) => row));
    this.selects.forEach((select, k) => {
      select.append(...this.rows.map((_, j) => new Option(String(j), String(j))));
      select.addEventListener("change", () => force(namePair(this.shown, k, Number(select.value))));
    });
    this.reset.addEventListener("click", () => force(null));
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
      const { row, meter, bar, plain, value, rank, button, picture } = parts;
      const index = reply.empty ? -1 : reply.shown.indexOf(j);
      const length = barLength(reply, j);
      bar.style.transform = `scaleX(${length})`;
      plain.style.transform = `scaleX(${(!reply.empty && reply.probabilities?.[j]) || 0})`;
      setText(value, lengthWords(reply, j));
      meter.setAttribute("aria-valuenow", length.toFixed(2));
      INKS.forEach((name, k) => {
        row.classList.toggle(name, index === k);
      });
      button.setAttribute("aria-pressed", String(index >= 0));
      setText(rank, rankWords(reply, j));
      picture.show(partOf(reply.decoded, j, this.side ** 2), tables.ink);
    });
    this.selects.forEach((select, k) => {
      select.value = String(reply.shown[k]);
    });
    enable(this.reset, Boolean(reply.forced));
    setText(this.legend, legendWords(reply));
    const digits = reply.predicted.map((j) =>
      make("b", { className: INKS[reply.shown.indexOf(j)] ?? "" }, String(j)),
    );
    this.big.replaceChildren(...(digits.length ? digits : ["–"]));
  }
}

/** One capsule's bars, its reconstruction, and the button that looks at it. */
function buildRow(k, side, act) {
  const labels = {
    meter: text("capsule-length", { capsule: k }),
    choose: text("capsule-look", { capsule: k }),
    title: text("capsule-claims", { capsule: k }),
  };
  const parts = lengthRow(k, String(k), labels, act);
  const plain = make("b");
  parts.bar.after(plain);
  return { ...parts, plain, picture: new TwoPicture(parts.canvas, side) };
}
