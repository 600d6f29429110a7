/* Controls of the page, and which of them are enabled. */

import { nameNumbers, nameThings } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { markDecoder } from "../../browser/engine/remote_decoder.js";
import { followLayout } from "../../browser/layout.js";
import { setSymbols } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";
import { evidenceWords, othersWords, rangeWords, sweepWords } from "./words.js";

/** @import { Find } from "../../browser/dom.js" */

/** @param {import("./index.js").DimensionsPage} page */
export function listenToControls(page) {
  const { part, element, signal, editor } = page;
  const change = (name, act) =>
    element(name).addEventListener("change", ({ target }) => act(target.value));
  page.onClick("start-drawing", () => page.show({ start: "drawing" }, () => page.begin()));
  page.onClick("start-mean", () => page.show({ start: "mean" }, () => page.begin()));
  page.onClick("undo", () => editor.undo());
  page.onClick("randomise", () => editor.randomise());
  page.onClick("stretch", () => editor.stretch());
  page.onClick("copy-link", () => page.copyLink());
  change("order", (order) => page.show({ order }, () => page.arrange()));
  change("range", (range) => page.show({ range }, () => page.display.redraw()));
  change("dimension", (d) => page.select(Number(d)));
  part("sliders").addEventListener("focusin", ({ target }) => {
    const d = target.closest("[data-dimension]")?.dataset.dimension;
    if (d !== undefined) page.select(Number(d));
  });
  placePath(element, signal);
}

/** Place the path between two digits between its ends, or below both if space is short. */
function placePath(element, signal) {
  const path = element("play").closest(".cv-d-way");
  const isBelow = () => getComputedStyle(path).gridRowStart !== "auto";
  const anchorOf = () => element(isBelow() ? "to" : "from").parentElement;
  followLayout(path.parentElement, path, anchorOf, signal);
}

/**
 * @typedef {object} DimensionsPageData from `data.py`
 * @property {import("../../browser/classes.js").NetworkData} network
 * @property {string} reply
 * @property {import("../../browser/engine/remote_decoder.js").DecoderData} decoder
 * @property {string | null} poses
 * @property {import("../../browser/factors.js").KnownFactors | null} factors
 * @property {string} samples
 * @property {import("../../browser/classes.js").TestSet | null} test
 * @property {any[]} table
 */

/**
 * Update labels to the network.
 * @param {{root: any}} find
 * @param {DimensionsPageData} data
 */
export function nameNetwork({ root }, { network, decoder }) {
  nameThings(root, network.thing);
  nameNumbers(root, network.dimensions);
  markDecoder(root, decoder);
}

/**
 * Options for the dimension to inspect.
 * @param {HTMLSelectElement} list
 * @param {number} count
 */
function offerDimensions(list, count) {
  if (list.options.length === count) return;
  list.replaceChildren(
    ...Array.from(
      { length: count },
      (_, d) => new Option(text("dimension-number", { dimension: String(d) }), `${d}`),
    ),
  );
}

/**
 * Enable what the network's measurements allow, and report what is missing.
 * @param {Find} find
 * @param {import("./network.js").Network} loaded
 * @param {any} network as in the page's data
 */
export function showEvidence({ part, element }, { stats, decoder }, network) {
  offerDimensions(element("dimension"), decoder.dim);
  for (const name of ["meter-bar", "data-section"]) part(name).hidden = !stats;
  element("randomise").hidden = !stats;
  for (const name of ["start-mean", "order"]) element(name).disabled = !stats;
  element("range").querySelector('[value="data"]').disabled = !stats;
  setText(part("evidence"), stats ? evidenceWords(stats) : "");
  setText(part("range-words"), stats ? rangeWords(stats) : "");
  setText(element("unmeasured"), stats ? "" : text("unmeasured", { missing: network.missing }));
  element("unmeasured").hidden = Boolean(stats);
  const range = stats ? "sliders-range-data" : "sliders-range-unmeasured";
  setText(part("slider-words"), text(range));
  part("label-words").hidden = !stats;
  setText(part("others"), othersWords(network, stats));
  const { measure, routing, meaning } = network;
  setText(part("measure"), text("capsule-measure", { measure }));
  setSymbols(part("meaning"), text("network-meaning", { routing, meaning }));
}

/**
 * Mark the selected capsule and the display options.
 * @param {Find} find
 * @param {import("./poses.js").Scene} scene
 * @param {{start: string, range: string, order: string}} shown
 */
export function showChoices({ part, parts, element }, scene, { start, range, order }) {
  for (const label of parts("digit-name")) setText(label, scene.name);
  setText(element("start-mean"), text("mean-of", { name: scene.name }));
  setText(part("sweep-title"), sweepWords(scene, scene.name));
  element("order").value = order;
  element("range").value = range;
  for (const name of ["drawing", "mean"])
    element(`start-${name}`).setAttribute("aria-pressed", String(name === start));
}
