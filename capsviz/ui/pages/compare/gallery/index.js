/* Disputed test digits: who reads each how; one that is pressed is compared. */

import { make, makeButton } from "../../../browser/dom.js";
import { mountPage } from "../../../browser/mount.js";
import { adoptTheme, colourScales, colourTables } from "../../../browser/picture.js";
import { remountAll } from "../../../browser/remount.js";
import { stateName, writeState } from "../../../browser/state_sync.js";
import { picture } from "../columns.js";

/** Digits have ten classes. */
const CLASSES = 10;

class Gallery {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  close() {}

  update({ data }) {
    adoptTheme(this.root);
    const { ink } = colourTables(colourScales(this.root), 1 / CLASSES);
    const choose = (index) => {
      writeState(stateName("compare", "view"), { test_digit: index });
      remountAll();
      document.querySelector(".cv-compare-one")?.scrollIntoView?.({ block: "center" });
    };
    this.root.replaceChildren(...data.gallery.map((entry) => disputeCard(entry, ink, choose)));
  }
}

/**
 * @param {any} entry a test digit and who reads it how
 * @param {Uint32Array} ink table of colours
 * @param {(index: number) => void} choose
 */
function disputeCard(entry, ink, choose) {
  const lines = entry.answers.map((line) => make("span", {}, line));
  const content = [
    picture(entry.image, ink, "", `test digit ${entry.index}`),
    make("div", { data: { answer: "" } }, make("b", {}, `a ${entry.label}`), ...lines),
  ];
  const act = () => choose(entry.index);
  return makeButton("cv-disputed", `disputed-${entry.index}`, content, act);
}

export default mountPage(".cv-compare-gallery", "compareGallery", Gallery);
