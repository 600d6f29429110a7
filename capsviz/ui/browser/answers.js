/*
 * Answers that a class is to guess first. Markup marks them by "data-answer", a section all but its
 * title; the tools in the header hide them until they are revealed, and again with each new drawing.
 */

/** On the window, when a picture begins to change, before anything of it is kept. */
export const DRAWING_EVENT = "capsviz:drawing";

export function tellOfDrawing() {
  globalThis.dispatchEvent?.(new Event(DRAWING_EVENT));
}
