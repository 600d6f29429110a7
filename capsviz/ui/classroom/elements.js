/* Elements shared by the lecturer's and the students' parts of a session. */

import { make, makeButton } from "../browser/dom.js";

/**
 * @param {string} text
 * @param {() => void} act
 * @param {{testid?: string, primary?: boolean}} [options]
 * @returns {HTMLButtonElement}
 */
export function button(text, act, { testid = "", primary = false } = {}) {
  return makeButton(primary ? "cv-button cv-primary" : "cv-button", testid, text, act);
}

/**
 * The button that sends a form.
 * @param {string} text
 * @param {string} testid
 * @param {string} [more] classes
 * @returns {HTMLButtonElement}
 */
export function sendButton(text, testid, more = "") {
  const className = `cv-button ${more}`;
  return make("button", { type: "submit", className, data: { testid } }, text);
}

/**
 * A sheet at the foot of the page, initially hidden.
 * @param {string} className
 * @param {string} label
 * @param {...Node} content
 * @returns {HTMLElement}
 */
export function sheet(className, label, ...content) {
  const aria = { "aria-label": label };
  const properties = { className: `cv-class-sheet ${className}`, hidden: true, aria };
  return make("section", properties, ...content);
}

/**
 * Show or hide a sheet at the foot of the page, which makes room for it.
 * @param {HTMLElement} sheet
 * @param {boolean} open
 */
export function unfold(sheet, open) {
  sheet.hidden = !open;
  const asks = document.querySelector(".cv-class-sheet:not([hidden])") !== null;
  document.documentElement.classList.toggle("cv-class-asks", asks);
}

/**
 * A part of the presenter view.
 * @param {string} label
 * @param {...Node} content
 * @returns {HTMLElement}
 */
export function card(label, ...content) {
  const aria = { "aria-label": label };
  return make("section", { className: "cv-desk-card", aria }, ...content);
}

/**
 * A window over the page, closed by Escape and by its own button.
 * @param {string} label
 * @param {string} shut label of its button
 * @param {...Node} content
 * @returns {HTMLDialogElement}
 */
export function panel(label, shut, ...content) {
  /** @type {HTMLDialogElement} */
  const dialog = make(
    "dialog",
    { className: "cv-class-panel", aria: { "aria-label": label } },
    ...content,
  );
  const closeButton = button(shut, () => dialog.close());
  closeButton.classList.add("cv-class-shut");
  dialog.append(closeButton);
  return dialog;
}

/** @param {HTMLDialogElement} dialog */
export function openPanel(dialog) {
  if (dialog.isConnected && !dialog.open) dialog.showModal();
}
