/*
 * Components that are on the page, to be shown again: for a script that has changed what this tab
 * keeps (state_sync.js) from outside, and wants every page to take it up.
 */

import { PageHost } from "./page_host.js";

/** @type {Map<Element, () => void>} */
const shown = new Map();
/** @type {WeakMap<Element, PageHost>} */
const pages = new WeakMap();

/**
 * A component's default export, remembered each time it is called.
 * @param {(component: any) => any} show returns a function that ends it
 */
export function remount(show) {
  return (/** @type {any} */ component) => {
    const place = component.parentElement;
    // The visitor has gone on before the script was there.
    if (!place.isConnected) return () => {};
    const page = component.data.depends && hostPage(show, component);
    const close = page ? () => place.isConnected || page.close() : show(component);
    if (!page) shown.set(place, () => show(component));
    return () => {
      if (!place.isConnected) {
        shown.delete(place);
        pages.delete(place);
      }
      close?.();
    };
  };
}

/** Host a page in its place. @param {(component: any) => any} show @param {any} component a page's */
export function hostPage(show, component) {
  const place = component.parentElement;
  const page = pages.get(place) ?? new PageHost(show, component);
  page.update(component);
  pages.set(place, page);
  shown.set(place, () => page.renew());
  return page;
}

/** Have all of them take up what is kept now. */
export function remountAll() {
  for (const [place, show] of shown) {
    if (place.isConnected) show();
    else shown.delete(place);
  }
}
