/* The parts of the Dimensions page, each given what it needs; none knows the page. */

import { Factors } from "../../browser/factors.js";
import { OtherDigit } from "../../browser/gallery.js";
import { openDraw } from "../../browser/links.js";
import { DimensionSliders } from "../../browser/sliders.js";
import { readDrawing } from "./ask.js";
import { Between } from "./between.js";
import { CapsuleRow } from "./capsules.js";
import { DataSection } from "./data.js";
import { DecodedCapsules } from "./decoded.js";
import { SweepGrid } from "./grid.js";

/**
 * What the parts ask the page for, and what they tell it.
 * @typedef {object} Heard
 * @property {() => any} scene everything at this moment; null while there is nothing to show
 * @property {() => string} count how often something was drawn
 * @property {(sentence: string) => void} trouble
 * @property {(drawing: any) => void} replace by another drawing
 * @property {() => any} server what the page's script said last
 * @property {() => any} settings
 * @property {() => any} drawing
 * @property {() => any} view
 * @property {() => any} drawn the server's last reply to a drawing
 * @property {() => any[]} samples
 * @property {(reply: any) => void} glance at a reply while a true factor moves
 * @property {(moving: boolean) => void} redraw what is on the sliders
 * @property {() => void} commit the pose: it is a step that can be undone
 * @property {(capsule: number) => void} choose
 * @property {(dimension: number) => void} select
 * @property {(pose: ArrayLike<number>) => void} put a pose on the sliders
 * @property {() => void} keep
 */

/**
 * @param {ReturnType<typeof import("../../browser/dom.js").finders>} find
 * @param {Heard} page
 */
export function buildParts(find, page) {
  const { element, part } = find;
  const { scene, count, trouble, replace } = page;
  return {
    ...buildFigures(find, page),
    decoded: new DecodedCapsules(find),
    sliders: new DimensionSliders(part("sliders"), {
      onChange: (_, index) => page.redraw(index >= 0),
      onCommit: page.commit,
    }),
    factors: new Factors(part("factors"), {
      server: page.server,
      settings: page.settings,
      receive: page.glance,
      rest: (b) => replace({ s: [], b }),
      trouble,
    }),
    capsules: new CapsuleRow(element("capsules"), page.choose),
    between: new Between(element, {
      scene,
      count,
      view: page.view,
      drawn: page.drawn,
      samples: page.samples,
      read: (drawing) => readDrawing(page.server().base, page.settings(), drawing),
      changed: page.keep,
      trouble,
    }),
    other: new OtherDigit(find, {
      choose: replace,
      trouble,
      draw: () => openDraw(page.server().base, page.drawing(), page.settings()),
    }),
  };
}

/** The sweeps, and what real data say. */
function buildFigures({ element, part }, { scene, count, select, put, replace }) {
  const grid = new SweepGrid(
    { canvas: element("sweep"), rows: element("sweep-rows"), text: element("sweep-text") },
    { scene, count, choose: select, take: put },
  );
  const places = {
    histogram: element("histogram"),
    mark: part("now"),
    text: element("histogram-text"),
  };
  const ends = {
    label: element("label-text"),
    low: element("low-digits"),
    high: element("high-digits"),
  };
  return { grid, data: new DataSection({ ...places, ...ends }, replace) };
}
