/* Facts about the visitor's device. */

/** Little memory, in GB; browsers report at most 8. */
const LOW_MEMORY = 2;

/**
 * Whether the browser reports little memory.
 * @param {{deviceMemory?: number}} device
 */
export function hasLittleMemory(device = /** @type {any} */ (globalThis.navigator ?? {})) {
  return (device.deviceMemory ?? Number.POSITIVE_INFINITY) <= LOW_MEMORY;
}
