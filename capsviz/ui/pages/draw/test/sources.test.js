import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { HttpEngine } from "../../../browser/engine/http.js";
import { READING_NOTE, readPicture, Sources } from "../sources.js";

const file = (size) => ({ size });

test("a picture comes as a drawing's base", async () => {
  const asked = [];
  mock.method(globalThis, "fetch", async (address) => {
    asked.push(address);
    return new Response(new Uint8Array([1, 2, 3]));
  });
  assert.equal(await readPicture(new HttpEngine(""), file(10), "ink"), "AQID");
  assert.equal(await readPicture(new HttpEngine("/base"), file(10), "inverted"), "AQID");
  assert.deepEqual(asked, ["/capsviz/picture", "/base/capsviz/picture/inverted"]);
});

test("each way to fail has a sentence", async () => {
  const refuse = (body, status) => async () => new Response(body, { status });
  const cases = [
    [refuse('{"error": "this is no picture"}', 400), /this is no picture$/],
    [refuse("no json", 502), /refused this \(502\): try again/],
    [async () => Promise.reject(new TypeError("offline")), /cannot be reached: try again/],
  ];
  for (const [answer, sentence] of cases) {
    mock.method(globalThis, "fetch", answer);
    await assert.rejects(readPicture(new HttpEngine(""), file(10), "ink"), sentence);
  }
  await assert.rejects(
    readPicture(new HttpEngine(""), file(5 * 1024 * 1024 + 1), "ink"),
    /larger than 5 MB/,
  );
});

test("from the file's choice to the answer it is said that the picture is read", async () => {
  for (const [status, last] of [
    [200, ""],
    [400, "this is no picture"],
  ]) {
    const held = new Promise((resolve) => {
      mock.method(globalThis, "fetch", () => new Promise((answer) => resolve(answer)));
    });
    let shown = null;
    const outcome = {
      put: () => {},
      say: (text, { stays = false } = {}) => {
        shown = { text, stays };
      },
      look: async () => false,
    };
    const server = () => ({ network: { way: "ink" } });
    const page = { engine: new HttpEngine(""), server, outcome };
    const sent = Sources.prototype.send.call(page, file(10));
    assert.deepEqual(shown, { text: READING_NOTE, stays: true });
    (await held)(
      new Response(status === 200 ? new Uint8Array([1]) : JSON.stringify({ error: last }), {
        status,
      }),
    );
    await sent;
    assert.deepEqual(shown, { text: last, stays: false });
  }
});
