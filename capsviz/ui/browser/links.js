/* Links from a page: to its view, to other pages and to Draw. */

import { setText } from "./dom.js";
import { copyText, viewLink } from "./permalink.js";
import { readState, stateName, writeState } from "./state_sync.js";
import { text } from "./text.js";

/** Duration of the message "copied" on a button, in ms. */
const NOTICE_TIME = 2500;
/** @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * Copy the address of a view. If the browser does not allow it, a field shows the address.
 * @param {HTMLElement} button shows whether it was copied
 * @param {HTMLInputElement} field shows it
 * @param {Parameters<typeof viewLink>[0]} view
 */
export async function copyLink(button, field, view) {
  const address = await viewLink(view);
  field.value = address;
  const copied = await copyText(address);
  setText(button, text(copied ? "link-copied" : "link-copy"));
  field.hidden = copied;
  if (!copied) field.select();
  clearTimeout(timers.get(button));
  timers.set(
    button,
    setTimeout(() => setText(button, text("link-copy")), NOTICE_TIME),
  );
}

/**
 * The navigation's link to a page, which works without a reload; undefined while not rendered.
 * @param {string} path
 */
export function navigationLink(path) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".cv-pages a");
  const trim = (/** @type {string} */ path) => path.replace(/\/$/, ""); // or with a slash
  return [...links].find((link) => trim(new URL(link.href).pathname) === trim(path));
}

/** Whether a click on a link opens another tab or window. @param {MouseEvent} event */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey;

/** Scripts of pages that are loaded or loading. @type {Set<string>} */
const fetched = new Set();

/**
 * Preload a page's script and style once. If that fails, the page itself requests them again.
 * @param {{script: string, style: string} | undefined} files their addresses
 */
export function fetchAhead(files) {
  if (!files || fetched.has(files.script)) return;
  fetched.add(files.script);
  const script = new URL(files.script, location.origin).href;
  Promise.all([import(script), fetch(files.style)]).catch(() => fetched.delete(files.script));
}

/**
 * Open a clicked link to a page by the app's navigation, unless it opens another tab.
 * @param {any} event
 */
export function followNavigation(event) {
  const link = navigationLink(event.currentTarget.pathname);
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  link.click();
}

/** Parts of a network that the Network page shows. */
const NETWORK_PARTS = ["features", "capsules", "votes", "routing", "decoder"];

/**
 * The block that shows the subject of a page or a lesson.
 * @param {string[]} about parts of a network
 * @returns {string} the first one that the Network page shows; "" if `about` has all of them, or
 *   none
 */
export function mainBlock(about) {
  const inside = about.filter((part) => NETWORK_PARTS.includes(part));
  return inside.length < NETWORK_PARTS.length ? (inside[0] ?? "") : "";
}

/**
 * Make a link lead to a block of the network, with the visitor's own picture.
 * @param {HTMLAnchorElement} link
 * @param {string} base of the app
 * @param {string} block of the Network page's view: a block's name, or its part; "" for the entire
 *   network
 */
export function linkBlock(link, base, block) {
  link.href = `${base}/network`;
  link.onclick = (event) => {
    const name = stateName("network", "view");
    writeState(name, { ...readState(name)?.value, block, unit: 0, under: false, shown: "" });
    followNavigation(event);
  };
}

/**
 * Open a page, by the app's navigation if possible.
 * @param {string} path
 */
export function openPath(path) {
  const link = navigationLink(path);
  if (link) link.click();
  else location.assign(path);
}

/**
 * Open the Draw page, by the app's navigation or else by a link that contains the drawing.
 * @param {string} base of the app
 * @param {any} drawing
 * @param {any} settings
 */
export async function openDraw(base, drawing, settings) {
  const home = `${base}/`;
  const link = navigationLink(home);
  if (link) {
    link.click();
    return;
  }
  const address = new URL(await viewLink({ page: "draw", drawing, settings, view: {} }));
  address.pathname = home;
  location.assign(address);
}
