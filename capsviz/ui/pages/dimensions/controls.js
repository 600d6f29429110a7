/* What the visitor presses and chooses on the page, and what of it can be used. */

import { put } from "../../browser/dom.js";
import { followLayout } from "../../browser/layout.js";
import { evidenceWords, othersWords, rangeWords, sliderWords, unmeasuredWords } from "./words.js";

/** @typedef {{part: (name: string) => any, parts: (name: string) => any[], hook: (name: string) => any}} Find */

/**
 * @param {Find} find
 * @param {{
 *   start: (where: "drawing" | "mean") => void, undo: () => void, random: () => void,
 *   stretch: () => void, copyLink: () => void, sort: (order: string) => void,
 *   setRange: (range: string) => void, select: (d: number) => void,
 * }} acts
 * @param {AbortSignal} signal ends listening
 */
export function listenToControls({ part, hook }, acts, signal) {
  const click = (name, act) => hook(name).addEventListener("click", act);
  const change = (name, act) =>
    hook(name).addEventListener("change", ({ target }) => act(target.value));
  click("start-drawing", () => acts.start("drawing"));
  click("start-mean", () => acts.start("mean"));
  click("undo", acts.undo);
  click("randomise", acts.random);
  click("stretch", acts.stretch);
  click("copy-link", acts.copyLink);
  change("order", acts.sort);
  change("range", acts.setRange);
  change("dimension", (d) => acts.select(Number(d)));
  part("sliders").addEventListener("focusin", ({ target }) => {
    const d = target.closest("[data-dimension]")?.dataset.dimension;
    if (d !== undefined) acts.select(Number(d));
  });
  const undoes = ({ target, ctrlKey, metaKey, key }) =>
    (ctrlKey || metaKey) &&
    key.toLowerCase() === "z" &&
    !target.closest?.("input:not([type=range]), textarea, select");
  document.addEventListener(
    "keydown",
    (event) => {
      if (!undoes(event)) return;
      event.preventDefault();
      acts.undo();
    },
    { signal },
  );
  tendWay(hook, signal);
}

/** The way between two digits lies between its ends, or where there is little room below both. */
function tendWay(hook, signal) {
  const way = hook("play").closest(".cv-d-way");
  const below = () => getComputedStyle(way).gridRowStart !== "auto";
  const whom = () => hook(below() ? "to" : "from").parentElement;
  followLayout(way.parentElement, way, whom, signal);
}

/**
 * The dimensions that can be asked about.
 * @param {HTMLSelectElement} list
 * @param {number} count
 */
export function offerDimensions(list, count) {
  if (list.options.length === count) return;
  list.replaceChildren(
    ...Array.from({ length: count }, (_, d) => new Option(`dimension ${d}`, `${d}`)),
  );
}

/**
 * What a network has been measured for can be used; what is missing is said.
 * @param {Find} find
 * @param {any} known what was measured, or null
 * @param {any} network as the page's script describes it
 */
export function showEvidence({ part, hook }, known, network) {
  for (const name of ["meter-bar", "data-section"]) part(name).hidden = !known;
  hook("randomise").hidden = !known;
  for (const name of ["start-mean", "order"]) hook(name).disabled = !known;
  hook("range").querySelector('[value="data"]').disabled = !known;
  put(part("evidence"), known ? evidenceWords(known) : "");
  put(part("range-words"), known ? rangeWords(known) : "");
  put(hook("unmeasured"), known ? "" : unmeasuredWords(network));
  hook("unmeasured").hidden = Boolean(known);
  put(part("slider-words"), sliderWords(known));
  part("label-words").hidden = !known;
  put(part("others"), othersWords(network, known));
  put(part("measure"), network.measure);
  put(part("meaning"), network.meaning);
}

/**
 * Which capsule is chosen, and how it is shown.
 * @param {Find} find
 * @param {string} name what its class is called
 * @param {{start: string, range: string, order: string}} shown
 */
export function showChoices({ parts, hook }, name, { start, range, order }) {
  for (const place of parts("digit-name")) put(place, name);
  put(hook("start-mean"), `the mean ${name}`);
  hook("order").value = order;
  hook("range").value = range;
  for (const where of ["drawing", "mean"])
    hook(`start-${where}`).setAttribute("aria-pressed", String(where === start));
}
