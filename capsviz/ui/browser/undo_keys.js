/* Keys for undo and redo. */

/**
 * @param {Document | HTMLElement} target element to listen on
 * @param {import("./steps.js").Pad} pad whose `undo` and `redo` are called
 * @param {AbortSignal} signal ends it
 */
export function listenToUndoKeys(target, pad, signal) {
  const onKey = (/** @type {any} */ event) => {
    const { target } = event;
    const typing =
      target instanceof Element && target.closest("input:not([type=range]), textarea, select");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) pad.redo();
    else if (key === "z") pad.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  target.addEventListener("keydown", onKey, { signal });
}
