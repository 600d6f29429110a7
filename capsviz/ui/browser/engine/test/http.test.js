import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { bytesToBase64, RASTER_SIDE, smallImage } from "../../raster.js";
import { adoptEnglish } from "../../test/english.js";
import { Engine } from "../engine.js";
import { HttpEngine } from "../http.js";

adoptEnglish();

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** A server with one answer, and the requests to it. */
function answer(body, status = 200) {
  const asked = [];
  globalThis.fetch = async (address, how) => {
    asked.push([address, how?.method ?? "GET", how?.body]);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  };
  return asked;
}

const away = () => {
  globalThis.fetch = async () => Promise.reject(new TypeError("Failed to fetch"));
};

test("a test picture is requested once and has the pixels of its base", async () => {
  const raster = new Uint8Array(RASTER_SIDE * RASTER_SIDE);
  const step = RASTER_SIDE / 28;
  raster[3 * step * RASTER_SIDE + 5 * step] = 200;
  const asked = answer({ label: 4, b: bytesToBase64(raster) });
  const engine = new HttpEngine("/base");
  const [one, again] = await Promise.all([
    engine.testImage("mnist", 17),
    new HttpEngine("/base").testImage("mnist", 17),
  ]);
  assert.equal(one, again);
  assert.deepEqual(asked, [["/base/capsviz/test/mnist/17", "GET", undefined]]);
  assert.equal(one.label, 4);
  assert.equal(smallImage(one.b)[3 * 28 + 5], 200);
});

test("a refused picture gives the reason and is requested again", async () => {
  const asked = answer({ error: "there is no test digit 12000" }, 404);
  const engine = new HttpEngine("");
  await assert.rejects(engine.testImage("mnist", 12000), /there is no test digit 12000/);
  await assert.rejects(engine.testImage("mnist", 12000), /there is no test digit 12000/);
  assert.equal(asked.length, 2);
});

test("an unreachable server gives no samples, no statistics and else one sentence", async () => {
  away();
  const engine = new HttpEngine("");
  assert.deepEqual(await engine.samples("0123"), []);
  assert.equal(await engine.poses("0123"), null);
  const asks = [engine.testImage("mnist", 3), engine.trace({}), engine.pair(), engine.train({})];
  for (const asked of asks) {
    await assert.rejects(
      asked,
      (error) => error.isUnreachable && /cannot be reached/.test(error.message),
    );
  }
  assert.deepEqual(await new HttpEngine("/later").poses(null), null);
});

test("a server error without JSON gets one sentence", async () => {
  answer("no json", 502);
  await assert.rejects(new HttpEngine("").trace({}), /refused this \(502\): try again/);
});

test("an aborted request rejects with AbortError", async () => {
  const ending = new AbortController();
  globalThis.fetch = async () => {
    ending.abort();
    throw ending.signal.reason;
  };
  const asked = new HttpEngine("").film("run", { moments: -1, lines: -1 }, ending.signal);
  await assert.rejects(asked, { name: "AbortError" });
});

test("an engine offers the methods that it overrides", async () => {
  class Recorded extends Engine {
    async film() {
      return { header: {}, arrays: {}, shapes: {} };
    }
  }
  const engine = new Recorded();
  assert.ok(engine.offers("film"));
  assert.ok(!engine.offers("film", "trace"));
  await assert.rejects(engine.trace({ drawing: null, model: "x", center: true }), /needs the app/);
  const all = Object.getOwnPropertyNames(Engine.prototype).filter(
    (name) => !["constructor", "offers", "loadDecoder", "missing"].includes(name),
  );
  assert.ok(new HttpEngine("").offers(...all));
});
