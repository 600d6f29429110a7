/* Controls of what plays: the same picture, words and state on every page. */

import { make, setText, svgMake } from "./dom.js";
import { text } from "./text.js";

/** How many times as fast a film plays, and what each is called. */
const SPEEDS = { 0.5: "½×", 1: "1×", 2: "2×" };

/** Fill a choice of speeds; what is returned tells the chosen one. @param {HTMLSelectElement} list */
export function speedChoice(list) {
  list.replaceChildren(
    ...Object.entries(SPEEDS).map(([value, name]) => new Option(name, value, value === "1")),
  );
  list.value = "1";
  return () => Number(list.value);
}

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
    const label = text(playing ? "play-pause" : "play-start");
    setText(this.word, label);
    // Without room for the word, the name stays.
    this.button.setAttribute("aria-label", label);
    this.button.setAttribute("aria-pressed", String(playing));
  }
}
