/*
 * Buttons that save the Plotly figure shown above them.
 *
 * The page's Plotly is not within reach of a component, but what it has drawn is SVG on the page:
 * that is put on the same sheet as every other figure.
 */

import { exportButtons, saveDrawing, saveFile } from "../browser/export.js";
import { adoptTheme } from "../browser/picture.js";
import { plotlyText } from "./drawing.js";

/** A figure this near to what is in sight is fetched. */
const NEAR = "300px";

/**
 * A figure of Plotly, once it is drawn.
 * @param {any} root asks for as long as it is on the page
 * @returns {Promise<HTMLElement | null>}
 */
async function plotlyFigure(root) {
  while (root.isConnected) {
    /** @type {HTMLElement | null} */
    const figure = document.querySelector(
      `.st-key-${CSS.escape(root.exported.chart)} .js-plotly-plot`,
    );
    // The toolbar comes last.
    if (figure?.querySelector(".modebar-btn")) return figure;
    await new Promise(requestAnimationFrame);
  }
  return null;
}

/** Save the figure; one that was never in sight is fetched for it. */
async function savePlotly(root, kind) {
  root.fetch();
  const drawn = await plotlyFigure(root);
  if (!drawn) return;
  const { name, title, network, palettes } = root.exported;
  const here = palettes[root.classList.contains("cv-dark") ? "dark" : "light"];
  await saveDrawing(root, kind, name, { title, network }, (_, dark) => ({
    width: drawn.clientWidth,
    height: drawn.clientHeight,
    text: plotlyText(drawn, here, palettes[dark ? "dark" : "light"]),
  }));
}

/**
 * Keep a figure's room free until it is fetched: when it comes into sight, or is to be saved.
 * @param {any} root
 * @param {number} room in pixels; 0 where the figure is there
 * @param {() => void} tell the page that it is wanted
 */
function keepRoom(root, room, tell) {
  root.style.paddingTop = room ? `${room}px` : "";
  root.watcher?.disconnect();
  root.fetch = () => {};
  if (!room) return;
  const watcher = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) root.fetch();
    },
    { rootMargin: NEAR },
  );
  root.fetch = () => {
    watcher.disconnect();
    tell();
  };
  root.watcher = watcher;
  watcher.observe(root);
}

/**
 * Have the figure's letters grow with those of the page: on the server, where the figure is made.
 * @param {any} root
 * @param {() => void} again what is called when class mode is turned on or off
 */
function followClassMode(root, again) {
  if (!root.isConnected) return window.removeEventListener("capsviz:class", again);
  const on = document.documentElement.classList.contains("cv-class-mode");
  if (root.exported.in_class !== on) root.setState("in_class", on);
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".cv-export-bar");
  root.exported = data;
  keepRoom(root, data.room, () => setStateValue("seen", true));
  root.setState = setStateValue;
  const follow = () => followClassMode(root, follow);
  follow();
  if (root.classList.contains("cv-export-ready")) return;
  window.addEventListener("capsviz:class", follow);
  root.classList.add("cv-export-ready");
  adoptTheme(root);
  exportButtons(root.querySelector('[data-part="buttons"]'), "this figure", {
    png: () => savePlotly(root, "png"),
    svg: () => savePlotly(root, "svg"),
    csv: () => saveFile(root.exported.csv, `${root.exported.name}.csv`, "text/csv;charset=utf-8"),
  });
}
