import assert from "node:assert/strict";
import { test } from "node:test";
import { unpackArrays } from "../../arrays.js";
import { deriveReading } from "../../derive/reading.js";
import { decodeReply } from "../../engine/message.js";
import { adoptEnglish } from "../../test/english.js";
import { answer } from "../answers.js";
import { encodeReading } from "../live_reply.js";
import { MAX_SESSIONS, Networks } from "../networks.js";
import { explainFailure } from "../support.js";

adoptEnglish();

const CLASSES = ["0", "1"];
const CARD = {
  network: {
    ...{ name: "small", classes: CLASSES, thing: "digit", digits: true, measure: "length" },
    shares: false,
    limits: { present: 0.5, second: 0.5, misfit: 1 },
  },
  decoder: { sha: "d", here: true, classes: 2, dim: 1, hidden: [1], side: 1 },
  ...{ side: 1, blocks: [[1, "f4", 0]], weights: "w.bin", graphs: { live: "l.onnx" } },
};
const FILES = {
  "networks/small.json": new TextEncoder().encode(JSON.stringify(CARD)),
  "networks/w.bin": new Uint8Array(4),
  "networks/l.onnx": new Uint8Array(1),
  // Two steps; no unit of the hidden layer; a pixel's bias.
  "decoder/d.bin": new Uint8Array(8 + 2 + 2),
};

test("a network that answers for another is fetched without its decoder", async () => {
  const asked = [];
  const fetchBytes = async (place) => {
    asked.push(place);
    return FILES[place].slice();
  };
  const runtime = { InferenceSession: { create: async () => ({}) } };
  const networks = new Networks(runtime, fetchBytes, (_model, _share, error) => {
    assert.equal(error, undefined);
  });
  await networks.prepare("small", false);
  assert.ok(networks.ready.has("small"));
  assert.equal((await networks.loadWithoutDecoder("small")).decoder, undefined);
  assert.deepEqual(asked.splice(0), ["networks/small.json", "networks/w.bin", "networks/l.onnx"]);
  assert.ok((await networks.get("small")).decoder);
  assert.deepEqual(asked, ["decoder/d.bin"]);
  assert.equal(await networks.loadWithoutDecoder("small"), await networks.get("small"));
});

test("a damaged file is told as one, and one that the device cannot hold as too large", async () => {
  const refuse = (message) => ({
    InferenceSession: { create: () => Promise.reject(new Error(message)) },
  });
  const protobuf = refuse("Can't create a session. ERROR_CODE: 7");
  const failed = [];
  for (const [runtime, files] of [
    [protobuf, FILES],
    [protobuf, { ...FILES, "networks/w.bin": new Uint8Array(3) }],
    [protobuf, { ...FILES, "networks/small.json": new Uint8Array(3) }],
    [refuse("failed to allocate a buffer"), FILES],
  ]) {
    const networks = new Networks(
      runtime,
      async (place) => files[place].slice(),
      (_model, _share, error) => error && failed.push(explainFailure(error)),
    );
    await networks.prepare("small");
  }
  for (const said of failed.slice(0, 3)) assert.match(said, /A file .* is missing or damaged/);
  assert.match(failed[3], /too little memory/);
});

test("a reply without a decoder has no reconstructions and no misfit", () => {
  const one = (values, dims) => ({ data: Float32Array.from(values), dims });
  const outputs = {
    lengths: one([0.9, 0.1], [1, 1, 2]),
    couplings: one([0.5, 0.5], [1, 1, 2, 1]),
    capsules: one([0.9, 0.1], [1, 1, 2, 1]),
  };
  const question = { seq: 3, center: true, pictures: true, iterations: 1, capsule: -1 };
  const image = Float32Array.of(1);
  const reply = encodeReading(/** @type {any} */ (CARD), undefined, question, image, outputs);
  const { header, arrays } = unpackArrays(reply);
  assert.equal(header.decoder.there, false);
  assert.equal(header.misfit, null);
  const { verdict } = deriveReading(decodeReply(reply), /** @type {any} */ (CARD.network));
  assert.equal(verdict.kind, "clear");
  assert.equal(arrays.reconstructions, undefined);
});

test("the small network answers until the chosen one is loaded", async () => {
  const big = {
    ...{ ...CARD, network: { ...CARD.network, name: "big" }, side: 28, iterations: 1 },
    ...{ weights: "b.bin", graphs: { live: "b.onnx" }, routing: { iterative: true } },
  };
  const json = (card) => new TextEncoder().encode(JSON.stringify(card));
  const files = {
    ...FILES,
    "networks/small.json": json({ ...big, ...CARD, side: 28, iterations: 1 }),
    "networks/big.json": json({ ...big, decoder: undefined }),
    "networks/b.onnx": new Uint8Array(1),
  };
  let deliver = () => {};
  const weights = new Promise((settle) => {
    deliver = () => settle(new Uint8Array(4));
  });
  const fetchBytes = (place) => (place === "networks/b.bin" ? weights : files[place]?.slice());
  const output = (values, dims) => ({ data: Float32Array.from(values), dims });
  const session = {
    run: async () => ({
      lengths: output([0.9, 0.1], [1, 1, 2]),
      couplings: output([0.5, 0.5], [1, 1, 2, 1]),
      capsules: output([0.9, 0.1], [1, 1, 2, 1]),
    }),
  };
  const runtime = { InferenceSession: { create: async () => session }, Tensor: class {} };
  let arrive = () => {};
  const came = new Promise((settle) => {
    arrive = () => settle(null);
  });
  const networks = new Networks(
    runtime,
    async (place) => fetchBytes(place),
    (model, share) => {
      if (model === "big" && share === 1) arrive();
    },
  );
  const question = { what: "read", seq: 1, model: "big", meanwhile: "small", iterations: 1 };
  const ask = async () => {
    const bytes = await answer(networks, { ...question, capsule: -1 }, new Uint8Array(112 ** 2));
    return unpackArrays(bytes).header.model;
  };
  assert.equal(await ask(), "small");
  assert.equal(await ask(), "small");
  deliver();
  await came;
  assert.equal(await ask(), "big");
});

/** Networks of a site with many, and their released graphs. */
function manyNetworks() {
  const released = [];
  const fetchBytes = async (place) => {
    const [, name, kind] = place.match(/^networks\/(\w+)\.(json|bin|onnx)$/) ?? [];
    if (kind === "json") {
      const card = { ...CARD, network: { ...CARD.network, name }, decoder: null };
      const files = { weights: `${name}.bin`, graphs: { live: `${name}.onnx` } };
      return new TextEncoder().encode(JSON.stringify({ ...card, ...files }));
    }
    return kind === "bin" ? new Uint8Array(4) : new TextEncoder().encode(name);
  };
  const create = async (graph) => ({
    release: async () => released.push(new TextDecoder().decode(graph)),
  });
  const runtime = { InferenceSession: { create } };
  const networks = new Networks(runtime, fetchBytes, () => {});
  const open = async (name) => networks.session(await networks.get(name), "live");
  return { networks, released, open };
}

test("the most recently used networks are kept", async () => {
  const { networks, released, open } = manyNetworks();
  const names = Array.from({ length: MAX_SESSIONS + 2 }, (_, n) => `n${n}`);
  for (const name of names) {
    await networks.hold(() => open(name));
    await networks.hold(() => open("n0"));
  }
  await networks.queue;
  assert.deepEqual(released, ["n1", "n2"]);
  assert.equal(networks.sessions.size, MAX_SESSIONS);
  assert.equal(networks.cache.has("n1") || networks.cache.has("weights of n1"), false);
  assert.deepEqual([networks.ready.has("n1"), networks.ready.has("n0")], [false, true]);
  const again = await networks.hold(() => open("n1"));
  assert.ok(again.release);
});

test("no network is released while a question is being answered", async () => {
  const { networks, released, open } = manyNetworks();
  const names = Array.from({ length: MAX_SESSIONS + 2 }, (_, n) => `n${n}`);
  await networks.hold(async () => {
    for (const name of names) await networks.hold(() => open(name));
    await networks.queue;
    assert.deepEqual(released, []);
  });
  await networks.queue;
  assert.equal(released.length, 2);
});

test("missing files are those neither fetched before nor cached", async () => {
  const isKept = async (place) => place === "kept";
  const networks = new Networks(
    {},
    async () => new Uint8Array(),
    () => {},
    isKept,
  );
  await networks.fetchBytes("fetched");
  assert.deepEqual(await networks.missing(["fetched", "kept", "away"]), ["away"]);
});

test("a first answer does not wait for the decoder, and the next one has it", async () => {
  let deliver = () => {};
  const decoder = new Promise((settle) => {
    deliver = () => settle(FILES["decoder/d.bin"].slice());
  });
  const card = { ...CARD, iterations: 1, routing: { iterative: true } };
  const files = { ...FILES, "networks/small.json": new TextEncoder().encode(JSON.stringify(card)) };
  const asked = [];
  const fetchBytes = async (place) => {
    asked.push(place);
    return place.startsWith("decoder/") ? decoder : files[place].slice();
  };
  const output = (values, dims) => ({ data: Float32Array.from(values), dims });
  const outputs = {
    lengths: output([0.9, 0.1], [1, 1, 2]),
    couplings: output([0.5, 0.5], [1, 1, 2, 1]),
    capsules: output([0.9, 0.1], [1, 1, 2, 1]),
  };
  const session = { run: async () => outputs };
  const runtime = { InferenceSession: { create: async () => session }, Tensor: class {} };
  const ready = [];
  const networks = new Networks(
    runtime,
    fetchBytes,
    (_model, share) => share === 1 && ready.push(1),
  );
  const question = { what: "read", seq: 1, model: "small", iterations: 1, capsule: -1 };
  const ask = async (early) => {
    const asking = { ...question, early, pictures: true };
    return unpackArrays(await answer(networks, asking, new Uint8Array(112 ** 2)));
  };
  const prepared = networks.prepare("small");
  const { header, arrays } = await ask(true);
  assert.equal(asked.at(-1), "decoder/d.bin"); // after all files that the answer needs
  assert.deepEqual([header.misfit, header.decoder.there], [null, undefined]);
  assert.deepEqual([...arrays.reconstructions], [0, 0]);
  assert.equal(ready.length, 1);
  deliver();
  await prepared;
  assert.equal(ready.length, 2); // early requests are repeated
  for (const early of [true, false]) assert.notEqual((await ask(early)).header.misfit, null);
  assert.equal(asked.length, 4);
});
