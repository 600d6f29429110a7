/* Table of the hopes for each kind of network, and of the measurements here. */

import { make } from "../../../browser/dom.js";
import { STATIC } from "../models/static.js";
import { LessonFigure } from "./figure.js";

export class PromisesFigure extends LessonFigure {
  static toy = STATIC;

  build() {
    const head = ["network", "hoped", "measured"].map((name) =>
      make("th", { scope: "col" }, this.t(name)),
    );
    const rows = this.extra.promises.map(({ network, hoped, measured, unmeasured }) => {
      const results = measured.length
        ? make("ul", {}, ...measured.map((sentence) => make("li", {}, sentence)))
        : make("p", { className: "cv-muted" }, unmeasured);
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, network),
        make("td", { data: { head: this.t("hoped") } }, hoped),
        make("td", { data: { head: this.t("measured") } }, results),
      );
    });
    const table = make(
      "table",
      { className: "cv-promises", data: { testid: "promises" } },
      make("caption", { className: "cv-panel-title" }, this.t("caption")),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", { tabIndex: 0 }, ...rows),
    );
    this.stage.append(make("div", { className: "cv-panel cv-panel-wide" }, table));
  }
}
