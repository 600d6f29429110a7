/* Highlights all elements that show the same symbol of the formula. */

/** @param {any} root of the page */
export function lightSymbols(root) {
  const light = (name) => {
    if (root.dataset.lit === name) return;
    if (name) {
      root.dataset.lit = name;
      root.style.setProperty("--cv-lit", `var(--cv-sym-${name})`);
    } else delete root.dataset.lit;
    for (const node of root.querySelectorAll(".cv-sym")) {
      node.classList.toggle("cv-lit-symbol", node.dataset.sym === name);
    }
  };
  for (const kind of ["pointerover", "focusin"])
    root.addEventListener(kind, ({ target }) => light(target.closest?.("[data-sym]")?.dataset.sym));
  root.addEventListener("pointerleave", () => light());
}
