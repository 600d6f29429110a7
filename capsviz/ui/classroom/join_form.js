/* Form for a session code. It reports an invalid code at once and keeps it for correction. */

import { make, setText } from "../browser/dom.js";
import { isCode, readCode } from "./stored_role.js";

/**
 * @param {Record<string, string>} words
 * @param {(code: string) => void} join
 * @param {{code?: string, said?: string}} [how] the typed code, and what is wrong with it
 * @returns {HTMLFormElement}
 */
export function joinForm(words, join, { code = "", said = "" } = {}) {
  const field = make("input", {
    type: "text",
    value: code,
    autocomplete: "off",
    maxLength: 12,
    className: "cv-number",
    data: { testid: "class-join-code" },
    aria: { "aria-label": words["code-label"], autocapitalize: "characters" },
  });
  const send = { type: "submit", className: "cv-button", data: { testid: "class-join" } };
  const row = make("div", { className: "cv-class-join-row" }, field);
  row.append(make("button", send, words.join));
  const trouble = make("p", { className: "cv-small", aria: { role: "alert" } }, said);
  const form = make("form", {}, row, trouble);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = readCode(field.value);
    if (isCode(typed)) return join(typed);
    setText(trouble, words["no-code"]);
    field.focus();
  });
  return form;
}
