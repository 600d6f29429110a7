/* The offer of a network that routes in iterations, where the one that is chosen has none. */

import { isLocked } from "./excerpt.js";
import { number, text } from "./text.js";

const ITERATIVE_NETWORK = "dynamic";

/** @param {number} bytes */
export function sizeWords(bytes) {
  return text("size-megabytes", { size: number(bytes / 1e6, 1) });
}

/**
 * The choice of that network, by the page's own list of networks; null where there is none.
 * @returns {{words: string, choose: () => void} | null}
 */
export function offerIterating() {
  const list = /** @type {HTMLSelectElement | null} */ (
    document.querySelector(".cv-picker select")
  );
  const option = [...(list?.options ?? [])].find(({ value }) => value === ITERATIVE_NETWORK);
  if (!list || !option || isLocked("network")) return null;
  const { bytes } = option.dataset;
  return {
    words: bytes
      ? text("network-choose-size", { name: option.text, size: sizeWords(Number(bytes)) })
      : text("network-choose", { name: option.text }),
    choose: () => {
      list.value = ITERATIVE_NETWORK;
      list.dispatchEvent(new Event("change"));
    },
  };
}
