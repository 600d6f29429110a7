/* Pictures from elsewhere: files, the clipboard, the camera, test pictures. */

import { testName } from "../../browser/classes.js";
import { make } from "../../browser/dom.js";
import { isLocked } from "../../browser/excerpt.js";
import { bytesToBase64 } from "../../browser/raster.js";
import { text } from "../../browser/text.js";
import { readPictureFile } from "../../browser/upload/picture_file.js";
import { Standing } from "./orientation.js";

/** Side of what is read of a camera's picture, in pixels. */
const SNAPSHOT = 448;
/** Messages by the errors of a camera. */
const CAMERA_NOTES = {
  NotAllowedError: "camera-refused",
  NotFoundError: "camera-missing",
  NotReadableError: "camera-busy",
};

/**
 * @typedef {object} Outcome
 * @property {(base: string) => void} put takes a drawing's picture
 * @property {(sentence: string, how?: {stays?: boolean, answer?: boolean}) => void} say tells the
 *   visitor, for a while or until the next sentence; an answer may be hidden
 * @property {(base: string) => void} look hears of a picture that may lie in any way
 */

/**
 * Build everything by which a picture comes onto a page's canvas.
 * @param {import("./index.js").DrawPage} page
 * @returns {Standing} what offers to turn a picture
 */
export function buildSources(page) {
  const put = (b) => page.pad.replace({ s: [], b });
  const server = () => page.server;
  const standing = new Standing(page.root, page.engine, {
    ...{ server, settings: () => page.settings, put },
  });
  const outcome = {
    ...{ put, look: (b) => standing.look(b) },
    say: (sentence, how) => page.notice(sentence, how),
  };
  new Sources(page.root, page.engine, server, outcome, page.signal);
  return standing;
}

/** Everything by which a picture comes onto the canvas. */
export class Sources {
  /**
   * @param {HTMLElement} root
   * @param {import("../../browser/engine/engine.js").Engine} engine
   * @param {() => import("./controls.js").DrawPageData} server
   * @param {Outcome} outcome
   * @param {AbortSignal} signal ends it
   */
  constructor(root, engine, server, outcome, signal) {
    this.root = root;
    this.engine = engine;
    this.server = server;
    this.outcome = outcome;
    /** @type {MediaStream | null} */
    this.stream = null;
    this.listen(signal);
    signal.addEventListener("abort", () => this.stopCamera());
  }

  /** @returns {any} */
  element(name) {
    return this.root.querySelector(`[data-testid="${name}"]`);
  }

  /** @returns {any} */
  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const click = (name, act) => this.element(name).addEventListener("click", act);
    const file = this.element("file");
    click("upload", () => file.click());
    file.addEventListener("change", () => {
      if (file.files[0]) this.send(file.files[0]);
      file.value = "";
    });
    click("camera", () => this.startCamera());
    click("snapshot", () => this.snapshot());
    click("camera-cancel", () => this.stopCamera());
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.digit(Number(this.element("mnist-index").value));
    });
    click("mnist-random", () => {
      const index = Math.floor(Math.random() * this.server().test.count);
      this.element("mnist-index").value = String(index);
      this.digit(index);
    });
    this.listenToDrops();
    document.addEventListener("paste", (event) => this.take(event, event.clipboardData), {
      signal,
    });
  }

  listenToDrops() {
    const over = (inside) => this.part("paper").classList.toggle("cv-paper-drop", inside);
    this.root.addEventListener("dragover", (event) => {
      event.preventDefault();
      over(true);
    });
    this.root.addEventListener("dragleave", () => over(false));
    this.root.addEventListener("drop", (event) => {
      event.preventDefault();
      over(false);
      this.take(event, event.dataTransfer);
    });
  }

  /**
   * @param {Event} event
   * @param {DataTransfer | null} carried
   */
  take(event, carried) {
    const [file] = carried?.files ?? [];
    if (!file || isLocked("picture")) return;
    event.preventDefault();
    this.send(file);
  }

  /** @param {Blob} file the drawing changes only if it can be read */
  async send(file) {
    this.outcome.say(text("picture-reading"), { stays: true });
    try {
      const raster = await readPictureFile(file, this.server().network.way);
      const picture = bytesToBase64(raster);
      this.outcome.put(picture);
      this.outcome.say("");
      this.outcome.look(picture);
    } catch (error) {
      this.outcome.say(error.message, { stays: true });
    }
  }

  /** @param {number} index */
  async digit(index) {
    try {
      const { test, network } = this.server();
      const { label, b } = await this.engine.testImage(test.set, index);
      this.outcome.put(b);
      const told = { test: testName(test), index: String(index), name: network.classes[label] };
      this.outcome.say(text("test-labelled", told), { answer: true });
    } catch (error) {
      this.outcome.say(error.message);
    }
  }

  async startCamera() {
    if (!navigator.mediaDevices?.getUserMedia) {
      this.outcome.say(text("camera-insecure"));
      return;
    }
    try {
      this.stopCamera();
      const wanted = { video: { facingMode: "environment", width: { ideal: 640 } } };
      this.stream = await navigator.mediaDevices.getUserMedia(wanted);
      const video = this.part("video");
      video.srcObject = this.stream;
      await video.play();
      this.part("camera-view").hidden = false;
      this.element("snapshot").focus();
    } catch (error) {
      this.stopCamera();
      this.outcome.say(text(CAMERA_NOTES[error.name] ?? "camera-failed"));
    }
  }

  snapshot() {
    const video = this.part("video");
    const side = Math.min(video.videoWidth, video.videoHeight);
    const [x, y] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
    const canvas = make("canvas", { width: SNAPSHOT, height: SNAPSHOT });
    canvas.getContext("2d").drawImage(video, x, y, side, side, 0, 0, SNAPSHOT, SNAPSHOT);
    this.stopCamera();
    canvas.toBlob((blob) => blob && this.send(blob), "image/png");
  }

  stopCamera() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.part("video").srcObject = null;
    this.part("camera-view").hidden = true;
  }
}
