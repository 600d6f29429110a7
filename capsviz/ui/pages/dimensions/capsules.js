/* The capsules in a row: the decoded pose and the length of each; one is selected. */

import { ClassRow } from "../../browser/class_row.js";
import { setText } from "../../browser/dom.js";
import { bringIntoView } from "../../browser/overflow.js";
import { PixelPicture } from "../../browser/picture.js";
import { showRadio } from "../../browser/radios.js";
import { number, text } from "../../browser/text.js";

export class CapsuleRow extends ClassRow {
  /**
   * @param {HTMLElement} group filled with the buttons
   * @param {(k: number) => void} choose
   */
  constructor(group, choose) {
    super(group, choose, () => showRadio(this.buttons, this.chosen));
  }

  /** @param {string[]} classes names of the classes */
  adopt(classes) {
    const canvas = { data: { decoded: "" } };
    this.build(classes, {
      className: "cv-d-capsule",
      namedClass: "cv-d-named",
      testid: "capsule",
      canvas,
    });
    for (const each of this.all) each.picture ??= new PixelPicture(each.canvas);
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
      const values = { name: this.classes[k], measure, value: size };
      const won = k === winner;
      const label = text(won ? "capsule-choice-winner" : "capsule-choice", values);
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
