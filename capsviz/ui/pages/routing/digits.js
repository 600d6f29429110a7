/* The class capsules in a row: the sources of each, its length, and which one is selected. */

import { ClassRow } from "../../browser/class_row.js";
import { contextOf, make, setText } from "../../browser/dom.js";
import { densityOf } from "../../browser/figure.js";
import { bringIntoView } from "../../browser/overflow.js";
import { showRadio } from "../../browser/radios.js";
import { text } from "../../browser/text.js";
import { paintFeed } from "./image.js";
import { tell } from "./scales.js";

/** @import { Scene } from "./scene.js" */

const MIN_SIDE = 28;

export class DigitRow extends ClassRow {
  /** @param {string[]} classes */
  adopt(classes) {
    this.build(classes, {
      className: "cv-digit-choice",
      namedClass: "cv-digits-named",
      testid: "digit",
    });
    for (const capsule of this.all) {
      if (capsule.bar) continue;
      capsule.bar = make("i");
      capsule.button.append(make("div", {}, capsule.bar));
    }
  }

  /** Resize each picture to the page, which clears it; returns whether a size has changed. */
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
    const { data, t, j: selected, kind } = scene;
    const winner = data.winner(t);
    this.fold.show(
      this.all.map((_, j) => data.length(t, j)),
      selected,
    );
    if (this.fold.folds) this.fit();
    this.all.forEach(({ button, canvas, value, bar }, j) => {
      if (button.hidden) return;
      const length = data.length(t, j);
      paintFeed(contextOf(canvas), 0, 0, canvas.width, j, scene);
      setText(value, tell(length));
      bar.style.transform = `scaleX(${length})`;
      button.classList.toggle("cv-digit-winner", j === winner);
      const label = text(j === winner ? "capsule-of-winner" : "capsule-of-class", {
        thing: data.thing,
        name: data.name(j),
        measure: kind.measure,
        value: tell(length),
      });
      button.setAttribute("aria-label", label);
    });
    showRadio(this.buttons, selected);
    if (selected !== this.chosen) bringIntoView(this.group, this.buttons[selected]);
    this.chosen = selected;
  }
}
