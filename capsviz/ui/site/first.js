/*
 * The first script of a published page. It sets the colours requested by the address
 * ("?theme=dark") before anything is visible, and shows why a page cannot work. It is a classic
 * script, because sandboxes without an origin and pages opened as files do not load modules.
 */

(() => {
  const words = JSON.parse(document.currentScript?.dataset.words ?? "{}");
  const root = document.documentElement;
  /** The visitor's choice, as stored by language.js; some pages have no storage. */
  const storedLanguage = () => {
    try {
      return sessionStorage.getItem("capsviz.language");
    } catch {
      return null;
    }
  };
  /** @param {"sandboxed" | "file" | "broken"} reason @param {string} href of the link */
  const showMessage = (reason, href) => {
    const requested = new URLSearchParams(location.search).get("lang");
    const wishes = [requested, storedLanguage(), ...navigator.languages];
    const names = wishes.map((wish) => wish?.split("-")[0] ?? "");
    const language = names.find((name) => words[name]) ?? "en";
    const [why, out] = words[language][reason];
    const link = Object.assign(document.createElement("a"), { href, textContent: out });
    // A frame may be too small, or may not navigate.
    if (reason === "sandboxed") link.target = "_blank";
    const paragraph = Object.assign(document.createElement("p"), { textContent: `${why} ` });
    Object.assign(paragraph, { role: "alert", lang: language });
    paragraph.style.padding = "0 16px";
    paragraph.append(link);
    const show = () => document.body.replaceChildren(paragraph);
    if (document.body) show();
    else document.addEventListener("DOMContentLoaded", show);
  };
  if (location.protocol === "file:") return showMessage("file", "http://localhost:8000/");
  // In a sandbox, style sheets are not readable either.
  if (self.origin === "null") return showMessage("sandboxed", location.href);
  const sayBroken = () => showMessage("broken", location.href);
  addEventListener("capsviz:broken", sayBroken);
  // The page's script cannot report its own failure to load.
  const onError = ({ target, error }) => {
    if (
      target instanceof HTMLScriptElement ? target.type === "module" : error instanceof SyntaxError
    )
      if (!root.classList.contains("cv-arrived")) sayBroken();
  };
  addEventListener("error", onError, true);
  const theme = new URLSearchParams(location.search).get("theme");
  if (theme === "light" || theme === "dark") {
    root.style.colorScheme = theme;
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSMediaRule && rule.media.mediaText === "(prefers-color-scheme: dark)")
          rule.media.mediaText = theme === "dark" ? "all" : "not all";
  }
})();
