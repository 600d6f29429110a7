/* The colours that the Dimensions page draws with, those of the present theme. */

import { colourTable, cssColours, signedColours } from "../../browser/picture.js";

export class DimensionInks {
  constructor(root) {
    const one = (name) => `rgb(${cssColours(root, `--cv-${name}`)[0].join(" ")})`;
    const all = (name) => cssColours(root, `--cv-${name}`);
    this.paper = one("paper");
    this.ink = one("ink");
    this.muted = one("muted");
    this.line = one("line");
    this.bar = one("bar");
    this.accent = one("accent");
    this.font = getComputedStyle(root).fontFamily;
    this.greys = [...all("paper"), ...all("ink")];
    /** From ink lost to ink gained, from a falling to a rising measure. */
    this.signed = signedColours(root);
    this.greyTable = colourTable(this.greys);
    this.signedTable = colourTable(this.signed);
  }
}
