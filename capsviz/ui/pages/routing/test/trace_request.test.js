import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { TraceRequest } from "../trace_request.js";

adoptEnglish("routing");

/** A server that answers when it is told to, and what was shown of its answers. */
function serve() {
  const waiting = [];
  const shown = [];
  const ask = (question) =>
    new Promise((resolve, reject) => waiting.push({ question, resolve, reject }));
  const ending = new AbortController();
  const trace = new TraceRequest(
    ask,
    (found) => shown.push(found),
    (sentence) => sentence && shown.push(sentence),
    ending.signal,
  );
  return { waiting, shown, trace, ending };
}

test("traces are requested one at a time and only the last is shown", async () => {
  const { waiting, shown, trace } = serve();
  const first = trace.ask({ drawing: 1 });
  trace.ask({ drawing: 2 });
  trace.ask({ drawing: 3 });
  assert.equal(waiting.length, 1);
  waiting[0].resolve("one");
  await first;
  assert.deepEqual(
    waiting.map(({ question }) => question.drawing),
    [1, 3],
  );
  waiting[1].resolve("three");
  await new Promise(setImmediate);
  assert.deepEqual(shown, ["three"]);
  assert.ok(trace.isOf({ drawing: 3 }));
});

test("a failed request is reported and can be repeated", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { waiting, shown, trace, ending } = serve();
  const first = trace.ask({ drawing: 1 });
  waiting[0].reject(new Error("no such network"));
  await first;
  assert.equal(trace.isOf({ drawing: 1 }), false);
  const second = trace.ask({ drawing: 1 });
  waiting[1].reject(Object.assign(new Error("socket"), { isUnreachable: true }));
  await second;
  assert.equal(shown[0], "no such network");
  assert.match(shown[1], /^The server cannot be reached/);
  t.mock.timers.tick(5000); // a server that is away is asked again
  assert.equal(waiting.length, 3);
  waiting[2].reject(Object.assign(new Error("socket"), { isUnreachable: true }));
  await new Promise(setImmediate);
  ending.abort();
  t.mock.timers.tick(5000);
  assert.equal(waiting.length, 3);
});
