/* What stands round a published page: the bar of pages, what is said of the device, what is loaded. */

import { readMode } from "../shell/class_mode.js";

export const HEAVY =
  "This device has little memory. The first network in the list is the lightest: choose it if this one fails.";

/** Of a device, in GB, below which a large network may not fit beside all else. */
const LITTLE_MEMORY = 2;
/** Bytes of a network's weights that are much for it. */
const LARGE = 16e6;

/** @param {string} name @returns {any} */
export function part(name) {
  return document.querySelector(`[data-testid="${name}"]`);
}

/** Whether a network is too large for this device. @param {number} memory bytes of its weights */
export function isHeavy(memory) {
  const { deviceMemory = Number.POSITIVE_INFINITY } = /** @type {any} */ (navigator);
  return deviceMemory <= LITTLE_MEMORY && memory > LARGE;
}

/** In the frame of a slide or of a course page the page stands without its shell. */
export function removeShell() {
  document.body.prepend(part("site-progress"));
  for (const node of document.querySelectorAll(".cv-site-bar, .cv-site-foot")) node.remove();
  // Without the shell's tools nobody else asks the address for it.
  const { on } = readMode(location.search, null);
  document.documentElement.classList.toggle("cv-class-mode", on);
}

/** The page's own name in the navigation comes into sight on a phone. */
export function showPlace() {
  /** @type {HTMLElement | null} */
  const here = document.querySelector(".cv-site-bar [aria-current]");
  const nav = here?.parentElement;
  if (here && nav) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - nav.clientWidth / 3;
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

/** @param {string} sentence */
export function showNote(sentence) {
  const note = part("site-note");
  note.textContent = sentence;
  note.hidden = false;
}

/**
 * @param {number} share of a network that has come
 * @param {string} title of it
 * @param {string | false | undefined} other that answers meanwhile
 * @param {string} [error] why it has not come
 */
export function showProgress(share, title, other, error) {
  const [bar, words] = [part("site-progress"), part("site-loading")];
  const meanwhile = other ? `; ${other} answers now` : "";
  const coming = `${title} is coming${meanwhile}.`;
  words.textContent = error ? `${title} could not be loaded: ${error}.` : coming;
  words.classList.toggle("cv-site-failed", Boolean(error));
  bar.value = share;
  bar.hidden = share >= 1;
  words.hidden = share >= 1 && !error;
}
