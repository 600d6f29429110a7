/* The capsules in a row: the decoded pose and the length of each, and the choice of one. */

import { ClassFold } from "../../browser/class_fold.js";
import { haveNames } from "../../browser/classes.js";
import { make, makeButton, setText } from "../../browser/dom.js";
import { bringIntoView, scrollMany } from "../../browser/overflow.js";
import { PixelPicture } from "../../browser/picture.js";
import { showRadio, walkRadios } from "../../browser/radios.js";
import { number, text } from "../../browser/text.js";

export class CapsuleRow {
  /**
   * @param {HTMLElement} group filled with the buttons
   * @param {(k: number) => void} choose
   */
  constructor(group, choose) {
    this.group = group;
    this.act = choose;
    this.chosen = -1;
    /** Classes that the buttons are built for. */
    this.classes = [];
    this.all = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.fold = new ClassFold(group, () => showRadio(this.buttons, this.chosen));
    walkRadios(group, this.buttons, { now: () => this.chosen, choose });
  }

  /** @param {string[]} classes names of the classes */
  adopt(classes) {
    if (classes.join("\n") === this.classes.join("\n")) return;
    this.classes = classes;
    this.group.classList.toggle("cv-d-named", haveNames(classes));
    this.all = classes.map((name, k) => {
      const canvas = make("canvas", { data: { decoded: "" }, aria: { "aria-hidden": "true" } });
      const value = make("span");
      const content = [canvas, make("b", { title: name }, name), value];
      const aria = { role: "radio", "aria-checked": "false" };
      const act = () => this.act(k);
      const button = makeButton("cv-d-capsule", `capsule-${k}`, content, act, { aria });
      return { button, value, picture: new PixelPicture(canvas) };
    });
    // Arrow keys go through this same array of buttons.
    this.buttons.splice(0, Infinity, ...this.all.map(({ button }) => button));
    this.group.replaceChildren(...this.buttons);
    scrollMany(this.group, classes.length);
    this.fold.adopt(
      classes,
      this.buttons.map((button) => [button]),
    );
    this.chosen = -1;
  }

  /** @param {number} k */
  choose(k) {
    this.fold.show(this.fold.sizes, k);
    if (k !== this.chosen && this.buttons[k]) bringIntoView(this.group, this.buttons[k]);
    this.chosen = k;
    showRadio(this.buttons, k);
  }

  /**
   * @param {Uint8Array} images all of them, one after the other
   * @param {number[]} sizes length or activation of each capsule
   * @param {Uint32Array} table from bytes to colours
   * @param {{measure: string}} network
   */
  show(images, sizes, table, { measure }) {
    const winner = sizes.indexOf(Math.max(...sizes));
    const pixels = images.length / sizes.length;
    this.all.forEach(({ button, value, picture }, k) => {
      const size = number(sizes[k], 2);
      picture.show(images.subarray(k * pixels, (k + 1) * pixels), table);
      setText(value, size);
      button.classList.toggle("cv-d-winner", k === winner);
      const told = { name: this.classes[k], measure, value: size };
      const won = k === winner;
      const label = text(won ? "capsule-choice-winner" : "capsule-choice", told);
      button.setAttribute("aria-label", label);
    });
    this.fold.show(sizes, this.chosen);
    showRadio(this.buttons, this.chosen);
  }

  clear() {
    for (const { button, value, picture } of this.all) {
      picture.clear();
      setText(value, "");
      button.classList.remove("cv-d-winner");
    }
  }
}
