/* Controls of Overlap: their actions, and which of them are visible. */

import { absentPair } from "./reply.js";

/**
 * @param {import("./index.js").OverlapPage} page
 * @param {import("./composition.js").Composition} composition
 */
export function listenToControls(page, composition) {
  const { element } = page;
  page.onClick("swap", () => {
    composition.swap();
    page.onMove();
    page.settle();
  });
  page.onClick("whole-undo", () => composition.sharedPad.undo());
  page.onClick("whole-clear", () => composition.sharedPad.clear());
  page.onClick("try-one", () => page.iterate(1));
  page.onClick("try-ten", () => page.iterate(10));
  page.onClick("try-absent", () => {
    page.change({ forced: absentPair(page.reply) });
    element("lengths").scrollIntoView({ block: "center" });
  });
  element("one-canvas").addEventListener("change", ({ target }) => page.useOne(target.checked));
}

/**
 * Show the controls for two digits, or for one canvas with both.
 * @param {import("../../browser/page.js").Page} page
 * @param {import("./composition.js").Composition} composition
 * @param {boolean} mnist whether MNIST's pictures are on the server's machine
 */
export function showMode({ element, part, parts }, { single, digits }, mnist) {
  element("one-canvas").checked = single;
  for (const box of [element("pair-canvas"), part("box-0"), part("box-1"), part("cards")]) {
    box.hidden = single;
  }
  for (const name of ["swap", "pair-samples"]) element(name).hidden = single;
  for (const name of ["whole", "whole-undo", "whole-clear"]) element(name).hidden = !single;
  for (const box of parts("mnist")) box.hidden = !mnist;
  for (const name of ["pair-random", "pair-wrong"]) element(name).hidden = single || !mnist;
  for (const { part: find } of digits) find("mnist-one").hidden = !mnist;
}
