/* The decoded pose beside the picture it started from, their difference, and how usual it is. */

import { PixelPicture } from "../../browser/picture.js";
import { showMeter } from "./meter.js";

/** @import { Scene } from "./poses.js" */

const PICTURES = ["reconstruction", "start", "difference"];
/** What tells by a number that it shows the present pose. */
const NUMBERED = ["reconstruction", "difference", "meter"];

export class DecodedCapsules {
  /** @param {{part: (name: string) => any, element: (name: string) => any}} find */
  constructor(find) {
    this.find = find;
    this.image = this.startImage = new Uint8Array();
    this.pictures = Object.fromEntries(
      PICTURES.map((name) => [name, new PixelPicture(find.element(name))]),
    );
  }

  /**
   * The picture that the sliders start from.
   * @param {Scene} scene
   */
  begin({ decoder, k, original, inks }) {
    if (this.image.length !== decoder.pixels) this.image = new Uint8Array(decoder.pixels);
    this.startImage = decoder.decode(k, original).slice();
    this.pictures.start.show(this.startImage, inks.greyTable);
  }

  /**
   * What is on the sliders.
   * @param {Scene} scene
   * @param {string} number of this drawing
   */
  show(scene, number) {
    const { find, image, pictures } = this;
    const { decoder, k, pose, inks } = scene;
    decoder.decode(k, pose, image);
    pictures.reconstruction.show(image, inks.greyTable);
    pictures.difference.showDifference(this.startImage, image, inks.signedTable);
    showMeter(find, scene);
    for (const name of NUMBERED) find.element(name).dataset.seq = number;
  }

  clear() {
    for (const picture of Object.values(this.pictures)) picture.clear();
  }
}
