import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../browser/test/english.js";

adoptEnglish();

globalThis.location ??= /** @type {any} */ ({ search: "" });
const { offerLighter } = await import("../surroundings.js");

const NETWORKS = [
  { name: "large", title: "Large", reads: "mnist", memory: 33e6 },
  { name: "small", title: "Small", reads: "mnist", memory: 6e6 },
  { name: "shirts", title: "Shirts", reads: "fashion", memory: 33e6 },
];

test("a device with little memory is offered the first network instead of a large one", () => {
  const offer = (name, device, first = "small") => offerLighter(name, first, NETWORKS, device);
  for (const deviceMemory of [0.25, 1, 2])
    assert.match(offer("large", { deviceMemory }), /little memory.* Large .*choose Small\.$/);
  assert.equal(offer("small", { deviceMemory: 0.25 }), "");
  assert.equal(offer("large", { deviceMemory: 4 }), "");
  assert.equal(offer("large", {}), ""); // not all browsers tell
  // The first one reads other things, or is no smaller.
  assert.match(offer("shirts", { deviceMemory: 1 }), /close other tabs\.$/);
  assert.match(offer("large", { deviceMemory: 1 }, "large"), /close other tabs\.$/);
});
