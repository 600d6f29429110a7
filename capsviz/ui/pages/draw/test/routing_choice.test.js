import assert from "node:assert/strict";
import { test } from "node:test";
import { routingInstead } from "../routing_choice.js";

test("a chosen routing applies only to the network that it was chosen for", () => {
  const em = { name: "em", title: "EM", iterative: true, setting: null };
  const network = { name: "dynamic", what_ifs: [em] };
  const found = routingInstead(network, { model: "dynamic", routing: "em" });
  assert.equal(found.whatIf, em);
  assert.equal(routingInstead(network, { model: "dynamic", routing: "" }), null);
  assert.equal(routingInstead(network, { model: "matrix", routing: "em" }), null);
  assert.equal(routingInstead({ name: "cnn" }, { model: "cnn", routing: "em" }), null);
});
