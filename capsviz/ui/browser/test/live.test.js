import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { LiveLink } from "../live.js";

class Socket {
  static OPEN = 1;
  readyState = 1;
  sent = 0;
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
});

function linked() {
  const ages = [];
  const link = new LiveLink({
    url: "ws://x",
    header: () => ({}),
    raster: () => new Uint8Array(4),
    receive: () => {},
    askPage: () => {},
    report: () => {},
    age: (old) => ages.push(old),
  });
  link.socket.onopen();
  return { link, ages };
}

test("results that come in time are never called old", () => {
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

test("results that are late are old until all has caught up", () => {
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

test("a page that opens with something newer than its results says so at once", () => {
  const { link, ages } = linked();
  link.touchOld();
  assert.deepEqual(ages, [true]);
  link.answer({ seq: 1 });
  assert.deepEqual(ages, [true, false]);
});
