/*
 * The Draw page: canvas, lengths, reconstruction, sliders and routing strip.
 *
 * Two loops never wait for each other: the pen changes the raster, and the live link sends it and
 * draws each reply in the task in which it arrives.
 */

import { deriveReading } from "../../browser/derive/reading.js";
import { setText } from "../../browser/dom.js";
import { decodeReply } from "../../browser/engine/message.js";
import { SampleStrip } from "../../browser/gallery.js";
import { showAge } from "../../browser/link_status.js";
import { followNavigation } from "../../browser/links.js";
import { watchOverflow } from "../../browser/overflow.js";
import { Page, showPage } from "../../browser/page.js";
import { base64ToBytes } from "../../browser/raster.js";
import { readView } from "../../browser/view.js";
import { nameNetwork, showControls } from "./controls.js";
import { OrientationOffer } from "./orientation.js";
import { buildReading } from "./reading_parts.js";
import { selectCapsule } from "./results.js";
import { RoutingChoice, routingInstead } from "./routing_choice.js";
import { Sources } from "./sources.js";
import { readSteps, writeSteps } from "./steps.js";
import { showHistory, showTint } from "./tools.js";
import { hereWords } from "./words.js";

/** Pause before a changed setting is stored, in ms. */
const SEND_DELAY = 250;

export class DrawPage extends Page {
  static page = "draw";

  /** @param {any} root */
  constructor(root) {
    super(root);
    /** Time of the newest pointer event in the raster. */
    this.eventTime = 0;
    this.settings = null;
    /** An answer of a network whose page data are still to come. @type {any} */
    this.earlyAnswer = null;
    root.tourTarget = (name) => name === "dimension-most" && this.element(this.panel.mostVisible);
  }

  close() {
    super.close();
    this.decoding.close();
    this.pad.close();
    this.results.close();
  }

  // --- building, once

  build() {
    const { element, engine, signal } = this;
    const parts = buildReading(this, {
      onInk: (timeStamp) => {
        this.eventTime = timeStamp;
        this.link?.touch();
      },
      onPose: (pose) => this.sync.change("view", { pose }, SEND_DELAY),
    });
    this.pad = parts.pad;
    this.panel = parts.panel;
    this.results = parts.results;
    this.decoding = parts.decoding;
    this.samples = new SampleStrip(element("samples"), engine, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    this.orientation = new OrientationOffer(this);
    new Sources(this);
    for (const strip of ["samples", "routing", "lengths"]) watchOverflow(element(strip));
    this.routing = new RoutingChoice(this.root, (values) => this.change(values));
    for (const name of ["open-routing", "open-network"]) this.onClick(name, followNavigation);
    this.sync.subscribe("settings", (settings) => this.adoptSettings(settings));
    // Keep a stroke that is still being drawn when the visitor leaves the page.
    window.addEventListener("pagehide", () => this.pad.lift(), { signal });
  }

  // --- what the page's script says

  adopt({ drawing, settings, view, news }, before) {
    const { server } = this;
    this.root.classList.toggle("cv-in-colour", server.network.channels > 1);
    if (news.has("view")) this.panel.setPose(readView(server.table, view).pose);
    if (news.has("settings")) this.adoptSettings(settings);
    this.adoptColours();
    nameNetwork(this.root, server.network);
    this.pad.readIn(server.network.channels);
    showTint(this.root, this.pad, server.network.channels);
    if (!before) this.begin(drawing);
    else {
      if (news.has("drawing")) this.pad.replace(drawing);
      // Sliders wait for the results of what they were moved from.
      if (this.panel.pendingPose && (news.has("drawing") || news.has("settings")))
        this.link.touchOld();
      this.showControls();
    }
    this.loadSamples();
    this.panel.adopt(server);
    if (this.earlyAnswer) this.receive(this.earlyAnswer.answer, this.earlyAnswer.time);
  }

  begin(drawing) {
    const { pad, server } = this;
    pad.fit();
    pad.start(drawing, readSteps(this.sync));
    this.showHistory();
    this.showControls();
    const reply = deriveReading(decodeReply(base64ToBytes(server.reply)), server.network);
    this.decoding.take(reply, null, 0);
    this.results.show(reply);
    this.follow("read", {
      header: () => ({ ...this.settings, pictures: !this.decoderOf(this.settings.model) }),
      raster: () => pad.raster.bytes,
      context: () => this.eventTime,
      receive: (answer, time = 0) => this.receive(answer, time),
      age: (old) => {
        showAge(this.root, old);
        this.panel.settle(!old);
      },
    });
    if (this.isAhead("drawing", "settings")) this.link.touchOld();
    else this.panel.settle(true);
    this.panel.loadWhenIdle();
  }

  async loadSamples() {
    if (await this.samples.load(this.server.samples)) this.showHistory();
  }

  colour() {
    // Colours lie on black, which is what a network sees where there is nothing.
    const coloured = this.server.network.channels > 1;
    const ink = getComputedStyle(this.root).getPropertyValue("--cv-ink");
    this.inkColour = coloured ? "#ffffff" : ink;
    this.results.adoptColours();
    this.pad.fit(this.inkColour);
    this.results.redraw();
    this.samples.paint(this.inkColour);
  }

  // --- settings

  adoptSettings(settings) {
    // Another network may classify other orientations better.
    if (settings.model !== this.settings?.model) this.orientation.end();
    this.settings = { ...settings };
    if (!this.link) return;
    this.showControls();
    this.results.redraw();
    this.link.touch();
  }

  change(values) {
    if (values.iterations < 1 || values.iterations > 10) return;
    Object.assign(this.settings, values);
    this.showControls();
    if ("capsule" in values) this.results.redraw();
    this.link.touch();
    this.sync.change("settings", { ...this.settings }, SEND_DELAY);
  }

  showControls() {
    const { settings, server } = this;
    const iterates = this.routing.show(server, settings);
    this.countRight(this.results.reply?.model ?? server.network.name);
    this.results.tiles = server.network.tiles;
    showControls(this.root, settings, server, iterates);
    this.results.select(settings.capsule, iterates);
  }

  // --- results

  /** @param {import("../../browser/engine/message.js").Reply} answer @param {number} time */
  receive(answer, time) {
    if (answer.error) {
      this.notice(answer.error);
      return;
    }
    const network = answer.network ?? this.server.network;
    // The words of another network come with its page data.
    this.earlyAnswer = answer.model === network.name ? null : { answer, time };
    if (this.earlyAnswer) return;
    const reply = deriveReading(answer, network);
    if (reply.model === this.server.network.name) this.panel.expect(reply.decoder);
    const decoder = this.decoderOf(reply.model);
    if (!reply.reconstructions && !decoder) {
      this.link.touch(); // another network was chosen, or its file replaced: ask for pictures too
      return;
    }
    const first = selectCapsule(reply.lengths.at(-1), this.settings.capsule);
    this.decoding.take(reply, decoder, first, this.results.selectRows(reply));
    this.countRight(reply.model);
    this.results.show(reply, time);
  }

  /** How often answers are right was counted of one network, with its own routing alone. */
  countRight(model) {
    const { network } = this.server;
    const isOwn = model === network.name && !routingInstead(network, this.settings);
    this.results.certainty = isOwn ? network.certainty : null;
  }

  /** A network's decoder, or null if it has not been loaded. */
  decoderOf(model) {
    return model === this.server.network.name ? this.panel.fastDecoder : null;
  }

  // --- the drawing

  /** Store the drawing after each stroke, undo, sample or picture. */
  commit() {
    this.showHistory();
    this.notice("");
    this.orientation.end();
    this.results.catchUp();
    this.sync.change("drawing", this.pad.drawing);
    writeSteps(this.sync, this.pad);
  }

  linkPlain() {
    const { pad, settings, panel } = this;
    return { page: "draw", drawing: pad.drawing, settings, view: { pose: panel.pose } };
  }

  showHistory() {
    showHistory(this.element, this.pad);
    this.part("here").hidden = !this.pad.isExample && !this.pad.isEmpty;
    setText(this.part("here"), hereWords(this.pad.isEmpty, this.samples.samples?.length !== 0));
  }
}

export default showPage(DrawPage);
