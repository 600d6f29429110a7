/* Addresses that other machines can open. */

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Whether an address is a loopback address. @param {string} address */
export function isOfThisMachine(address) {
  return LOOPBACK.test(new URL(address).hostname);
}

/**
 * An address for other machines, if the server's names are known.
 * @param {string} address
 * @param {string[]} names of the server in its network, most likely first
 */
export function reachableAddress(address, names) {
  if (!isOfThisMachine(address) || !names.length) return address;
  const url = new URL(address);
  url.hostname = names[0];
  return url.href;
}
