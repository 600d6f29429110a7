/* Draws all figures of the Dimensions page, synchronously with the sliders. */

import { setText } from "../../browser/dom.js";
import { capsuleWords } from "./words.js";

export class Display {
  /**
   * @param {Pick<ReturnType<typeof import("./wiring.js").buildFigures>,
   *   "grid" | "data" | "decoded" | "capsules" | "interpolation" | "factors">} figures
   * @param {Element[]} elements whose widths may change
   * @param {{scene: () => any, server: any, state: any, inks: any, part: (name: string) => any}}
   *   page the scene is null without a drawing
   */
  constructor(figures, elements, page) {
    this.figures = figures;
    this.page = page;
    this.paintCount = 0;
    this.resizeObserver = new ResizeObserver(() => this.fit());
    for (const element of elements) this.resizeObserver.observe(element);
  }

  close() {
    this.resizeObserver.disconnect();
    this.figures.grid.close();
    this.figures.interpolation.close();
  }

  /** Sequence number of a painted figure. */
  count() {
    this.paintCount += 1;
    return String(this.paintCount);
  }

  /** Another network: clear the old one's pictures. */
  clear() {
    const { capsules, decoded, interpolation, data } = this.figures;
    capsules.clear();
    decoded.clear();
    interpolation.forget();
    data.forget();
    this.fit();
  }

  /** Draw the row of all capsules. */
  showCapsules() {
    const { page } = this;
    const { network, reply, sizes } = page.state;
    const images = network.decoder.decodeAll(reply.poses);
    this.figures.capsules.show(images, sizes, page.inks.greyTable, page.server.network);
  }

  /** Mark the chosen capsule and describe it. */
  showChoice() {
    const { state, server, part } = this.page;
    const { k, winner, sizes } = state;
    this.figures.capsules.choose(k);
    const capsule = { k, winner, size: sizes[k], network: server.network };
    const note = capsuleWords({ ...capsule, measured: Boolean(state.network.stats) });
    setText(part("ten-note"), note);
  }

  /** Runs inside the slider's own event: decodes and draws before the browser's next paint. */
  redraw(moving = false) {
    const scene = this.page.scene();
    if (!scene) return;
    const { decoded, factors, data, grid } = this.figures;
    decoded.show(scene, this.count());
    factors.follow(scene.pose);
    if (scene.stats) data.mark(scene);
    grid.markOld(moving);
  }

  /** Repaint every picture, for other colours or newly decoded ones. */
  repaint() {
    const scene = this.page.scene();
    if (!scene) return;
    const { decoded, data, interpolation } = this.figures;
    this.showCapsules();
    decoded.begin(scene);
    this.redraw();
    data.forget();
    this.showData();
    interpolation.show();
    this.fit();
  }

  showData() {
    const scene = this.page.scene();
    if (scene?.stats) this.figures.data.show(scene, this.page.server);
  }

  /** Redraw every figure at its current width. */
  fit() {
    const scene = this.page.scene();
    const { grid, interpolation, data } = this.figures;
    grid.paint();
    interpolation.paint();
    if (scene?.stats) data.paint(scene);
  }
}
