import assert from "node:assert/strict";
import { test } from "node:test";

import { decodeReply } from "../message.js";

/** A message as the server packs it: named arrays after their list. */
function message(header, arrays) {
  const listed = arrays.map(([name, shape, values]) => {
    return [name, values instanceof Float32Array ? "f4" : "u1", shape];
  });
  const text = new TextEncoder().encode(JSON.stringify({ ...header, arrays: listed }));
  const raw = arrays.map(([, , v]) => Buffer.from(v.buffer, v.byteOffset, v.byteLength));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return new Uint8Array(Buffer.concat([length, text, ...raw]));
}

const LEAN = [
  ["lengths", [2, 3], Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)],
  ["poses", [3, 2], Float32Array.of(1, 2, 3, 4, 5, 6)],
  ["input", [2, 2], Uint8Array.of(0, 1, 2, 3)],
  ["couplings", [2, 4], Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2)],
];

test("a reply's numbers come in rows, its pictures as bytes", () => {
  const pictures = ["reconstructions", [3, 2, 2], Uint8Array.from({ length: 12 }, (_, k) => k)];
  const reply = decodeReply(message({ seq: 4 }, [...LEAN, pictures]));
  assert.equal(reply.seq, 4);
  assert.deepEqual([reply.iterations, reply.inCapsules], [2, 4]);
  assert.deepEqual([reply.side, reply.pixels], [2, 4]);
  assert.deepEqual(
    reply.lengths.map((row) => row.map((value) => Number(value.toFixed(4)))),
    [
      [0.1, 0.2, 0.3],
      [0.4, 0.5, 0.6],
    ],
  );
  assert.deepEqual(reply.poses, [
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  assert.equal(reply.couplings[4], 5);
  assert.equal(reply.reconstructions.length, 12);
});

test("a reply without requested pictures has none", () => {
  assert.equal(decodeReply(message({ seq: 4 }, LEAN)).reconstructions, null);
});

test("an error reply carries its sentence", () => {
  const reply = decodeReply(message({ seq: 4, error: "too much" }, []));
  assert.equal(reply.error, "too much");
});
