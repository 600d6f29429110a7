/* Addresses that others can open, too. */

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Whether an address names the machine alone that opens it. @param {string} address */
export function isOfThisMachine(address) {
  return LOOPBACK.test(new URL(address).hostname);
}

/**
 * An address as others open it, where that is known.
 * @param {string} address
 * @param {string[]} names of the server in its network, the likeliest first
 */
export function reachableAddress(address, names) {
  if (!isOfThisMachine(address) || !names.length) return address;
  const url = new URL(address);
  url.hostname = names[0];
  return url.href;
}
