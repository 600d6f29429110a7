/* The button that starts and stops what plays: the same picture, words and state on every page. */

import { make, setText, svgMake } from "./dom.js";

const PLAY = "M4.5 2.8v10.4l8.5-5.2z";
const PAUSE = "M4 3h3v10H4z M9.5 3h3v10h-3z";

export class PlayButton {
  /**
   * @param {HTMLButtonElement} button filled
   * @param {{play: () => void, pause: () => void}} acts
   */
  constructor(button, { play, pause }) {
    this.button = button;
    this.playing = false;
    this.shape = svgMake("path");
    this.word = make("span");
    const picture = svgMake("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, this.shape);
    button.replaceChildren(picture, this.word);
    button.addEventListener("click", () => (this.playing ? pause() : play()));
    this.show(false);
  }

  /** @param {boolean} playing */
  show(playing) {
    this.playing = playing;
    this.shape.setAttribute("d", playing ? PAUSE : PLAY);
    const word = playing ? "pause" : "play";
    setText(this.word, word);
    // Without room for the word, the name stays.
    this.button.setAttribute("aria-label", word);
    this.button.setAttribute("aria-pressed", String(playing));
  }
}
