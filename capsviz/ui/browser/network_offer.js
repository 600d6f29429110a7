/* Offers a network with iterative routing if the selected one has none. */

import { isLocked } from "./excerpt.js";
import { number, text } from "./text.js";

const ITERATIVE_NETWORK = "dynamic";

/** @param {number} bytes */
export function sizeWords(bytes) {
  return text("size-megabytes", { size: number(bytes / 1e6, 1) });
}

/**
 * Selection of that network in the page's list of networks; null if the page has no list.
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
