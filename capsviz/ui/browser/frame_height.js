/*
 * A page in a frame posts its height to the host, as {capsviz: {height}} in CSS pixels. The script
 * in the frame's markup (shell/preset.js) sets the frame's height.
 */

import { scrollerOf } from "./dom.js";
import { zoomOf } from "./figure.js";

/** Smaller changes are not posted, in pixels. */
const MIN_CHANGE = 2;

/** @param {HTMLElement} root of a page */
export function tellHeight(root) {
  const { documentElement, defaultView: view } = root.ownerDocument;
  if (!view || view.parent === view) return;
  documentElement.style.setProperty("--cv-frame-height", `${view.innerHeight / zoomOf(root)}px`);
  const box = root.closest(".block-container") ?? root;
  const scroller = scrollerOf(root);
  let sentHeight = 0;
  const update = () => {
    const scrolled = view.scrollY + (scroller?.scrollTop ?? 0);
    const height = Math.ceil(box.getBoundingClientRect().bottom + scrolled);
    if (Math.abs(height - sentHeight) < MIN_CHANGE) return;
    sentHeight = height;
    view.parent.postMessage({ capsviz: { height } }, "*");
  };
  new ResizeObserver(update).observe(box);
}
