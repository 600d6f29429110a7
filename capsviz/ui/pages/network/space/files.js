/* The scene as files: the current picture, and the walk as a film by the browser's recorder. */

import { contextOf, make } from "../../../browser/dom.js";
import { exportButtons, saveFile } from "../../../browser/export.js";
import { text } from "../../../browser/text.js";

/** Time of the film per stop, including the flight, in ms. */
const STOP_TIME = 3200;
/** Frames per second of the film. */
const RATE = 30;
const TYPE = "video/webm";
/** Font sizes of labels and the title, in CSS pixels. */
const SIZES = { label: 13, title: 16 };

/** Whether this browser can record a canvas. */
function canFilm() {
  const { MediaRecorder, HTMLCanvasElement } = globalThis;
  return Boolean(MediaRecorder?.isTypeSupported(TYPE) && HTMLCanvasElement.prototype.captureStream);
}

export class SceneFiles {
  /** @param {import("./index.js").Walk} walk */
  constructor(walk) {
    this.walk = walk;
    this.box = walk.page.part("scene-files");
    /** @type {MediaRecorder | null} */
    this.recorder = null;
    exportButtons(this.box, text("scene"), {
      png: () => this.savePicture(),
      webm: () => this.toggleFilm(),
    });
    this.button = this.box.querySelector('[data-testid="export-webm"]');
  }

  /** Stop recording when the visitor acts or leaves; the file has the film so far. */
  endFilm() {
    this.recorder?.stop();
    this.recorder = null;
  }

  savePicture() {
    const { stage, stop } = this.walk;
    if (!stage) return;
    const canvas = this.sheet();
    stage.draw();
    this.paint(canvas);
    canvas.toBlob((blob) => saveFile(blob, `network-${stop.name}.png`, "image/png"));
  }

  toggleFilm() {
    const { page, stage } = this.walk;
    if (!canFilm()) return page.trouble(text("film-impossible"));
    if (this.recorder) this.endFilm();
    else if (stage) this.film();
  }

  async film() {
    const { walk, button } = this;
    walk.pause();
    const canvas = this.sheet();
    const recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: TYPE });
    const parts = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => {
      if (this.recorder === recorder) this.recorder = null;
      if (!this.recorder) {
        if (walk.stage) walk.stage.onFrame = () => {};
        button.textContent = "WEBM";
      }
      saveFile(new Blob(parts), "network.webm", TYPE);
    });
    this.recorder = recorder;
    button.textContent = text("film-stop");
    walk.stage.onFrame = () => this.paint(canvas);
    recorder.start();
    // The film begins with the scene, not with an empty canvas.
    walk.stage.draw();
    this.paint(canvas);
    for (const { name } of walk.stops) {
      if (this.recorder !== recorder || !walk.open) break;
      walk.page.change({ stop: name, block: "" });
      await new Promise((resolve) => setTimeout(resolve, STOP_TIME));
    }
    if (this.recorder === recorder) this.endFilm();
  }

  /** A canvas as large as the scene. */
  sheet() {
    const { width, height } = this.walk.stage.canvas;
    return make("canvas", { width, height });
  }

  /** Paint the current scene, its labels and the stop's title. @param {HTMLCanvasElement} canvas */
  paint(canvas) {
    const { stage, stop, page } = this.walk;
    const { inks } = page.colours;
    const context = contextOf(canvas);
    const scale = canvas.width / stage.container.clientWidth;
    context.drawImage(stage.canvas, 0, 0, canvas.width, canvas.height);
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.strokeStyle = inks.paper;
    const write = (label, x, y, font, ink) => {
      context.font = font;
      context.lineWidth = 4 * scale;
      context.strokeText(label, x * scale, y * scale);
      context.fillStyle = ink;
      context.fillText(label, x * scale, y * scale);
    };
    context.textAlign = "center";
    for (const { text: label, x, y, strong } of stage.shownLabels) {
      const font = inks.font(SIZES.label * scale, strong ? 600 : "");
      write(label, x, y, font, strong ? inks.ink : inks.muted);
    }
    context.textAlign = "left";
    const font = inks.font(SIZES.title * scale, 600);
    write(stop.title, SIZES.title, canvas.height / scale - 1.5 * SIZES.title, font, inks.ink);
  }
}
