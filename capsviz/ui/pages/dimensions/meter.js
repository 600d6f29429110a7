/* How usual the pose on the sliders is: a bar and two sentences beneath the decoded picture. */

import { put } from "../../browser/dom.js";
import { lengthWords, usualness } from "./words.js";

/** Of real digits nearly all lie within this percentile. */
const USUAL = 95;
/** The bar ends at so many times the distance of the farthest real digit. */
const ROOM = 1.5;

/**
 * @param {{part: (name: string) => any, hook: (name: string) => any}} find
 * @param {import("./poses.js").Scene} scene
 */
export function showMeter({ part, hook }, { cloud, name, pose }) {
  const length = lengthWords(cloud, name, pose);
  put(hook("length-text"), length.text);
  hook("stretch").hidden = !length.beyond;
  if (!cloud) {
    put(hook("meter-text"), "");
    hook("meter").classList.remove("cv-d-far");
    return;
  }
  put(hook("stretch"), `bring to length ${cloud.lengths[50].toFixed(2)}`);
  const { distance, far, text } = usualness(cloud, name, pose);
  const whole = ROOM * cloud.distances[100];
  const share = (value) => `${(100 * Math.min(1, value / whole)).toFixed(2)}%`;
  part("meter-usual").style.width = share(cloud.distances[USUAL]);
  part("meter-now").style.left = share(distance);
  put(hook("meter-text"), text);
  hook("meter").classList.toggle("cv-d-far", far);
}
