/*
 * The script of every component in Streamlit: it puts the markup and the styles in place and hands
 * over to our own scripts. The addresses of both have a checksum that only the server knows.
 */

/** @type {WeakMap<Element, Promise<void>>} */
const filled = new WeakMap();

/** @param {string[]} script address, and its place in a file of all scripts or nothing */
async function load([address, place]) {
  const module = await import(new URL(address, location.origin).href);
  return place ? module[place] : module;
}

/**
 * Insert the markup once its styles have loaded or failed to load. A page's markup stays hidden until
 * its data and texts are there (browser/page_host.js).
 * @param {Element} place @param {string} markup @param {string} style address of the styles
 * @param {boolean} page whether it is a page's
 */
async function fill(place, markup, style, page) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
  await new Promise((done) => {
    link.onload = link.onerror = done;
    place.append(link);
  });
  place.classList.toggle("cv-coming", page);
  place.insertAdjacentHTML("beforeend", markup);
}

/** @param {any} component */
export default async (component) => {
  const [{ markup, style, remount, script, data }] = component.data;
  const { parentElement } = component;
  const filling =
    filled.get(parentElement) ?? fill(parentElement, markup, style, "depends" in data);
  filled.set(parentElement, filling);
  const [mounting, { default: show }] = await Promise.all([load(remount), load(script), filling]);
  return mounting.remount(show)({ ...component, data });
};
