/*
 * Components that are on the page, to be shown again with what their scripts said last: for who
 * has changed what this tab keeps (kept.js) from outside, and wants every page to take it up.
 */

/** @type {Map<Element, () => void>} */
const shown = new Map();

/**
 * A component's default export, remembered each time it is called.
 * @param {(component: any) => any} show gives what ends it; its data come in a list
 */
export function remount(show) {
  return (/** @type {any} */ call) => {
    const component = { ...call, data: call.data[0] };
    const place = component.parentElement;
    // The visitor has gone on before the script was there.
    if (!place.isConnected) return () => {};
    const close = show(component);
    shown.set(place, () => show(component));
    return () => {
      close?.();
      if (!place.isConnected) shown.delete(place);
    };
  };
}

/** Have all of them take up what is kept now. */
export function remountAll() {
  for (const [place, show] of shown) {
    if (place.isConnected) show();
    else shown.delete(place);
  }
}
