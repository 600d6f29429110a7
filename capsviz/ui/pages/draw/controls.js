/* Controls and help of Draw, as settings and network have them. */

import {
  channelWords,
  nameNumbers,
  nameTest,
  nameThings,
  publishedWords,
} from "../../browser/classes.js";
import { enable, finders, setText } from "../../browser/dom.js";
import { MAX_SHOWN_ITERATIONS } from "../../browser/permalink.js";
import { setSymbols } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";
import { precisionWords, routingWords, turningWords } from "./words.js";

/** @param {(name: string) => any} element @param {import("./reading_parts.js").ReadingHost} host */
export function listenToControls(element, host) {
  const change = (values) => host.change(values);
  const click = (name, act) => element(name).addEventListener("click", act);
  element("center").addEventListener("change", ({ target }) => change({ center: target.checked }));
  const step = (name, delta) =>
    click(name, ({ currentTarget }) => {
      // A disabled button keeps the focus and still receives clicks.
      if (currentTarget.getAttribute("aria-disabled") === "true") return;
      change({ iterations: host.settings.iterations + delta });
    });
  element("iterations-range").addEventListener("input", ({ target }) =>
    change({ iterations: Number(target.value) }),
  );
  step("iterations-less", -1);
  step("iterations-more", 1);
  click("follow-winner", () => change({ capsule: -1 }));
}

/**
 * @typedef {object} DrawPageData as `data.py` gives it
 * @property {any[]} table
 * @property {string} reply
 * @property {import("../../browser/engine/remote_decoder.js").DecoderData} decoder
 * @property {string} samples
 * @property {string | null} poses
 * @property {Record<string, boolean>} iterates
 * @property {import("../../browser/classes.js").NetworkData} network
 * @property {import("../../browser/classes.js").TestSet | null} test
 */

/**
 * Bring the controls in line with the settings.
 * @param {HTMLElement} root
 * @param {{model: string, iterations: number, center: boolean, capsule: number}} settings
 * @param {Pick<DrawPageData, "test" | "network"> & {base: string}} data
 * @param {boolean} iterates whether the chosen network has iterations
 */
export function showControls(root, settings, data, iterates) {
  const { element, part } = finders(root);
  element("center").checked = settings.center;
  setText(
    element("iterations"),
    iterates ? String(settings.iterations) : text("iterations-lacking"),
  );
  const range = element("iterations-range");
  range.hidden = !iterates;
  range.value = String(settings.iterations);
  const iterations = iterates ? "iterations-count" : "iterations-none";
  setText(part("iterations-word"), text(iterations, { iterations: settings.iterations }));
  enable(element("iterations-less"), iterates && settings.iterations > 1);
  enable(element("iterations-more"), iterates && settings.iterations < MAX_SHOWN_ITERATIONS);
  element("follow-winner").hidden = settings.capsule < 0;
  nameTest(part("mnist"), data.test);
  part("center-box").hidden = !data.network.digits;
  for (const page of ["routing", "network"]) element(`open-${page}`).href = `${data.base}/${page}`;
}

/**
 * Help and names follow the network.
 * @param {HTMLElement} root
 * @param {import("../../browser/classes.js").NetworkData} network
 */
export function nameNetwork(root, network) {
  const { element, part } = finders(root);
  nameNumbers(root, network.dimensions);
  const { measure, meaning, precision, routing, thing } = network;
  nameThings(root, thing);
  setText(part("measures"), text("network-measure", { measure }));
  setSymbols(part("meaning"), text("network-meaning", { routing, meaning }));
  setText(part("published"), publishedWords(network));
  setText(part("aims"), text("aims", { routing }));
  setText(part("losers"), text("losers", { routing, thing }));
  setText(part("more"), text("turned-longer", { measure }));
  setText(part("precision"), precisionWords(network));
  setText(element("precision"), text("precision-short", { precision }));
  part("as-it-is").hidden = network.digits;
  setText(part("channel-words"), channelWords(network.channels));
  part("like-mnist").hidden = !network.digits;
  part("turning").hidden = !network.digits;
  setText(part("turning-rates"), turningWords(network.standing ?? null));
  nameRouting(root, network);
}

/**
 * Describe the routing: the network's own, or the one that replaces it.
 * @param {HTMLElement} root
 * @param {import("../../browser/classes.js").NetworkData} network
 * @param {string} [other] the other's title
 */
export function nameRouting(root, network, other) {
  const { part } = finders(root);
  setText(part("routing-words"), routingWords(network, other));
  // MathML elements have the attribute `hidden` but no such property.
  part("agreement").toggleAttribute("hidden", Boolean(other) || !network.by_agreement);
}
