/*
 * The chosen capsule's pose: a slider for each dimension, with input, reconstruction and
 * difference.
 */

import { finders, setText } from "../../browser/dom.js";
import { markDecoder, RemoteDecoder } from "../../browser/engine/remote_decoder.js";
import { misfitOf, PixelPicture } from "../../browser/picture.js";
import { DimensionSliders, dimensionLabels, shortName } from "../../browser/sliders.js";
import { number, text } from "../../browser/text.js";
import { DecoderSlot } from "./decoder_slot.js";
import { SliderEnds } from "./slider_ends.js";

/** Longest wait for an idle browser before a decoder is loaded, in ms. */
const IDLE_TIMEOUT = 2000;

/** @import { AnyDecoder, DecoderData } from "../../browser/engine/remote_decoder.js" */

export class ReconstructionPanel {
  /**
   * @param {HTMLElement} root
   * @param {import("../../browser/engine/engine.js").Engine} engine has the decoder
   * @param {object} listeners
   * @param {() => void} listeners.onPaint after each picture that a slider made
   * @param {(pose: number[] | null) => void} listeners.onPose where the sliders stand, to the
   *   last bit: the same pose paints the same pixels again
   * @param {(sentence: string) => void} listeners.onTrouble
   */
  constructor(root, engine, { onPaint, onPose, onTrouble }) {
    const { element, part } = finders(root);
    this.root = root;
    this.engine = engine;
    this.onPaint = onPaint;
    this.onPose = onPose;
    this.onTrouble = onTrouble;
    this.input = new PixelPicture(element("input"));
    this.reconstruction = new PixelPicture(element("reconstruction"));
    this.difference = new PixelPicture(element("difference"));
    this.misfit = element("misfit");
    this.editedPicture = new Uint8Array();
    this.rows = part("sliders");
    this.sliders = new DimensionSliders(this.rows, {
      onChange: (_pose, index) => {
        this.slide();
        // A class follows while a slider is dragged.
        if (index >= 0) this.reportPose();
      },
      onCommit: () => this.reportPose(),
      ends: true,
    });
    /** Pose of the sliders from a link or an earlier visit. */
    this.pendingPose = null;
    this.reported = false;
    this.data = null;
    /** @type {DecoderSlot<AnyDecoder>} */
    this.decoderSlot = new DecoderSlot((data) =>
      engine.loadDecoder(this.data.network.name, data, () => this.onMorePictures()),
    );
    this.statistics = null;
    /** Whether the class's statistics are known, and whether the results belong to the drawing. */
    this.measured = this.settled = false;
    this.last = null;
    /** The reply, capsule and colours that the sliders show. @type {any} */
    this.sliderState = null;
    this.ends = new SliderEnds(this.sliders);
    /** The state in which the ends were painted. @type {any[]} */
    this.paintedState = [];
  }

  /** The shown network's decoder, or null if it has not been loaded. */
  get decoder() {
    return this.decoderSlot.decoder;
  }

  /** Name of the slider of the dimension that changes the picture most. */
  get mostVisible() {
    return `dimension-${this.ends.strongest[0] ?? 0}`;
  }

  /** Whether the visitor has moved a slider. */
  get isMoved() {
    return this.sliders.isChanged;
  }

  /** Exact pose of the sliders as set by the visitor; null for the capsule's own. */
  get pose() {
    return this.pendingPose ?? (this.isMoved ? Array.from(this.sliders.pose) : null);
  }

  /** The decoder, or null if it is not in this tab and thus too slow for the pen. */
  get fastDecoder() {
    return this.decoder instanceof RemoteDecoder ? null : this.decoder;
  }

  /** Adopt the network in the page's data. */
  adopt(data) {
    const before = this.data;
    this.data = data;
    markDecoder(this.root, data.decoder);
    // Sliders are useful only with a decoder.
    this.rows.inert = data.decoder.there === false;
    if (!before) this.decoderSlot.expect(data.decoder);
    else if (data.decoder.sha !== before.decoder.sha) this.expect(data.decoder);
    if (!before || data.poses !== before.poses) this.loadStatistics();
    this.applyPose();
  }

  /** @param {number[] | null} pose where the sliders shall stand; null for the capsule's own */
  setPose(pose) {
    this.pendingPose = pose;
    if (!pose && this.isMoved) this.sliders.reset();
  }

  /**
   * @param {any} reply
   * @param {number} capsule that is shown
   * @param {any} tables of colours
   * @param {boolean} follow whether the sliders follow too
   */
  show(reply, capsule, tables, follow) {
    this.last = { reply, capsule, tables };
    if (follow) this.follow();
    this.paint();
  }

  follow() {
    this.sliderState = this.last;
    const { reply, capsule } = this.last;
    const { mean, std } = this.statistics ?? {};
    this.sliders.show(
      capsule,
      reply.poses[capsule],
      mean?.[capsule] ?? null,
      std?.[capsule] ?? null,
    );
    this.name(capsule);
    // Two pictures for each slider: draw them after everything that follows the pen.
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.showEnds();
    });
    if (this.reported && !this.isMoved) this.reportPose();
  }

  /** Show the pictures at the sliders' ends if the decoder, digit or colours have changed. */
  showEnds() {
    const { fastDecoder: decoder, statistics } = this;
    const { reply, capsule, tables } = this.sliderState;
    const state = [decoder, statistics, reply, capsule, tables];
    if (!decoder || state.every((each, i) => each === this.paintedState[i])) return;
    this.paintedState = state;
    const buffer = new Uint8Array(reply.pixels);
    const decode = (pose) => decoder.decode(capsule, pose, buffer);
    this.ends.show(decode, statistics?.labels[capsule] ?? [], tables.ink);
  }

  paint() {
    const { reply, capsule, tables } = this.last;
    const { pixels } = reply;
    const offset = capsule * pixels;
    if (this.editedPicture.length !== pixels) this.editedPicture = new Uint8Array(pixels);
    const decoded =
      this.isMoved && this.decoder
        ? this.decoder.decode(capsule, this.sliders.pose, this.editedPicture)
        : reply.reconstructions.subarray(offset, offset + pixels);
    this.input.show(reply.input, tables.ink);
    this.reconstruction.show(decoded, tables.ink);
    this.difference.showDifference(reply.input, decoded, tables.difference);
    setText(this.misfit, number(misfitOf(reply.input, decoded), 1));
  }

  /** Label the dimensions if they were measured; reserve the space while the measures load. */
  name(capsule) {
    const state = [this.data?.poses, this.statistics, capsule];
    if (state.every((value, i) => value === this.labelState?.[i])) return;
    this.labelState = state;
    const names = this.statistics ? dimensionLabels(this.statistics, capsule) : [];
    // Only the name fits: its numbers are in the title.
    const short = names.map((name) => ({
      text: shortName(name),
      title: name.count > 1 ? text("dimension-alike", name) : name.title,
    }));
    this.sliders.label(this.data?.poses ? short : null);
  }

  slide() {
    if (!this.decoder) {
      this.loadDecoder().then(() => this.decoder && this.slide());
      return;
    }
    this.paint();
    this.onPaint();
  }

  /** Repaint: another component has decoded more pictures. */
  onMorePictures() {
    if (!this.isMoved || !this.last) return;
    this.paint();
    this.onPaint();
  }

  reportPose() {
    this.reported = this.isMoved;
    this.onPose(this.pose);
  }

  /** @param {boolean} settled whether the results are of the drawing as it is now */
  settle(settled) {
    this.settled = settled;
    this.applyPose();
  }

  /** Set the pending pose, once the results are those they were moved from. */
  applyPose() {
    if (!this.pendingPose || !this.measured || !this.settled) return;
    const pose = this.pendingPose;
    this.pendingPose = null;
    this.reported = true;
    this.sliders.set(pose);
  }

  /** @param {DecoderData} decoder the one that belongs to the poses */
  expect(decoder) {
    if (!this.decoderSlot.expect(decoder)) return;
    this.paintedState = [];
    this.ends.clear();
    this.loadDecoder();
  }

  /** Fetch the decoder when the browser is idle. */
  loadWhenIdle() {
    const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 300));
    idle(() => this.loadDecoder(), { timeout: IDLE_TIMEOUT });
  }

  async loadDecoder() {
    try {
      await this.decoderSlot.load();
      if (this.sliderState) this.showEnds();
    } catch {
      this.onTrouble(text("decoder-failed"));
    }
  }

  async loadStatistics() {
    const { poses } = this.data;
    // Measurements of the previous network do not apply to this one.
    this.statistics = null;
    this.measured = false;
    const statistics = await this.engine.poses(poses).catch(({ message }) => {
      this.onTrouble(message);
      return null;
    });
    if (poses !== this.data.poses) return;
    this.statistics = statistics;
    this.measured = true;
    if (this.last) this.follow();
    this.applyPose();
  }
}
