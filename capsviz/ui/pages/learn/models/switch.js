/* Toys whose only state is a switch: right, or mistaken. */

import { wholeNumber } from "./toy.js";

/** @typedef {import("./toy.js").Toy} Toy */

/** The property of all toys with a mistake; 0 is right. */
export const MISTAKE = wholeNumber("mistaken", 0, 0, 1);

/** Switch from right to mistaken, or back. @type {Toy["acts"][string]} */
export function flip(state, _, on) {
  state.mistaken = Number(on);
  return on ? ["switched"] : [];
}

/** @type {Toy} */
export const SWITCH = {
  events: ["switched"],
  table: ({ mistaken = false }) => [{ ...MISTAKE, default: Number(mistaken) }],
  acts: { flip },
};
