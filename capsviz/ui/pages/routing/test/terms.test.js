import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { text } from "../../../browser/text.js";
import { RoutingData } from "../data.js";
import { ROUTING_KINDS } from "../kinds/index.js";
import { geometryWords, glassWords, termWords } from "../words.js";

adoptEnglish("routing");

const PLACES = {
  voter: "primary",
  whole: false,
  types: 32,
  grid: 6,
  rows: 6,
  thing: "digit",
  over: "outputs",
  even: 0.1,
};

test("terms of the page are explained for each routing", () => {
  const terms = (routing) => new Map(termWords(PLACES, ROUTING_KINDS[routing]));
  for (const routing of Object.keys(ROUTING_KINDS)) {
    const told = terms(routing);
    for (const name of ["capsule", "pose", "type", "vote û", "coupling c"])
      assert.ok(told.get(name));
    const { leaves } = ROUTING_KINDS[routing];
    assert.equal(told.has("logit b"), !leaves.includes("b"), routing);
    assert.equal(told.has("agreement a"), !leaves.includes("a"), routing);
    assert.doesNotMatch([...told.values()].join(), /undefined|null/);
    if (routing.startsWith("own")) assert.doesNotMatch(told.get("logit b"), /softmax/);
  }
  assert.match(terms("em").get("coupling c"), /responsibilities/);
  assert.match(terms("dynamic").get("agreement a"), /dot product/);
  const ofShapes = termWords({ ...PLACES, thing: "shape" }, ROUTING_KINDS.dynamic).join();
  assert.match(ofShapes, /gives to a shape/);
  assert.doesNotMatch(ofShapes, /digit/);
});

test("voting matrix capsules are not called primary and end with an activation", () => {
  const primary = Float32Array.from({ length: 34 }, (_, k) => k);
  const data = Object.assign(Object.create(RoutingData.prototype), {
    routing: "matrix",
    types: 2,
    grid: 1,
    rows: 1,
    whole: true,
    inputDim: 17,
    poseSize: 16,
    arrays: { primary, primary_lengths: [0.5, 0.6], activations: [0.5, 0.6] },
  });
  assert.deepEqual([...data.inputPose(1)], [...primary.subarray(17, 33)]);
  const { matrix, em } = ROUTING_KINDS;
  assert.equal(glassWords({ data, i: 1, kind: matrix }), "type 1; activation 0.600");
  assert.equal(glassWords({ data, i: 1, kind: em }), "type 1; length 0.600, activation 0.600");
  const said = (voter) =>
    Object.values(geometryWords({ ...PLACES, voter, field: 17, digits: 10 }, em)).join();
  assert.doesNotMatch(said("ConvCaps2"), /primary/);
  assert.match(said("primary"), /A primary capsule sees 17 × 17/);
  for (const [routing, { casts, lead }] of Object.entries(ROUTING_KINDS)) {
    const told = text(casts, { count: "1,152", voter: "ConvCaps1", lead: text(lead) });
    assert.match(told, /^Each of 1,152 ConvCaps1 capsules /, routing);
  }
});
