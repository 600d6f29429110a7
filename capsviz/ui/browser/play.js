/* Controls for playback, the same on every page. */

import { make, setText, svgMake } from "./dom.js";
import { text } from "./text.js";

/** Playback speeds and their names. */
const SPEEDS = { 0.5: "½×", 1: "1×", 2: "2×" };

/**
 * Fill a list of speeds. Returns a function that returns the selected one.
 * @param {HTMLSelectElement} list
 */
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
   * @param {HTMLButtonElement} button to fill
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
    // The style sheet may hide the word.
    this.button.setAttribute("aria-label", label);
    this.button.setAttribute("aria-pressed", String(playing));
  }
}
