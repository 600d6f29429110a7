/* The pictures that a network of parts may take apart: drawings, or samples of its own set. */

/**
 * Offer the network's samples. Where it reads another kind of picture than the one before, an
 * untouched sample gives way to one of these.
 * @param {any} page
 * @param {any} before what the server said last
 */
export async function suitSamples({ pad, samples: strip, server }, before) {
  const { samples } = strip;
  const kind = server.data_set;
  const others = await strip.load(server.samples);
  const [first] = strip.samples ?? [];
  if (first && !server.digits) pad.examples = [first.drawing];
  if (!others || !before || before.data_set === kind) return;
  const now = JSON.stringify(pad.drawing);
  const untouched = samples?.some(({ drawing }) => JSON.stringify(drawing) === now);
  if (!untouched && !pad.isEmpty) return;
  pad.replace(first?.drawing ?? { s: [], b: null });
}
