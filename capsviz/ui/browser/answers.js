/*
 * Visibility of networks' answers about a picture. Markup marks it by "data-answer", a section all
 * but its title. A class may guess it first: the tools in the header hide it until it is revealed,
 * and again with each new drawing. For an empty canvas, only elements marked by "data-of-nothing"
 * are shown.
 */

/** On the window, when a picture begins to change, before anything of it is kept. */
export const DRAWING_EVENT = "capsviz:drawing";

/**
 * @param {Element | null} root of a page
 * @param {boolean} nothing whether there is nothing to read
 */
export function showNothing(root, nothing) {
  root?.classList.toggle("cv-nothing", nothing);
}

export function tellOfDrawing() {
  globalThis.dispatchEvent?.(new Event(DRAWING_EVENT));
}
