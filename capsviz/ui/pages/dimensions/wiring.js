/* Connects the parts of the Dimensions page. */

import { Factors } from "../../browser/factors.js";
import { OtherDigit } from "../../browser/gallery.js";
import { DimensionSliders } from "../../browser/sliders.js";
import { CapsuleRow } from "./capsules.js";
import { DataSection } from "./data.js";
import { DecodedCapsules } from "./decoded.js";
import { Display } from "./display.js";
import { enableDragging } from "./drag_picture.js";
import { PoseEditor } from "./editor.js";
import { buildExports } from "./files.js";
import { SweepGrid } from "./grid.js";
import { Interpolation } from "./interpolation.js";

/** @typedef {import("./index.js").DimensionsPage} DimensionsPage */

/** @param {DimensionsPage} page */
export function buildParts(page) {
  const { element, part } = page;
  const sliders = new DimensionSliders(part("sliders"), {
    onChange: (_, index) => display.redraw(index >= 0),
    onCommit: () => editor.commit(),
  });
  const editor = new PoseEditor(sliders, page);
  const figures = buildFigures(page, editor);
  enableDragging(element("reconstruction"), element("drag-text"), sliders, () => page.scene());
  const display = new Display(
    figures,
    ["sweep", "histogram", "between"].map((name) => element(name).parentElement),
    page,
  );
  buildExports(page, figures);
  return { figures, sliders, editor, display };
}

/** @param {DimensionsPage} page @param {PoseEditor} editor */
export function buildFigures(page, editor) {
  const { element, part, engine } = page;
  const replace = (drawing) => page.replaceDrawing(drawing);
  return {
    grid: new SweepGrid(
      { canvas: element("sweep"), rows: element("sweep-rows"), text: element("sweep-text") },
      {
        scene: () => page.scene(),
        count: () => page.display.count(),
        choose: (d) => page.select(d),
        take: (pose) => editor.set(pose),
      },
    ),
    data: new DataSection(page, replace),
    decoded: new DecodedCapsules(page),
    factors: new Factors(part("factors"), engine, {
      settings: () => page.settings,
      receive: (reply) => page.preview(reply),
      rest: (b) => replace({ s: [], b }),
      trouble: (sentence) => page.trouble(sentence),
    }),
    capsules: new CapsuleRow(element("capsules"), (k) => page.choose(k)),
    interpolation: new Interpolation(page),
    otherDigit: new OtherDigit(page, replace),
  };
}
