/* The header in this tab's language, and the menu that changes it. */

import { make } from "../browser/dom.js";
import { engineOf } from "../browser/engine/index.js";
import { changeLanguage, currentLanguage, ENGLISH } from "../browser/language.js";
import { adoptTexts, awaitTexts, list, localise, text } from "../browser/text.js";

/**
 * The menu of languages, if there are several.
 * @param {Record<string, string>} [languages] names of languages, each in its own language
 * @returns {Node[]}
 */
export function languageMenu(languages = {}) {
  const names = Object.keys(languages);
  if (names.length < 2) return [];
  const options = names.map((name) => make("option", { value: name, lang: name }, languages[name]));
  const data = { testid: "language" };
  const menu = make("select", { data, aria: { "aria-label": text("language") } }, ...options);
  menu.value = currentLanguage(names);
  menu.addEventListener("change", () => changeLanguage(menu.value));
  return [make("label", { className: "cv-button cv-language" }, menu.value, menu)];
}

/** The header's data in this tab's language. @type {Promise<any> | undefined} */
let pendingHeader;

/**
 * Load the header's texts. The page waits for the shared messages.
 * @param {any} data
 * @param {string} language
 */
function fetchWords(data, language) {
  const fetching = engineOf(data)
    .toolsIn(language, data.texts_checksum)
    .catch(() => data) // fall back to English
    .then((header) => {
      adoptTexts(header.texts);
      return header;
    });
  awaitTexts(fetching);
  return fetching;
}

/**
 * Show the header. Its data are English, and those of another language are fetched.
 * @param {(component: any) => () => void} show
 * @param {any} component
 * @returns {() => void} ends it
 */
export function showInLanguage(show, component) {
  const { data, parentElement } = component;
  const language = currentLanguage(Object.keys(data.languages ?? {}));
  if (language === ENGLISH) {
    adoptTexts(data.texts);
    return show(component);
  }
  let end = () => {};
  pendingHeader ??= fetchWords(data, language);
  pendingHeader.then((header) => {
    if (!parentElement.isConnected) return;
    localise(parentElement);
    end = show({ ...component, data: { ...data, ...header } });
    document.title = list([header.titles_of_pages[data.page], "capsviz"], "dots");
  });
  return () => end();
}
