/* Files of the page's figures, with the numbers they show. */

import { make } from "../../browser/dom.js";
import { offerFiles } from "../../browser/export.js";
import { Inks, PixelPicture, readColours } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { paintPictures } from "./predictions.js";

/** @typedef {import("./curves.js").Curve} Curve */

/** @param {import("./index.js").ViewpointPage} page */
export function offerFigures(page) {
  const { curves } = page;
  const curve = (name, rows, y) => (root) => {
    const inks = new Inks(root);
    const { canvas, height, draw } = curves.figures[name];
    const width = Math.floor(canvas.parentElement.clientWidth);
    return {
      width,
      height: Math.round(height(width)),
      network: page.server.network.name,
      caption: curves.curve.kind,
      axes: { x: columnOf(curves.curve.kind), y: text(y) },
      rows: rows(curves.curve),
      draw: (g, w, h) => draw(g, w, h, { ...curves.scene, inks }),
    };
  };
  const pictures = (root) => {
    const { reply, server } = page;
    const copies = [0, 1, 2].map(() => new PixelPicture(make("canvas")));
    paintPictures(copies, reply, readColours(root).tables);
    const draw = (g) => {
      copies.forEach(({ context: { canvas } }, i) => {
        g.drawImage(canvas, 168 * i, 0, 160, 160);
      });
    };
    const { name: network } = server.network;
    return { width: 3 * 168 - 8, height: 160, network, rows: digitRows(reply), draw };
  };
  const files = (name, kind, figure) => {
    const file = () => `viewpoint-${kind}-${curves.curve?.kind ?? "digit"}`;
    return { name, title: text(`file-${kind}`), file, figure };
  };
  const container = (name) => page.root.querySelector(`[data-export="${name}"]`);
  offerFiles(container, [
    files("lengths", "lengths", curve("lengths", lengthRows, "file-values")),
    files("poses", "pose", curve("poses", poseRows, "file-dimensions")),
    files("pictures", "pictures", pictures),
  ]);
}

/** @param {any} reply */
export function digitRows({ lengths, cnn, classes, thing }) {
  return [
    [thing, text("file-length"), text("file-cnn")],
    ...lengths.at(-1).map((length, k) => [classes[k], length, cnn?.[k] ?? ""]),
  ];
}

/** @param {string} kind */
function columnOf(kind) {
  return kind === "rotation" ? text("file-rotation") : kind;
}

/** @param {Curve} curve */
export function lengthRows({ kind, digit, values, lengths, cnn, classes }) {
  const count = classes.length;
  const head = [columnOf(kind), ...classes.map((name) => text("file-length-of", { name }))];
  if (cnn.length) head.push(text("file-cnn-of", { name: classes[digit] }));
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
    [
      columnOf(kind),
      ...Array.from({ length: dim }, (_, d) => text("file-dimension", { number: d })),
    ],
    ...Array.from(values, (value, i) => [value, ...poses.subarray(dim * i, dim * (i + 1))]),
  ];
}
