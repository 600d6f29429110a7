/* The ten capsules in a row: each one's pose decoded, how much it says, and a choice of one. */

import { make, put } from "../../browser/dom.js";
import { PixelPicture } from "../../browser/picture.js";
import { showRadio, walkRadios } from "../../browser/radios.js";
import { SIDE } from "./poses.js";

const CAPSULES = 10;

export class CapsuleRow {
  /**
   * @param {HTMLElement} group filled with the buttons
   * @param {(k: number) => void} choose
   */
  constructor(group, choose) {
    this.chosen = -1;
    this.all = Array.from({ length: CAPSULES }, (_, k) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const value = make("span");
      const properties = {
        type: "button",
        className: "cv-d-capsule",
        data: { testid: `capsule-${k}` },
        aria: { role: "radio", "aria-checked": "false" },
      };
      const button = make("button", properties, canvas, make("b", {}, String(k)), value);
      button.addEventListener("click", () => choose(k));
      group.append(button);
      return { button, value, picture: new PixelPicture(canvas) };
    });
    const buttons = this.all.map(({ button }) => button);
    walkRadios(group, buttons, { now: () => this.chosen, choose });
    this.buttons = buttons;
  }

  /** @param {number} k */
  choose(k) {
    this.chosen = k;
    showRadio(this.buttons, k);
  }

  /**
   * @param {Uint8Array} images all ten, one after the other
   * @param {number[]} sizes how much each capsule says
   * @param {Uint32Array} table from bytes to colours
   * @param {{measure: string, most: string}} network
   */
  show(images, sizes, table, { measure, most }) {
    const winner = sizes.indexOf(Math.max(...sizes));
    this.all.forEach(({ button, value, picture }, k) => {
      const size = sizes[k].toFixed(2);
      picture.show(images, table, k * SIDE * SIDE);
      put(value, size);
      button.classList.toggle("cv-d-winner", k === winner);
      const longest = k === winner ? `, the ${most}` : "";
      button.setAttribute("aria-label", `${k}, ${measure} ${size}${longest}`);
    });
  }

  clear() {
    for (const { button, value, picture } of this.all) {
      picture.clear();
      put(value, "");
      button.classList.remove("cv-d-winner");
    }
  }
}
