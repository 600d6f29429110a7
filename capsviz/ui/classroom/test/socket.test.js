import assert from "node:assert/strict";
import { test } from "node:test";

class Socket {
  static OPEN = 1;
  readyState = 1;
  send() {}
  close() {
    this.onclose();
  }
}

globalThis.WebSocket = Socket;
globalThis.window = { addEventListener() {}, removeEventListener() {} };
const { ClassSocket } = await import("../socket.js");

test("a socket that is closed on purpose is not told as lost, one that breaks is", () => {
  const turns = [];
  const open = () =>
    new ClassSocket({
      url: "ws://x",
      first: () => ({}),
      hear: () => {},
      turn: (here) => turns.push(here),
    });
  const first = open();
  first.socket.onopen();
  first.close();
  assert.deepEqual(turns, [true]);
  const second = open();
  second.socket.close();
  assert.deepEqual(turns, [true, false]);
  second.close();
});
