/*
 * Radio buttons: a single tab stop; arrow keys, Home and End choose others. Hidden ones are
 * skipped.
 */

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Index of the button that a key chooses; arrows wrap around.
 * @param {string} key
 * @param {number} now
 * @param {number} count
 * @returns {number} -1 for other keys
 */
export function nextRadio(key, now, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step ? (now + step + count) % count : -1;
}

/**
 * Choose by keys. `choose` moves the tab stop by `showRadio`.
 * @param {HTMLElement} group
 * @param {HTMLElement[]} buttons
 * @param {{now: () => number, choose: (at: number) => void}} acts `now` returns -1 while nothing
 *   can be chosen
 */
export function walkRadios(group, buttons, { now, choose }) {
  group.addEventListener("keydown", (event) => {
    if (now() < 0) return;
    const visible = buttons.filter(({ hidden }) => !hidden);
    const index = visible.indexOf(/** @type {HTMLElement} */ (event.target));
    const target = nextRadio(event.key, index, visible.length);
    if (target < 0) return;
    event.preventDefault();
    event.stopPropagation();
    choose(buttons.indexOf(visible[target]));
    visible[target].focus();
  });
}

/**
 * @param {HTMLElement[]} buttons
 * @param {number} chosen
 */
export function showRadio(buttons, chosen) {
  const stop = buttons[chosen]?.hidden ? buttons.findIndex(({ hidden }) => !hidden) : chosen;
  buttons.forEach((button, i) => {
    button.setAttribute("aria-checked", String(i === chosen));
    button.tabIndex = i === stop ? 0 : -1;
  });
}
