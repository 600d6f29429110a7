/* Ways from a page: links that bring back its view, and the Draw page. */

import { setText } from "./dom.js";
import { copyText, viewLink } from "./permalink.js";
import { readState, stateName, writeState } from "./state_sync.js";
import { text } from "./text.js";

/** Milliseconds for which a button says that the link was copied. */
const NOTICE_TIME = 2500;
/** @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * Put the address of a view on the clipboard; where the browser does not let a page do that, it
 * is shown to be copied by hand.
 * @param {HTMLElement} button says that it was copied
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
 * The app's own way to a page, by which it need not load anew; undefined while out of sight.
 * @param {string} path
 */
export function navigationLink(path) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".cv-pages a");
  const trim = (/** @type {string} */ path) => path.replace(/\/$/, ""); // of a folder or not
  return [...links].find((link) => trim(new URL(link.href).pathname) === trim(path));
}

/** Whether a press of a link leaves this tab where it is. @param {MouseEvent} event */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey;

/** Scripts of pages that are here or on their way. @type {Set<string>} */
const fetched = new Set();

/**
 * Fetch what a page is shown by, once. If something fails, the page itself asks for it again.
 * @param {{script: string, style: string} | undefined} files their addresses
 */
export function fetchAhead(files) {
  if (!files || fetched.has(files.script)) return;
  fetched.add(files.script);
  const script = new URL(files.script, location.origin).href;
  Promise.all([import(script), fetch(files.style)]).catch(() => fetched.delete(files.script));
}

/**
 * A link to a page, pressed: by the app's own navigation, unless another tab is wanted.
 * @param {any} event
 */
export function followNavigation(event) {
  const link = navigationLink(event.currentTarget.pathname);
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  link.click();
}

/** Parts of a network that can be looked into. */
const NETWORK_PARTS = ["features", "capsules", "votes", "routing", "decoder"];

/**
 * The block in which to look at the subject of a page or a lesson.
 * @param {string[]} about parts of a network
 * @returns {string} the first that can be looked into; "" where it is about them all, or none
 */
export function mainBlock(about) {
  const inside = about.filter((part) => NETWORK_PARTS.includes(part));
  return inside.length < NETWORK_PARTS.length ? (inside[0] ?? "") : "";
}

/**
 * Have a link lead into a part of the network, with the visitor's own picture.
 * @param {HTMLAnchorElement} link
 * @param {string} base of the app
 * @param {string} block of Network's view: a block's name, or its part; "" for the whole network
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
 * Go to a page: by the app's own navigation where it is in sight.
 * @param {string} path
 */
export function openPath(path) {
  const link = navigationLink(path);
  if (link) link.click();
  else location.assign(path);
}

/**
 * Go to the Draw page: by the app's own navigation where it is in sight, else by a link that
 * takes the drawing along.
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
