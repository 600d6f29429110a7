import assert from "node:assert/strict";
import { test } from "node:test";
import { answerRows, countRight, isWhole, readAnswers } from "../quiz.js";

const QUIZ = [
  { concept: "length", lesson: "a", text: "?", answers: ["x", "y"], right: 1, remarks: ["", ""] },
  { concept: "vote", lesson: "b", text: "!", answers: ["x", "y", "z"], right: 0, remarks: [] },
];

test("stored answers are read only if they fit the quiz", () => {
  const none = [null, null];
  assert.deepEqual(readAnswers(null, QUIZ), { start: none, end: none });
  assert.deepEqual(readAnswers({ start: [1, 2], end: "x" }, QUIZ), { start: [1, 2], end: none });
  assert.deepEqual(readAnswers({ start: [2, -1], end: [0] }, QUIZ).start, none);
});

test("a quiz is complete once every question has an answer and counts correct ones", () => {
  assert.equal(isWhole([1, null]), false);
  assert.equal(isWhole([1, 2]), true);
  assert.equal(countRight([1, 2], QUIZ), 1);
  assert.equal(countRight([1, 0], QUIZ), 2);
});

test("the table has a row for each concept with given and correct answers", () => {
  const rows = answerRows(QUIZ, { start: [0, 2], end: [1, 2] }, ["concept"]);
  assert.deepEqual(rows, [
    ["concept"],
    ["length", "?", "x", "y", "y"],
    ["vote", "!", "z", "z", "x"],
  ]);
});
