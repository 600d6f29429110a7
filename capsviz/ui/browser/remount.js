/*
 * Components that are on the page, to be shown again: for a script that has changed what this tab
 * keeps (state_sync.js) from outside, and wants every page to take it up.
 */

import { AppPage } from "./app_page.js";

/** @type {Map<Element, () => void>} */
const shown = new Map();
/** @type {WeakMap<Element, AppPage>} */
const pages = new WeakMap();

/**
 * A component's default export, remembered each time it is called.
 * @param {(component: any) => any} show returns a function that ends it; its data come in a list
 */
export function remount(show) {
  return (/** @type {any} */ call) => {
    const component = { ...call, data: call.data[0] };
    const place = component.parentElement;
    // The visitor has gone on before the script was there.
    if (!place.isConnected) return () => {};
    const close = component.data.depends ? host(show, component) : show(component);
    const page = pages.get(place);
    shown.set(place, () => (page ? page.renew() : show(component)));
    return () => {
      if (!place.isConnected) {
        shown.delete(place);
        pages.delete(place);
      }
      close?.();
    };
  };
}

/** @param {(component: any) => any} show @param {any} component a page's */
function host(show, component) {
  const place = component.parentElement;
  const page = pages.get(place) ?? new AppPage(show, component);
  page.update(component);
  pages.set(place, page);
  return () => place.isConnected || page.close();
}

/** Have all of them take up what is kept now. */
export function remountAll() {
  for (const [place, show] of shown) {
    if (place.isConnected) show();
    else shown.delete(place);
  }
}
