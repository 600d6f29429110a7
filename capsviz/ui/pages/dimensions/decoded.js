/* The decoded pose beside the initial picture, their difference, and how typical it is. */

import { PixelPicture } from "../../browser/picture.js";
import { showMeter } from "./typicality.js";

/** @import { Scene } from "./poses.js" */

const PICTURES = ["reconstruction", "start", "difference"];
/** Elements with the sequence number of the current pose. */
const NUMBERED_ELEMENTS = ["reconstruction", "difference", "meter"];

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
   * Paint the picture of the initial pose.
   * @param {Scene} scene
   */
  begin({ decoder, k, original, inks }) {
    if (this.image.length !== decoder.pixels) this.image = new Uint8Array(decoder.pixels);
    this.startImage = decoder.decode(k, original).slice();
    this.pictures.start.show(this.startImage, inks.greyTable);
  }

  /**
   * Show the pose on the sliders.
   * @param {Scene} scene
   * @param {string} number sequence number of this painting
   */
  show(scene, number) {
    const { find, image, pictures } = this;
    const { decoder, k, pose, inks } = scene;
    decoder.decode(k, pose, image);
    pictures.reconstruction.show(image, inks.greyTable);
    pictures.difference.showDifference(this.startImage, image, inks.signedTable);
    showMeter(find, scene);
    for (const name of NUMBERED_ELEMENTS) find.element(name).dataset.seq = number;
  }

  clear() {
    for (const picture of Object.values(this.pictures)) picture.clear();
  }
}
