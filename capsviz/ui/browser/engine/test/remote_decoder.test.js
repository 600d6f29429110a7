import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitDecoding, RemoteDecoder } from "../remote_decoder.js";

const SHAPE = { classes: 2, dim: 2, side: 1 };

/** A server whose picture of a pose is the sum of its values, and the requests to it. */
function server() {
  const asked = [];
  const ask = async (poses) => {
    const pictures = [];
    for (let n = 0; n < poses.length; n += 4)
      pictures.push(poses.slice(n, n + 4).reduce((sum, value) => sum + value));
    asked.push(pictures);
    return Uint8Array.from(pictures);
  };
  return { asked, ask };
}

test("poses of one event are decoded in one request, reported once and cached", async () => {
  const { asked, ask } = server();
  let told = 0;
  const decoder = new RemoteDecoder(ask, SHAPE, () => told++);
  assert.deepEqual(
    [
      ...decoder.decodeAll([
        [1, 2],
        [3, 4],
      ]),
    ],
    [0, 0],
  );
  decoder.decodeMixture([
    [0, [1, 2]],
    [1, [3, 4]],
  ]);
  await decoder.coming;
  assert.deepEqual(asked, [[10, 7, 3]]); // the newest first
  assert.equal(told, 1);
  assert.deepEqual(
    [
      ...decoder.decodeAll([
        [1, 2],
        [3, 4],
      ]),
    ],
    [3, 7],
  );
  assert.equal(decoder.coming, null);
});

test("a picture still to be decoded leaves the shown one", () => {
  const decoder = new RemoteDecoder(server().ask, SHAPE, () => {});
  assert.deepEqual([...decoder.decode(0, [1, 1], Uint8Array.of(9))], [9]);
});

test("a film waits for all of its pictures", async () => {
  const { ask } = server();
  const decoder = new RemoteDecoder(ask, SHAPE, () => {});
  const frames = () => [1, 2, 3].map((value) => decoder.decode(1, [value, 0]).slice()[0]);
  assert.deepEqual(await awaitDecoding(decoder, frames), [1, 2, 3]);
});

test("a failed decoding is requested again", async () => {
  let away = true;
  const { ask } = server();
  const decoder = new RemoteDecoder(
    (poses) => (away ? Promise.reject(new Error("away")) : ask(poses)),
    SHAPE,
    () => {},
  );
  decoder.decode(0, [1, 1]);
  await decoder.coming;
  away = false;
  decoder.decode(0, [1, 1]);
  await decoder.coming;
  assert.deepEqual([...decoder.decode(0, [1, 1])], [2]);
});
