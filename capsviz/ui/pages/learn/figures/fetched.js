/* Figures that need a file, such as a network's weights. */

import { make } from "../../../browser/dom.js";
import { LessonFigure } from "./figure.js";

export class FetchedFigure extends LessonFigure {
  /**
   * Build a figure once a file has come; until then, or without it, words say so.
   * @param {Promise<any> | null} pending null if there is no such file
   * @param {(file: any) => void} take
   */
  whenHere(pending, take) {
    const say = (text) => this.stage.replaceChildren(make("p", { className: "cv-muted" }, text));
    // Without its pictures there is nothing to save or reset.
    this.controls.hidden = true;
    if (!pending) {
      say(this.t("missing"));
      return;
    }
    say(this.t("loading"));
    pending
      .then((file) => {
        if (!this.host.contains(this.stage)) return; // another figure took its place
        this.controls.hidden = false;
        this.stage.replaceChildren();
        take(file);
        this.build();
        this.refresh();
      })
      .catch(() => say(this.t("missing")));
  }
}
