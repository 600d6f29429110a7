import assert from "node:assert/strict";
import { test } from "node:test";

import { quizAsks, quizPlace } from "../quiz.js";

const QUESTIONS = [
  { text: "a", answers: ["x", "y"], right: 0, lesson: "pooling" },
  { text: "b", answers: ["x", "y"], right: 1, lesson: "loss" },
];
const WORDS = { "at-start": "first", "at-end": "last" };

test("a question is found again by its name, and at the end what was answered at the start", () => {
  const first = quizAsks(QUESTIONS, "start", 1, WORDS);
  const last = quizAsks(QUESTIONS, "end", 1, WORDS);
  assert.deepEqual(quizPlace(first.name), { when: "start", at: 1 });
  assert.deepEqual(quizPlace(last.name), { when: "end", at: 1 });
  assert.equal(first.before, "");
  assert.equal(last.before, first.name);
  assert.equal(last.when, "last");
  assert.equal(last.right, 1);
  assert.equal(quizPlace("typed abc"), null);
});
