/* Handles on a picture, each with the sign and the word of what it does. */

import { make, setText, svgMake } from "./dom.js";

/** Signs of what they do, in a box of 16 x 16. */
const SIGNS = {
  move: "M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2",
  turn: "M13.2 9.5a5.4 5.4 0 1 1-1-4.9M12.8 1.6v3.4h-3.4",
  size: "M3 3l10 10M3 7.2V3h4.2M13 8.8V13H8.8",
  shear: "M5.5 3h8l-3 10h-8z",
};
/** Beyond this share of the picture's side a knob has its word at its left. */
const LEFT_LABEL_SHARE = 0.6;

/**
 * @param {string} testid
 * @param {keyof typeof SIGNS} [sign] none where the picture itself is the handle
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
  return { knob, word };
}

/**
 * @param {ReturnType<typeof makeKnob>} made
 * @param {[number, number]} place in shares of the picture's side from its upper left corner
 * @param {string} words
 * @param {boolean} [left] whether the word stands left of the knob
 */
export function putKnob({ knob, word }, [x, y], words, left = x > LEFT_LABEL_SHARE) {
  Object.assign(knob.style, { left: `${100 * x}%`, top: `${100 * y}%` });
  knob.classList.toggle("cv-knob-left", left);
  setText(word, words);
}
