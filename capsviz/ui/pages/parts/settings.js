/*
 * Settings of a visitor: the network, whether poses count, and the number of labels for naming
 * objects.
 */

import { setText } from "../../browser/dom.js";
import { number, text } from "../../browser/text.js";

/**
 * @typedef {{labels: number, classes: number[], accuracy: number | null}} Naming
 *
 * @typedef {object} PartsPageData as `data.py` gives it
 * @property {any[]} table
 * @property {string} name
 * @property {[string, number, boolean][]} offers name of each network, its objects, whether poses count
 * @property {string} sha
 * @property {string[]} classes
 * @property {Naming[]} naming
 * @property {string} data_set
 * @property {number} side
 * @property {boolean} digits
 * @property {string} samples
 */

/** The names that so many labelled pictures of each object give. @param {Naming[]} all @param {number} labels */
export function namingBy(all, labels) {
  return all.findLast((each) => each.labels <= labels) ?? all[0];
}

/** @param {any} page */
export function bindSettings(page) {
  const listen = (name, type, change) =>
    page.element(name).addEventListener(type, ({ target }) => page.change(change(target)));
  listen("network", "change", ({ value }) => ({ network: value, hand: null }));
  listen("ignore", "change", ({ checked }) => ({ poses: !checked }));
  listen("labels", "input", ({ value }) => ({ labels: page.server.naming[value].labels }));
}

/** @param {any} page */
export function showSettings(page) {
  /** @type {PartsPageData} */
  const server = page.server;
  const select = page.element("network");
  if (select.childElementCount !== server.offers.length)
    select.replaceChildren(...server.offers.map(optionOf));
  select.value = server.name;
  select.hidden = server.offers.length < 2;
  setText(page.part("what"), text(server.digits ? "what-digit" : "what-picture"));
  page.element("ignore").checked = !page.view.poses;
  showNaming(page, server.naming, page.naming);
}

/** @param {[string, number, boolean]} offer */
const optionOf = ([name, objects, poses]) =>
  new Option(text("network-title", { name, objects, poses: Number(poses) }), name);

/** @param {any} page @param {Naming[]} all @param {Naming} naming */
function showNaming(page, all, naming) {
  const slider = page.element("labels");
  slider.max = String(all.length - 1);
  slider.value = String(all.indexOf(naming));
  const labels = text("labels", { count: naming.labels });
  setText(page.part("labels"), labels);
  slider.setAttribute("aria-valuetext", labels);
  const { accuracy } = naming;
  const percent = accuracy === null ? "" : number(100 * accuracy, 1);
  setText(page.element("naming"), percent && text("naming", { percent }));
}
