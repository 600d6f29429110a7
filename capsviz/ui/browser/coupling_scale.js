/* Legend of coupling pictures: colours with their values. */

import { make } from "./dom.js";
import { couplingMarks, couplingPlace } from "./picture.js";
import { number } from "./text.js";

/**
 * @param {HTMLElement} bar
 * @param {number[][]} colours
 * @param {number} classes number of classes: uniform couplings are 1 / classes
 */
export function showScale(bar, colours, classes) {
  const marks = couplingMarks(classes).map((value) => {
    const mark = make("span", {}, number(Number(value.toPrecision(2))));
    mark.style.left = `${100 * couplingPlace(value, 1 / classes)}%`;
    return mark;
  });
  bar.replaceChildren(...marks);
  const stops = colours.map((colour) => `rgb(${colour.join(" ")})`);
  bar.style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
}
