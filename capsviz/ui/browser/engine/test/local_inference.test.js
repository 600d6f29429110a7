import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { packArrays, packMessage } from "../../arrays.js";
import { adoptEnglish } from "../../test/english.js";
import { LocalInferenceEngine } from "../local_inference.js";

adoptEnglish();

const MESSAGE = packMessage({ seq: 7, model: "efficient" }, new Uint8Array(3));
const FROM_SERVER = packArrays({ seq: 7, by: "server" }, {});
const FROM_HERE = packArrays({ seq: 7, by: "worker" }, {});

/** @param {() => any} holds */
async function until(holds) {
  while (!holds()) await new Promise((done) => setTimeout(done));
}

/** Requests to the server, and messages to the worker. */
let asked = [];
let worker;
let answers = {};

beforeEach(() => {
  asked = [];
  answers = {};
  worker = undefined;
  globalThis.location = { href: "https://x/base/", origin: "https://x" };
  globalThis.fetch = async (address) => {
    asked.push(address);
    const card = answers.card ?? { plain: null, runtime: "onnxruntime/1" };
    if (card.error && address.endsWith(".json"))
      return new Response(JSON.stringify(card), { status: 400 });
    return new Response(address.endsWith(".json") ? JSON.stringify(card) : FROM_SERVER);
  };
  globalThis.Worker = class {
    told = [];
    constructor() {
      worker = this;
    }
    postMessage(message) {
      this.told.push(message);
      if (message.question) {
        const { bytes = FROM_HERE, error } = answers;
        queueMicrotask(() => this.onmessage({ data: { id: message.id, bytes, error } }));
      }
    }
    terminate() {}
  };
});

/** Send one live request to the engine. */
const ask = (engine, what = "read") => engine.answer(what, MESSAGE, engine.transport(what).request);

test("the server reads until the network is loaded and is not asked afterwards", async () => {
  const engine = new LocalInferenceEngine("/base");
  assert.deepEqual(await ask(engine), FROM_SERVER);
  assert.deepEqual(asked.splice(0), ["/base/capsviz/read"]); // not chosen yet
  engine.choose(true);
  assert.deepEqual(await ask(engine), FROM_SERVER);
  await until(() => worker?.told.length === 2);
  assert.deepEqual(asked.splice(0).sort(), [
    "/base/capsviz/networks/efficient.json",
    "/base/capsviz/read",
  ]);
  assert.deepEqual(worker.told[0], {
    base: "https://x/base/capsviz",
    full: true,
    runtime: "onnxruntime/1",
  });
  assert.deepEqual(worker.told[1], { models: ["efficient"] });
  assert.equal(engine.reads, false);
  worker.onmessage({ data: { model: "efficient", share: 1 } });
  assert.equal(engine.reads, true);
  assert.deepEqual(await ask(engine), FROM_HERE);
  assert.deepEqual(asked, []);
  // The server answers requests that graphs do not support: another routing, and all blocks of a
  // network.
  assert.equal(engine.readerOf("read", { model: "efficient", routing: "top_k:2" }), null);
  assert.deepEqual(await ask(engine, "network"), FROM_SERVER);
  engine.choose(false);
  assert.deepEqual(await ask(engine), FROM_SERVER);
});

test("the plain CNN is loaded too before both networks answer", async () => {
  answers.card = { plain: "cnn", runtime: "onnxruntime/1" };
  const engine = new LocalInferenceEngine("/base");
  engine.choose(true);
  await engine.prepare("efficient");
  worker.onmessage({ data: { model: "efficient", share: 1 } });
  assert.deepEqual(await ask(engine, "transform"), FROM_SERVER);
  await until(() => worker.told.length === 3);
  worker.onmessage({ data: { model: "cnn", share: 1 } });
  assert.deepEqual(await ask(engine, "transform"), FROM_HERE);
});

test("a network that cannot be loaded gets one sentence and the server reads", async () => {
  answers.card = { error: "ONNX Runtime Web is missing" };
  const engine = new LocalInferenceEngine("/base");
  engine.choose(true);
  await ask(engine);
  await until(() => engine.places.get("efficient").state === "refused");
  const refused = { state: "refused", sentence: "ONNX Runtime Web is missing" };
  assert.deepEqual(engine.places.get("efficient"), refused);
  assert.deepEqual(await ask(engine), FROM_SERVER);
  answers = { bytes: null, error: "out of memory" };
  engine.choose(true); // again
  await engine.prepare("efficient");
  worker.onmessage({ data: { model: "efficient", share: 1 } });
  assert.deepEqual(await ask(engine), FROM_SERVER);
  assert.match(engine.places.get("efficient").sentence, /^This device has too little memory/);
});

test("a browser without WebAssembly SIMD gets one sentence", async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  const engine = new LocalInferenceEngine("/base");
  await engine.prepare("efficient");
  WebAssembly.validate = validate;
  assert.match(engine.places.get("efficient").sentence, /WebAssembly with SIMD/);
  assert.deepEqual(asked, []);
});
