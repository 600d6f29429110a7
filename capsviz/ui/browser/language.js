/* The language of this tab: by the address, the visitor's choice or the browser's preferences. */

import { readText, writeText } from "./storage.js";

const STORE = "capsviz.language";
export const LANGUAGE_PARAMETER = "lang";
export const ENGLISH = "en";

/**
 * The first available language of `wishes`, or else English.
 * @param {string[]} languages such as "en"
 * @param {(string | null)[]} wishes such as "de-AT"
 */
export function selectLanguage(languages, wishes) {
  const names = wishes.map((wish) => wish?.toLowerCase().split("-")[0] ?? "");
  return names.find((name) => languages.includes(name)) ?? ENGLISH;
}

/** The language of this tab. @param {string[]} languages */
export function currentLanguage(languages) {
  const requested = new URL(location.href).searchParams.get(LANGUAGE_PARAMETER);
  if (requested && languages.includes(requested)) keepLanguage(requested);
  const stored = readText(() => sessionStorage, STORE);
  return selectLanguage(languages, [requested, stored, ...(globalThis.navigator?.languages ?? [])]);
}

/** The language of the document, also for `Accept-Language` of requests. */
export const tabLanguage = () => globalThis.document?.documentElement?.lang || ENGLISH;

/**
 * The address of a socket with the language, since sockets have no such header.
 * @param {string} address
 */
export const inTabLanguage = (address) =>
  `${address}${address.includes("?") ? "&" : "?"}${LANGUAGE_PARAMETER}=${tabLanguage()}`;

/** Show this tab in another language. @param {string} language */
export function changeLanguage(language) {
  keepLanguage(language);
  const address = new URL(location.href);
  address.searchParams.delete(LANGUAGE_PARAMETER);
  // The tab's storage keeps drawing, settings and views.
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

/** @param {string} language */
function keepLanguage(language) {
  writeText(() => sessionStorage, STORE, language);
}
