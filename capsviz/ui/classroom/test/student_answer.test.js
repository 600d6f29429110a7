import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

class Storage extends Map {
  getItem = (name) => this.get(name) ?? null;
  setItem = (name, text) => this.set(name, text);
}

class Element {
  dataset = {};
  classList = { toggle() {} };
  style = { setProperty() {} };
  append() {}
  replaceChildren() {}
  setAttribute() {}
  addEventListener() {}
  contains = () => false;
}

globalThis.sessionStorage = /** @type {any} */ (new Storage());
globalThis.document = /** @type {any} */ ({
  documentElement: new Element(),
  createElement: () => new Element(),
  querySelector: () => null,
  querySelectorAll: () => [],
});

const { Answering } = await import("../student_answer.js");

const QUESTION = { name: "a", text: "?", answers: ["x", "y", "z"], round: 1, revealed: false };
/** @type {any[]} */
let said;
/** @type {any} */
let answering;
let reached = true;

/** @param {number | null} voted @param {any} [more] */
const hear = (voted, more = {}) => answering.receive({ ...QUESTION, ...more, voted });
const votes = () => said.map(({ name, round, answer }) => `${name} ${round} ${answer}`);

beforeEach(() => {
  said = [];
  reached = true;
  answering = new Answering({}, (message) => {
    if (reached) said.push(message);
    return reached;
  });
  hear(null);
});

test("a vote is sent again after a silence until the server has it", () => {
  answering.repeat();
  assert.deepEqual(said, []);
  answering.vote(QUESTION, 1);
  answering.doubt();
  answering.repeat();
  assert.deepEqual(votes(), ["a 1 1", "a 1 1"]);
  hear(1);
  answering.repeat();
  assert.equal(said.length, 2);
});

test("a vote that could not be sent follows with the question", () => {
  reached = false;
  answering.vote(QUESTION, 2);
  reached = true;
  hear(null);
  assert.deepEqual(votes(), ["a 1 2"]);
});

test("a change of a vote that was lost with its socket is sent on the next one", () => {
  answering.vote(QUESTION, 0);
  hear(0);
  answering.vote(QUESTION, 2);
  answering.doubt();
  hear(0);
  assert.deepEqual(votes(), ["a 1 0", "a 1 2", "a 1 2"]);
  hear(2);
  hear(1); // another tab of this visitor, which has the last word
  assert.equal(said.length, 3);
});

test("a vote is not sent again for another question, another round or a revealed one", () => {
  answering.vote(QUESTION, 1);
  answering.doubt();
  for (const more of [{ name: "b" }, { round: 2 }, { revealed: true }]) {
    hear(null, more);
    answering.repeat();
  }
  assert.equal(said.length, 1);
});
