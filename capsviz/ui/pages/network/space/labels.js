/* Positions of labels over the scene: none overlaps another, a sheet, the capsules or the edge. */

/**
 * @typedef {[number, number]} Spot2 in pixels
 * @typedef {{x: number, y: number, halfWidth: number, halfHeight: number}} LabelBox centre, half the width
 *   and half the height, in pixels
 */

/**
 * Assign each label its first free spot, strong labels first.
 * @param {{strong: boolean, fallback: boolean, halfWidth: number, halfHeight: number, spots: Spot2[]}[]} labels
 *   `spots`: centres in the order of trial; `fallback`: replaces the label before if that has no spot
 * @param {{width: number, height: number, sheets: Spot2[][]}} window and the corners of its sheets,
 *   in order around them
 * @returns {(LabelBox | null)[]} null if no spot is free
 */
export function arrangeLabels(labels, { width, height, sheets }) {
  /** @type {LabelBox[]} */
  const taken = [];
  /** @type {(LabelBox | null)[]} */
  const boxes = labels.map(() => null);
  /** Whether each label, or one that it would replace, is placed. */
  const placed = labels.map(() => false);
  const order = [...labels.keys()].sort(
    (a, b) => Number(labels[b].strong) - Number(labels[a].strong),
  );
  for (const number of order) {
    const { fallback, halfWidth, halfHeight, spots } = labels[number];
    placed[number] = fallback && placed[number - 1];
    if (placed[number]) continue;
    const box = spots
      .map(([x, y]) => ({ x, y, halfWidth, halfHeight }))
      .find(
        (box) =>
          box.x > halfWidth &&
          box.x < width - halfWidth &&
          box.y > halfHeight &&
          box.y < height - halfHeight &&
          !taken.some((other) => touches(box, other)) &&
          !sheets.some((corners) => liesOver(box, corners)),
      );
    if (!box) continue;
    taken.push(box);
    placed[number] = true;
    boxes[number] = box;
  }
  return boxes;
}

/** The convex hull of points, in order around it. @param {Spot2[]} points @returns {Spot2[]} */
export function hullOf(points) {
  const sorted = [...points].sort(([x, y], [otherX, otherY]) => x - otherX || y - otherY);
  const chain = (ordered) => {
    /** @type {Spot2[]} */
    const hull = [];
    for (const point of ordered) {
      while (hull.length > 1 && !isLeftTurn(hull.at(-2), hull.at(-1), point)) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function isLeftTurn([x, y], [byX, byY], [toX, toY]) {
  return (byX - x) * (toY - y) > (byY - y) * (toX - x);
}

/** @param {LabelBox} a @param {LabelBox} b */
function touches(a, b) {
  return (
    Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth &&
    Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight
  );
}

/** Whether a box and a convex polygon overlap: no line separates them. @param {LabelBox} box @param {Spot2[]} corners */
export function liesOver({ x, y, halfWidth, halfHeight }, corners) {
  const box = [-halfWidth, halfWidth].flatMap((dx) =>
    [-halfHeight, halfHeight].map((dy) => /** @type {Spot2} */ ([x + dx, y + dy])),
  );
  const normals = corners.map(([fromX, fromY], index) => {
    const [toX, toY] = corners[(index + 1) % corners.length];
    return [toY - fromY, fromX - toX];
  });
  return [[1, 0], [0, 1], ...normals].every(([nx, ny]) => {
    const project = (points) => points.map(([left, top]) => left * nx + top * ny);
    const [a, b] = [project(box), project(corners)];
    return Math.max(...a) > Math.min(...b) && Math.max(...b) > Math.min(...a);
  });
}
