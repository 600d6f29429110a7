/*
 * The static part of the scene: sheets of maps and pictures, capsules as arrows, classes as spheres,
 * frames, and labels.
 */

import { formatOf, pixelsOf } from "../../../browser/picture.js";
import { text as message, number } from "../../../browser/text.js";
import { mapBoxes, montagePixels, unitShape } from "../drawing.js";
import { strongest } from "../sums.js";
import { titleOf } from "../words.js";
import { BESIDE, LAYER_STEP, reachOf, SIDES } from "./layout.js";
import { Arrows, Frames, inkOf, mixInks, SheetMesh, Spheres } from "./meshes.js";

/** Width of a frame around a part of a sheet, a sheet, and a class's plane. */
const FRAME = 0.07;
const RIM = 0.06;
const PLANE_RIM = 0.03;
/** Most maps that are framed. */
const MAX_FRAMED_MAPS = 3;
/** Length of the shortest arrow, and of the shortest marked one. */
const MIN_ARROW = 0.05;
const MIN_MARKED = 0.6;
/** Labels may cover an s up to this length. */
const MIN_SOLID = 0.5;
/** Width of a capsule's arrow: the least, the addition by presence, and if it is marked. */
const WIDTHS = { least: 0.08, present: 0.12, marked: 0.3 };
/** Offsets of a strong label left of its class, in label heights, if none is free to the right. */
const VOTE_LABEL_OFFSETS = [-1, 1, -2, 2, 0];
/** Offsets of a title above and below its sheet, in title heights. */
const TITLE_OFFSETS = [0.7, 1.2, 1.8];

/**
 * @typedef {{point: number[], side: number, dy: number, radius?: number}} Spot a point; the label's
 *   side: 1 right, -1 left, 0 centred; label heights below; and the radius of the point's object
 * @typedef {{text: string, spots: Spot[]}} Words the first free spot is taken
 * @typedef {{words: Words[], full?: Words, strong: boolean}} Label the first words that have a free spot
 *   are shown; `full` are tried before them unless the window is narrow
 */

export class Layers {
  /** @param {any} three @param {any} scene */
  constructor(three, scene) {
    this.three = three;
    this.scene = scene;
    /** Meshes of sheets by block and position. @type {Map<string, SheetMesh>} */
    this.meshes = new Map();
    this.capsules = new Arrows(three, scene);
    this.spheres = new Spheres(three, scene);
    this.rims = new Frames(three, scene);
    /** @type {Label[]} */
    this.labels = [];
    /** @type {import("./pointing.js").Sheet[]} */
    this.sheets = [];
    /** Corners of boxes that no label may cover. @type {number[][][]} */
    this.solids = [];
  }

  dispose() {
    for (const mesh of [...this.meshes.values(), this.capsules, this.spheres, this.rims])
      mesh.dispose();
  }

  /** @param {any} space of `placeNetwork` @param {any} options of `Stage.show` */
  show(space, options) {
    const { inks } = options.colours;
    this.labels = [];
    this.sheets = [];
    this.solids = [];
    this.frames = [];
    this.showSheets(space, options);
    this.showCapsules(space, options);
    this.showClasses(space, options);
    for (const { x, z, size, box } of space.marks)
      this.frame({ x, z, size: [size, size] }, box, inks.accent);
    this.rims.show(this.frames);
  }

  /** Show the flat pictures: input, maps, hidden units, reconstruction. */
  showSheets({ positions }, { reply, server, blocks, colours, lit, maps, thing }) {
    const { ink } = colours.tables;
    const [line] = new Uint32Array(
      Uint8Array.of(...inkOf(colours.inks.line).map((part) => Math.round(255 * part)), 255).buffer,
    );
    const used = new Set();
    for (const block of blocks) {
      const { name, part } = block;
      const x = positions[name];
      let top = (SIDES[part] ?? 0) / 2;
      const show = (picture, sheetX, { z = 0, title = "", tiles = undefined } = {}) => {
        const pixels = part === "input" || part === "picture" ? picture.width : 0;
        const smooth = part === "features";
        const key = `${name} ${sheetX} ${z}`;
        const size = this.showSheet(key, picture, sheetX, { z, side: SIDES[part], smooth });
        used.add(key);
        const sheet = { x: sheetX, z, size, block: name, pixels, tiles };
        this.sheets.push(sheet);
        this.frame(sheet, { x: 0, y: 0, width: 1, height: 1 }, colours.inks.line, RIM);
        if (title) this.title(title, sheetX, size[1] / 2, z, false);
        return sheet;
      };
      if (part === "input") show(pictureOf(reply.input, ink), x);
      else if (part === "picture" && reply.picture) {
        show(pictureOf(reply.picture, ink), x);
        show(pictureOf(reply.input, ink), x, {
          z: BESIDE,
          title: message("scene-drawn"),
        });
      } else if (part === "features" && maps[name]) {
        const { bytes, shape, indices } = maps[name];
        const picture = montagePixels(bytes, shape, ink, { gap: line });
        const { width, height } = picture;
        const sheet = show(picture, x, {
          tiles: shape[1] > 1 ? { shape, width, height, indices } : undefined,
        });
        for (const index of framedMaps(maps[name], { block, lit, thing, side: server.side })) {
          const [left, boxTop, boxWidth, boxHeight] = mapBoxes(shape, width, height)[index];
          const box = {
            ...{ x: left / width, width: boxWidth / width },
            ...{ y: boxTop / height, height: boxHeight / height },
          };
          this.frame(sheet, box, colours.inks.accent);
        }
      } else if (part === "decoder") {
        reply.hidden.forEach((units, layer) => {
          const picture = montagePixels(units, unitShape(units), ink, { gap: line });
          const { size } = show(picture, x + layer * LAYER_STEP);
          if (!layer) top = size[1] / 2;
        });
      } else if (part === "votes" || part === "routing") continue;
      this.title(titleOf(block), x, top);
    }
    for (const [key, mesh] of this.meshes)
      if (!used.has(key)) {
        mesh.dispose();
        this.meshes.delete(key);
      }
  }

  /** @returns {[number, number]} its size, across and down */
  showSheet(key, picture, x, { z, side, smooth }) {
    const longest = Math.max(picture.width, picture.height);
    /** @type {[number, number]} */
    const size = [(side * picture.width) / longest, (side * picture.height) / longest];
    let mesh = this.meshes.get(key);
    if (!mesh) {
      mesh = new SheetMesh(this.three, this.scene, smooth);
      this.meshes.set(key, mesh);
    }
    mesh.show(picture, [x, 0, z], size);
    return size;
  }

  /** Add a title above a sheet, or below it. @param {string} text @param {number} x @param {number} top @param {number} [z] @param {boolean} [strong] */
  title(text, x, top, z = 0, strong = true) {
    const spots = TITLE_OFFSETS.flatMap((dy) => [
      { point: [x, top, z], side: 0, dy: -dy },
      { point: [x, -top, z], side: 0, dy },
    ]);
    this.labels.push({ words: [{ text, spots }], strong });
  }

  /** Add a frame around a part of a sheet, slightly in front of it. */
  frame({ x, z, size: [width, height] }, box, ink, rim = FRAME) {
    // A part's frame is in front of the sheet's own.
    const offset = rim === RIM ? 0 : FRAME / 2;
    this.frames.push({
      middle: [
        x - offset,
        (0.5 - box.y - box.height / 2) * height,
        z + (box.x + box.width / 2 - 0.5) * width,
      ],
      size: [box.width * width, box.height * height],
      rim,
      ink: inkOf(ink),
    });
  }

  /** Show an arrow for each capsule; those most coupled to the winner have the accent colour. */
  showCapsules({ arrows, seers, block, classes }, { colours: { inks }, lit }) {
    const { capsules } = this;
    capsules.resize(arrows.length);
    // Labels may cover the capsules if one is highlighted: the others are pale.
    if (block && !lit) this.solids.push(block);
    const [plain, accent, paper] = [inks.ink, inks.accent, inks.paper].map(inkOf);
    const seeing = new Set(seers);
    const dim = lit || seeing.size;
    arrows.forEach(({ point, direction: [dx, dy], length, presence, coupling }, capsule) => {
      const selected = capsule === lit?.capsule;
      const marked = lit
        ? selected
        : seeing.size
          ? seeing.has(capsule)
          : coupling > 2 / classes.length;
      const large = selected || (marked && !seeing.size);
      const size = Math.max(large ? MIN_MARKED : MIN_ARROW, length);
      const scale = size / (Math.hypot(dy, dx) || 1);
      const vector = dx || dy ? [0, dy * scale, dx * scale] : [0, size, 0];
      capsules.pose(
        capsule,
        point,
        vector,
        large ? WIDTHS.marked : WIDTHS.least + WIDTHS.present * presence,
      );
      const strength = (dim ? 0.12 : 0.2) + (dim ? 0.1 : 0.55) * presence;
      capsules.paint(capsule, marked ? accent : mixInks(paper, plain, strength));
    });
    capsules.upload();
  }

  /** Show the spheres of length 1, and the planes of votes; `Flow` shows their arrows. */
  showClasses({ classes, radius }, { colours: { inks }, server, thing }) {
    const { spheres } = this;
    spheres.resize(classes.length);
    spheres.setUniform("radius", radius);
    const [accent, muted] = [inks.accent, inks.muted].map(inkOf);
    const top = SIDES.classes / 2;
    classes.forEach(({ point: [x, y, z], plane, length, s, winner }, k) => {
      spheres.values.middle.set([x, y, z], 3 * k);
      spheres.values.ink.set(winner ? accent : muted, 3 * k);
      if (plane) {
        const { middle, width, height } = plane;
        const ink = inkOf(winner ? inks.accent : inks.line);
        this.frames.push({ middle, size: [width, height], rim: PLANE_RIM, ink });
        const [planeX, planeY, planeZ] = middle;
        const sumLength = reachOf(s ?? 0, radius);
        if (sumLength > MIN_SOLID) this.solids.push([middle, [planeX + sumLength, planeY, planeZ]]);
      }
      const strong = winner || thing.digit === k;
      const [sum, pose] = [s, length].map((value) => number(value ?? 0, 2));
      const name = server.network.classes[k];
      const spot = (side, dy) => ({ point: [x, y, z], radius, side, dy });
      // Votes are on the left.
      const left = strong ? VOTE_LABEL_OFFSETS : plane ? [] : [0];
      const spots = [
        ...(strong ? [0, 1, -1, 2] : [0]).map((dy) => spot(1, dy)),
        ...left.map((dy) => spot(-1, dy)),
        ...(strong ? TITLE_OFFSETS : []).map((dy) => ({ point: [x, top, z], side: 0, dy: -dy })),
      ];
      const full = message("sum-and-pose", { name, sum, pose });
      this.labels.push({
        words: [`${name}  ${pose}`, name].map((text) => ({ text, spots })),
        full: strong && s !== null ? { text: full, spots: [spot(1, 0)] } : undefined,
        strong,
      });
    });
    spheres.upload();
  }
}

/**
 * Positions in the sheet of the maps to frame: the one under the pointer, the most active ones at a
 * pixel, or those that contribute most to a capsule.
 * @param {import("./maps.js").Maps} maps
 * @param {any} options
 * @returns {number[]}
 */
function framedMaps({ bytes, shape: [, rows, columns], indices }, { block, lit, thing, side }) {
  if (thing.map !== undefined)
    return thing.block === block.name ? [indices.indexOf(thing.map)] : [];
  if (thing.pixel) {
    const [column, row] = thing.pixel;
    const index = Math.floor((row * rows) / side) * columns + Math.floor((column * columns) / side);
    const values = indices.map((_, map) => bytes[map * rows * columns + index]);
    return strongest(values, MAX_FRAMED_MAPS).filter((map) => values[map] > 0);
  }
  const feeds = lit?.arrays?.feeds;
  if (feeds?.length !== block.outputs.at(-1)[0]) return [];
  return strongest(
    indices.map((map) => feeds[map]),
    MAX_FRAMED_MAPS,
  );
}

/** A picture's pixels. @param {Uint8Array} bytes @param {Uint32Array} table */
function pictureOf(bytes, table) {
  const { side } = formatOf(bytes.length);
  const pixel = pixelsOf(bytes, table);
  return {
    ...{ width: side, height: side },
    pixels: Uint32Array.from({ length: side * side }, (_, index) => pixel(index)),
  };
}
