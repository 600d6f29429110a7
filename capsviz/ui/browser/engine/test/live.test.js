import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { HttpEngine } from "../http.js";
import { LiveLink } from "../live.js";
import { socketOf } from "../local_socket.js";

class Socket {
  static OPEN = 1;
  readyState = 1;
  sent = 0;
  constructor(url) {
    this.url = url;
  }
  send() {
    this.sent += 1;
  }
  close() {}
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.window = { addEventListener() {}, removeEventListener() {} };
  globalThis.document = { body: {} };
  globalThis.MutationObserver = class {
    observe() {}
    disconnect() {}
  };
  globalThis.WebSocket = Socket;
  globalThis.location = { origin: "https://x" };
});

/** @param {boolean} [marks] whether results are recorded among the ages */
function linked(marks = false) {
  const ages = [];
  const told = [];
  const link = new HttpEngine("/base").live("read", {
    header: () => ({}),
    raster: () => new Uint8Array(4),
    receive: ({ seq }) => ages.push(...(marks ? [seq] : [])),
    report: (state) => told.push(state),
    age: (old) => ages.push(old),
  });
  assert.equal(link.socket.url, "wss://x/base/capsviz/live?lang=en");
  link.socket.onopen();
  return { link, ages, told };
}

test("results in time are never marked old", () => {
  const { link, ages } = linked();
  for (let i = 1; i < 20; i++) {
    link.touch();
    mock.timers.tick(300);
    link.touch(); // the pen is faster than the answers
    link.answer({ seq: i });
  }
  link.answer({ seq: 20 });
  mock.timers.tick(5000);
  assert.deepEqual(ages, []);
});

test("late results are old until the last answer arrives", () => {
  const { link, ages } = linked();
  link.touch();
  mock.timers.tick(800);
  assert.deepEqual(ages, [true]);
  link.touch();
  link.answer({ seq: 1 });
  assert.deepEqual(ages, [true], "the drawing has moved on");
  link.answer({ seq: 2 });
  assert.deepEqual(ages, [true, false]);
});

test("a refused question leaves old results old", () => {
  const { link, ages } = linked();
  link.touch();
  link.answer({ seq: 1, error: "too many drawings wait" });
  mock.timers.tick(800);
  assert.deepEqual(ages, [true]);
});

test("a page that opens with old results marks them at once", () => {
  const { link, ages } = linked();
  link.touchOld();
  assert.deepEqual(ages, [true]);
  link.answer({ seq: 1 });
  assert.deepEqual(ages, [true, false]);
});

/** Leave a request unanswered until a health check, which is answered or not. */
async function unanswered(t, knock) {
  const knocked = t.mock.fn(knock);
  t.mock.method(globalThis, "fetch", knocked);
  const { link, told } = linked();
  link.touch();
  mock.timers.tick(1500);
  await new Promise(setImmediate);
  assert.equal(knocked.mock.calls[0].arguments[0], "/base/_stcore/health");
  return { link, told };
}

test("a late server is slow if it answers a probe and lost otherwise", async (t) => {
  const busy = await unanswered(t, async () => ({ ok: true }));
  assert.deepEqual(busy.told, ["live", "slow"]);
  t.mock.restoreAll();
  const away = await unanswered(t, () => Promise.reject(new TypeError("Failed to fetch")));
  assert.deepEqual(away.told, ["live", "lost"]);
  away.link.answer({ seq: 1 });
  assert.deepEqual(away.told, ["live", "lost", "live"]);
});

test("an answer during the probe keeps the link live", async (t) => {
  const { link, told } = linked();
  t.mock.method(globalThis, "fetch", async () => link.answer({ seq: 1 }));
  link.touch();
  mock.timers.tick(1500);
  await new Promise(setImmediate);
  assert.deepEqual(told, ["live"]);
});

test("results become new when they are drawn", () => {
  const { link, ages } = linked(true);
  link.touchOld();
  link.answer({ seq: 1 });
  assert.deepEqual(ages, [true, 1, false]);
});

test("each answer is received with the context of its question", () => {
  let now = 0;
  const heard = [];
  const link = new HttpEngine("").live("split", {
    header: () => ({}),
    raster: () => new Uint8Array(4),
    context: () => ++now,
    receive: ({ seq }, context) => heard.push([seq, context]),
  });
  link.socket.onopen();
  link.touch();
  link.answer({ seq: 1 });
  link.touch();
  link.answer({ seq: 2 });
  assert.deepEqual(heard, [
    [1, 1],
    [2, 2],
  ]);
  assert.equal(link.contexts.size, 0);
});

test("a question to the browser's engine waits until its network is loaded", async () => {
  const [told, heard] = [[], []];
  let answer = () => {};
  const ask = async () => {
    await new Promise((settle) => {
      answer = () => settle(null);
    });
    return new Uint8Array();
  };
  const options = {
    header: () => ({}),
    raster: () => new Uint8Array(4),
    decode: () => ({ seq: 1 }),
    receive: ({ seq }) => heard.push(seq),
    report: (state) => told.push(state),
  };
  for (const [coming, state] of [
    [true, "coming"],
    [false, "late"],
  ]) {
    const transport = { local: true, isComing: () => coming, open: () => socketOf(ask) };
    const link = new LiveLink(options, transport);
    await new Promise(setImmediate);
    link.touch();
    mock.timers.tick(1500);
    await new Promise(setImmediate);
    mock.timers.tick(60_000);
    assert.deepEqual(told, ["live", state]);
    answer();
    await new Promise(setImmediate);
    assert.deepEqual(heard.splice(0), [1]);
    assert.deepEqual(told.splice(0), ["live", state, "live"]);
    link.close();
  }
});
