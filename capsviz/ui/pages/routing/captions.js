/* What the page says of the step that is shown, in sentences and to screen readers. */

import { speak } from "../../browser/classes.js";
import { put } from "../../browser/dom.js";
import { cloudWords, couplingRange, pictureNames, summaryWords } from "./words.js";

/**
 * @param {(name: string) => any} hook
 * @param {import("./scene.js").Scene} scene
 */
export function showCaptions(hook, scene) {
  const { data, r, kind } = scene;
  const [low, high] = couplingRange(scene);
  const empty = data.empty ? "The canvas is empty: only the network's biases are routed. " : "";
  put(hook("story"), empty + speak(kind.story(scene, low, high), data.thing));
  const counter = hook("counterfactual");
  counter.dataset.changed = String(data.winner(0) !== data.winner(r - 1));
  const words = (piece) => (typeof piece === "string" ? speak(piece, data.thing) : piece);
  counter.replaceChildren(...kind.counter(scene).map(words));
  put(hook("summary-text"), summaryWords(scene));
  put(hook("cloud-text"), cloudWords(scene));
  for (const [name, text] of Object.entries(pictureNames(scene))) {
    hook(name).setAttribute("aria-label", text);
  }
}
