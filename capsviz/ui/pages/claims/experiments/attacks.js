/* The digit under an attack, and detection of the attack by reconstruction. */

import { number, text } from "../../../browser/text.js";
import { inputsOf, largest, modelOf, questionOf, readBy } from "./experiment.js";

/**
 * @typedef {import("./experiment.js").Experiment} Experiment
 * @typedef {import("./experiment.js").Context} Context
 */

const STRENGTH = {
  ...{ name: "strength", label: "dial-strength", min: 0, max: 40 },
  says: (value) => number(value / 100, 2),
};

/** @param {Context} context @param {string} method */
async function attack(context, method) {
  const { engine, server, view } = context;
  const question = { ...questionOf(context), method, epsilon: view.strength / 100 };
  return engine.attack(question, (await inputsOf(context)).pair(server.rest));
}

/** @type {Experiment} */
export const attacks = {
  doing: "doing-attack",
  dials: [STRENGTH],
  heads: ["head-network", "head-says", "", "head-largest", "head-own"],
  note: () => text("note-attack"),
  gradients: true,
  waitsForPen: true,
  run: async (context) => {
    const { header, arrays } = await attack(context, "fgsm");
    const rows = ["capsules", "cnn"].flatMap((part) =>
      ["before", "after"].flatMap((when) => {
        const { lengths } = header[`${part}_${when}`] ?? {};
        if (!lengths) return [];
        const { value, index: winner } = largest(lengths);
        const mark = lengths[header.digit];
        return {
          ...{ name: `${part}-${when}`, title: text("row-attack", { network: part, when }) },
          says: String(winner),
          ...{ value, mark, number: number(value, 2), more: number(mark, 2) },
          strong: winner !== header.digit,
        };
      }),
    );
    return { picture: arrays.capsules_after, rows };
  },
};

/** @param {string} name @param {string} title @param {string} says @param {number} error @param {number} limit */
function errorRow(name, title, says, error, limit) {
  const more = text("row-fits", { fits: error <= limit ? "yes" : "no" });
  return {
    ...{ name, title, says, value: Math.min(1, error / (2 * limit)), mark: 0.5 },
    ...{ number: number(error, 0), more, strong: error > limit },
  };
}

/**
 * Networks whose reconstructions are compared with the digit.
 * @param {import("./experiment.js").ClaimsPageData} server
 * @returns {{name: string, title: string}[]}
 */
function comparedNetworks(server) {
  const model = modelOf({ server });
  return server.networks.filter(({ name }) => name === model || ["efficient", "em"].includes(name));
}

/** @type {Experiment} */
export const detection = {
  doing: "doing-reconstruction",
  dials: [{ ...STRENGTH, label: "dial-pgd-strength", gradients: true }],
  heads: ["head-network", "head-says", "", "head-error", "head-fits"],
  note: () => text("note-reconstruction"),
  waitsForPen: true,
  showsOutput: true,
  reads: (server) => comparedNetworks(server).map(({ name }) => name),
  run: async (context) => {
    const { limits, networks, fewer } = context.server;
    const model = modelOf(context);
    const rows = [];
    for (const { name, title } of comparedNetworks(context.server)) {
      const { lengths, misfit } = await readBy(context, name);
      const says = String(largest(lengths[lengths.length - 1]).index);
      rows.push(errorRow(name, title, says, misfit, limits[name]));
    }
    const { reconstructions, lengths, side } = await readBy(context, model);
    const { index: winner } = largest(lengths[lengths.length - 1]);
    const picture = reconstructions.slice(winner * side * side, (winner + 1) * side * side);
    if (fewer) return { picture, rows };
    const { header, arrays } = await attack(context, "pgd");
    const { misfit, lengths: attacked } = header.capsules_after;
    const { title } = networks.find(({ name }) => name === model);
    const label = text("row-attacked", { network: title });
    rows.push(errorRow("attacked", label, String(largest(attacked).index), misfit, limits[model]));
    return { picture: arrays.capsules_after_decoded ?? picture, rows };
  },
};
