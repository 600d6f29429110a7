/* Handles on a picture, each with an icon and a label of its action. */

import { make, setText, svgMake } from "./dom.js";

/** Icons of the actions, in a box of 16 x 16. */
const SIGNS = {
  move: "M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2",
  turn: "M13.2 9.5a5.4 5.4 0 1 1-1-4.9M12.8 1.6v3.4h-3.4",
  size: "M3 3l10 10M3 7.2V3h4.2M13 8.8V13H8.8",
  shear: "M5.5 3h8l-3 10h-8z",
};
/** Gap between a knob and its label, in pixels. */
const WORD_GAP = 5;

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box `x` and `y` of its centre,
 *   in pixels
 */

/**
 * @param {string} testid
 * @param {keyof typeof SIGNS} [sign] missing if the picture itself is the handle
 */
export function makeKnob(testid, sign) {
  const knob = make("span", {
    className: "cv-knob",
    data: { testid },
    aria: { "aria-hidden": "true" },
  });
  const word = make("span", { className: "cv-knob-word cv-small" });
  if (sign)
    knob.append(
      svgMake("svg", { viewBox: "0 0 16 16" }, svgMake("path", { d: SIGNS[sign] })),
      word,
    );
  return { knob, word, size: { width: 0, height: 0, knob: 0 } };
}

/**
 * Measure knobs, their labels and the picture when a size changes: to read them at each movement
 * would lay out the page.
 * @param {HTMLElement} figure
 * @param {ReturnType<typeof makeKnob>[]} knobs
 * @param {(side: number) => void} onResize
 */
export function observeSizes(figure, knobs, onResize) {
  const observer = new ResizeObserver(() => {
    for (const { knob, word, size } of knobs) {
      [size.width, size.height] = [word.offsetWidth, word.offsetHeight];
      size.knob = knob.offsetWidth;
    }
    onResize(figure.clientWidth);
  });
  for (const element of [figure, ...knobs.map(({ word }) => word)]) observer.observe(element);
}

/**
 * Put knobs on a picture, without overlaps of their labels.
 * @param {(ReturnType<typeof makeKnob> & {place: [number, number], words: string})[]} knobs `place`
 *   in shares of the picture's side from its upper left corner, `words` "" for no label
 * @param {number} side of the picture, in pixels
 */
export function putKnobs(knobs, side) {
  for (const { word, words } of knobs) setText(word, words);
  const labelled = knobs.filter(({ words }) => words);
  const boxes = labelled.map(({ size, place: [x, y] }) => ({ ...size, x: x * side, y: y * side }));
  const sides = wordSides(boxes, side);
  labelled.forEach(({ knob }, i) => {
    knob.dataset.word = sides[i];
  });
  for (const { knob, place } of knobs) {
    const [left, top] = place.map((share) => `${100 * share}%`);
    Object.assign(knob.style, { left, top });
  }
}

/**
 * The side of its knob on which each label covers the least of other knobs, of earlier labels and
 * of the picture's surroundings; preferably away from the others.
 * @param {(Box & {knob: number})[]} words labels at their knobs' positions; `knob` is a knob's size
 * @param {number} side of the picture
 */
export function wordSides(words, side) {
  const middle = words.reduce((sum, { x }) => sum + x, 0) / words.length;
  /** @type {Box[]} */
  const occupied = words.map(({ x, y, knob }) => ({ x, y, width: knob, height: knob }));
  const picture = { x: side / 2, y: side / 2, width: side, height: side };
  return words.map(({ x, y, width, height, knob }) => {
    const dx = (knob + width) / 2 + WORD_GAP;
    const dy = (knob + height) / 2;
    const left = { name: "left", x: x - dx, y, width, height };
    const right = { name: "right", x: x + dx, y, width, height };
    const above = { name: "above", x, y: y - dy, width, height };
    const below = { name: "below", x, y: y + dy, width, height };
    const costs = [...(x < middle ? [left, right] : [right, left]), above, below].map((box) => ({
      box,
      cost: occupied.reduce((sum, other) => sum + overlap(box, other), -overlap(box, picture)),
    }));
    const { box } = costs.reduce((best, next) => (next.cost < best.cost ? next : best));
    occupied.push(box);
    return box.name;
  });
}

/** Area shared by two boxes, in pixels. @param {Box} a @param {Box} b */
function overlap(a, b) {
  const overlapAlong = (axis, size) =>
    Math.max(
      0,
      Math.min(a[axis] + a[size] / 2, b[axis] + b[size] / 2) -
        Math.max(a[axis] - a[size] / 2, b[axis] - b[size] / 2),
    );
  return overlapAlong("x", "width") * overlapAlong("y", "height");
}
