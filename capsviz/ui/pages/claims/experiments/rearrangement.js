/* The input of every network: the drawing unchanged, with its quarters moved, or rotated. */

import { number, text } from "../../../browser/text.js";
import { IN_PLACE, rankAmong, rasterOf, SURE_SHARE, scramble, turnAround } from "../scrambling.js";
import { degrees, largest, readAll, readWhole } from "./experiment.js";

/** @typedef {import("./experiment.js").Experiment} Experiment */

/**
 * Row of one network.
 * @param {{name: string, title: string}} network
 * @param {number[]} outputs for the rearranged picture
 * @param {number[]} original for the whole digit
 * @param {number[] | undefined} quantiles of the largest output over whole digits
 * @returns {import("../rows.js").Row}
 */
function networkRow({ name, title }, outputs, original, quantiles) {
  const { value, index } = largest(outputs);
  const rank = quantiles ? rankAmong(value, quantiles) : null;
  return {
    ...{ name, title, says: String(index), value, mark: largest(original).value },
    number: number(value, 2),
    more: rank === null ? "" : text("in-percent", { value: String(Math.round(100 * rank)) }),
    strong: rank !== null && rank >= SURE_SHARE,
  };
}

/** @param {NonNullable<Experiment["transform"]>} transform @param {(context: any) => boolean} isMoved */
function arrange(transform, isMoved) {
  return {
    heads: ["head-network", "head-says", "", "head-output", "head-rank"],
    note: () => text("note-quarters"),
    transform,
    run: async (/** @type {import("./experiment.js").Context} */ context) => {
      const { server, view, dragged } = context;
      const original = await readWhole(context);
      const image = original.input;
      const picture = transform(image, view, dragged);
      const moved = isMoved(context) ? await readAll(context, rasterOf(picture), false) : original;
      const rows = server.networks.map((network) => {
        const { name } = network;
        return networkRow(network, moved.outputs[name], original.outputs[name], server.whole[name]);
      });
      return { picture, rows, image };
    },
  };
}

/** @type {Experiment} */
export const scrambled = {
  doing: "doing-quarters",
  dials: [],
  ...arrange(
    (image, { order, flip }, dragged) => scramble(image, order, flip, dragged),
    ({ view: { order, flip }, dragged }) => order !== IN_PLACE || flip || dragged !== null,
  ),
};

/** @type {Experiment} */
export const strangers = {
  ...arrange(
    (image) => image,
    () => false,
  ),
  doing: "doing-strange",
  dials: [],
  note: () => text("note-strange"),
};

/** Counter-clockwise. */
const TURN = { name: "turn", label: "dial-turned", says: degrees };

/** @type {Experiment} */
export const viewpoint = {
  doing: "doing-turn",
  dials: [{ ...TURN, min: -180, max: 180 }],
  ...arrange(
    (image, { turn }) => turnAround(image, turn),
    ({ view: { turn } }) => turn !== 0,
  ),
};
