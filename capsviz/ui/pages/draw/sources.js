/* Pictures from elsewhere: files, the clipboard, the camera, test pictures. */

import { testName } from "../../browser/classes.js";
import { make } from "../../browser/dom.js";
import { isLocked } from "../../browser/excerpt.js";
import { bytesToBase64 } from "../../browser/raster.js";
import { text } from "../../browser/text.js";
import { readPictureFile } from "../../browser/upload/picture_file.js";

/** Side of the square that is used of a camera's picture, in pixels. */
const SNAPSHOT = 448;
/** Messages by the errors of a camera. */
const CAMERA_NOTES = {
  NotAllowedError: "camera-refused",
  NotFoundError: "camera-missing",
  NotReadableError: "camera-busy",
};

/** All sources of pictures: files, camera, clipboard, drag and drop. */
export class Sources {
  /** @param {import("./index.js").DrawPage} page */
  constructor(page) {
    this.page = page;
    this.element = page.element;
    this.part = page.part;
    /** @type {MediaStream | null} */
    this.stream = null;
    /** The picture that was asked for last. @type {Promise<any> | null} */
    this.pending = null;
    this.listen();
    page.signal.addEventListener("abort", () => this.stopCamera());
  }

  listen() {
    const { page } = this;
    const file = this.element("file");
    page.onClick("upload", () => file.click());
    file.addEventListener("change", () => {
      if (file.files[0]) this.send(file.files[0]);
      file.value = "";
    });
    page.onClick("camera", () => this.startCamera());
    page.onClick("snapshot", () => this.snapshot());
    page.onClick("camera-cancel", () => this.stopCamera());
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.digit(Number(this.element("mnist-index").value));
    });
    page.onClick("mnist-random", () => {
      const index = Math.floor(Math.random() * page.server.test.count);
      this.element("mnist-index").value = String(index);
      this.digit(index);
    });
    this.listenToDrops();
    const { signal } = page;
    const paste = (event) => this.take(event, event.clipboardData);
    document.addEventListener("paste", paste, { signal });
  }

  listenToDrops() {
    const { root } = this.page;
    const highlight = (isOver) => this.part("paper").classList.toggle("cv-paper-drop", isOver);
    root.addEventListener("dragover", (event) => {
      event.preventDefault();
      highlight(true);
    });
    root.addEventListener("dragleave", () => highlight(false));
    root.addEventListener("drop", (event) => {
      event.preventDefault();
      highlight(false);
      this.take(event, event.dataTransfer);
    });
  }

  /**
   * @param {Event} event
   * @param {DataTransfer | null} transfer
   */
  take(event, transfer) {
    const [file] = transfer?.files ?? [];
    if (!file || isLocked("picture")) return;
    event.preventDefault();
    this.send(file);
  }

  /** @param {Blob} file the drawing changes only if it can be read */
  async send(file) {
    const { page } = this;
    page.notice(text("picture-reading"), { stays: true });
    const show = (raster) => {
      const picture = bytesToBase64(raster);
      page.pad.replace({ s: [], b: picture });
      page.notice("");
      page.orientation.check(picture);
    };
    await this.expect(readPictureFile(file, page.server.network.way), show, { stays: true });
  }

  /** @param {number} index */
  async digit(index) {
    const { page } = this;
    const { test, network } = page.server;
    await this.expect(page.engine.testImage(test.set, index), ({ label, b }) => {
      page.pad.replace({ s: [], b });
      const values = { test: testName(test), index: String(index), name: network.classes[label] };
      page.notice(text("test-labelled", values), { answer: true });
    });
  }

  /**
   * Show a picture, or the error, unless another one has been requested since.
   * @template T
   * @param {Promise<T>} promise
   * @param {(picture: T) => void} show
   * @param {{stays?: boolean}} [options] the reason is told
   */
  async expect(promise, show, options) {
    this.pending = promise;
    try {
      const picture = await promise;
      if (this.pending === promise) show(picture);
    } catch (error) {
      if (this.pending === promise) this.page.notice(error.message, options);
    }
  }

  async startCamera() {
    if (!navigator.mediaDevices?.getUserMedia) {
      this.page.notice(text("camera-insecure"));
      return;
    }
    try {
      this.stopCamera();
      const constraints = { video: { facingMode: "environment", width: { ideal: 640 } } };
      this.stream = await navigator.mediaDevices.getUserMedia(constraints);
      const video = this.part("video");
      video.srcObject = this.stream;
      await video.play();
      this.part("camera-view").hidden = false;
      this.element("snapshot").focus();
    } catch (error) {
      this.stopCamera();
      this.page.notice(text(CAMERA_NOTES[error.name] ?? "camera-failed"));
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
