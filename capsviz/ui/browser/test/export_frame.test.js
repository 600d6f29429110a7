import assert from "node:assert/strict";
import { test } from "node:test";

import { plainName, SvgPainter } from "../export.js";
import { axesLine, captionLine, headingOf, sheetLink } from "../export_frame.js";
import { addPngMetadata, svgMetadata } from "../file_metadata.js";
import { adoptEnglish } from "./english.js";

adoptEnglish();

/** A minimal PNG: signature, header and end. */
const PNG = Buffer.concat([
  Buffer.from("89504e470d0a1a0a", "hex"),
  Buffer.from("0000000d49484452000000010000000108000000003a7e9b55", "hex"),
  Buffer.from("0000000049454e44ae426082", "hex"),
]);

/** @param {Buffer} bytes @returns {[string, Buffer][]} */
function readChunks(bytes) {
  /** @type {[string, Buffer][]} */
  const chunks = [];
  for (let at = 8; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    chunks.push([bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + size)]);
    at += 12 + size;
  }
  return chunks;
}

test("the caption is one line without an address", () => {
  const words = { title: "Couplings", network: "dynamic", link: "https://host/routing" };
  assert.equal(
    captionLine({ caption: "digit 7", ...words }),
    "digit 7 · network dynamic · capsviz",
  );
  assert.equal(captionLine({ link: words.link }), "capsviz");
  assert.equal(headingOf("the lengths"), "Lengths");
});

test("the axes of a saved figure are named in one line", () => {
  assert.equal(axesLine({ x: "iteration", y: "length" }), "→ iteration, ↑ length");
  assert.equal(axesLine({ x: "step" }), "→ step");
  assert.equal(axesLine(), "");
});

test("a PNG carries its resolution and words right after its header", async () => {
  const about = { title: "Couplings → 7", description: "digit û", link: "https://host/?v=3" };
  const file = addPngMetadata(new Uint8Array(PNG), about);
  const bytes = Buffer.from(await file.arrayBuffer());
  const head = PNG.subarray(0, 33);
  assert.deepEqual(bytes.subarray(0, 33), head);
  assert.deepEqual(bytes.subarray(-(PNG.length - 33)), PNG.subarray(33));
  const chunks = readChunks(bytes);
  assert.deepEqual(
    chunks.map(([type]) => type),
    ["IHDR", "pHYs", "iTXt", "tEXt", "tEXt", "tEXt", "IEND"],
  );
  const [, resolution, title, description, software, source] = chunks.map(([, data]) => data);
  assert.deepEqual([...resolution], [0, 0, 46, 35, 0, 0, 46, 35, 1], "11,811 pixels per metre");
  assert.equal(title.toString("utf8"), "Title\0\0\0\0\0Couplings → 7");
  assert.equal(description.toString("latin1"), "Description\0digit û");
  assert.equal(software.toString("latin1"), "Software\0capsviz");
  assert.equal(source.toString("latin1"), "Source\0https://host/?v=3");
});

test("an SVG's metadata holds the address, and no markup of a title", () => {
  const text = svgMetadata({
    title: "a <b>",
    description: "",
    link: "https://host/?v=3&details=1",
  });
  assert.match(text, /^<title>a &lt;b&gt;<\/title>/);
  assert.match(text, /<dc:source>https:\/\/host\/\?v=3&amp;details=1<\/dc:source>/);
  assert.doesNotMatch(text, /dc:description/);
});

test("files have names of letters, numbers, dots and hyphens", () => {
  assert.equal(plainName("viewpoint-lengths-shift_x.svg"), "viewpoint-lengths-shift-x.svg");
  assert.equal(plainName("../my run: ä (2).png"), "my-run-ä-2.png");
});

test("a page opened from a file has no address", async () => {
  assert.equal(await sheetLink({ origin: "null", pathname: "/home/me/film.html", search: "" }), "");
});

test("a clip ends at the restore of the painter", () => {
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
