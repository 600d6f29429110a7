/*
 * The language of this tab: an address may ask for one, the visitor may choose one, and the browser
 * prefers some.
 */

import { readText, writeText } from "./storage.js";

const STORE = "capsviz.language";
export const LANGUAGE_PARAMETER = "lang";
export const ENGLISH = "en";

/**
 * The first wish that is offered; otherwise English.
 * @param {string[]} languages such as "en"
 * @param {(string | null)[]} wishes such as "de-AT"
 */
export function selectLanguage(languages, wishes) {
  const names = wishes.map((wish) => wish?.toLowerCase().split("-")[0] ?? "");
  return names.find((name) => languages.includes(name)) ?? ENGLISH;
}

/** The language that this tab shows. @param {string[]} languages */
export function currentLanguage(languages) {
  const requested = new URL(location.href).searchParams.get(LANGUAGE_PARAMETER);
  if (requested && languages.includes(requested)) keepLanguage(requested);
  const stored = readText(() => sessionStorage, STORE);
  return selectLanguage(languages, [requested, stored, ...(globalThis.navigator?.languages ?? [])]);
}

/** The language of what is shown; `Accept-Language` of what this tab asks for. */
export const tabLanguage = () => globalThis.document?.documentElement?.lang || ENGLISH;

/** The address of a socket, which has no such header. @param {string} address */
export const inTabLanguage = (address) =>
  `${address}${address.includes("?") ? "&" : "?"}${LANGUAGE_PARAMETER}=${tabLanguage()}`;

/** Show this tab in another language. @param {string} language */
export function changeLanguage(language) {
  keepLanguage(language);
  const address = new URL(location.href);
  address.searchParams.delete(LANGUAGE_PARAMETER);
  // Drawing, settings and views are kept in the tab.
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

/** @param {string} language */
function keepLanguage(language) {
  writeText(() => sessionStorage, STORE, language);
}
