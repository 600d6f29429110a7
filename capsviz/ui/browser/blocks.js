/* Names of the blocks of a network. */

import { text } from "./text.js";

/** Message keys of blocks that most networks have. */
const COMMON_BLOCKS = {
  votes: "block-votes",
  routing: "block-routing",
  classes: "block-capsules",
  input: "block-picture",
  picture: "block-painting",
};

/**
 * Display name of a block.
 * @param {string} name in the plan
 * @param {boolean} [withoutCapsules] whether the network has no capsules, though a block has such a
 *   name
 */
export function blockName(name, withoutCapsules = false) {
  if (COMMON_BLOCKS[name]) return text(COMMON_BLOCKS[name]);
  if (!withoutCapsules && /^(network\.)?(capsules|primary)$/.test(name)) return "PrimaryCaps";
  if (name === "decoder") return text("block-decoder");
  const residual = /^blocks\.(\d+)$/.exec(name);
  if (residual) return text("block-residual", { number: Number(residual[1]) + 1 });
  // For the visitor's own network: its last module, if that is descriptive.
  const [, parent = "", last = name] = /^network\.(?:.*\.)?([^.]+)\.([^.]+)$/.exec(name) ?? [];
  if (parent && last.length < 5) return `${parent}.${last}`;
  return (parent ? last : name.replace(/^network\./, ""))
    .replace(/^conv(?=\d)/, "Conv")
    .replace(/^caps(?=\d)/, "ConvCaps");
}
