/* An address as a QR code. */

/**
 * @param {import("./engine/engine.js").Engine} engine
 * @param {string} address
 * @returns {Promise<Element>} rejects with a sentence
 */
export async function qrCode(engine, address) {
  const text = await engine.qrCode(address);
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}
