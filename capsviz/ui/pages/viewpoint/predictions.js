/* Inputs and predictions of the networks, for each live reply. */

import { ClassFold } from "../../browser/class_fold.js";
import { haveNames } from "../../browser/classes.js";
import { verdictWords } from "../../browser/derive/verdict_words.js";
import { make, setText } from "../../browser/dom.js";
import { markDecoder } from "../../browser/engine/remote_decoder.js";
import { PixelPicture } from "../../browser/picture.js";
import { number } from "../../browser/text.js";
import { cnnWords, largest, sayWords } from "./words.js";

const PICTURES = ["network-input", "reconstruction", "difference"];
const NUMBERED_ELEMENTS = [...PICTURES, "lengths", "prediction"];

export class Predictions {
  /** @param {import("./index.js").ViewpointPage} page */
  constructor(page) {
    const { element, part } = page;
    this.page = page;
    this.element = element;
    this.winner = part("winner");
    this.pictures = PICTURES.map((name) => new PixelPicture(element(name)));
    /** Classes that the bars are built for. */
    this.classes = [];
    this.bars = [];
    this.fold = new ClassFold(element("lengths"));
    this.count = 0;
  }

  /** @param {string[]} classes */
  adopt(classes) {
    if (classes.join("\n") === this.classes.join("\n")) return;
    this.classes = classes;
    this.bars = classes.map(buildBar);
    const parts = this.bars.map(({ name, track, value }) => [name, track, value]);
    this.element("lengths").replaceChildren(...parts.flat());
    this.fold.adopt(classes, parts);
    this.element("lengths").classList.toggle("cv-v-named", haveNames(classes));
  }

  /** @param {any} reply */
  show(reply) {
    this.adopt(reply.classes);
    markDecoder(this.page.root, reply.decoder);
    const lengths = reply.lengths.at(-1);
    const winner = largest(lengths);
    paintPictures(this.pictures, reply, this.page.tables);
    setText(this.winner, reply.classes[winner]);
    this.bars.forEach((bar, k) => {
      showBar(bar, lengths[k], reply.cnn?.[k], k === winner);
    });
    this.fold.show(lengths, winner);
    setText(this.element("say-title"), sayWords(reply, reply.classes[winner]));
    setText(this.element("prediction"), verdictWords(reply.verdict, reply));
    setText(this.element("cnn-prediction"), cnnWords(reply, reply.verdict.kind === "empty"));
    const seq = String(++this.count);
    for (const name of NUMBERED_ELEMENTS) this.element(name).dataset.seq = seq;
    for (const { track } of this.bars) track.dataset.seq = seq;
  }
}

/**
 * The network's input, the winner's reconstruction, and their difference.
 * @param {PixelPicture[]} pictures
 * @param {any} reply
 * @param {Record<string, Uint32Array>} tables of colours
 */
export function paintPictures([input, decoded, difference], reply, tables) {
  const picture = reply.reconstruction ?? new Uint8Array(reply.pixels); // without a decoder
  input.show(reply.input, tables.ink);
  decoded.show(picture, tables.ink);
  difference.showDifference(reply.input, picture, tables.difference);
}

function buildBar(name, k) {
  const [length, cnn] = [make("i"), make("i", { className: "cv-v-cnn" })];
  return {
    name: make("dt", { textContent: name, title: name }),
    track: make("dd", { className: "cv-v-track", data: { testid: `length-${k}` } }, length, cnn),
    value: make("dd", { className: "cv-v-number cv-small cv-muted" }),
    length,
    cnn,
  };
}

function showBar(bar, length, cnn, isWinner) {
  for (const element of [bar.name, bar.track, bar.value]) {
    element.classList.toggle("cv-v-wins", isWinner);
  }
  bar.length.style.width = `${100 * length}%`;
  bar.cnn.style.width = cnn === undefined ? "0" : `${100 * cnn}%`;
  setText(bar.value, number(length, 2) + (cnn === undefined ? "" : ` | ${number(cnn, 2)}`));
}
