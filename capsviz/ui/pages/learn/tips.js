/* Meanings of symbols and terms on hover, focus and tap, and the parts of a figure that they name. */

import { zoomOf } from "../../browser/figure.js";
import { clampNumber } from "./models/toy.js";

const EXPLAINED_WORDS = ".cv-sym, .cv-term";
const [WORD_LIT, PART_LIT] = ["cv-sym-on", "cv-part-lit"];

/** Symbols and terms of a word or of a figure's part. @param {DOMStringMap} data */
function namesOf({ symbol, term, shows }) {
  return [symbol, term, ...(shows ?? "").split(" ")].filter(Boolean);
}

/**
 * Highlight all words and parts of the figure with the symbols and terms of one of them.
 * @param {HTMLElement} root
 * @param {HTMLElement | null} highlighted null for none
 */
function lightNamesakes(root, highlighted) {
  const names = highlighted ? namesOf(highlighted.dataset) : [];
  /** @type {NodeListOf<HTMLElement>} */
  const nodes = root.querySelectorAll("[data-symbol], [data-term], [data-shows]");
  for (const node of nodes) {
    const matches = names.some((name) => namesOf(node.dataset).includes(name));
    node.classList.toggle(node.dataset.shows ? PART_LIT : WORD_LIT, matches);
  }
}

/**
 * @param {HTMLElement} root contains the words
 * @param {HTMLElement} tip the box that shows their meanings
 * @param {(data: DOMStringMap) => string} meaning by `term` or `symbol`
 * @param {AbortSignal} signal ends it
 * @returns {() => void} hides the box
 */
export function showTips(root, tip, meaning, signal) {
  const hide = () => {
    tip.hidden = true;
    lightNamesakes(root, null);
  };
  const show = (node) => {
    const means = meaning(node.dataset);
    if (!means) return;
    tip.textContent = means;
    tip.hidden = false;
    place(tip, node, root);
    lightNamesakes(root, node);
  };
  const over = (event) => {
    const node = event.target.closest?.(EXPLAINED_WORDS);
    const part = event.target.closest?.("[data-shows]");
    if (node) show(node);
    else if (part) {
      tip.hidden = true;
      lightNamesakes(root, part);
    } else if (event.type === "click") hide();
  };
  const out = (event) => {
    const node = event.target.closest?.(`${EXPLAINED_WORDS}, [data-shows]`);
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

/** Place the box below a word, within the page. */
function place(tip, node, root) {
  const box = node.getBoundingClientRect();
  const frame = root.getBoundingClientRect();
  const zoom = zoomOf(root);
  const maxLeft = Math.max(0, frame.width / zoom - tip.offsetWidth);
  tip.style.left = `${clampNumber((box.left - frame.left) / zoom - 8, 0, maxLeft)}px`;
  tip.style.top = `${(box.bottom - frame.top) / zoom + 6}px`;
}
