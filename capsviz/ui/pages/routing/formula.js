/* The formula line by line, each followed by this image's numbers. */

import { make } from "../../browser/dom.js";
import { colourSymbols } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";

export class Formula {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.lines = [];
  }

  /** @param {import("./kinds/index.js").Kind} kind @param {string} thing what a class is called */
  adopt(kind, thing) {
    this.lines = kind.lines().map(({ sym, name = sym, title, law, numbers }) => {
      const container = make("div", { className: "cv-with", data: { testid: `with-${name}` } });
      const line = make(
        "li",
        { tabIndex: 0, data: { sym, shows: sym } },
        make("small", {}, text(title, { thing })),
        make("div", { className: "cv-law" }, ...law),
        container,
      );
      return { line, container, numbers };
    });
    this.list.replaceChildren(...this.lines.map(({ line }) => line));
  }

  /** @param {import("./scene.js").Scene} scene */
  show(scene) {
    for (const { container, numbers } of this.lines) {
      const parts = [numbers(scene)].flat();
      container.replaceChildren(
        ...parts.flatMap((part) => (typeof part === "string" ? colourSymbols(part) : part)),
      );
    }
  }
}
