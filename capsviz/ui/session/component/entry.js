/*
 * The script of every component in Streamlit: it puts the markup and the styles in place and hands
 * over to our own scripts, whose addresses have a checksum that only the server knows.
 */

/** @type {WeakSet<Element>} */
const filled = new WeakSet();

/** @param {string[]} script address, and its place in a file of all scripts or nothing */
async function load([address, place]) {
  const module = await import(new URL(address, location.origin).href);
  return place ? module[place] : module;
}

/** @param {any} component */
export default async (component) => {
  const [{ markup, style, remount, script, data }] = component.data;
  const { parentElement } = component;
  if (!filled.has(parentElement)) {
    parentElement.insertAdjacentHTML("beforeend", `<style>${style}</style>${markup}`);
    filled.add(parentElement);
  }
  const [mounting, { default: show }] = await Promise.all([load(remount), load(script)]);
  return mounting.remount(show)({ ...component, data });
};
