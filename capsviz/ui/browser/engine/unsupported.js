/*
 * Hides parts that the engine does not support. Markup names the methods of `Engine` that a part
 * needs in "data-needs", and a sentence to show instead in "data-lack".
 */

import { make } from "../dom.js";

/**
 * @param {ParentNode} root
 * @param {import("./engine.js").Engine} engine
 */
export function hideUnavailable(root, engine) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll("[data-needs]")
  )) {
    const { needs = "", lack } = part.dataset;
    if (engine.offers(...needs.split(" "))) continue;
    part.classList.add("cv-lacking");
    if (lack) part.after(make("p", { className: "cv-muted cv-small" }, lack));
  }
}
