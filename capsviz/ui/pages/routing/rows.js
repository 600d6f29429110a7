/* Table rows with the numbers of every picture on the Routing page, for files. */

import { text } from "../../browser/text.js";
import { flowPart } from "./flow.js";

/** @import { Scene } from "./scene.js" */

const mapCount = (count, row) => Array.from({ length: count }, (_, k) => row(k));
const rounds = ({ r }) => mapCount(r, (t) => t);
/** Heads of columns, by the ends of their messages. @param {string[]} names */
const heads = (...names) => names.map((name) => text(`column-${name}`));
/** The head of a column for each class. @param {Scene} scene @param {string} id */
const digitNames = ({ data, kind }, id) =>
  data.classes.map((name) => text(id, { name, measure: kind.measure }));
/** Values per digit of a type or a position. */
const parts = ({ data }, name, t, index) =>
  mapCount(data.digits, (j) => data.part(name, t, index, j));
const agrees = ({ kind }) => kind.second?.symbol === "a";

/** Sources of a digit capsule's input: positions if there are several, else types. */
function feeders({ data }) {
  return data.whole ? { part: "type", count: data.types } : { part: "place", count: data.places };
}

function digitRows({ data, t, j }) {
  const columns = heads("iteration", "digit", "pixel-row", "pixel-column");
  return [
    [...columns, ...heads("ink", "fed", "mean-coupling")],
    ...mapCount(data.side ** 2, (index) => [
      t + 1,
      j,
      Math.floor(index / data.side),
      index % data.side,
      data.arrays.image[index] / 255,
      data.overlay("place_feed", t, j)[index],
      data.overlay("place_couplings", t, j)[index],
    ]),
  ];
}

function capsuleRows(scene) {
  const { data, kind } = scene;
  const { part, count } = feeders(scene);
  const feeds = (t, j) => mapCount(count, (k) => data.part(`${part}_feed`, t, k, j));
  const feedNames = mapCount(count, (k) => text("column-fed-from", { part, number: String(k) }));
  return [
    [...heads("iteration", "digit"), text("measure", { measure: kind.measure }), ...feedNames],
    ...rounds(scene).flatMap((t) =>
      mapCount(data.digits, (j) => [t + 1, j, data.length(t, j), ...feeds(t, j)]),
    ),
  ];
}

function couplingRows(scene) {
  const { data, j } = scene;
  const columnNames = (id) => rounds(scene).map((t) => text(id, { iteration: t + 1 }));
  const columns = heads("capsule", "type", "row", "column", "vote-length");
  return [
    [...columns, ...columnNames("column-coupling-in"), ...columnNames("column-added-in")],
    ...mapCount(data.capsules, (i) => [
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
    [...heads("iteration", "type"), ...digitNames(scene, "column-mean-coupling-to")],
    ...rounds(scene).flatMap((t) =>
      mapCount(scene.data.types, (k) => [t + 1, k, ...parts(scene, "type_couplings", t, k)]),
    ),
  ];
}

function pathRows(scene) {
  const { data, i } = scene;
  const agreeing = agrees(scene);
  const columns = heads("capsule", "iteration", "digit");
  const values = heads("vote-length", "logit", "coupling-symbol");
  return [
    [...columns, ...values, ...(agreeing ? heads("agreement") : [])],
    ...rounds(scene).flatMap((t) =>
      mapCount(data.digits, (j) => [
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
  const dimensions = mapCount(data.dim, (d) => text("column-dimension", { number: String(d) }));
  return [
    [...heads("capsule", "digit", "iteration", "vector"), ...dimensions],
    ...rounds(scene).flatMap((t) => [
      [i, j, t + 1, text("row-vote"), ...vote],
      [i, j, t + 1, text("row-coupled-vote"), ...vote.map((x) => x * data.weight(t, i, j))],
      [i, j, t + 1, "s", ...data.vector("totals", t, j)],
      [i, j, t + 1, "v", ...data.vector("capsules", t, j)],
    ]),
  ];
}

function cloudRows(scene) {
  const { data, t, j } = scene;
  const point = (array, index) => [array[2 * index], array[2 * index + 1]];
  const votes = data.arrays.cloud_points;
  const path = (name, vector) =>
    rounds(scene).map((time) => {
      const coordinates = point(data.arrays[name], time * data.digits + j);
      return [vector, "", time + 1, ...coordinates, ""];
    });
  const components = [1, 2].map((number) => text("column-component", { number }));
  return [
    [...heads("point", "capsule", "iteration"), ...components, ...heads("coupling")],
    ...mapCount(data.capsules, (i) => {
      const coordinates = point(votes, j * data.capsules + i);
      return [text("row-vote"), i, t + 1, ...coordinates, data.coupling(t, i, j)];
    }),
    ...path("cloud_totals", "s"),
    ...path("cloud_capsules", "v"),
  ];
}

function flowRows(scene) {
  const { name, count } = flowPart(scene);
  const places = scene.from === "places";
  return [
    [...heads("iteration", places ? "place" : "type"), ...digitNames(scene, "column-to")],
    ...rounds(scene).flatMap((t) =>
      mapCount(count, (k) => [t + 1, k, ...parts(scene, name, t, k)]),
    ),
  ];
}

function answerRows(scene) {
  const { data } = scene;
  const rounds = Array.from({ length: data.iterations }, (_, t) => t);
  const lengths = digitNames(scene, "column-measure-of");
  return [
    [...heads("iterations", "answer"), ...lengths],
    ...rounds.map((t) => [t + 1, data.winner(t), ...data.classes.map((_, n) => data.length(t, n))]),
  ];
}

function summaryRows(scene) {
  const { data } = scene;
  const { arrays, digits } = data;
  const extra = agrees(scene)
    ? {
        mean_agreement: "column-mean-agreement",
        coupled_agreement: "column-coupled-agreement",
      }
    : { cloud_spread: "column-width" };
  const line = (name, t) => arrays[name].subarray(t * digits, (t + 1) * digits);
  return [
    [
      ...heads("iteration", "winner", "entropy", "favour"),
      ...digitNames(scene, "column-measure"),
      ...Object.values(extra).flatMap((id) => digitNames(scene, id)),
    ],
    ...rounds(scene).map((t) => [
      t + 1,
      data.winner(t),
      arrays.entropy[t],
      arrays.favourite[t],
      ...line("lengths", t),
      ...Object.keys(extra).flatMap((name) => [...line(name, t)]),
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
