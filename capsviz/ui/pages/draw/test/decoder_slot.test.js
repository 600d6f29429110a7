import assert from "node:assert/strict";
import { test } from "node:test";

import { DecoderSlot } from "../decoder_slot.js";

const wanted = (sha) => ({ sha, here: true, classes: 10, dim: 16, hidden: [512, 1024], side: 28 });

test("a decoder is kept until another one is wanted", async () => {
  const asked = [];
  const held = new DecoderSlot(async ({ sha }) => {
    asked.push(sha);
    return `decoder ${sha}`;
  });
  assert.equal(held.want(wanted("a")), true);
  await held.load();
  assert.equal(held.decoder, "decoder a");
  assert.equal(held.want(wanted("a")), false);
  assert.equal(held.decoder, "decoder a");
  assert.equal(held.want(wanted("b")), true);
  assert.equal(held.decoder, null);
  await held.load();
  assert.deepEqual([held.decoder, asked], ["decoder b", ["a", "b"]]);
});

test("a decoder that arrives after another is wanted is dropped", async () => {
  const waiting = {};
  const held = new DecoderSlot(({ sha }) => new Promise((come) => (waiting[sha] = come)));
  held.want(wanted("old"));
  const first = held.load();
  held.want(wanted("new"));
  const second = held.load();
  waiting.new("decoder new");
  await second;
  waiting.old("decoder old");
  await first;
  assert.equal(held.decoder, "decoder new");
});

test("a decoder is fetched once, and again only where it did not come", async () => {
  let asked = 0;
  let fails = true;
  const held = new DecoderSlot(async () => {
    asked++;
    if (fails) throw new Error("away");
    return "decoder";
  });
  held.want(wanted("a"));
  await Promise.all([0, 1].map(() => assert.rejects(held.load(), /away/)));
  assert.equal(asked, 1);
  fails = false;
  await Promise.all([held.load(), held.load()]);
  await held.load();
  assert.deepEqual([held.decoder, asked], ["decoder", 2]);
});
