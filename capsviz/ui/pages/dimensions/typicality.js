/* Typicality of the sliders' pose: a bar and two sentences below the decoded picture. */

import { setText } from "../../browser/dom.js";
import { number, text } from "../../browser/text.js";
import { lengthWords, usualness } from "./words.js";

/** Percentile of real digits within which a pose counts as typical. */
const TYPICAL_PERCENTILE = 95;
/** Length of the bar, as a multiple of the farthest real digit's distance. */
const BAR_RANGE = 1.5;

/**
 * @param {{part: (name: string) => any, element: (name: string) => any}} find
 * @param {import("./poses.js").Scene} scene
 */
export function showMeter({ part, element }, { cloud, name, pose }) {
  const length = lengthWords(cloud, name, pose);
  setText(element("length-text"), length.text);
  element("stretch").hidden = !length.beyond;
  if (!cloud) {
    setText(element("meter-text"), "");
    element("meter").classList.remove("cv-d-far");
    return;
  }
  setText(element("stretch"), text("stretch", { length: number(cloud.lengths[50], 2) }));
  const { distance, unusual, text: sentence } = usualness(cloud, name, pose);
  const maximum = BAR_RANGE * cloud.distances[100];
  const share = (value) => `${(100 * Math.min(1, value / maximum)).toFixed(2)}%`;
  part("meter-usual").style.width = share(cloud.distances[TYPICAL_PERCENTILE]);
  part("meter-now").style.left = share(distance);
  setText(element("meter-text"), sentence);
  element("meter").classList.toggle("cv-d-far", unusual);
}
