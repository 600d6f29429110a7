/* Surroundings of a published page: the bar of pages, notes about the device and about loading. */

import { hasLittleMemory } from "../browser/device.js";
import { list, localise, text } from "../browser/text.js";
import { readMode } from "../shell/class_mode.js";

/** Size of weights that is large for a device with little memory, in bytes. */
const LARGE_WEIGHTS = 16e6;

/** @param {string} name @returns {any} */
export function part(name) {
  return document.querySelector(`[data-testid="${name}"]`);
}

/**
 * Translate the elements around the page.
 * @param {string[]} missing pages that exist only in the app
 * @param {Record<string, string>} titles of pages
 */
export function wordSurroundings(missing, titles) {
  for (const element of document.querySelectorAll(".cv-site-bar, .cv-site-walk, .cv-site-foot"))
    localise(element);
  const element = document.querySelector('[data-part="missing"]');
  if (!element || !missing.length) return;
  const names = list(
    missing.map((name) => titles[name]),
    "unit",
  );
  element.textContent = text("site-missing", { titles: names, count: missing.length });
}

/**
 * A note about a network that may be too large for this device, with an alternative.
 * @param {string} name of the network
 * @param {string} first the default network of a first visit
 * @param {{name: string, title: string, reads: string, memory: number}[]} networks of the site;
 *   "memory" is the size of the weights in bytes
 * @param {{deviceMemory?: number}} device memory in GB, if the browser reports it
 */
export function offerLighter(name, first, networks, device = /** @type {any} */ (navigator)) {
  const [{ title, reads, memory }, other] = [name, first].map(
    (id) => /** @type {any} */ (networks.find((each) => each.name === id)),
  );
  if (!hasLittleMemory(device) || memory <= LARGE_WEIGHTS) return "";
  const lighter = other.reads === reads && other.memory <= LARGE_WEIGHTS;
  return lighter
    ? text("site-memory-choose", { title, other: other.title })
    : text("site-memory-close", { title });
}

/** Remove the page's shell, for the frame of a slide or a course page. */
export function removeShell() {
  document.body.prepend(part("site-progress"));
  const shell = ".cv-site-bar, .cv-site-foot, .cv-site-walk";
  for (const node of document.querySelectorAll(shell)) node.remove();
  // The shell's tools, which would read it from the address, are missing.
  const { on } = readMode(location.search, null);
  document.documentElement.classList.toggle("cv-class-mode", on);
}

/** Update the colours when the browser's colour scheme changes. */
export function followColours() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    window.dispatchEvent(new Event("capsviz:class"));
  });
}

/**
 * Hide links to unpublished pages. A note below the page names them.
 * @param {string[]} missing
 * @param {string} base of the site
 */
export function hideWays(missing, base) {
  const paths = missing.map((name) => `${base}/${name}`);
  const hide = () => {
    for (const link of document.querySelectorAll("main a[href]"))
      if (paths.includes(/** @type {HTMLAnchorElement} */ (link).pathname))
        link.classList.add("cv-lacking");
    for (const name of missing)
      for (const button of document.querySelectorAll(`[data-way="${name}"]`))
        button.classList.add("cv-lacking");
  };
  new MutationObserver(hide).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ["href"],
  });
}

/**
 * @param {number} share loaded share of a network, 0..1
 * @param {string} title of the network
 * @param {string | false | undefined} interim title of the network that answers until then
 */
export function showProgress(share, title, interim) {
  const [bar, label] = [part("site-progress"), part("site-loading")];
  label.textContent = interim
    ? text("site-coming-meanwhile", { title, other: interim })
    : text("site-coming", { title });
  bar.value = share;
  bar.hidden = share >= 1;
  label.hidden = share >= 1;
}
