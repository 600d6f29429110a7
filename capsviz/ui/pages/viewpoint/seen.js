/* What the networks see and say, of each live reply. */

import { make, put } from "../../browser/dom.js";
import { INPUT_PIXELS } from "../../browser/message.js";
import { PixelPicture } from "../../browser/picture.js";
import { cnnWords, largest } from "./words.js";

const PICTURES = ["network-input", "reconstruction", "difference"];
const FOLLOW = [...PICTURES, "lengths", "prediction"];

export class Seen {
  /** @param {Record<"hook" | "part", (name: string) => any>} places of the page, by name */
  constructor({ hook, part }) {
    this.hook = hook;
    this.winner = part("winner");
    const [input, decoded, difference] = PICTURES.map((name) => new PixelPicture(hook(name)));
    this.pictures = { input, decoded, difference };
    this.bars = Array.from({ length: 10 }, (_, k) => buildBar(k));
    for (const { name, track, value } of this.bars) hook("lengths").append(name, track, value);
    this.count = 0;
  }

  /** The pictures for a file. */
  get canvases() {
    return PICTURES.map(this.hook);
  }

  /**
   * @param {any} reply
   * @param {Record<string, Uint32Array>} tables of colours
   */
  show(reply, tables) {
    const lengths = reply.lengths.at(-1);
    const winner = largest(lengths);
    const from = winner * INPUT_PIXELS;
    const decoded = reply.reconstructions.subarray(from, from + INPUT_PIXELS);
    this.pictures.input.show(reply.input, tables.ink);
    this.pictures.decoded.show(decoded, tables.ink);
    this.pictures.difference.showDifference(decoded, reply.input, tables.difference);
    put(this.winner, String(winner));
    this.bars.forEach((bar, k) => {
      showBar(bar, lengths[k], reply.cnn?.[k], k === winner);
    });
    put(this.hook("prediction"), reply.verdict.text);
    put(this.hook("cnn-prediction"), cnnWords(reply.cnn, reply.verdict.kind === "empty"));
    this.count += 1;
    const seq = String(this.count);
    for (const name of FOLLOW) this.hook(name).dataset.seq = seq;
    for (const { track } of this.bars) track.dataset.seq = seq;
  }
}

function buildBar(k) {
  const [length, cnn] = [make("i"), make("i", { className: "cv-v-cnn" })];
  return {
    name: make("dt", { textContent: String(k) }),
    track: make("dd", { className: "cv-v-track", data: { testid: `length-${k}` } }, length, cnn),
    value: make("dd", { className: "cv-v-number" }),
    length,
    cnn,
  };
}

function showBar(bar, length, cnn, wins) {
  for (const element of [bar.name, bar.track, bar.value]) {
    element.classList.toggle("cv-v-wins", wins);
  }
  bar.length.style.width = `${100 * length}%`;
  bar.cnn.style.width = cnn === undefined ? "0" : `${100 * cnn}%`;
  put(bar.value, length.toFixed(2) + (cnn === undefined ? "" : ` | ${cnn.toFixed(2)}`));
}
