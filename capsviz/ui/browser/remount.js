/*
 * Shows all components of the page again, after a script has changed the tab's stored state
 * (state_sync.js).
 */

import { PageHost } from "./page_host.js";

/** @type {Map<Element, () => void>} */
const renderers = new Map();
/** @type {WeakMap<Element, PageHost>} */
const pages = new WeakMap();

/**
 * Wrap a component's default export to register each call.
 * @param {(component: any) => any} show returns a function that ends it
 */
export function remount(show) {
  return (/** @type {any} */ component) => {
    const container = component.parentElement;
    // The visitor has left before the script was loaded.
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

/**
 * Host a page in its container.
 * @param {(component: any) => any} show
 * @param {any} component a page's
 */
export function hostPage(show, component) {
  const container = component.parentElement;
  const page = pages.get(container) ?? new PageHost(show, component);
  page.update(component);
  pages.set(container, page);
  renderers.set(container, () => page.renew());
  return page;
}

/** Show all components with the stored state. */
export function remountAll() {
  for (const [container, show] of renderers) {
    if (container.isConnected) show();
    else renderers.delete(container);
  }
}
