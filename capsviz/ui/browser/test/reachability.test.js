import assert from "node:assert/strict";
import { test } from "node:test";

import { isOfThisMachine, reachableAddress } from "../reachability.js";

test("loopback addresses are recognised", () => {
  for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "0.0.0.0", "a.localhost"]) {
    assert.ok(isOfThisMachine(`http://${name}:8501/routing?v=1`), name);
  }
  for (const name of ["192.168.1.7", "caps.example", "localhost.example", "[fd00::1]"]) {
    assert.ok(!isOfThisMachine(`http://${name}:8501/`), name);
  }
});

test("a loopback address is replaced by a reachable host with the same path", () => {
  const here = "http://localhost:8501/base/routing?v=1abc&class=1";
  const there = "http://192.168.1.7:8501/base/routing?v=1abc&class=1";
  assert.equal(reachableAddress(here, ["192.168.1.7", "laptop.local"]), there);
  assert.equal(reachableAddress(here, []), here);
  assert.equal(reachableAddress(there, ["10.0.0.1"]), there);
});
