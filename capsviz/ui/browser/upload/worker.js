/* Worker that finds the raster of a decoded picture. */

import { rasterOfPicture } from "./picture_raster.js";

/** Maximum side of the searched picture, in pixels. */
const MAX_SIDE = 1024;

/** @param {MessageEvent<import("./picture_file.js").Question>} message */
self.onmessage = ({ data: { bitmap, method, is16Bit } }) => {
  try {
    const { rgba, columns } = pixelsOf(bitmap);
    self.postMessage({ raster: rasterOfPicture(rgba, columns, method, is16Bit) });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};

/** @param {ImageBitmap} bitmap */
function pixelsOf(bitmap) {
  const share = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [columns, rows] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * share)),
  );
  const context = new OffscreenCanvas(columns, rows).getContext("2d");
  if (!context) throw new Error("file-memory");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, columns, rows);
  bitmap.close();
  return { rgba: context.getImageData(0, 0, columns, rows).data, columns };
}
