/* Buttons that can do something now, and the words on empty pictures. */

import { enable } from "../../browser/dom.js";

/** @param {any} page */
export function showTools(page) {
  const { assembly, pad, steps } = page;
  const { isEmpty, isChanged } = assembly;
  const able = {
    undo: pad.past.length > 0 || Boolean(steps?.past.length),
    clear: !(pad.isEmpty && isEmpty),
    reset: isChanged,
    scramble: !isEmpty,
    "object-pose": !isEmpty,
  };
  for (const [name, enabled] of Object.entries(able)) enable(page.element(name), enabled);
  page.element("object-pose").setAttribute("aria-pressed", String(assembly.together));
  page.root.classList.toggle("cv-parts-empty", isEmpty);
  page.part("begin").hidden = !pad.isEmpty;
}
