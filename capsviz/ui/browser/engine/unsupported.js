/*
 * Hides parts that the engine cannot serve. Markup names the methods of `Engine` that a part needs
 * in "data-needs", and in "data-lack" the sentence that stands in its place.
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
