/* Form for a session code. An invalid code is reported at once and stays for correction. */

import { make, onSubmit, setText } from "../browser/dom.js";
import { sendButton } from "./elements.js";
import { isCode, readCode } from "./stored_role.js";

/**
 * @param {Record<string, string>} words
 * @param {(code: string) => void} join
 * @param {{code?: string, error?: string}} [options] the typed code and its error
 * @returns {HTMLFormElement}
 */
export function joinForm(words, join, { code = "", error = "" } = {}) {
  const field = make("input", {
    type: "text",
    value: code,
    autocomplete: "off",
    maxLength: 12,
    className: "cv-number",
    data: { testid: "class-join-code" },
    aria: { "aria-label": words["code-label"], autocapitalize: "characters" },
  });
  const send = sendButton(words.join, "class-join");
  const row = make("div", { className: "cv-class-join-row" }, field, send);
  const trouble = make("p", { className: "cv-small", aria: { role: "alert" } }, error);
  return onSubmit(make("form", {}, row, trouble), () => {
    const typed = readCode(field.value);
    if (isCode(typed)) return join(typed);
    setText(trouble, words["no-code"]);
    field.focus();
  });
}
