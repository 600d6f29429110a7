/* Figures of recorded numbers, which not all data have. */

import { make } from "../../../browser/dom.js";
import { LessonFigure } from "./figure.js";

export class RecordedFigure extends LessonFigure {
  /** Key of its record in the page's data. */
  static record = "";

  /** The recorded numbers, if available. @returns {any} */
  get record() {
    return this.extra[/** @type {typeof RecordedFigure} */ (this.constructor).record];
  }

  get network() {
    return this.record?.network ?? "";
  }

  begin() {
    if (this.record) super.begin();
    else this.stage.append(make("p", { className: "cv-muted" }, this.t("missing")));
  }

  refresh() {
    if (this.record) super.refresh();
  }
}

/** Sizes of a recorded network, from "32 filters, 8 capsule types". @param {string} description */
export function networkSizes(description) {
  const [filters, types] = (description.match(/\d+/g) ?? []).map(Number);
  return { filters, types };
}
