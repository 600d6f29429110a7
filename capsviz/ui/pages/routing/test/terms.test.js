import assert from "node:assert/strict";
import { test } from "node:test";
import { ROUTING_KINDS } from "../kinds/index.js";
import { termWords } from "../words.js";

const PLACES = { whole: false, types: 32, grid: 6, thing: "digit" };

test("the words of the page are explained, each by what it means to this routing", () => {
  const terms = (routing) => new Map(termWords(PLACES, ROUTING_KINDS[routing]));
  for (const routing of Object.keys(ROUTING_KINDS)) {
    const told = terms(routing);
    for (const name of ["capsule", "pose", "type", "vote û", "coupling c"])
      assert.ok(told.get(name));
    const { leaves } = ROUTING_KINDS[routing];
    assert.equal(told.has("logit b"), !leaves.includes("b"), routing);
    assert.equal(told.has("agreement a"), !leaves.includes("a"), routing);
    assert.doesNotMatch([...told.values()].join(), /undefined|null/);
  }
  assert.match(terms("em").get("coupling c"), /responsibilities/);
  assert.match(terms("dynamic").get("agreement a"), /dot product/);
  const ofShapes = termWords({ ...PLACES, thing: "shape" }, ROUTING_KINDS.dynamic).join();
  assert.match(ofShapes, /gives to a shape/);
  assert.doesNotMatch(ofShapes, /digit/);
});
