import assert from "node:assert/strict";
import { test } from "node:test";

import { recolourText } from "../../chart/drawing.js";
import { SvgPainter } from "../export.js";
import { captionWords, headingOf, sheetLink, splitText } from "../sheet.js";

test("beneath a figure stand the network and the page's address", () => {
  const link = "https://host/routing";
  assert.deepEqual(captionWords({ caption: "digit 7", network: "dynamic", link }), [
    "digit 7 · network dynamic",
    "capsviz · https://host/routing",
  ]);
  assert.deepEqual(captionWords({ link: "" }), ["", "capsviz"]);
  const long = `${link}?v=3${"x".repeat(1200)}`;
  assert.deepEqual(captionWords({ link: long }), ["", "capsviz · https://host/routing"]);
  assert.equal(headingOf("the lengths"), "Lengths");
});

test("a page on somebody's disk has no address to be found at", async () => {
  assert.equal(await sheetLink({ origin: "null", pathname: "/home/me/film.html", search: "" }), "");
});

test("an address is parted into lines that have room, and nothing of it is lost", () => {
  const text = "capsviz · https://host/routing?v=3abcdefghijklmnopqrstuvwxyz";
  assert.deepEqual(splitText(text, 500, 400), [text]);
  const lines = splitText(text, 100, 400);
  assert.equal(lines.join(""), text);
  assert.ok(lines.every((line) => line.length <= (0.9 * text.length) / 4));
});

test("another palette's colours take their places, opaque or not, and others stay", () => {
  const text = "fill: rgb(1, 2, 3); stroke: #010203; a: rgba(1,2,3,0.5); b: rgb(9, 9, 9) #040506";
  assert.equal(
    recolourText(text, ["#010203"], ["#ff0080"]),
    "fill: rgb(255, 0, 128); stroke: rgb(255, 0, 128); a: rgba(255, 0, 128,0.5); " +
      "b: rgb(9, 9, 9) rgb(4, 5, 6)",
  );
});

test("what is clipped ends where the painter restores", () => {
  const painter = new SvgPainter(10, 10);
  painter.save();
  painter.beginPath();
  painter.rect(0, 0, 5, 5);
  painter.clip();
  painter.fillRect(0, 0, 9, 9);
  painter.restore();
  painter.fillRect(0, 0, 2, 2);
  const text = painter.toString().replaceAll("\n", "");
  assert.match(text, /<g clip-path="url\(#clip-1\)"><rect [^>]*width="9"[^>]*\/><\/g><rect/);
});
