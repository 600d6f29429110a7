/* Captions of the present step, as sentences and for screen readers. */

import { speak } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { cloudWords, couplingRange, pictureNames, stepWords, summaryWords } from "./words.js";

/**
 * @param {(name: string) => any} element
 * @param {import("./scene.js").Scene} scene
 */
export function showCaptions(element, scene) {
  const { data, r, kind } = scene;
  const [low, high] = couplingRange(scene);
  const empty = data.empty ? "The canvas is empty: only the network's biases are routed. " : "";
  setText(element("story"), empty + speak(kind.story(scene, low, high), data.thing));
  setText(element("film-line"), speak(stepWords(scene), data.thing));
  const counter = element("counterfactual");
  counter.dataset.changed = String(data.winner(0) !== data.winner(r - 1));
  const words = (piece) => (typeof piece === "string" ? speak(piece, data.thing) : piece);
  counter.replaceChildren(...kind.counter(scene).map(words));
  setText(element("summary-text"), summaryWords(scene));
  setText(element("cloud-text"), cloudWords(scene));
  for (const [name, text] of Object.entries(pictureNames(scene))) {
    element(name).setAttribute("aria-label", text);
  }
}
