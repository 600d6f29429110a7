import assert from "node:assert/strict";
import { test } from "node:test";

import { ariaSort, orderAfterPress, sortNetworks } from "../order.js";

const network = (title, share, types, winner = 0) => ({
  ...{ title, winner, types, grid: 1, rows: 1, called: ["b", "a"], lengths: [0.5, 0.7] },
  kind: /** @type {"capsules" | "plain"} */ (types ? "capsules" : "plain"),
  accuracy: { of: /** @type {const} */ ("test"), share, interval: null },
  ...{ score: { name: /** @type {const} */ ("length"), least: 0.5 }, settled: null, ms: null },
  facts: { parameters: 8 },
});
const NETWORKS = [network("Two", 0.9, 16), network("One", null, 0, 1), network("Ten", 0.95, 144)];
const none = { by: "", descending: false };
const titles = (order) =>
  sortNetworks(NETWORKS, order, new Uint8Array())
    .map(({ title }) => title)
    .join();

test("presses on a heading sort, reverse and restore the order", () => {
  const once = orderAfterPress(none, "accuracy");
  const twice = orderAfterPress(once, "accuracy");
  assert.deepEqual(
    [once, twice].map((order) => ariaSort(order, "accuracy")),
    ["descending", "ascending"],
  );
  assert.deepEqual(orderAfterPress(twice, "accuracy"), none);
  assert.equal(ariaSort(once, "network"), "none");
  assert.equal(ariaSort(orderAfterPress(once, "network"), "network"), "ascending");
});

test("networks are sorted by each column, with missing numbers last", () => {
  assert.equal(titles(none), "Two,One,Ten");
  assert.equal(titles({ by: "network", descending: false }), "One,Ten,Two");
  assert.equal(titles({ by: "accuracy", descending: true }), "Ten,Two,One");
  assert.equal(titles({ by: "accuracy", descending: false }), "Two,Ten,One");
  assert.equal(titles({ by: "couplings", descending: true }), "Ten,Two,One");
  assert.equal(titles({ by: "answer", descending: false }), "One,Two,Ten");
  assert.equal(titles({ by: "lengths", descending: true }), "One,Two,Ten");
  assert.equal(titles({ by: "reconstruction", descending: false }), "Two,One,Ten");
});
