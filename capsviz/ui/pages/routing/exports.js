/* The page's pictures as files: each as it is drawn, with nothing pointed at, and its numbers. */

import { exportFigure } from "../../browser/export.js";
import { FIGURES } from "./figures.js";
import { drawCapsules } from "./image.js";
import { ROWS } from "./rows.js";

/** @import { Scene } from "./scene.js" */

/** The digit capsules are buttons on the page: this is their picture. */
const STRIP = {
  name: "capsules",
  title: "digit capsules",
  draw: drawCapsules,
  width: 1000,
  height: () => 130,
};

/**
 * @param {(name: string) => any} place finds where a picture's buttons go
 * @param {{scene: () => Scene | null, width: (name: string) => number}} page
 */
export function offerFiles(place, { scene, width }) {
  for (const { name, title, draw, height, ...own } of [...FIGURES, STRIP]) {
    const fileName = () => {
      const { data, j, t, r } = scene();
      return `routing-${name}-${data.thing}-${j}-iteration-${t + 1}-of-${r}`;
    };
    exportFigure(place(name), title, fileName, () => {
      const now = scene();
      const across = "width" in own ? own.width : width(name);
      return {
        width: across,
        height: Math.round(height(across, now)),
        draw: (g, w, h) => draw(g, w, h, now),
        background: now.inks.paper,
        rows: ROWS[name](now),
      };
    });
  }
}
