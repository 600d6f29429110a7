/* A component's default export: Streamlit calls it at the start and with each update. */

import { steadySliders } from "./slider_touch.js";

/**
 * A page that exists as long as its root is in the document.
 * @param {string} selector of its root
 * @param {string} property of the root that stores the page
 * @param {new (root: any) => {update: (component: any) => void, close: () => void}} Page
 */
export function mountPage(selector, property, Page) {
  return (component) => {
    const root = component.parentElement.querySelector(selector);
    steadySliders();
    root[property] ??= new Page(root);
    root[property].update(component);
    // Also called for superseded updates: only a removed page is closed.
    return () => {
      if (root.isConnected || !root[property]) return;
      root[property].close();
      root[property] = null;
    };
  };
}
