/* Files of the page's figures, with the numbers they show. */

import { make } from "../../browser/dom.js";
import { exportFigure } from "../../browser/export.js";
import { Inks, PixelPicture, readColours } from "../../browser/picture.js";
import { paintPictures } from "./predictions.js";

/** @typedef {import("./curves.js").Curve} Curve */

/**
 * @param {(name: string) => HTMLElement} place of a figure's buttons
 * @param {import("./curves.js").Curves} curves
 * @param {() => {reply: any, network: string}} shown
 */
export function offerFiles(place, curves, shown) {
  const file = (what) => () => `viewpoint-${what}-${curves.curve?.kind ?? "digit"}`;
  const figure = (name, rows) => (root) => {
    const inks = new Inks(root);
    const { canvas, height, draw } = curves.figures[name];
    const width = Math.floor(canvas.parentElement.clientWidth);
    return {
      width,
      height: Math.round(height(width)),
      network: shown().network,
      caption: curves.curve.kind,
      rows: rows(curves.curve),
      draw: (g, w, h) => draw(g, w, h, { ...curves.shown, inks }),
    };
  };
  exportFigure(place("lengths"), "the lengths", file("lengths"), figure("lengths", lengthRows));
  exportFigure(place("poses"), "the pose", file("pose"), figure("poses", poseRows));
  exportFigure(place("pictures"), "the pictures", file("pictures"), (root) => {
    const { reply, network } = shown();
    const canvases = [0, 1, 2].map(() => make("canvas"));
    const pictures = canvases.map((canvas) => new PixelPicture(canvas));
    paintPictures(pictures, reply, readColours(root).tables);
    return {
      width: 3 * 168 - 8,
      height: 160,
      network,
      rows: digitRows(reply),
      draw: (g) => {
        canvases.forEach((canvas, i) => {
          g.drawImage(canvas, 168 * i, 0, 160, 160);
        });
      },
    };
  });
}

/** @param {any} reply */
export function digitRows({ lengths, cnn, classes, thing }) {
  return [
    [thing, "length", "CNN probability"],
    ...lengths.at(-1).map((length, k) => [classes[k], length, cnn?.[k] ?? ""]),
  ];
}

/** @param {Curve} curve */
export function lengthRows({ kind, digit, values, lengths, cnn, classes }) {
  const count = classes.length;
  const head = [kind, ...classes.map((name) => `length of ${name}`)];
  if (cnn.length) head.push(`CNN probability of ${classes[digit]}`);
  const rows = Array.from(values, (value, i) => [
    value,
    ...lengths.subarray(count * i, count * (i + 1)),
    ...(cnn.length ? [cnn[count * i + digit]] : []),
  ]);
  return [head, ...rows];
}

/** @param {Curve} curve */
export function poseRows({ kind, values, poses }) {
  const dim = poses.length / values.length;
  return [
    [kind, ...Array.from({ length: dim }, (_, d) => `dimension ${d}`)],
    ...Array.from(values, (value, i) => [value, ...poses.subarray(dim * i, dim * (i + 1))]),
  ];
}
