/* The numbers of every picture on the Routing page as rows of a table, for files. */

import { flowPart } from "./flow.js";

/** For each picture, its numbers as rows of a table. */
export function routingRows(page) {
  const each = (count, row) => Array.from({ length: count }, (_, k) => row(k));
  const rounds = () => each(page.r, (t) => t);
  const header = (...names) => [names];
  const numbers = (name, t, at) => (j) => page.data.part(name, t, at, j);
  const feeds = () =>
    page.data.whole
      ? { part: "type", count: page.data.types }
      : { part: "place", count: page.data.places };
  const agrees = () => page.kind.second?.symbol === "a";
  const digitNames = (text) => each(page.data.digits, (j) => `${text} ${j}`);
  return {
    digit: () => [
      ...header(
        "iteration",
        "digit",
        "pixel row",
        "pixel column",
        "ink",
        "fed to s",
        "mean coupling",
      ),
      ...each(page.data.side ** 2, (at) => {
        const { data, t, j } = page;
        return [
          t + 1,
          j,
          Math.floor(at / data.side),
          at % data.side,
          data.arrays.image[at] / 255,
          data.overlay("place_feed", t, j)[at],
          data.overlay("place_couplings", t, j)[at],
        ];
      }),
    ],
    capsules: () => [
      ...header(
        "iteration",
        "digit",
        page.kind.measure,
        ...each(feeds().count, (k) => `fed from ${feeds().part} ${k}`),
      ),
      ...rounds().flatMap((t) =>
        each(page.data.digits, (j) => [
          t + 1,
          j,
          page.data.length(t, j),
          ...each(feeds().count, (k) => page.data.part(`${feeds().part}_feed`, t, k, j)),
        ]),
      ),
    ],
    couplings: () => [
      ...header(
        "capsule",
        "type",
        "row",
        "column",
        "vote length",
        ...rounds().map((t) => `coupling ${t + 1}`),
        ...rounds().map((t) => `added to s ${t + 1}`),
      ),
      ...each(page.data.capsules, (i) => {
        const { data, j } = page;
        const place = data.place(i);
        return [
          i,
          data.type(i),
          Math.floor(place / data.grid),
          place % data.grid,
          data.voteLength(i, j),
          ...rounds().map((t) => data.coupling(t, i, j)),
          ...rounds().map((t) => data.feed(t, i, j)),
        ];
      }),
    ],
    types: () => [
      ...header("iteration", "type", ...digitNames("mean coupling to")),
      ...rounds().flatMap((t) =>
        each(page.data.types, (k) => [
          t + 1,
          k,
          ...each(page.data.digits, numbers("type_couplings", t, k)),
        ]),
      ),
    ],
    paths: () => [
      ...header(
        "capsule",
        "iteration",
        "digit",
        "vote length",
        "logit b",
        "coupling c",
        ...(agrees() ? ["agreement a"] : []),
      ),
      ...rounds().flatMap((t) =>
        each(page.data.digits, (j) => {
          const { data, i } = page;
          return [
            i,
            t + 1,
            j,
            data.voteLength(i, j),
            data.logit(t, i, j),
            data.coupling(t, i, j),
            ...(agrees() ? [data.agreement(t, i, j)] : []),
          ];
        }),
      ),
    ],
    vectors: () => [
      ...header(
        "capsule",
        "digit",
        "iteration",
        "vector",
        ...each(page.data.dim, (d) => `dimension ${d}`),
      ),
      ...rounds().flatMap((t) => {
        const { data, i, j } = page;
        const vote = data.vote(i, j);
        return [
          [i, j, t + 1, "vote", ...vote],
          [i, j, t + 1, "coupled vote", ...vote.map((value) => value * data.weight(t, i, j))],
          [i, j, t + 1, "s", ...data.vector("totals", t, j)],
          [i, j, t + 1, "v", ...data.vector("capsules", t, j)],
        ];
      }),
    ],
    cloud: () => [
      ...header("point", "capsule", "iteration", "component 1", "component 2", "coupling"),
      ...each(page.data.capsules, (i) => {
        const { data, j, t } = page;
        const from = 2 * (j * data.capsules + i);
        const points = data.arrays.cloud_points;
        return ["vote", i, t + 1, points[from], points[from + 1], data.coupling(t, i, j)];
      }),
      ...["totals", "capsules"].flatMap((name) =>
        rounds().map((t) => {
          const from = 2 * (t * page.data.digits + page.j);
          const points = page.data.arrays[`cloud_${name}`];
          return [name === "totals" ? "s" : "v", "", t + 1, points[from], points[from + 1], ""];
        }),
      ),
    ],
    flow: () => {
      const { name, count } = flowPart(page);
      return [
        ...header("iteration", page.from === "places" ? "place" : "type", ...digitNames("to")),
        ...rounds().flatMap((t) =>
          each(count, (k) => [t + 1, k, ...each(page.data.digits, numbers(name, t, k))]),
        ),
      ];
    },
    summaries: () => [
      ...header(
        "iteration",
        "winner",
        "entropy in bits",
        "share that favours the winner",
        ...digitNames(page.kind.measure),
        ...(agrees()
          ? [...digitNames("mean agreement"), ...digitNames("coupled agreement")]
          : digitNames("width")),
      ),
      ...rounds().map((t) => {
        const { arrays, digits } = page.data;
        const line = (name) => [...arrays[name].subarray(t * digits, (t + 1) * digits)];
        return [
          t + 1,
          page.data.winner(t),
          arrays.entropy[t],
          arrays.favourite[t],
          ...line("lengths"),
          ...(agrees()
            ? [...line("mean_agreement"), ...line("coupled_agreement")]
            : line("cloud_spread")),
        ];
      }),
    ],
  };
}
