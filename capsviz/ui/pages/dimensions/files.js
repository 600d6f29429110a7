/* Files of the Dimensions page: its figures, and their numbers as tables. */

import { make } from "../../browser/dom.js";
import { awaitDecoding } from "../../browser/engine/remote_decoder.js";
import { exportButtons, offerFiles, saveFile } from "../../browser/export.js";
import { PixelPicture } from "../../browser/picture.js";
import { labelWords } from "../../browser/sliders.js";
import { text } from "../../browser/text.js";
import { encodeGif } from "./gif.js";
import { drawHistogram, HISTOGRAM_HEIGHT } from "./histogram.js";
import { DimensionInks } from "./inks.js";
import { drawBetween, pathHeight } from "./interpolation.js";
import { SWEEP_STEPS, sweepValue } from "./poses.js";
import { drawSweep, sweepLayout } from "./sweep.js";

/** @import { Scene } from "./poses.js" */

/** Frames of a film from one end to the other. */
const GIF_FRAMES = 21;
const PICTURE_SIDE = 224;

const steps = (make) => Array.from({ length: SWEEP_STEPS }, (_, s) => make(s));

/** Column heads, by the suffixes of their messages. @param {string[]} names */
const heads = (...names) => names.map((name) => text(`column-${name}`));

/** @param {Scene} scene */
export function pictureRows({ pose, original }) {
  const values = Array.from(pose, (value, d) => [d, value, original[d]]);
  return [heads("dimension", "value", "start"), ...values];
}

/** @param {Scene} scene with measurements */
function histogramRows({ stats, k, dimension: d }) {
  const counts = stats.histogram[k][d];
  const edge = (i) => stats.mean[k][d] + stats.std[k][d] * (8 * (i / counts.length) - 4);
  const bars = counts.map((count, i) => [edge(i), edge(i + 1), count]);
  return [heads("from", "to", "pictures"), ...bars];
}

/** @param {(position: number) => Uint8Array} image the picture at a position 0..1 */
export function betweenRows(image) {
  const rows = steps((s) => s / (SWEEP_STEPS - 1)).map((t) => [t, ...image(t)]);
  const pixels = rows[0].slice(1).map((_, p) => text("column-pixel", { number: String(p) }));
  return [[...heads("place"), ...pixels], ...rows];
}

/** @param {Scene} scene */
export function sweepRows(scene) {
  const { stats, k, pose } = scene;
  const head = [
    ...heads("dimension", "value", "label"),
    ...steps((s) => text("column-step", { number: String(s) })),
  ];
  const columns = (measure) =>
    ["slope", "r2", "partial"].map((name) => text(`column-${name}`, { measure }));
  const measureRows = (d) =>
    stats.measures.flatMap((_, m) => {
      const { slope, r2, partial } = stats.effects;
      return [slope[k][d][m], r2[k][d][m], partial[k][d][m] ?? ""];
    });
  const rows = Array.from(pose, (value, d) => [
    d,
    value,
    labelWords(stats?.labels[k][d].text ?? ""),
    ...steps((s) => sweepValue(scene, d, s)),
    ...(stats ? measureRows(d) : []),
  ]);
  if (stats) head.push(...stats.measures.flatMap(columns));
  return [head, ...rows];
}

/** An animation to the other end and back. */
function thereAndBack(count, frame) {
  const forward = Array.from({ length: count }, (_, i) => frame(i / (count - 1)));
  return [...forward, ...forward.slice(1, -1).reverse()];
}

/** The chosen dimension from one end of its sweep to the other and back. */
function sweepFrames(scene) {
  const pose = Float32Array.from(scene.pose);
  return thereAndBack(GIF_FRAMES, (position) => {
    pose[scene.dimension] = sweepValue(scene, scene.dimension, position * (SWEEP_STEPS - 1));
    return scene.decoder.decode(scene.k, pose).slice();
  });
}

/**
 * The export buttons.
 * @param {import("./index.js").DimensionsPage} page
 * @param {ReturnType<typeof import("./wiring.js").buildFigures>} figures
 */
export function buildExports(page, { grid, data, interpolation, decoded }) {
  const container = (name) => page.root.querySelector(`[data-export="${name}"]`);
  const scene = () => page.scene();
  const file = (name) => () => `dimensions-${name}-digit-${scene().k}`;
  /** @param {(inks: any) => {width: number, height: number, rows: any[][], draw: any, axes?: object}} figure */
  const still = (name, figure) => ({
    name,
    title: text(`file-${name}`),
    file: file(name),
    figure: (root) => {
      const { name: className, dimension } = scene();
      const caption = text("file-caption", { name: className, dimension: String(dimension) });
      return { ...figure(new DimensionInks(root)), network: page.server.network.name, caption };
    },
  });
  offerFiles(container, [
    still("sweep", (inks) => {
      const colouredScene = { ...grid.scene(), inks };
      grid.sweepAll();
      return {
        width: grid.width,
        height: Math.round(sweepLayout(grid.width, colouredScene).height),
        rows: sweepRows(colouredScene),
        draw: (g, w, h) => drawSweep(g, w, h, colouredScene),
      };
    }),
    still("histogram", (inks) => ({
      width: data.width,
      height: HISTOGRAM_HEIGHT,
      rows: histogramRows(scene()),
      axes: {
        x: text("axis-value", { dimension: String(scene().dimension) }),
        y: text("axis-pictures"),
      },
      draw: (g, w, h) => drawHistogram(g, w, h, { ...scene(), inks }),
    })),
    still("between", (inks) => ({
      width: interpolation.width,
      height: pathHeight(interpolation.width),
      rows: betweenRows((t) => interpolation.image(t)),
      axes: { x: text("axis-place") },
      draw: (g, w, h) => drawBetween(g, w, h, { ...interpolation.scene(), inks }),
    })),
    still("picture", (inks) => {
      const canvas = make("canvas");
      new PixelPicture(canvas).show(decoded.image, inks.greyTable);
      return {
        width: PICTURE_SIDE,
        height: PICTURE_SIDE,
        rows: pictureRows(scene()),
        draw: (g, w, h) => g.drawImage(canvas, 0, 0, w, h),
      };
    }),
  ]);
  const film = (name, frames) => {
    const gif = async () => {
      const colours = scene().inks.greys;
      const { side } = scene().decoder;
      const options = { side, scale: Math.round(PICTURE_SIDE / side), delay: 60, colours };
      const images = await awaitDecoding(scene().decoder, frames);
      saveFile(encodeGif(images, options), `${file(name)()}.gif`, "image/gif");
    };
    exportButtons(container(name), text(`file-film-${name}`), { gif });
  };
  film("sweep", () => sweepFrames(scene()));
  film("between", () => thereAndBack(GIF_FRAMES, (t) => interpolation.image(t).slice()));
}
