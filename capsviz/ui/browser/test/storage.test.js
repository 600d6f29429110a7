import assert from "node:assert/strict";
import { test } from "node:test";
import { readObject, readText, writeObject, writeText } from "../storage.js";

/** A browser's storage with these texts. */
function storageOf(texts) {
  const held = new Map(Object.entries(texts));
  return {
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, text) => held.set(name, text),
    removeItem: (name) => held.delete(name),
  };
}

test("objects are kept as JSON; what is no object is none", () => {
  const store = storageOf({ broken: "{broken", number: "3" });
  writeObject(() => store, "one", { on: true });
  assert.deepEqual(
    readObject(() => store, "one"),
    { on: true },
  );
  writeObject(() => store, "one", null);
  for (const name of ["one", "broken", "number"])
    assert.equal(
      readObject(() => store, name),
      null,
    );
});

test("what a browser refuses to keep lasts as long as the document", () => {
  const full = {
    ...storageOf({ text: "old" }),
    setItem: () => {
      throw new Error("full");
    },
  };
  writeText(() => full, "text", "new");
  assert.equal(
    readText(() => full, "text"),
    "new",
  );
  const none = () => {
    throw new Error("no storage");
  };
  assert.equal(readText(none, "other"), null);
  writeObject(none, "other", { on: true });
  assert.deepEqual(readObject(none, "other"), { on: true });
});
