/*
 * One layer as a picture: a square for each place, and in it a cell for each type. The colour is
 * the share that the cell's capsule gives to the parent that is followed.
 */

import { drawBox } from "../../../browser/chart.js";

/** Between the squares of two places, as a share of a square. */
const GAP = 0.12;

/**
 * Cells of a layer in a square picture of this size.
 * @param {{grid: number, types: number}} layer
 * @param {number} size in pixels
 */
export function cellsOf({ grid, types }, size) {
  const across = Math.ceil(Math.sqrt(types));
  const down = Math.ceil(types / across);
  const place = size / grid;
  const inner = place * (1 - GAP);
  const [width, height] = [inner / across, inner / down];
  return {
    /** Left, top, width and height of a capsule's cell. */
    box(capsule) {
      const at = Math.floor(capsule / types);
      const type = capsule % types;
      const left = (at % grid) * place + (type % across) * width;
      const top = Math.floor(at / grid) * place + Math.floor(type / across) * height;
      return [left, top, width, height];
    },
    /** Left, top and side of all of a place's cells. */
    place(at) {
      return [(at % grid) * place, Math.floor(at / grid) * place, inner];
    },
    /** The capsule at a point; -1 beside all. */
    at(x, y) {
      const [column, row] = [Math.floor(x / place), Math.floor(y / place)];
      const [right, below] = [x - column * place, y - row * place];
      if (row < 0 || column < 0 || row >= grid || column >= grid) return -1;
      const type = Math.floor(below / height) * across + Math.floor(right / width);
      const inside = right < inner && below < inner && type < types;
      return inside ? (row * grid + column) * types + type : -1;
    },
  };
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {number} size
 * @param {ReturnType<typeof cellsOf>} cells of this size
 * @param {import("./data.js").Layer} layer
 * @param {import("./data.js").Child[]} children of the parent that is followed
 * @param {number} chosen
 * @param {any} inks
 */
export function drawCells(g, size, cells, layer, children, chosen, inks) {
  const most = Math.max(...children.map(({ share }) => share)) || 1;
  g.clearRect(0, 0, size, size);
  const fill = (capsule, colour) => {
    const [left, top, width, height] = cells.box(capsule);
    g.fillStyle = colour;
    g.fillRect(left, top, Math.max(1, width - 0.5), Math.max(1, height - 0.5));
  };
  const count = layer.grid * layer.grid * layer.types;
  for (let capsule = 0; capsule < count; capsule++) fill(capsule, inks.panel);
  for (const { capsule, share } of children) fill(capsule, inks.couplings.at(share / most));
  const places = new Set(children.map(({ capsule }) => Math.floor(capsule / layer.types)));
  for (const place of places) {
    const [left, top, side] = cells.place(place);
    drawBox(g, [left - 0.5, top - 0.5, side + 1, side + 1], { edge: inks.muted });
  }
  const [left, top, width, height] = cells.box(chosen);
  const box = [left - 0.5, top - 0.5, width + 0.5, height + 0.5];
  drawBox(g, box, { edge: inks.accent, width: 2 });
}
