/*
 * A visitor's picture files, decoded by the browser. The picture's size is checked before decoding;
 * a worker does the rest, so that the page does not block.
 */

import { text } from "../text.js";

/**
 * Maximum size of a file, in bytes, and of a picture, in pixels: phones' cameras have 108 million.
 */
const [MAX_BYTES, MAX_PIXELS] = [100 * 2 ** 20, 120e6];
/** Number of bytes that identify a file's format. */
const HEADER_BYTES = 1000;

/** @typedef {{bitmap: ImageBitmap, method: string, is16Bit: boolean}} Question of the worker */

/**
 * Read a picture file in the form of a network's data set.
 * @param {Blob} file
 * @param {string} method "ink" looks for ink; other methods are those of `rasterOfPicture`
 * @returns {Promise<Uint8Array>} a drawing's raster, or three for colours; rejects with a sentence
 *   for the visitor
 */
export async function readPictureFile(file, method) {
  const head = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  checkFile(file.size, head);
  checkSize(await measure(file), head);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(text("file-damaged"));
  });
  return find({ bitmap, method, is16Bit: isDeepGrey(head) });
}

/**
 * Raise an error for an empty, large or SVG file, before decoding.
 * @param {number} size
 * @param {Uint8Array} head
 */
export function checkFile(size, head) {
  if (!size) throw new Error(text("file-empty"));
  if (size > MAX_BYTES) {
    const [has, most] = [size, MAX_BYTES].map((bytes) => Math.ceil(bytes / 2 ** 20));
    throw new Error(text("file-large", { has, most }));
  }
  if (/<svg/i.test(textOf(head))) throw new Error(text("file-svg"));
}

/**
 * Raise an error for a picture that is too large to decode.
 * @param {{width: number, height: number} | null} size null if the file is not a picture
 * @param {Uint8Array} head
 */
export function checkSize(size, head) {
  if (!size) {
    const film = textOf(head.subarray(4, 8)) === "ftyp";
    throw new Error(text(film ? "file-film" : "file-none"));
  }
  const { width, height } = size;
  if (width * height <= MAX_PIXELS) return;
  throw new Error(text("file-pixels", { width, height, most: MAX_PIXELS / 1e6 }));
}

/** Whether a file is a PNG with 16-bit grey levels. @param {Uint8Array} head */
export function isDeepGrey(head) {
  return textOf(head.subarray(1, 4)) === "PNG" && head[24] === 16 && head[25] === 0;
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  return String.fromCharCode(...bytes);
}

/**
 * The size of a picture, for which browsers read only the header; null if it is not a picture.
 * @param {Blob} file
 * @returns {Promise<{width: number, height: number} | null>}
 */
async function measure(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    return await new Promise((settle) => {
      image.onload = () => settle({ width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = () => settle(null);
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Find the raster in a worker. @param {Question} question @returns {Promise<Uint8Array>} */
async function find(question) {
  const worker = new Worker(new URL("../upload/worker.js", import.meta.url), { type: "module" });
  try {
    return await new Promise((settle, fail) => {
      worker.onmessage = ({ data }) =>
        data.raster ? settle(data.raster) : fail(new Error(text(data.error)));
      worker.onerror = () => fail(new Error(text("file-scripts")));
      worker.postMessage(question, [question.bitmap]);
    });
  } finally {
    worker.terminate();
  }
}
