/*
 * A published page takes the colours that its address asks for ("?theme=dark"), before anything of
 * it is seen, and says so in a sandbox where it cannot work. This is a classic script, because a
 * sandbox without an origin loads no modules.
 */

(() => {
  // In a sandbox the style sheets cannot be read either: it comes first.
  if (self.origin === "null") {
    const words = JSON.parse(document.currentScript?.dataset.sandboxed ?? "{}");
    const wishes = [new URLSearchParams(location.search).get("lang"), ...navigator.languages];
    const language = wishes.map((wish) => wish?.split("-")[0] ?? "").find((wish) => words[wish]);
    const [sandboxed, open] = words[language ?? "en"] ?? [];
    const link = Object.assign(document.createElement("a"), {
      ...{ href: location.href, target: "_blank", textContent: open },
    });
    const said = Object.assign(document.createElement("p"), { textContent: `${sandboxed} ` });
    said.style.padding = "0 16px";
    said.append(link);
    document.addEventListener("DOMContentLoaded", () => document.body.replaceChildren(said));
    return;
  }
  const root = document.documentElement;
  const theme = new URLSearchParams(location.search).get("theme");
  if (theme === "light" || theme === "dark") {
    root.style.colorScheme = theme;
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSMediaRule && rule.media.mediaText === "(prefers-color-scheme: dark)")
          rule.media.mediaText = theme === "dark" ? "all" : "not all";
  }
})();
