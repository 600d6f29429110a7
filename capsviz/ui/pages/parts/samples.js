/* Sample pictures for a network of parts: drawings, or samples of its own data set. */

/**
 * Offer the network's samples. If its data set differs from the previous one's, an untouched sample
 * is replaced.
 * @param {any} page
 * @param {any} before the page's previous data
 */
export async function suitSamples({ pad, samples: strip, server }, before) {
  const { samples } = strip;
  const dataSet = server.data_set;
  const isNew = await strip.load(server.samples);
  const [first] = strip.samples ?? [];
  if (first && !server.digits) pad.examples = [first.drawing];
  if (!isNew || !before || before.data_set === dataSet) return;
  const present = JSON.stringify(pad.drawing);
  const untouched = samples?.some(({ drawing }) => JSON.stringify(drawing) === present);
  if (!untouched && !pad.isEmpty) return;
  pad.replace(first?.drawing ?? { s: [], b: null });
}
