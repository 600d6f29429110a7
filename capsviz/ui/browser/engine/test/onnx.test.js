import assert from "node:assert/strict";
import { test } from "node:test";
import { packArrays, packMessage, unpackArrays } from "../../arrays.js";
import { adoptEnglish } from "../../test/english.js";

adoptEnglish();

/** Messages to every worker, in order. */
const started = [];
globalThis.Worker = /** @type {any} */ (
  class {
    constructor() {
      this.told = [];
      started.push(this);
    }
    postMessage(message) {
      this.told.push(message);
    }
    terminate() {
      this.ended = true;
    }
  }
);
const { OnnxEngine } = await import("../onnx.js");
const QUESTION = packMessage({ seq: 4, model: "efficient" }, new Uint8Array(3));

test("the full runtime answers a question for which the reduced one lacks a function", async () => {
  const engine = new OnnxEngine("http://site");
  const asked = engine.ask(QUESTION);
  const [first] = started;
  assert.deepEqual(first.told[0], { base: "http://site", full: false, runtime: "onnxruntime" });
  const { id } = first.told[1];
  first.onmessage({ data: { id, lacking: true, error: "unreachable" } });
  const second = started[1];
  assert.ok(first.ended);
  assert.deepEqual(second.told[0], { base: "http://site", full: true, runtime: "onnxruntime" });
  assert.deepEqual(second.told[1], first.told[1]);
  const bytes = packArrays({ seq: 4 }, {});
  second.onmessage({ data: { id, bytes } });
  assert.equal(await asked, bytes);
  const again = engine.ask(QUESTION);
  second.onmessage({ data: { id: id + 1, lacking: true, error: "It failed" } });
  const { error } = unpackArrays(await again).header;
  assert.equal(error, "The network could not be run here: It failed.");
  assert.equal(started.length, 2);
});

test("questions to a worker that cannot run are told so", async () => {
  const engine = new OnnxEngine("http://site");
  const told = [];
  engine.onProgress = (...progress) => told.push(progress);
  const prepared = engine.prepare(["efficient"]);
  const asked = engine.ask(QUESTION);
  started.at(-1).onerror();
  const said = /A file .* is missing or damaged/;
  for (const bytes of [await asked, await engine.ask(QUESTION)])
    assert.match(unpackArrays(bytes).header.error, said);
  await prepared;
  assert.match(told[0][2], said);
});

test("the engine gives the recorded attack of the nearest strength", async () => {
  const records = ["fgsm", "pgd"].flatMap((method) =>
    [0.1, 0.3].map((epsilon) => ({ method, epsilon, header: { digit: 7 } })),
  );
  const arrays = Object.fromEntries(
    records.map((_, n) => [`${n} cnn_after`, { values: Uint8Array.of(n), shape: [1] }]),
  );
  const asked = [];
  globalThis.fetch = async (place) => {
    asked.push(place);
    return new Response(packArrays({ records }, arrays));
  };
  const found = await new OnnxEngine("http://site").attack({
    model: "small",
    method: "pgd",
    epsilon: 0.22,
  });
  assert.deepEqual(asked, ["http://site/attacks/small.bin"]);
  assert.deepEqual(found.header, { digit: 7, recorded: 0.3 });
  assert.deepEqual(found.arrays, { cnn_after: Uint8Array.of(3) });
});

test("live links ask again when a network is loaded and not when it fails", () => {
  const engine = new OnnxEngine("http://site");
  let asked = 0;
  engine.links.add(/** @type {any} */ ({ touchOld: () => asked++ }));
  engine.receive({ model: "big", share: 0.5 });
  engine.receive({ model: "big", share: 1, error: "out of memory" });
  assert.equal(asked, 0);
  assert.ok(!engine.loaded.has("big"));
  engine.receive({ model: "big", share: 1 });
  assert.equal(asked, 1);
  assert.ok(engine.loaded.has("big"));
});
