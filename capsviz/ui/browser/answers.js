/*
 * Visibility of networks' answers about a picture. Markup marks answers by "data-answer"; in a
 * section, all but the title is an answer. A class may guess first: the header's tools hide the
 * answer until it is revealed, and hide it again with each new drawing. For an empty canvas, only
 * elements marked by "data-of-nothing" are shown.
 */

/** Dispatched on the window when a picture begins to change, before any change is stored. */
export const DRAWING_EVENT = "capsviz:drawing";

/**
 * @param {Element | null} root of a page
 * @param {boolean} nothing whether the canvas is empty
 */
export function showNothing(root, nothing) {
  root?.classList.toggle("cv-nothing", nothing);
}

export function tellOfDrawing() {
  globalThis.dispatchEvent?.(new Event(DRAWING_EVENT));
}
