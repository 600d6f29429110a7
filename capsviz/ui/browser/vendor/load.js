/* Vendored modules that only few visitors need: each is loaded when it is asked for. */

/**
 * three.js, by an address that holds from the bundle of all scripts as well.
 * @returns {Promise<any>}
 */
export function loadThree() {
  return import("../vendor/three.js");
}
