/* The drawing as every network sees it: as it is, with its quarters moved, or turned. */

import { rankAmong, rasterOf, SURE, scramble, turnAround, WHOLE } from "../scrambling.js";
import { degrees, largest, readAll, readWhole } from "./experiment.js";

/** @typedef {import("./experiment.js").Experiment} Experiment */

const NOTE = `Bar: the largest output, mark: as drawn. Rank: share of 1,000 whole digits it was less
  sure of.`;

/**
 * Row of one network.
 * @param {{name: string, title: string}} network
 * @param {number[]} now outputs for the rearranged picture
 * @param {number[]} whole outputs for the whole digit
 * @param {number[] | undefined} quantiles of the largest output over whole digits
 * @returns {import("../rows.js").Row}
 */
export function sayNetwork({ name, title }, now, whole, quantiles) {
  const { most, at } = largest(now);
  const rank = quantiles ? rankAmong(most, quantiles) : null;
  return {
    ...{ name, title, says: String(at), value: most, mark: largest(whole).most },
    number: most.toFixed(2),
    more: rank === null ? "" : `${Math.round(100 * rank)} %`,
    strong: rank !== null && rank >= SURE,
  };
}

/** @param {NonNullable<Experiment["lay"]>} lay @param {(context: any) => boolean} isMoved */
function arrange(lay, isMoved) {
  return {
    heads: ["network", "says", "", "output", "rank"],
    note: NOTE,
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
  doing: "drag its quarters",
  dials: [],
  ...arrange(
    (image, { order, flip }, held) => scramble(image, order, flip, held),
    ({ view: { order, flip }, held }) => order !== WHOLE || flip || held !== null,
  ),
};

/** @type {Experiment} */
export const strangers = {
  ...arrange(
    (image) => image,
    () => false,
  ),
  doing: "draw anything that is no digit",
  dials: [],
  note: `Bar: the largest output. Rank: share of 1,000 digits it was less sure of; a network that
    rejects your drawing ranks it near 0 %.`,
};

/** Counter-clockwise. */
const TURN = { name: "turn", label: "turned", text: degrees };

/** @type {Experiment} */
export const viewpoint = {
  doing: "turn it",
  dials: [{ ...TURN, min: -180, max: 180 }],
  ...arrange(
    (image, { turn }) => turnAround(image, turn),
    ({ view: { turn } }) => turn !== 0,
  ),
};
