/* The page's pictures as files, as drawn without a pointer, and their numbers. */

import { text } from "../../browser/text.js";
import { FIGURES } from "./figures.js";
import { drawCapsules } from "./image.js";
import { ROWS } from "./rows.js";
import { RoutingInks } from "./scales.js";
import { Scenes } from "./scene.js";

/** @import { Scene } from "./scene.js" */

/** The picture of the digit capsules, which are buttons on the page. */
const STRIP = {
  name: "capsules",
  draw: drawCapsules,
  width: 1000,
  height: () => 130,
};

/**
 * @param {{scene: (scenes?: Scenes, inks?: RoutingInks) => Scene | null,
 *   width: (name: string) => number}} page
 * @returns {import("../../browser/export.js").FigureFiles[]}
 */
export function routingFiles({ scene, width }) {
  /** Makes scenes for files, whose scales differ from the page's. */
  const fileScenes = new Scenes();
  /** @type {(import("./figures.js").FigureKind & {width?: number})[]} */
  const figures = [...FIGURES, STRIP];
  return figures.map(({ name, draw, height, axes, width: fixedWidth }) => ({
    name,
    title: text(`figure-${name}`),
    file: () => {
      const { data, j, t, r } = scene();
      return `routing-${name}-${data.thing}-${j}-iteration-${t + 1}-of-${r}`;
    },
    figure: (root) => {
      const current = scene(fileScenes, new RoutingInks(root));
      const { data, j, t, r } = current;
      const figureWidth = fixedWidth ?? width(name);
      return {
        width: figureWidth,
        height: Math.round(height(figureWidth, current)),
        draw: (g, w, h) => draw(g, w, h, current),
        axes: axes?.(current),
        network: data.model,
        caption: text("figure-caption", {
          ...{ thing: data.thing, name: data.classes[j], iteration: t + 1, rounds: r },
        }),
        rows: ROWS[name](current),
      };
    },
  }));
}
