/*
 * Components that are on the page, to be shown again: for a script that has changed what this tab
 * keeps (state_sync.js) from outside, and wants every page to take it up.
 */

import { PageHost } from "./page_host.js";

/** @type {Map<Element, () => void>} */
const renderers = new Map();
/** @type {WeakMap<Element, PageHost>} */
const pages = new WeakMap();

/**
 * A component's default export, remembered each time it is called.
 * @param {(component: any) => any} show returns a function that ends it
 */
export function remount(show) {
  return (/** @type {any} */ component) => {
    const container = component.parentElement;
    // The visitor has gone on before the script was there.
    if (!container.isConnected) return () => {};
    const page = component.data.depends && hostPage(show, component);
    const end = page ? () => container.isConnected || page.close() : show(component);
    if (!page) renderers.set(container, () => show(component));
    return () => {
      if (!container.isConnected) {
        renderers.delete(container);
        pages.delete(container);
      }
      end?.();
    };
  };
}

/** Host a page in its place. @param {(component: any) => any} show @param {any} component a page's */
export function hostPage(show, component) {
  const container = component.parentElement;
  const page = pages.get(container) ?? new PageHost(show, component);
  page.update(component);
  pages.set(container, page);
  renderers.set(container, () => page.renew());
  return page;
}

/** Have all of them take up what is kept now. */
export function remountAll() {
  for (const [container, show] of renderers) {
    if (container.isConnected) show();
    else renderers.delete(container);
  }
}
