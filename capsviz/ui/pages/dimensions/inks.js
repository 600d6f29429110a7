/* The colours that the Dimensions page draws with, those of the present theme. */

import { colourScales, colourTables, Inks } from "../../browser/picture.js";

export class DimensionInks extends Inks {
  constructor(root) {
    super(root);
    const scales = colourScales(root);
    const tables = colourTables(scales);
    this.greys = scales.ink;
    /** From ink lost to ink gained, from a falling to a rising measure. */
    this.signed = scales.difference;
    this.greyTable = tables.ink;
    this.signedTable = tables.difference;
  }
}
