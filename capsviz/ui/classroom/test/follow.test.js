import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

class Storage extends Map {
  getItem = (name) => this.get(name) ?? null;
  setItem = (name, text) => this.set(name, text);
  removeItem = (name) => this.delete(name);
}

globalThis.sessionStorage = new Storage();
globalThis.localStorage = new Storage();
mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });

const { remount } = await import("../../browser/remount.js");
const { StateSync, writeState, readState, throttleReports } = await import(
  "../../browser/state_sync.js"
);
const { Feed } = await import("../lecturer_state.js");
const { Follower, openPage, pageAt, pageOfPress } = await import("../follower.js");
const { joinAddress } = await import("../join_panel.js");
const seat = await import("../stored_role.js");
const { stateToSend } = await import("../state_sharing.js");

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  throttleReports(() => 0);
});

function feed() {
  const sent = [];
  return { sent, feed: new Feed((state) => sent.push(state)) };
}

test("the feed sends the state of its page only", () => {
  const { feed: found, sent } = feed();
  found.turn("routing");
  writeState("view.routing", { iteration: 2 });
  writeState("view.overlap", { x: 1 });
  writeState("link", "token");
  writeState("drawing", { s: [] });
  mock.timers.tick(0);
  const things = { "view.routing": { iteration: 2 }, drawing: { s: [] } };
  assert.deepEqual(sent, [{ page: "routing", things }]);
  found.close();
});

test("the feed sends a pressed page before it is loaded", () => {
  const { feed: found, sent } = feed();
  found.turn("draw");
  mock.timers.tick(100);
  found.lead("routing");
  mock.timers.tick(100);
  assert.equal(sent.at(-1).page, "routing");
  found.turn("draw"); // its script had not ended yet
  mock.timers.tick(100);
  assert.equal(sent.at(-1).page, "routing");
  const { length } = sent;
  found.turn("routing");
  mock.timers.tick(100);
  assert.equal(sent.length, length + 1); // so that what draw asked is closed
  found.turn("draw");
  mock.timers.tick(100);
  assert.equal(sent.at(-1).page, "draw");
  found.lead("overlap");
  mock.timers.tick(20_000); // it never came
  found.turn("draw");
  mock.timers.tick(100);
  assert.equal(sent.at(-1).page, "draw");
  found.close();
});

test("pageOfPress names a page only for links of the app in this tab", () => {
  globalThis.location = { origin: "http://here" };
  const press = (pathname, more = {}, event = {}) => {
    const link = {
      origin: "http://here",
      pathname,
      target: "",
      hasAttribute: () => false,
      ...more,
    };
    return pageOfPress({ target: { closest: () => link }, button: 0, ...event }, "/app", PAGES);
  };
  const PAGES = ["draw", "routing"];
  assert.equal(press("/app/routing"), "routing");
  assert.equal(press("/app/"), "draw");
  assert.equal(press("/app"), "draw");
  assert.equal(press("/app/routing", {}, { ctrlKey: true }), "");
  assert.equal(press("/app/routing", { target: "_blank" }), "");
  assert.equal(press("/app/routing", { origin: "http://there" }), "");
  assert.equal(press("/app/nothing"), "");
  assert.equal(press("/routing"), "");
  assert.equal(pageOfPress({ target: { closest: () => null } }, "", PAGES), "");
});

test("a slowly loaded page enters the history once", () => {
  const entries = ["http://here/app/"];
  globalThis.location = new URL(entries[0]);
  globalThis.history = {
    pushState: (_, __, { href }) => {
      entries.push(href);
      globalThis.location = new URL(href);
    },
  };
  globalThis.PopStateEvent = Event;
  globalThis.window = new EventTarget();
  let told = 0;
  window.addEventListener("popstate", () => {
    told += 1;
  });
  const follower = new Follower((page) => openPage("/app", page, "draw"));
  follower.turn("draw");
  follower.lead("learn");
  mock.timers.tick(0);
  location.search = "?lesson=vector"; // as the page says where it is
  follower.turn("draw"); // the app says once more where it still is
  mock.timers.tick(0);
  assert.equal(told, 2);
  assert.deepEqual(entries, ["http://here/app/", "http://here/app/learn"]);
  follower.close();
});

test("the feed sends a dragged slider at least ten times a second and its end", () => {
  const { feed: found, sent } = feed();
  found.turn("draw");
  mock.timers.tick(100);
  sent.length = 0;
  for (let k = 0; k < 100; k++) {
    writeState("view.draw", { pose: [k] });
    mock.timers.tick(10);
  }
  assert.ok(sent.length >= 10 && sent.length <= 21, `${sent.length} in a second`);
  mock.timers.tick(60);
  assert.deepEqual(sent.at(-1).things, { "view.draw": { pose: [99] } });
  found.close();
  writeState("view.draw", { pose: [1] });
  mock.timers.tick(100);
  assert.deepEqual(sent.at(-1).things, { "view.draw": { pose: [99] } });
});

test("tellAll sends the whole state to a new server", () => {
  writeState("drawing", 1);
  writeState("settings", 2);
  writeState("view.learn", 3);
  const { feed: found, sent } = feed();
  found.turn("learn");
  found.sendAll();
  mock.timers.tick(0);
  assert.deepEqual(sent[0].things, { drawing: 1, settings: 2, "view.learn": 3 });
  found.close();
});

function follower() {
  const opened = [];
  return { opened, follower: new Follower((page) => opened.push(page)) };
}

test("a follower stores what it receives and renders and opens the page once", () => {
  let times = 0;
  const place = { isConnected: true };
  remount(() => times++)({ data: [{}], parentElement: place });
  times = 0;
  const { follower: found, opened } = follower();
  found.turn("draw");
  found.take("drawing", { s: [1] });
  found.take("view.routing", { t: 1 });
  found.lead("routing");
  mock.timers.tick(0);
  found.take("view.routing", { t: 2 });
  mock.timers.tick(0);
  assert.deepEqual(readState("view.routing").value, { t: 2 });
  assert.equal(times, 2);
  assert.deepEqual(opened, ["routing"]);
  const { at } = readState("drawing");
  found.take("drawing", { s: [1] });
  mock.timers.tick(0);
  assert.equal(readState("drawing").at, at);
  assert.equal(times, 2);
  place.isConnected = false;
  found.close();
});

test("a follower follows a lecturer who changes the page during loading", () => {
  const { follower: found, opened } = follower();
  found.turn("draw");
  found.lead("learn");
  mock.timers.tick(0);
  found.lead("draw");
  mock.timers.tick(0);
  assert.deepEqual(opened, ["learn", "draw"]);
  found.turn("learn"); // its script ended first
  mock.timers.tick(0);
  assert.deepEqual(opened, ["learn", "draw", "draw"]);
  found.turn("draw");
  mock.timers.tick(0);
  assert.equal(opened.length, 3);
  found.close();
});

test("a follower opens a page only once the app is connected", () => {
  const opened = [];
  let connected = false;
  const found = new Follower(
    (page) => opened.push(page),
    () => connected,
  );
  found.turn("draw");
  found.lead("learn");
  mock.timers.tick(2000);
  assert.deepEqual(opened, []);
  connected = true;
  mock.timers.tick(2000);
  assert.deepEqual(opened, ["learn"]);
  found.close();
});

test("pageAt finds a page by its path", () => {
  const pages = ["draw", "learn"];
  const at = (path, base = "/base") => pageAt(path, base, pages);
  assert.deepEqual(
    ["/base", "/base/", "/base/learn", "/base/learn/", "/learn", "/base/no"].map((path) =>
      at(path),
    ),
    ["draw", "draw", "learn", "learn", "", ""],
  );
});

test("a browsing follower stores nothing and opens no page until it follows", () => {
  const { follower: found, opened } = follower();
  found.turn("draw");
  found.setFollows(false);
  found.take("drawing", 5);
  found.lead("overlap");
  mock.timers.tick(10);
  assert.equal(readState("drawing"), null);
  assert.deepEqual(opened, []);
  found.setFollows(true);
  found.lead("overlap");
  mock.timers.tick(10);
  assert.deepEqual(opened, ["overlap"]);
  found.close();
});

test("a follower is elsewhere after another step and not after moving a figure", () => {
  const at = (lesson, step, figure = null) => ({ lesson, step, figure });
  const { follower: found } = follower();
  found.turn("learn");
  found.lead("learn");
  found.take("view.learn", at("votes", 1));
  assert.equal(found.isElsewhere, false); // it is on its way
  mock.timers.tick(10);
  writeState("view.learn", at("votes", 1, { angle: 3 }));
  assert.equal(found.isElsewhere, false);
  writeState("view.learn", at("votes", 2));
  assert.equal(found.isElsewhere, true);
  found.hold("learn");
  assert.equal(found.isElsewhere, false);
  found.hold("");
  found.lead("draw");
  assert.equal(found.isElsewhere, false);
  found.close();
});

test("a held tab stays on its page and catches up after its release", () => {
  const { follower: found, opened } = follower();
  found.turn("routing");
  writeState("drawing", "own");
  found.hold("draw");
  found.take("drawing", "the lecturer's");
  found.lead("overlap");
  mock.timers.tick(10);
  assert.deepEqual(opened, ["draw"]);
  assert.equal(readState("drawing").value, "own");
  found.turn("draw");
  found.hold("");
  mock.timers.tick(10);
  assert.deepEqual(opened, ["draw", "overlap"]);
  assert.equal(readState("drawing").value, "the lecturer's");
  found.close();
});

test("a follower's session receives changes after the last one and another's at once", () => {
  const { follower: found } = follower();
  const told = [];
  const carried = (at) => ({
    drawing: { value: 0, at },
    settings: { value: 0, at },
    view: { value: 0, at },
  });
  const carrier = new StateSync("draw");
  const meet = () => carrier.reconcile(carried(0), (name, { value }) => told.push([name, value]));
  for (let k = 1; k <= 20; k++) {
    found.take("view.draw", k);
    mock.timers.tick(0);
    meet();
    mock.timers.tick(100);
  }
  assert.deepEqual(told, []);
  mock.timers.tick(4000);
  assert.deepEqual(told, [["view", 20]]);
  found.close();
  carrier.change("drawing", 9);
  mock.timers.tick(0);
  assert.deepEqual(told.at(-1), ["drawing", 9]);
  carrier.close();
});

test("a removed page is not rendered", () => {
  let times = 0;
  remount(() => times++)({ data: [{}], parentElement: { isConnected: false } })();
  assert.equal(times, 0);
});

test("the join address is reachable by phones", () => {
  const here = (hostname, port = ":8501") => ({ origin: `http://${hostname}${port}` });
  const address = (...given) => joinAddress("/base", "ABC", ...given);
  const names = ["192.168.1.7", "laptop.local"];
  assert.equal(address(names, here("localhost")), "http://192.168.1.7:8501/base/?join=ABC");
  assert.equal(address(names, here("127.0.0.1")), "http://192.168.1.7:8501/base/?join=ABC");
  assert.equal(address([], here("localhost")), "http://localhost:8501/base/?join=ABC");
  assert.equal(address(names, here("caps.example", "")), "http://caps.example/base/?join=ABC");
});

test("readCode accepts codes as people type them", () => {
  assert.equal(seat.readCode(" rsd-6gyx "), "RSD6GYX");
  assert.equal(seat.readCode("<b>"), "B");
  assert.equal(seat.spaceCode("RSD6GYX"), "RSD 6GYX");
  assert.deepEqual(["RSD6GYX", "RSD6GY", "RSD6GY0", "B"].map(seat.isCode), [
    true,
    false,
    false,
    false,
  ]);
});

test("a visitor's secret is read in their own session only", () => {
  seat.writeVisitor({ code: "ONE", visitor: "secret" });
  assert.equal(seat.readVisitor("ONE"), "secret");
  assert.equal(seat.readVisitor("TWO"), null);
  localStorage.setItem("capsviz.class.key", "not JSON");
  assert.equal(seat.readKey(), null);
});

test("a state is sent for the chosen page only, with the drawing that it shows", () => {
  const drawing = { s: [[60, 0, 500, 200, 500, 800]], b: null };
  writeState("drawing", drawing);
  for (const page of ["routing", "overlap"]) writeState(`view.${page}`, { at: page });
  const send = (page, more = {}) =>
    stateToSend({ name: "f", page, lesson: "", step: 0, ...more }, ["routing"]);
  assert.deepEqual(send("routing"), { name: "f", view: { at: "routing" }, drawing });
  assert.deepEqual(send("overlap"), { name: "f", view: { at: "overlap" } });
  writeState("view.learn", { lesson: "votes", step: 2 });
  assert.equal(send("learn", { lesson: "votes", step: 1 }), null);
  assert.equal("drawing" in send("learn", { lesson: "votes", step: 2 }), false);
  writeState("drawing", { ...drawing, b: "picture" });
  assert.equal("drawing" in send("routing"), false);
});
