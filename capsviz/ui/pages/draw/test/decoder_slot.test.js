import assert from "node:assert/strict";
import { test } from "node:test";

import { DecoderSlot } from "../decoder_slot.js";

const dataOf = (sha) => ({ sha, here: true, classes: 10, dim: 16, hidden: [512, 1024], side: 28 });

test("a decoder is kept until another one is expected", async () => {
  const asked = [];
  const slot = new DecoderSlot(async ({ sha }) => {
    asked.push(sha);
    return `decoder ${sha}`;
  });
  assert.equal(slot.expect(dataOf("a")), true);
  await slot.load();
  assert.equal(slot.decoder, "decoder a");
  assert.equal(slot.expect(dataOf("a")), false);
  assert.equal(slot.decoder, "decoder a");
  assert.equal(slot.expect(dataOf("b")), true);
  assert.equal(slot.decoder, null);
  await slot.load();
  assert.deepEqual([slot.decoder, asked], ["decoder b", ["a", "b"]]);
});

test("a decoder that arrives after another is expected is dropped", async () => {
  const waiting = {};
  const slot = new DecoderSlot(({ sha }) => new Promise((come) => (waiting[sha] = come)));
  slot.expect(dataOf("old"));
  const first = slot.load();
  slot.expect(dataOf("new"));
  const second = slot.load();
  waiting.new("decoder new");
  await second;
  waiting.old("decoder old");
  await first;
  assert.equal(slot.decoder, "decoder new");
});

test("a decoder is fetched once, and again only where it did not come", async () => {
  let asked = 0;
  let fails = true;
  const slot = new DecoderSlot(async () => {
    asked++;
    if (fails) throw new Error("away");
    return "decoder";
  });
  slot.expect(dataOf("a"));
  await Promise.all([0, 1].map(() => assert.rejects(slot.load(), /away/)));
  assert.equal(asked, 1);
  fails = false;
  await Promise.all([slot.load(), slot.load()]);
  await slot.load();
  assert.deepEqual([slot.decoder, asked], ["decoder", 2]);
});
