/* Toys whose only state is a switch: right, or mistaken. */

/** @typedef {import("./toy.js").Toy} Toy */

/** The property of all toys with a mistake; 0 is right. */
export const MISTAKEN = /** @type {const} */ ({
  name: "mistaken",
  kind: "whole",
  default: 0,
  least: 0,
  most: 1,
});

/** Switch from right to mistaken, or back. @type {Toy["acts"][string]} */
export function flip(state, _, on) {
  state.mistaken = Number(on);
  return on ? ["switched"] : [];
}

/** @type {Toy} */
export const SWITCH = {
  events: ["switched"],
  table: ({ mistaken = false }) => [{ ...MISTAKEN, default: Number(mistaken) }],
  acts: { flip },
};
