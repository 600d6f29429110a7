/* An address as a QR code, made by the server. */

/**
 * @param {string} base path of the app
 * @param {string} address
 * @returns {Promise<Element>} fails with the server's sentence, or "" where it does not answer
 */
export async function qrCode(base, address) {
  const asked = { method: "POST", body: address };
  const reply = await fetch(`${base}/capsviz/qr`, asked).catch(() => null);
  if (!reply) throw new Error("");
  if (!reply.ok) throw new Error((await reply.json()).error);
  const parsed = new DOMParser().parseFromString(await reply.text(), "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}
