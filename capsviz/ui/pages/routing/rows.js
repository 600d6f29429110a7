/* The numbers of every picture on the Routing page as rows of a table, for files. */

import { flowPart } from "./flow.js";

/** @import { Scene } from "./scene.js" */

const each = (count, row) => Array.from({ length: count }, (_, k) => row(k));
const rounds = ({ r }) => each(r, (t) => t);
const digitNames = ({ data }, text) => data.classes.map((name) => `${text} ${name}`);
/** Values per digit of a type or a place. */
const parts = ({ data }, name, t, at) => each(data.digits, (j) => data.part(name, t, at, j));
const agrees = ({ kind }) => kind.second?.symbol === "a";

/** Sources of a digit capsule's input: positions if there are several, else types. */
function feeders({ data }) {
  return data.whole ? { part: "type", count: data.types } : { part: "place", count: data.places };
}

function digitRows({ data, t, j }) {
  const header = ["iteration", "digit", "pixel row", "pixel column"];
  return [
    [...header, "ink", "fed to s", "mean coupling"],
    ...each(data.side ** 2, (at) => [
      t + 1,
      j,
      Math.floor(at / data.side),
      at % data.side,
      data.arrays.image[at] / 255,
      data.overlay("place_feed", t, j)[at],
      data.overlay("place_couplings", t, j)[at],
    ]),
  ];
}

function capsuleRows(scene) {
  const { data, kind } = scene;
  const { part, count } = feeders(scene);
  const fed = (t, j) => each(count, (k) => data.part(`${part}_feed`, t, k, j));
  return [
    ["iteration", "digit", kind.measure, ...each(count, (k) => `fed from ${part} ${k}`)],
    ...rounds(scene).flatMap((t) =>
      each(data.digits, (j) => [t + 1, j, data.length(t, j), ...fed(t, j)]),
    ),
  ];
}

function couplingRows(scene) {
  const { data, j } = scene;
  const columnNames = (text) => rounds(scene).map((t) => `${text} ${t + 1}`);
  const header = ["capsule", "type", "row", "column", "vote length"];
  return [
    [...header, ...columnNames("coupling"), ...columnNames("added to s")],
    ...each(data.capsules, (i) => [
      i,
      data.type(i),
      Math.floor(data.place(i) / data.grid),
      data.place(i) % data.grid,
      data.voteLength(i, j),
      ...rounds(scene).map((t) => data.coupling(t, i, j)),
      ...rounds(scene).map((t) => data.feed(t, i, j)),
    ]),
  ];
}

function typeRows(scene) {
  return [
    ["iteration", "type", ...digitNames(scene, "mean coupling to")],
    ...rounds(scene).flatMap((t) =>
      each(scene.data.types, (k) => [t + 1, k, ...parts(scene, "type_couplings", t, k)]),
    ),
  ];
}

function pathRows(scene) {
  const { data, i } = scene;
  const agreeing = agrees(scene);
  const header = ["capsule", "iteration", "digit", "vote length", "logit b", "coupling c"];
  return [
    [...header, ...(agreeing ? ["agreement a"] : [])],
    ...rounds(scene).flatMap((t) =>
      each(data.digits, (j) => [
        i,
        t + 1,
        j,
        data.voteLength(i, j),
        data.logit(t, i, j),
        data.coupling(t, i, j),
        ...(agreeing ? [data.agreement(t, i, j)] : []),
      ]),
    ),
  ];
}

function vectorRows(scene) {
  const { data, i, j } = scene;
  const vote = data.vote(i, j);
  const dimensions = each(data.dim, (d) => `dimension ${d}`);
  return [
    ["capsule", "digit", "iteration", "vector", ...dimensions],
    ...rounds(scene).flatMap((t) => [
      [i, j, t + 1, "vote", ...vote],
      [i, j, t + 1, "coupled vote", ...vote.map((value) => value * data.weight(t, i, j))],
      [i, j, t + 1, "s", ...data.vector("totals", t, j)],
      [i, j, t + 1, "v", ...data.vector("capsules", t, j)],
    ]),
  ];
}

function cloudRows(scene) {
  const { data, t, j } = scene;
  const point = (array, at) => [array[2 * at], array[2 * at + 1]];
  const votes = data.arrays.cloud_points;
  const path = (name, text) =>
    rounds(scene).map((time) => {
      const found = point(data.arrays[name], time * data.digits + j);
      return [text, "", time + 1, ...found, ""];
    });
  return [
    ["point", "capsule", "iteration", "component 1", "component 2", "coupling"],
    ...each(data.capsules, (i) => {
      const found = point(votes, j * data.capsules + i);
      return ["vote", i, t + 1, ...found, data.coupling(t, i, j)];
    }),
    ...path("cloud_totals", "s"),
    ...path("cloud_capsules", "v"),
  ];
}

function flowRows(scene) {
  const { name, count } = flowPart(scene);
  return [
    ["iteration", scene.from === "places" ? "place" : "type", ...digitNames(scene, "to")],
    ...rounds(scene).flatMap((t) => each(count, (k) => [t + 1, k, ...parts(scene, name, t, k)])),
  ];
}

function answerRows({ data, kind }) {
  const rounds = Array.from({ length: data.iterations }, (_, t) => t);
  const lengths = data.classes.map((name) => `${kind.measure} of ${name}`);
  return [
    ["iterations", "answer", ...lengths],
    ...rounds.map((t) => [t + 1, data.winner(t), ...data.classes.map((_, n) => data.length(t, n))]),
  ];
}

function summaryRows(scene) {
  const { data, kind } = scene;
  const { arrays, digits } = data;
  const more = agrees(scene)
    ? { mean_agreement: "mean agreement", coupled_agreement: "coupled agreement" }
    : { cloud_spread: "width" };
  const line = (name, t) => arrays[name].subarray(t * digits, (t + 1) * digits);
  const header = ["iteration", "winner", "entropy in bits", "share that favours the winner"];
  return [
    [
      ...header,
      ...digitNames(scene, kind.measure),
      ...Object.values(more).flatMap((text) => digitNames(scene, text)),
    ],
    ...rounds(scene).map((t) => [
      t + 1,
      data.winner(t),
      arrays.entropy[t],
      arrays.favourite[t],
      ...line("lengths", t),
      ...Object.keys(more).flatMap((name) => [...line(name, t)]),
    ]),
  ];
}

/** @type {Record<string, (scene: Scene) => any[][]>} by picture */
export const ROWS = {
  digit: digitRows,
  capsules: capsuleRows,
  couplings: couplingRows,
  rounds: couplingRows,
  types: typeRows,
  paths: pathRows,
  vectors: vectorRows,
  cloud: cloudRows,
  flow: flowRows,
  summaries: summaryRows,
  answers: answerRows,
};
