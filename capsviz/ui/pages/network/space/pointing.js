/* The thing under a pointer in the scene: a capsule, a class, a pixel, a layer. */

/** How far a capsule may be from the pointer, as a share of its distance. */
const HIT_DISTANCE = 0.012;

/**
 * @typedef {{origin: number[], way: number[]}} Ray `way` of length 1
 * @typedef {{x: number, aside: number, size: number[], block: string, pixels: number,
 *   tiles?: {shape: number[], width: number, height: number, indices: number[]}}} Sheet `size` across
 *   and down; `pixels` of a side where it shows a picture, else 0; `tiles` as `montagePixels` lays maps
 */

/**
 * The nearest thing that a ray meets.
 * @param {Ray} ray
 * @param {{space: any, sheets: Sheet[]}} scene
 * @returns {import("./layout.js").Thing & {block?: string}}
 */
export function thingOn(ray, { space, sheets }) {
  /** @type {{far: number, thing: any}} */
  let best = { far: Number.POSITIVE_INFINITY, thing: {} };
  const take = (far, thing) => {
    if (far > 0 && far < best.far) best = { far, thing };
  };
  for (const { x, aside, size, block, pixels, tiles } of sheets) {
    const { far, across, down } = crosses(ray, [x, 0, aside], size);
    if (across < 0 || across >= 1 || down < 0 || down >= 1) continue;
    /** @param {number} share */
    const pixel = (share) => Math.floor(share * pixels);
    const map = tiles && mapAt(across, down, tiles);
    take(far, {
      block,
      ...(pixels ? { pixel: [pixel(across), pixel(down)] } : {}),
      ...(map === undefined ? {} : { map }),
    });
  }
  space.classes.forEach(({ point, plane }, digit) => {
    const { far, off } = passes(ray, point);
    if (off < space.radius) take(far, { digit });
    if (!plane) return;
    const met = crosses(ray, plane.middle, [plane.wide, plane.high]);
    if (Math.max(Math.abs(met.across - 0.5), Math.abs(met.down - 0.5)) < 0.5)
      take(met.far, { digit });
  });
  let nearest = { share: HIT_DISTANCE, far: 0, capsule: -1 };
  space.arrows.forEach(({ point }, capsule) => {
    const { far, off } = passes(ray, point);
    if (far > 0 && off / far < nearest.share) nearest = { share: off / far, far, capsule };
  });
  if (nearest.capsule >= 0) take(nearest.far, { capsule: nearest.capsule });
  return best.thing;
}

/** The map at a place of its sheet; undefined between two. @param {number} across from 0 to 1 @param {number} down @param {any} tiles */
function mapAt(across, down, { shape: [count, rows, columns], width, height, indices }) {
  const [x, y] = [Math.floor(across * width), Math.floor(down * height)];
  const [column, row] = [Math.floor(x / (columns + 1)), Math.floor(y / (rows + 1))];
  const number = row * Math.ceil(Math.sqrt(count)) + column;
  const between = x % (columns + 1) === columns || y % (rows + 1) === rows;
  return between ? undefined : indices[number];
}

/** How far along a ray crosses a rectangle's plane, and where as shares of its sides. @param {Ray} ray @param {number[]} middle @param {number[]} size */
function crosses({ origin, way }, [x, y, z], [wide, high]) {
  const far = (x - origin[0]) / way[0];
  const across = (origin[2] + far * way[2] - z) / wide + 0.5;
  const down = 0.5 - (origin[1] + far * way[1] - y) / high;
  return { far, across, down };
}

/** How far along a ray passes a point, and at which distance. @param {Ray} ray @param {number[]} point */
function passes({ origin, way }, point) {
  const to = point.map((value, axis) => value - origin[axis]);
  const far = to.reduce((sum, value, axis) => sum + value * way[axis], 0);
  return { far, off: Math.hypot(...to.map((value, axis) => value - far * way[axis])) };
}
