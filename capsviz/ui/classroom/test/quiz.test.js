import assert from "node:assert/strict";
import { test } from "node:test";

import { adoptEnglish } from "../../browser/test/english.js";
import { liesOverPage, quizAsks, quizChange, quizPlace, shareText } from "../quiz.js";

const QUESTIONS = [
  { concept: "length", text: "a", answers: ["x", "y"], right: 0, lesson: "pooling" },
  { concept: "vote", text: "b", answers: ["x", "y"], right: 1, lesson: "loss" },
];
const WORDS = { "at-start": "first", "at-end": "last" };

test("a quiz question names its place and the final one names its first asking", () => {
  const first = quizAsks(QUESTIONS, "start", 1, WORDS);
  const last = quizAsks(QUESTIONS, "end", 1, WORDS);
  assert.deepEqual(quizPlace(first.name), { when: "start", index: 1 });
  assert.deepEqual(quizPlace(last.name), { when: "end", index: 1 });
  assert.equal(first.before, "");
  assert.equal(last.before, first.name);
  assert.equal(last.when, "last");
  assert.equal(last.right, 1);
  assert.equal(quizPlace("typed abc"), null);
});

adoptEnglish();

test("the change covers questions that were answered both times", () => {
  const rows = (right, wrong) => [
    ["a", "x", "right", right],
    ["a", "y", "wrong", wrong],
  ];
  const notes = {
    "poll quiz start 0": rows(41, 59),
    "poll quiz end 0": rows(70, 20),
    "poll quiz end 1": rows(5, 5),
  };
  const { start, end, questions } = quizChange(notes, QUESTIONS);
  assert.deepEqual(
    [start, end],
    [
      { right: 41, all: 100 },
      { right: 70, all: 90 },
    ],
  );
  assert.deepEqual([start, end].map(shareText), ["41 %", "78 %"]);
  assert.deepEqual(questions[1], { concept: "vote", start: null, end: { right: 5, all: 10 } });
  assert.equal(shareText(quizChange({}, QUESTIONS).start), "–");
});

test("typed, planned and quiz questions lie over the page and lesson questions do not", () => {
  assert.deepEqual(["typed a1", "plan 45 2", "quiz end 3", "routing 4"].map(liesOverPage), [
    true,
    true,
    true,
    false,
  ]);
});
