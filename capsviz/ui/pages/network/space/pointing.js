/* The thing under a pointer in the scene: a capsule, a class, a pixel, a layer. */

/** Largest distance of a capsule from the pointer's ray, as a share of that to the eye. */
const HIT_DISTANCE = 0.012;

/**
 * @typedef {{origin: number[], direction: number[]}} Ray `direction` of length 1
 * @typedef {{x: number, z: number, size: number[], block: string, pixels: number,
 *   tiles?: {shape: number[], width: number, height: number, indices: number[]}}} Sheet `size` across
 *   and down; `pixels` along a picture's side, else 0; `tiles` of the maps in `montagePixels`
 */

/**
 * The nearest thing that a ray hits.
 * @param {Ray} ray
 * @param {{space: any, sheets: Sheet[]}} scene
 * @returns {import("./layout.js").Thing & {block?: string}}
 */
export function thingOn(ray, { space, sheets }) {
  /** @type {{distance: number, thing: any}} */
  let best = { distance: Number.POSITIVE_INFINITY, thing: {} };
  const take = (distance, thing) => {
    if (distance > 0 && distance < best.distance) best = { distance, thing };
  };
  for (const { x, z, size, block, pixels, tiles } of sheets) {
    const { distance, u, v } = crosses(ray, [x, 0, z], size);
    if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
    /** @param {number} share */
    const pixel = (share) => Math.floor(share * pixels);
    const map = tiles && mapAt(u, v, tiles);
    take(distance, {
      block,
      ...(pixels ? { pixel: [pixel(u), pixel(v)] } : {}),
      ...(map === undefined ? {} : { map }),
    });
  }
  space.classes.forEach(({ point, plane }, digit) => {
    const { distance, offset } = passes(ray, point);
    if (offset < space.radius) take(distance, { digit });
    if (!plane) return;
    const hit = crosses(ray, plane.middle, [plane.width, plane.height]);
    if (Math.max(Math.abs(hit.u - 0.5), Math.abs(hit.v - 0.5)) < 0.5) take(hit.distance, { digit });
  });
  let nearest = { share: HIT_DISTANCE, distance: 0, capsule: -1 };
  space.arrows.forEach(({ point }, capsule) => {
    const { distance, offset } = passes(ray, point);
    if (distance > 0 && offset / distance < nearest.share)
      nearest = { share: offset / distance, distance, capsule };
  });
  if (nearest.capsule >= 0) take(nearest.distance, { capsule: nearest.capsule });
  return best.thing;
}

/** Index of the map at a point of its sheet; undefined between two. @param {number} u from 0 to 1 @param {number} v @param {any} tiles */
function mapAt(u, v, { shape: [count, rows, columns], width, height, indices }) {
  const [x, y] = [Math.floor(u * width), Math.floor(v * height)];
  const [column, row] = [Math.floor(x / (columns + 1)), Math.floor(y / (rows + 1))];
  const number = row * Math.ceil(Math.sqrt(count)) + column;
  const isBetween = x % (columns + 1) === columns || y % (rows + 1) === rows;
  return isBetween ? undefined : indices[number];
}

/** Distance along a ray to a rectangle's plane, and the point in it as shares of its sides. @param {Ray} ray @param {number[]} middle @param {number[]} size */
function crosses({ origin, direction }, [x, y, z], [width, height]) {
  const distance = (x - origin[0]) / direction[0];
  const u = (origin[2] + distance * direction[2] - z) / width + 0.5;
  const v = 0.5 - (origin[1] + distance * direction[1] - y) / height;
  return { distance, u, v };
}

/** Distance along a ray to its point closest to another one, and the offset between them. @param {Ray} ray @param {number[]} point */
function passes({ origin, direction }, point) {
  const vector = point.map((value, axis) => value - origin[axis]);
  const distance = vector.reduce((sum, value, axis) => sum + value * direction[axis], 0);
  return {
    distance,
    offset: Math.hypot(...vector.map((value, axis) => value - distance * direction[axis])),
  };
}
