/* The class capsules in a row: what feeds each, how much it says, and which one is followed. */

import { ClassFold } from "../../browser/class_fold.js";
import { haveNames } from "../../browser/classes.js";
import { contextOf, make, makeButton, setText } from "../../browser/dom.js";
import { densityOf } from "../../browser/figure.js";
import { bringIntoView, scrollMany } from "../../browser/overflow.js";
import { showRadio, walkRadios } from "../../browser/radios.js";
import { text } from "../../browser/text.js";
import { paintFeed } from "./image.js";
import { tell } from "./scales.js";

/** @import { Scene } from "./scene.js" */

const MIN_SIDE = 28;

function buildDigit(name, j, choose) {
  const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
  const value = make("span");
  const bar = make("i");
  const parts = [canvas, make("b", { title: name }, name), value, make("div", {}, bar)];
  const aria = { role: "radio", "aria-checked": "false" };
  const button = makeButton("cv-digit-choice", `digit-${j}`, parts, () => choose(j), { aria });
  return { button, canvas, value, bar };
}

export class DigitRow {
  /**
   * @param {HTMLElement} group filled with the buttons
   * @param {(j: number) => void} choose
   * @param {() => void} onSearch other classes are shown, which have to be drawn
   */
  constructor(group, choose, onSearch) {
    this.group = group;
    this.chosen = -1;
    this.choose = choose;
    /** Classes that the buttons are built for. */
    this.key = "";
    this.all = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.fold = new ClassFold(group, onSearch);
    walkRadios(group, this.buttons, { now: () => this.chosen, choose });
  }

  /** @param {string[]} classes */
  adopt(classes) {
    const key = classes.join("\n");
    if (key === this.key) return;
    this.key = key;
    this.group.classList.toggle("cv-digits-named", haveNames(classes));
    this.all = classes.map((name, j) => buildDigit(name, j, this.choose));
    // The very array whose buttons the arrow keys go through.
    this.buttons.splice(0, Infinity, ...this.all.map(({ button }) => button));
    this.group.replaceChildren(...this.buttons);
    scrollMany(this.group, classes.length);
    this.fold.adopt(
      classes,
      this.buttons.map((button) => [button]),
    );
    this.chosen = -1;
  }

  /** Give each picture its size on the page, which empties it; whether one had another. */
  fit() {
    let changed = false;
    for (const { button, canvas } of this.all) {
      if (button.hidden) continue;
      const side = Math.max(MIN_SIDE, Math.round(canvas.clientWidth * densityOf(canvas)));
      if (canvas.width === side) continue;
      changed = true;
      canvas.width = canvas.height = side;
    }
    return changed;
  }

  /** @param {Scene} scene */
  show(scene) {
    const { data, t, j: chosen, kind } = scene;
    const winner = data.winner(t);
    this.fold.show(
      this.all.map((_, j) => data.length(t, j)),
      chosen,
    );
    if (this.fold.folds) this.fit();
    this.all.forEach(({ button, canvas, value, bar }, j) => {
      if (button.hidden) return;
      const length = data.length(t, j);
      paintFeed(contextOf(canvas), 0, 0, canvas.width, j, scene);
      setText(value, tell(length));
      bar.style.transform = `scaleX(${length})`;
      button.classList.toggle("cv-digit-winner", j === winner);
      const said = text(j === winner ? "capsule-of-winner" : "capsule-of-class", {
        thing: data.thing,
        name: data.name(j),
        measure: kind.measure,
        value: tell(length),
      });
      button.setAttribute("aria-label", said);
    });
    showRadio(this.buttons, chosen);
    if (chosen !== this.chosen) bringIntoView(this.group, this.buttons[chosen]);
    this.chosen = chosen;
  }
}
