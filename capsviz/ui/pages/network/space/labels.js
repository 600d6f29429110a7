/* Places of labels over the scene: none lies over another one, a sheet, the capsules, or the edge. */

/**
 * @typedef {[number, number]} Spot2 in pixels
 * @typedef {{x: number, y: number, half: number, tall: number}} LabelBox its middle, half its width
 *   and half its height, in pixels
 */

/**
 * A place for each label that has a free one, the strong ones first.
 * @param {{strong: boolean, instead: boolean, half: number, tall: number, spots: Spot2[]}[]} labels
 *   middles that are tried, one after the other; `instead`: only where those before it, up to one that is not, have none
 * @param {{width: number, height: number, sheets: Spot2[][]}} window and the corners of its sheets,
 *   in their order around
 * @returns {(LabelBox | null)[]} null where none is free
 */
export function arrangeLabels(labels, { width, height, sheets }) {
  /** @type {LabelBox[]} */
  const taken = [];
  /** @type {(LabelBox | null)[]} */
  const boxes = labels.map(() => null);
  /** Whether it stands, or one that it is instead of. */
  const stands = labels.map(() => false);
  const order = [...labels.keys()].sort(
    (one, other) => Number(labels[other].strong) - Number(labels[one].strong),
  );
  for (const number of order) {
    const { instead, half, tall, spots } = labels[number];
    stands[number] = instead && stands[number - 1];
    if (stands[number]) continue;
    const free = spots
      .map(([x, y]) => ({ x, y, half, tall }))
      .find(
        (box) =>
          box.x > half &&
          box.x < width - half &&
          box.y > tall &&
          box.y < height - tall &&
          !taken.some((other) => touches(box, other)) &&
          !sheets.some((corners) => liesOver(box, corners)),
      );
    if (!free) continue;
    taken.push(free);
    stands[number] = true;
    boxes[number] = free;
  }
  return boxes;
}

/** The outermost of some points, in their order around. @param {Spot2[]} points @returns {Spot2[]} */
export function hullOf(points) {
  const sorted = [...points].sort(([x, y], [otherX, otherY]) => x - otherX || y - otherY);
  const half = (inOrder) => {
    /** @type {Spot2[]} */
    const kept = [];
    for (const point of inOrder) {
      while (kept.length > 1 && !isLeftTurn(kept.at(-2), kept.at(-1), point)) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function isLeftTurn([x, y], [byX, byY], [toX, toY]) {
  return (byX - x) * (toY - y) > (byY - y) * (toX - x);
}

/** @param {LabelBox} one @param {LabelBox} other */
function touches(one, other) {
  return (
    Math.abs(one.x - other.x) < one.half + other.half &&
    Math.abs(one.y - other.y) < one.tall + other.tall
  );
}

/** Whether a box and a convex shape have a point in common: no line parts them. @param {LabelBox} box @param {Spot2[]} corners */
export function liesOver({ x, y, half, tall }, corners) {
  const box = [-half, half].flatMap((across) =>
    [-tall, tall].map((down) => /** @type {Spot2} */ ([x + across, y + down])),
  );
  const ways = corners.map(([fromX, fromY], at) => {
    const [toX, toY] = corners[(at + 1) % corners.length];
    return [toY - fromY, fromX - toX];
  });
  return [[1, 0], [0, 1], ...ways].every(([across, down]) => {
    const reach = (points) => points.map(([left, top]) => left * across + top * down);
    const [one, other] = [reach(box), reach(corners)];
    return Math.max(...one) > Math.min(...other) && Math.max(...other) > Math.min(...one);
  });
}
