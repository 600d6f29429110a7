/* All numbers behind the page, at full precision, as one file for numpy. */

import { saveFile } from "../../browser/export.js";

/**
 * @param {string} base of the app's own routes
 * @param {string} asked as `question` makes it
 * @param {number} iterations r
 * @returns {Promise<void>} fails with a sentence for the visitor
 */
export async function saveNumbers(base, asked, iterations) {
  const body = JSON.stringify({ ...JSON.parse(asked), iterations });
  const reply = await fetch(`${base}/capsviz/numbers`, { method: "POST", body }).catch(() => {
    throw new Error("The server cannot be reached: the numbers are not saved.");
  });
  if (!reply.ok) throw new Error((await reply.json()).error);
  saveFile(await reply.blob(), `routing-of-${iterations}-iterations.npz`, "application/zip");
}
