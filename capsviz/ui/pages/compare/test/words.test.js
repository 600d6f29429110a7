import assert from "node:assert/strict";
import { test } from "node:test";

import { differWords, moreWords, verdictWords } from "../words.js";

const column = (title, winner) => ({ title, winner, called: ["a", "b", "c"] });

test("what all say, and who says something else", () => {
  const [one, two, three] = ["One", "Two", "Three"];
  assert.equal(verdictWords([column(one, 1), column(two, 1)]), "All 2 networks say b.");
  assert.equal(
    verdictWords([column(one, 0), column(two, 2), column(three, 2)]),
    "2 of 3 networks say c; One a.",
  );
  const many = [column(one, 0), column(two, 2), column(three, 0), column("Four", 2)];
  assert.equal(
    verdictWords([...many, column("Five", 2)]),
    "3 of 5 networks say c; One and Three a.",
  );
  assert.equal(verdictWords([column(one, 0)]), "");
  assert.equal(verdictWords([]), "");
});

test("whoever differs from more than half is told", () => {
  const columns = [column("One", 1), column("Two", 1), column("Three", 2)];
  assert.deepEqual(
    columns.map((one) => differWords(one, columns)),
    ["", "", "differs from most: b"],
  );
  assert.equal(differWords(columns[2], columns.slice(1)), "");
});

test("what networks say is compared by name: their classes may stand in another order", () => {
  const turned = { title: "Turned", winner: 0, called: ["c", "b", "a"] };
  const columns = [column("One", 2), turned, column("Three", 0)];
  assert.equal(verdictWords(columns), "2 of 3 networks say c; Three a.");
  assert.deepEqual(
    columns.map((one) => differWords(one, columns)),
    ["", "", "differs from most: c"],
  );
});

test("networks that are to be fetched are counted, with their size", () => {
  const more = { networks: 7, bytes: 43_621_000, coming: false };
  assert.equal(moreWords(more), "7 more networks can read it too: 43.6 MB to fetch.");
  assert.equal(
    moreWords({ ...more, networks: 1, coming: true }),
    "One more network to come (43.6 MB).",
  );
});
