/* Surroundings of a published page: the bar of pages, notes about the device and about loading. */

import { hasLittleMemory } from "../browser/device.js";
import { list, localise, text } from "../browser/text.js";
import { readMode } from "../shell/class_mode.js";

/** Bytes of a network's weights that are much for a device of little memory. */
const LARGE_WEIGHTS = 16e6;

/** @param {string} name @returns {any} */
export function part(name) {
  return document.querySelector(`[data-testid="${name}"]`);
}

/**
 * Put what stands around the page into the language whose messages are here.
 * @param {string[]} missing pages that only the app has
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
 * Note about a network that may be too large for this device: which other to choose.
 * @param {string} name of the network
 * @param {string} first the default network of a first visit
 * @param {{name: string, title: string, reads: string, memory: number}[]} networks of the site; their
 *   "memory" in bytes of weights
 * @param {{deviceMemory?: number}} device in GB, where the browser tells
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

/** In the frame of a slide or of a course page the page stands without its shell. */
export function removeShell() {
  document.body.prepend(part("site-progress"));
  const shell = ".cv-site-bar, .cv-site-foot, .cv-site-walk";
  for (const node of document.querySelectorAll(shell)) node.remove();
  // Without the shell's tools nobody else asks the address for it.
  const { on } = readMode(location.search, null);
  document.documentElement.classList.toggle("cv-class-mode", on);
}

/** Pages take other colours where the browser does. */
export function followColours() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    window.dispatchEvent(new Event("capsviz:class"));
  });
}

/**
 * Ways to pages that are not published go; where they are is said below the page.
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
 * @param {number} share of a network that has come
 * @param {string} title of it
 * @param {string | false | undefined} interim that answers meanwhile
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
