import assert from "node:assert/strict";
import { test } from "node:test";

import { fetchAhead } from "../links.js";

test("a page's files are fetched once, and again only where they did not come", async () => {
  const given = /** @type {any} */ (globalThis);
  given.location = new URL("http://app/");
  const asked = [];
  let fails = true;
  given.fetch = async (address) => {
    asked.push(address);
    if (fails) throw new TypeError("away");
  };
  const settled = () => new Promise((done) => setTimeout(done));
  const files = (name) => ({ script: `data:text/javascript,"${name}"`, style: name });
  fetchAhead(files("draw"));
  fetchAhead(files("draw"));
  await settled();
  fails = false;
  for (const name of ["draw", "draw", "learn"]) fetchAhead(files(name));
  await settled();
  fetchAhead(files("draw"));
  fetchAhead(undefined);
  assert.deepEqual(asked, ["draw", "draw", "learn"]);
});
