/* Captions of the present step, as sentences and for screen readers. */

import { setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { cloudWords, couplingRange, pictureNames, stepWords, summaryWords } from "./words.js";

/**
 * @param {(name: string) => any} element
 * @param {import("./scene.js").Scene} scene
 */
export function showCaptions(element, scene) {
  const { data, r, kind } = scene;
  const [low, high] = couplingRange(scene);
  const story = kind.story(scene, low, high);
  setText(element("story"), data.empty ? text("empty-canvas", { story }) : story);
  setText(element("film-line"), stepWords(scene));
  const counter = element("counterfactual");
  counter.dataset.changed = String(data.winner(0) !== data.winner(r - 1));
  counter.replaceChildren(...kind.counter(scene));
  setText(element("summary-text"), summaryWords(scene));
  setText(element("cloud-text"), cloudWords(scene));
  for (const [name, label] of Object.entries(pictureNames(scene))) {
    element(name).setAttribute("aria-label", label);
  }
}
