/* The drawing as every network sees it: as it is, with its quarters moved, or turned. */

import { number, text } from "../../../browser/text.js";
import { IN_PLACE, rankAmong, rasterOf, SURE_SHARE, scramble, turnAround } from "../scrambling.js";
import { degrees, largest, readAll, readWhole } from "./experiment.js";

/** @typedef {import("./experiment.js").Experiment} Experiment */

/**
 * Row of one network.
 * @param {{name: string, title: string}} network
 * @param {number[]} now outputs for the rearranged picture
 * @param {number[]} whole outputs for the whole digit
 * @param {number[] | undefined} quantiles of the largest output over whole digits
 * @returns {import("../rows.js").Row}
 */
function sayNetwork({ name, title }, now, whole, quantiles) {
  const { most, at } = largest(now);
  const rank = quantiles ? rankAmong(most, quantiles) : null;
  return {
    ...{ name, title, says: String(at), value: most, mark: largest(whole).most },
    number: number(most, 2),
    more: rank === null ? "" : text("in-percent", { value: String(Math.round(100 * rank)) }),
    strong: rank !== null && rank >= SURE_SHARE,
  };
}

/** @param {NonNullable<Experiment["lay"]>} lay @param {(context: any) => boolean} isMoved */
function arrange(lay, isMoved) {
  return {
    heads: ["head-network", "head-says", "", "head-output", "head-rank"],
    note: () => text("note-quarters"),
    lay,
    run: async (/** @type {import("./experiment.js").Context} */ context) => {
      const { server, view, held } = context;
      const whole = await readWhole(context);
      const image = whole.input;
      const picture = lay(image, view, held);
      const now = isMoved(context) ? await readAll(context, rasterOf(picture), false) : whole;
      const rows = server.networks.map((network) => {
        const { name } = network;
        return sayNetwork(network, now.outputs[name], whole.outputs[name], server.whole[name]);
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
    (image, { order, flip }, held) => scramble(image, order, flip, held),
    ({ view: { order, flip }, held }) => order !== IN_PLACE || flip || held !== null,
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
