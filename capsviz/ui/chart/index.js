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
 * A figure of Plotly, with the settings that it keeps to itself, and the camera of its toolbar:
 * once it is drawn, and makes no other picture at that moment.
 * @param {any} root asks for as long as it is on the page
 * @returns {Promise<{ figure: any, camera: HTMLElement } | null>}
 */
async function drawnFigure(root) {
  while (root.isConnected) {
    /** @type {any} */
    const figure = document.querySelector(
      `.st-key-${CSS.escape(root.exported.chart)} .js-plotly-plot`,
    );
    const camera = figure?.querySelector('.modebar-btn[data-title^="Download"]');
    if (camera && !figure._snapshotInProgress) return { figure, camera };
    await new Promise(requestAnimationFrame);
  }
  return null;
}

/** Save the figure; one that was never in sight is fetched for it. */
async function savePlotly(root, format) {
  root.fetch();
  const drawn = await drawnFigure(root);
  if (!drawn) return;
  drawn.figure._context.toImageButtonOptions = {
    format,
    filename: root.exported.name,
    scale: format === "png" ? PLOTLY_SCALE : 1,
  };
  drawn.camera.click();
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

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".cv-export-bar");
  root.exported = data;
  keepRoom(root, data.room, () => setStateValue("seen", true));
  if (root.classList.contains("cv-export-ready")) return;
  root.classList.add("cv-export-ready");
  adoptTheme(root);
  exportButtons(root.querySelector('[data-part="buttons"]'), "this figure", {
    png: () => savePlotly(root, "png"),
    svg: () => savePlotly(root, "svg"),
    csv: () => saveFile(root.exported.csv, `${root.exported.name}.csv`, "text/csv;charset=utf-8"),
  });
}
