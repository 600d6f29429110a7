/*
 * Buttons that save the Plotly figure shown above them.
 *
 * The page's Plotly is not within reach of a component, but each figure's own toolbar calls
 * its `toImage`: the wanted format is put into the figure's settings and its camera pressed.
 */

import { exportButtons, saveFile } from "../browser/export.js";
import { adoptTheme } from "../browser/picture.js";

const PLOTLY_SCALE = 2;
/** A figure this near to what is in sight is fetched. */
const NEAR = "300px";

/**
 * A figure of Plotly, with the settings that it keeps to itself.
 * @param {string} key
 * @returns {any}
 */
function plotlyFigure(key) {
  return document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`);
}

function savePlotly(key, name, format) {
  const figure = plotlyFigure(key);
  const camera = figure?.querySelector('.modebar-btn[data-title^="Download"]');
  if (!camera) return;
  figure._context.toImageButtonOptions = {
    format,
    filename: name,
    scale: format === "png" ? PLOTLY_SCALE : 1,
  };
  camera.click();
}

/**
 * Keep a figure's room free, and tell the page when it comes into sight.
 * @param {any} root
 * @param {number} room in pixels; 0 where the figure is there
 * @param {() => void} tell
 */
function keepRoom(root, room, tell) {
  root.style.paddingTop = room ? `${room}px` : "";
  root.watcher?.disconnect();
  if (!room) return;
  root.watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      root.watcher.disconnect();
      tell();
    },
    { rootMargin: NEAR },
  );
  root.watcher.observe(root);
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".cv-export-bar");
  root.exported = data;
  keepRoom(root, data.room, () => setStateValue("seen", true));
  if (root.classList.contains("cv-export-ready")) return;
  root.classList.add("cv-export-ready");
  adoptTheme(root);
  exportButtons(root.querySelector('[data-part="buttons"]'), "this figure", {
    png: () => savePlotly(root.exported.chart, root.exported.name, "png"),
    svg: () => savePlotly(root.exported.chart, root.exported.name, "svg"),
    csv: () => saveFile(root.exported.csv, `${root.exported.name}.csv`, "text/csv;charset=utf-8"),
  });
}
