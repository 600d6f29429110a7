import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

class Storage extends Map {
  getItem = (name) => this.get(name) ?? null;
  setItem = (name, text) => this.set(name, text);
  removeItem = (name) => this.delete(name);
}

globalThis.sessionStorage = new Storage();
const { readState, writeState } = await import("../../browser/state_sync.js");
const { delay, clockText, planTimes, delayName: standing } = await import("../presenter/clock.js");
const { neighbours, inARow, stopOf } = await import("../presenter/stops.js");
const { steer } = await import("../presenter_requests.js");

beforeEach(() => sessionStorage.clear());

const learn = (lesson, step) => ({
  title: `${lesson} ${step}`,
  to: { page: "learn", things: { "view.learn": { lesson, step } } },
});
const PLAN = {
  name: "45",
  title: "",
  sections: [
    { title: "a", minutes: 2, notes: "", stops: [{ title: "a", to: {} }] },
    { title: "b", minutes: 4, notes: "", stops: [learn("b", 0), learn("b", 3)] },
    { title: "c", minutes: 1, notes: "", stops: [{ title: "c", to: { draw: "7" } }] },
    { title: "d", minutes: 3, notes: "", stops: [{ title: "d", to: { page: "draw" } }] },
  ],
};

test("stops of a section share its minutes and add up to the lecture", () => {
  assert.deepEqual(planTimes(PLAN.sections), [0, 120, 240, 360, 420, 600]);
});

test("the clock shows the delay of a lecture and none within a stop", () => {
  const times = planTimes(PLAN.sections);
  assert.equal(delay(200, times, 1), 0);
  assert.equal(delay(400, times, 1), 160);
  assert.equal(delay(60, times, 3), -300);
  assert.equal(delay(700, times, 4), 100);
  assert.deepEqual(standing(20), { name: "on-time", minutes: 0 });
  assert.deepEqual(standing(160), { name: "late", minutes: 3 });
  assert.deepEqual(standing(-300), { name: "early", minutes: 5 });
  assert.deepEqual(standing(-31), { name: "early", minutes: 1 });
  assert.deepEqual([0, 65, 3725].map(clockText), ["0:00", "1:05", "1:02:05"]);
});

test("notes follow the projector to its next stop", () => {
  const stops = inARow(PLAN);
  assert.deepEqual(
    stops.map(({ section }) => section),
    [0, 1, 1, 2, 3],
  );
  const at = (n, page, lesson = "", step = 0) => stopOf(stops, n, { page, lesson, step });
  assert.equal(at(1, "learn", "b", 0), 1);
  assert.equal(at(1, "learn", "b", 3), 2);
  assert.equal(at(1, "learn", "b", 1), 1); // a step that the lecture leaves out
  assert.equal(at(2, "learn", "b", 0), 1);
  assert.equal(at(1, "draw"), 4);
  assert.equal(at(3, "draw"), 3); // the board lies over any page
  assert.equal(at(0, "learn", "b", 0), 0); // talk has no place of its own
  assert.deepEqual(neighbours(stops, 0), { before: null, after: stops[1] });
  assert.deepEqual(neighbours(stops, 4), { before: stops[3], after: null });
});

test("steering to a stop clears overlays before it sets the page", () => {
  const done = [];
  const note =
    (name) =>
    (...given) =>
      done.push([name, ...given, readState("view.learn")?.value?.lesson]);
  const acts = Object.fromEntries(
    ["clear", "turn", "quiz", "ask", "draw"].map((name) => [name, note(name)]),
  );
  steer(learn("b", 3).to, acts);
  assert.deepEqual(done.splice(0), [
    ["clear", undefined],
    ["turn", "learn", "b"],
  ]);
  steer({ quiz: "start", at: 4 }, acts);
  steer({ draw: "" }, acts); // what fools the network
  steer({}, acts);
  assert.deepEqual(
    done.map(([name, ...given]) => [name, ...given.slice(0, -1)]),
    [["clear"], ["quiz", "start", 4], ["clear"], ["draw", ""], ["clear"]],
  );
});

test("a reveal shows the answer on the present page and only once", () => {
  const acts = { clear: () => assert.fail("nothing is put away") };
  writeState("view.learn", { lesson: "b", step: 3, answered: null, figure: { x: 1 } });
  steer({ reveal: true }, acts);
  const shown = { lesson: "b", step: 3, answered: -1, figure: { x: 1 } };
  assert.deepEqual(readState("view.learn").value, shown);
  writeState("view.learn", { ...shown, answered: 2 });
  steer({ reveal: true }, acts);
  assert.equal(readState("view.learn").value.answered, 2);
});
