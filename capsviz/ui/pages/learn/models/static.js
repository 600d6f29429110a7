/* Figures that show measured numbers and have nothing to change. */

/** @type {import("./toy.js").Toy} */
export const STATIC = { events: [], table: () => [], acts: {} };
