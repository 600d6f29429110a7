/* Rows of capsules: name, bar, number, reconstruction, and a button to choose the capsule. */

import { make, makeButton } from "./dom.js";

const ARIA_HIDDEN = { aria: { "aria-hidden": "true" } };

/**
 * @param {number} k index of the capsule
 * @param {string} name of the capsule
 * @param {{meter: string, choose: string, title: string}} words labels of the meter and the button
 * @param {() => void} act chooses the capsule
 * @param {Record<string, any>} [pictured] properties of the reconstruction
 */
export function lengthRow(k, name, { meter: label, choose, title }, act, pictured = ARIA_HIDDEN) {
  const bar = make("i");
  const value = make("span", { className: "cv-length-value" });
  const rank = make("span", { className: "cv-small cv-muted" });
  // Names and empty bars stay visible for an empty canvas.
  const blank = { ofNothing: "" };
  const digit = { ...ARIA_HIDDEN, className: "cv-length-digit", title: name, data: blank };
  const aria = {
    role: "meter",
    "aria-label": label,
    "aria-valuemin": "0",
    "aria-valuemax": "1",
    "aria-valuenow": "0",
  };
  const meter = make(
    "div",
    { className: "cv-length-meter", data: { testid: `length-${k}` }, aria },
    make("span", digit, name),
    make("span", { className: "cv-track", data: blank }, bar),
    value,
  );
  const canvas = make("canvas", pictured);
  const button = makeButton("cv-cover cv-length-choose", `choose-${k}`, [], act, {
    title,
    aria: { "aria-label": choose, "aria-pressed": "false" },
  });
  const row = make("div", { className: "cv-length" }, meter, rank, canvas, button);
  return { row, meter, bar, value, rank, canvas, button };
}
