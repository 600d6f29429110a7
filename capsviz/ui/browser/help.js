/*
 * Boxes that open at a "?" or a button. They stay inside the screen, and close on Escape and on
 * clicks elsewhere.
 */

import { zoomOf } from "./figure.js";

export const OPEN_BOXES = ".cv-help[open], .cv-other[open]";
/** Minimum distance of a box from the edge of the screen, in pixels. */
const MARGIN = 8;

/**
 * Shift that moves a box into the screen; a box that is too wide starts at the left edge.
 * @param {number} left of the box, in pixels
 * @param {number} right
 * @param {number} width of the screen
 */
export function shiftInside(left, right, width) {
  return Math.max(MARGIN - left, Math.min(0, width - MARGIN - right));
}

/**
 * Close the boxes of a page, and return the focus to their buttons.
 * @param {HTMLElement} root
 * @param {Node | null} [but] a box that contains this node stays open
 */
function closeBoxes(root, but = null) {
  for (const details of root.querySelectorAll(OPEN_BOXES)) {
    const box = /** @type {HTMLDetailsElement} */ (details);
    if (but && box.contains(but)) continue;
    if (box.contains(document.activeElement)) box.querySelector("summary")?.focus();
    box.open = false;
  }
}

/** @param {Element} details */
function place(details) {
  const box = /** @type {HTMLElement | null} */ (details.querySelector(":scope > :not(summary)"));
  if (!box) return;
  box.style.translate = "";
  const { left, right } = box.getBoundingClientRect();
  const screenWidth = document.documentElement.clientWidth;
  const shift = shiftInside(left, right, screenWidth) / zoomOf(box);
  if (shift) box.style.translate = `${shift}px`;
}

/**
 * Place and close the boxes of a page.
 * @param {HTMLElement} root
 * @param {AbortSignal} signal ends it
 */
export function manageBoxes(root, signal) {
  const placeAll = () => root.querySelectorAll(OPEN_BOXES).forEach(place);
  root.addEventListener("toggle", placeAll, { signal, capture: true });
  window.addEventListener("resize", placeAll, { signal });
  const leave = (/** @type {any} */ { target }) => closeBoxes(root, target);
  document.addEventListener("click", leave, { signal });
  const press = (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && closeBoxes(root);
  document.addEventListener("keydown", press, { signal });
}
