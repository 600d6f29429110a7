/* Colours of the Dimensions page in the current theme. */

import { colourScales, colourTables, Inks } from "../../browser/picture.js";

export class DimensionInks extends Inks {
  constructor(root) {
    super(root);
    const scales = colourScales(root);
    const tables = colourTables(scales);
    this.greys = scales.ink;
    /** Diverging scale: lost to gained ink, falling to rising measure. */
    this.signed = scales.difference;
    this.greyTable = tables.ink;
    this.signedTable = tables.difference;
  }
}
