import assert from "node:assert/strict";
import { test } from "node:test";

import { Decoding } from "../decoding.js";

const PIXELS = 784;

/** A device on which a picture takes so many milliseconds; what it puts off waits in `defer`. */
function device(each) {
  let time = 0;
  const defer = [];
  const done = [];
  const decoder = {
    decode(k, pose, out) {
      time += each;
      done.push(k);
      out.fill(pose);
    },
  };
  return { decoder, done, defer, clock: { now: () => time, defer: (act) => defer.push(act) } };
}

const replyOf = (value) => ({
  pixels: PIXELS,
  poses: Array(10).fill(value),
  reconstructions: null,
});
const firsts = (pictures) => Array.from({ length: 10 }, (_, k) => pictures[k * PIXELS]);

test("a fast device decodes all ten capsules at once", () => {
  const { decoder, done, defer, clock } = device(0.2);
  const reply = replyOf(7);
  new Decoding(() => assert.fail(), clock).take(reply, decoder, 4);
  assert.equal(done[0], 4);
  assert.deepEqual(firsts(reply.reconstructions), Array(10).fill(7));
  assert.equal(defer.length, 0);
});

test("a slow device decodes the chosen capsule first and the others between strokes", () => {
  const { decoder, done, defer, clock } = device(5);
  let told = 0;
  const decoding = new Decoding(() => told++, clock);
  const reply = replyOf(7);
  decoding.take(reply, decoder, 3);
  assert.deepEqual(done, [3]);
  assert.equal(firsts(reply.reconstructions)[3], 7);
  while (defer.length) defer.shift()();
  assert.deepEqual(done, [3, 0, 1, 2, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(firsts(reply.reconstructions), Array(10).fill(7));
  assert.equal(told, 9);
});

test("every capsule is decoded in turn during continuous drawing", () => {
  const { decoder, done, defer, clock } = device(5);
  const decoding = new Decoding(() => {}, clock);
  let last = replyOf(0);
  for (let i = 1; i <= 10; i++) {
    last = replyOf(i);
    decoding.take(last, decoder, 3);
    defer.shift()?.();
  }
  assert.deepEqual(new Set(done), new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  assert.equal(firsts(last.reconstructions)[3], 10);
});

test("pictures of a reply replace pending decodings", () => {
  const { decoder, done, defer, clock } = device(5);
  const decoding = new Decoding(() => assert.fail(), clock);
  decoding.take(replyOf(7), decoder, 3);
  const sent = { ...replyOf(0), reconstructions: new Uint8Array(10 * PIXELS).fill(9) };
  decoding.take(sent, decoder, 3);
  while (defer.length) defer.shift()();
  assert.deepEqual(done, [3]);
  // The next reply's pictures replace these one by one.
  const reply = replyOf(1);
  decoding.take(reply, decoder, 5);
  assert.deepEqual(firsts(reply.reconstructions), [9, 9, 9, 9, 9, 1, 9, 9, 9, 9]);
});

test("of many capsules those that are shown are decoded, and others when they are searched for", () => {
  const { decoder, done, defer, clock } = device(5);
  const decoding = new Decoding(() => {}, clock);
  const rest = () => {
    while (defer.length) defer.shift()();
  };
  decoding.take(replyOf(7), decoder, 3, [3, 8]);
  rest();
  assert.deepEqual(done, [3, 8]);
  decoding.add([1, 5]);
  rest();
  assert.deepEqual(done, [3, 8, 1, 5]);
});
