/*
 * A layer as a picture: a square for each position, with a cell for each type. The colour is the
 * share that the cell's capsule gives to the selected parent.
 */

import { drawBox } from "../../../browser/chart.js";

/** Gap between the squares of two positions, as a share of a square. */
const GAP = 0.12;

/**
 * The cells of a layer in a square picture of this size.
 * @param {{grid: number, types: number}} layer
 * @param {number} size in pixels
 */
export function cellsOf({ grid, types }, size) {
  const columns = Math.ceil(Math.sqrt(types));
  const rows = Math.ceil(types / columns);
  const pitch = size / grid;
  const inner = pitch * (1 - GAP);
  const [width, height] = [inner / columns, inner / rows];
  return {
    /** Left, top, width and height of a capsule's cell. */
    box(capsule) {
      const place = Math.floor(capsule / types);
      const type = capsule % types;
      const left = (place % grid) * pitch + (type % columns) * width;
      const top = Math.floor(place / grid) * pitch + Math.floor(type / columns) * height;
      return [left, top, width, height];
    },
    /** Left, top and side of a position's square. */
    place(place) {
      return [(place % grid) * pitch, Math.floor(place / grid) * pitch, inner];
    },
    /** The capsule at a point; -1 outside all. */
    at(x, y) {
      const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)];
      const [dx, dy] = [x - column * pitch, y - row * pitch];
      if (row < 0 || column < 0 || row >= grid || column >= grid) return -1;
      const type = Math.floor(dy / height) * columns + Math.floor(dx / width);
      const inside = dx < inner && dy < inner && type < types;
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
 * @param {number} selected
 * @param {any} inks
 */
export function drawCells(g, size, cells, layer, children, selected, inks) {
  const maximum = Math.max(...children.map(({ share }) => share)) || 1;
  g.clearRect(0, 0, size, size);
  const fill = (capsule, colour) => {
    const [left, top, width, height] = cells.box(capsule);
    g.fillStyle = colour;
    g.fillRect(left, top, Math.max(1, width - 0.5), Math.max(1, height - 0.5));
  };
  const count = layer.grid * layer.grid * layer.types;
  for (let capsule = 0; capsule < count; capsule++) fill(capsule, inks.panel);
  for (const { capsule, share } of children) fill(capsule, inks.couplings.at(share / maximum));
  const places = new Set(children.map(({ capsule }) => Math.floor(capsule / layer.types)));
  for (const place of places) {
    const [left, top, side] = cells.place(place);
    drawBox(g, [left - 0.5, top - 0.5, side + 1, side + 1], { edge: inks.muted });
  }
  const [left, top, width, height] = cells.box(selected);
  const box = [left - 0.5, top - 0.5, width + 0.5, height + 0.5];
  drawBox(g, box, { edge: inks.accent, width: 2 });
}
