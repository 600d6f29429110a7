/* How many parameters the paper's network has. */

/** Layer by layer. */
export const CAPSNET_PARAMETERS = {
  conv: 20_992,
  primary: 5_308_672,
  digit: 1_474_560,
  decoder: 1_411_344,
};

/**
 * Names and counts. The mistake counts the encoder twice.
 * @param {import("./toy.js").State} state
 * @returns {[string, number][]}
 */
export function countParts({ mistaken }) {
  const { conv, primary, digit } = CAPSNET_PARAMETERS;
  const parts = Object.entries(CAPSNET_PARAMETERS);
  return mistaken ? [...parts, ["again", conv + primary + digit]] : parts;
}
