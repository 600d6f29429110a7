/* The legend of coupling pictures: their colours, with the values that these stand for. */

import { make } from "./dom.js";
import { couplingMarks, couplingPlace } from "./picture.js";
import { number } from "./text.js";

/**
 * @param {HTMLElement} bar
 * @param {number[][]} colours
 * @param {number} classes how many there are: evenly shared, each has one part
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
