/* Brings the parts of the Overlap page together. */

import { text } from "../../browser/text.js";
import { Answer } from "./answer.js";
import { Composition } from "./composition.js";
import { listenToControls } from "./controls.js";
import { PairCanvas } from "./pair_canvas.js";
import { Pairs } from "./pairs.js";

/**
 * @param {import("./index.js").OverlapPage} page
 * @param {import("./answer.js").OverlapPageData} data
 */
export function buildParts(page, data) {
  const { element, part } = page;
  const activate = (k) => page.activate(k);
  const laid = new Composition(page, {
    onChange: (eventTime) => page.touch(eventTime),
    onSettle: () => page.settle(),
    onActive: activate,
    onFull: () => page.notice(text("drawing-full")),
  });
  const pairCanvas = new PairCanvas(
    element("pair-canvas"),
    [part("box-0"), part("box-1")],
    { side: data.geometry.side, most: data.most.move },
    laid,
    {
      onMove: (eventTime) => page.onMove(eventTime),
      onRest: () => {
        page.announce();
        page.settle();
      },
      onActive: activate,
    },
  );
  const answer = new Answer(page, data, {
    force: (pair) => page.change({ forced: pair }),
    look: (values) => page.lookAtMaps(values),
    iterate: (r) => page.iterate(r),
  });
  listenToControls(page, laid);
  return { laid, pairCanvas, answer, pairs: new Pairs(page, laid) };
}
