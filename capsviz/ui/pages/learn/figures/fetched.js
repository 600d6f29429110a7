/* Figures that need a file, such as a network's weights. */

import { make } from "../../../browser/dom.js";
import { LessonFigure } from "./figure.js";

export class FetchedFigure extends LessonFigure {
  /**
   * Build a figure once a file is loaded; until then, or without it, show a message.
   * @param {Promise<any> | null} pending null if there is no such file
   * @param {(file: any) => void} take
   */
  whenHere(pending, take) {
    const showText = (text) =>
      this.stage.replaceChildren(make("p", { className: "cv-muted" }, text));
    // Without pictures there is nothing to save or reset.
    this.controls.hidden = true;
    if (!pending) {
      showText(this.t("missing"));
      return;
    }
    showText(this.t("loading"));
    pending
      .then((file) => {
        if (!this.host.contains(this.stage)) return; // another figure has replaced it
        this.controls.hidden = false;
        this.stage.replaceChildren();
        take(file);
        this.build();
        this.refresh();
      })
      .catch(() => showText(this.t("missing")));
  }
}
