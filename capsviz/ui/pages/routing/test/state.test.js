import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_POINTED, Scenes } from "../scene.js";
import { RoutingState } from "../state.js";

const CHOICES = { scale: "relative", overlay: "feed", flow_from: "types", flow_of: "feed" };

function trace(values = {}) {
  return {
    model: "dynamic",
    routing: "dynamic",
    iterations: 10,
    maxIterations: 50,
    digits: 10,
    even: 0.1,
    capsules: 1152,
    winner: () => 7,
    strongest: (_, j) => 100 + j,
    ...values,
  };
}

function shown(data = trace()) {
  const state = new RoutingState();
  state.adoptKind("dynamic", "digit", "primary");
  state.choices = { ...CHOICES };
  state.adoptTrace(data, {});
  return state;
}

test("a first trace opens at its last iteration and follows the winner", () => {
  const { t, r, j, i } = shown();
  assert.deepEqual({ t, r, j, i }, { t: 2, r: 3, j: 7, i: 107 });
});

test("a new drawing keeps the iteration and a new network begins at the last", () => {
  const state = shown();
  state.choose({ t: 0 });
  assert.equal(state.adoptTrace(trace(), {}), false);
  assert.equal(state.t, 0);
  const once = trace({ model: "attention", routing: "attention", iterations: 1 });
  assert.equal(state.adoptTrace(once, {}), true);
  assert.deepEqual([state.t, state.r, state.rounds], [0, 1, 3]);
  state.adoptTrace(trace(), {});
  assert.deepEqual([state.t, state.r], [2, 3], "as many iterations as were asked for");
});

test("more iterations keep the selection, and another drawing follows its winner", () => {
  const state = shown();
  state.adoptTrace(trace(), { drawing: 1 });
  state.choose({ j: 3 });
  state.choose({ i: 11 });
  state.adoptTrace(trace({ iterations: 50 }), { drawing: 1, iterations: 50 });
  assert.deepEqual([state.j, state.i], [3, 11]);
  state.adoptTrace(trace(), { drawing: 2 });
  assert.deepEqual([state.j, state.i], [7, 107]);
});

test("a view is restored exactly before or after its trace arrives", () => {
  const view = {
    iteration: 2,
    digit: 3,
    capsule: 11,
    scale: "weighted",
    overlay: "couplings",
    flow_from: "places",
    flow_of: "votes",
  };
  const early = new RoutingState();
  early.adoptKind("dynamic", "digit", "primary");
  early.pendingView = { ...view };
  assert.deepEqual(early.view, view, "a link made before the trace is here holds it too");
  early.adoptTrace(trace(), {});
  assert.deepEqual(early.view, view);
  const late = shown();
  late.pendingView = { ...view };
  late.adoptView();
  assert.deepEqual(late.view, view);
});

test("a view beyond the trace is limited to it", () => {
  const state = shown(trace({ capsules: 16 }));
  state.pendingView = { ...CHOICES, iteration: 9, digit: 4, capsule: 1000 };
  state.adoptView();
  assert.deepEqual([state.t, state.j, state.i], [2, 4, 15]);
});

test("more iterations keep showing the last one or the chosen one", () => {
  const state = shown();
  assert.ok(state.setRounds(5));
  assert.equal(state.t, 4);
  state.choose({ t: 1 });
  assert.ok(state.setRounds(8));
  assert.equal(state.t, 1);
  assert.equal(state.setRounds(51), false);
  assert.equal(state.setRounds(0), false);
  assert.deepEqual([state.iterationAfter(-5), state.iterationAfter(100)], [0, 7]);
  state.choose({ t: 7 });
  assert.deepEqual([state.iterationAfter(1), state.iterationAfter(-1)], [0, 6]);
});

test("equal couplings switch to other colours and keep the choice", () => {
  const state = shown();
  state.adoptKind("uniform", "digit", "primary");
  assert.deepEqual([state.scale, state.choices.scale], ["feed", "relative"]);
  state.choices.overlay = "couplings";
  assert.equal(state.over, "feed");
});

test("a scene has null for everything that is not pointed at", () => {
  const first = new Float32Array(10);
  const data = trace({ arrays: {}, first: () => first, limit: () => 1 });
  const colours = { couplings: {}, signed: {} };
  const scene = new Scenes().of(shown(data), colours);
  for (const name of Object.keys(NOTHING_POINTED)) assert.equal(scene[name], null);
  assert.equal(new Scenes().of(new RoutingState(), colours), null);
});

test("iterations beyond those of the settings wait for their trace and stand in the view", () => {
  const state = shown();
  assert.ok(state.setRounds(30));
  assert.deepEqual([state.targetRounds, state.rounds, state.r, state.t], [30, 3, 10, 9]);
  state.adoptTrace(trace({ iterations: 50 }), {});
  assert.deepEqual([state.r, state.t, state.view.rounds], [30, 29, 30]);
  state.adoptRounds(3); // told again by the settings
  assert.equal(state.r, 30);
  assert.ok(state.setRounds(4));
  assert.deepEqual([state.targetRounds, state.rounds, state.view.rounds], [4, 4, 0]);
});
