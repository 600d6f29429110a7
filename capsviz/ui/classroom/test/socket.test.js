import assert from "node:assert/strict";
import { mock, test } from "node:test";

class Socket {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  send(bytes) {
    this.sent.push(JSON.parse(new TextDecoder().decode(bytes)));
  }
  receive(message) {
    this.onmessage({ data: new TextEncoder().encode(JSON.stringify(message)) });
  }
  close() {
    this.onclose();
  }
}

globalThis.WebSocket = Socket;
globalThis.window = { addEventListener() {}, removeEventListener() {} };
const { ClassSocket } = await import("../socket.js");

test("only a broken socket is reported as lost, not a closed one", () => {
  const turns = [];
  const open = () =>
    new ClassSocket({
      url: "ws://x",
      first: () => ({}),
      onMessage: () => {},
      onStateChange: (here) => turns.push(here),
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

test("a socket without heartbeats is offline within two seconds until the next one", () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  const turns = [];
  const heard = [];
  const made = new ClassSocket({
    url: "ws://x",
    first: () => ({}),
    onMessage: ({ kind }) => heard.push(kind),
    onStateChange: (here, silent) => turns.push(silent ? "again" : here),
  });
  const { socket } = made;
  socket.onopen();
  socket.receive({ kind: "joined" });
  mock.timers.tick(10_000); // a server without beats is silent
  assert.deepEqual(turns, [true]);
  for (let k = 0; k < 20; k++) {
    socket.receive({ kind: "beat" });
    mock.timers.tick(700);
  }
  assert.deepEqual([turns, heard], [[true], ["joined"]]);
  assert.deepEqual(socket.sent.slice(1), Array(20).fill({ kind: "beat" }));
  mock.timers.tick(1300);
  assert.deepEqual(turns, [true, false]);
  socket.receive({ kind: "beat" });
  assert.deepEqual(turns, [true, false, "again"]);
  mock.timers.tick(5000);
  assert.equal(made.socket, socket);
  mock.timers.tick(1500);
  assert.notEqual(made.socket, socket, "another one looks for the network");
  assert.deepEqual(turns, [true, false, "again", false, false]);
  made.close();
  mock.timers.reset();
});
