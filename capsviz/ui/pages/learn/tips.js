/* Meanings of symbols and terms on hover, focus and tap. */

import { zoomOf } from "../../browser/figure.js";
import { clampNumber } from "./models/toy.js";

const MEANT = ".cv-sym, .cv-term";

/**
 * @param {HTMLElement} root contains the words
 * @param {HTMLElement} tip the box that shows their meanings
 * @param {(data: DOMStringMap) => string} meaning by `term` or `symbol`
 * @param {AbortSignal} signal ends it
 * @returns {() => void} hides the box
 */
export function showTips(root, tip, meaning, signal) {
  const unmark = () => {
    for (const other of root.querySelectorAll(".cv-sym-on")) other.classList.remove("cv-sym-on");
  };
  const hide = () => {
    tip.hidden = true;
    unmark();
  };
  const show = (node) => {
    const means = meaning(node.dataset);
    if (!means) return;
    tip.textContent = means;
    tip.hidden = false;
    place(tip, node, root);
    unmark();
    const { symbol } = node.dataset;
    for (const other of root.querySelectorAll("[data-symbol]")) {
      const same = symbol && other.getAttribute("data-symbol") === symbol;
      other.classList.toggle("cv-sym-on", Boolean(same));
    }
  };
  const over = (event) => {
    const node = event.target.closest?.(MEANT);
    if (node) show(node);
    else if (event.type === "click") hide();
  };
  const out = (event) => {
    const node = event.target.closest?.(MEANT);
    if (node && !node.contains(event.relatedTarget) && !node.matches(".cv-term")) hide();
  };
  const key = (event) => {
    if (event.key === "Escape") hide();
  };
  for (const type of ["pointerover", "focusin", "click"]) {
    root.addEventListener(type, over, { signal });
  }
  root.addEventListener("pointerout", out, { signal });
  root.addEventListener("focusout", hide, { signal });
  document.addEventListener("keydown", key, { signal });
  return hide;
}

/** Beneath a word, within the page. */
function place(tip, node, root) {
  const box = node.getBoundingClientRect();
  const frame = root.getBoundingClientRect();
  const zoom = zoomOf(root);
  const room = Math.max(0, frame.width / zoom - tip.offsetWidth);
  tip.style.left = `${clampNumber((box.left - frame.left) / zoom - 8, 0, room)}px`;
  tip.style.top = `${(box.bottom - frame.top) / zoom + 6}px`;
}
