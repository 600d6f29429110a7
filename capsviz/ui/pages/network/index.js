/*
 * The Network page: every block of the network with what it gives for the drawing, live while one
 * draws; one block looked into; one pass played slowly.
 */

import { nameThings } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { OtherDigit } from "../../browser/gallery.js";
import { navigationLink, openDraw } from "../../browser/links.js";
import { Page, showPage } from "../../browser/page.js";
import { DrawingPad } from "../../browser/pen.js";
import { readColours } from "../../browser/picture.js";
import { PlayButton } from "../../browser/play.js";
import { base64ToBytes } from "../../browser/raster.js";
import { Steps } from "../../browser/steps.js";
import { Inside } from "./inside.js";
import { NetworkMap, offIn } from "./map.js";
import { Pass, passSteps } from "./pass.js";
import { decodeReply } from "./reply.js";
import { strongest } from "./sums.js";
import { blockWords, totalWords } from "./words.js";

const MOST_ITERATIONS = 10;
/** The session is told of settings after this pause, in ms. */
const TELL_AFTER = 400;
/** While a pass plays, after this one: longer than a block lasts. */
const TELL_AFTER_PLAYING = 3000;

export class NetworkPage extends Page {
  static page = "network";

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.reply = this.colours = null;
  }

  close() {
    super.close();
    this.pad?.close();
    this.inside?.close();
    this.pass?.goTo(-1);
  }

  linkPlain() {
    const { drawing, settings, view } = this;
    return { page: "network", drawing, settings, view: this.readView(view) };
  }

  buildSteps() {
    return new Steps(this.sync, this.signal, { drawing: this.pad });
  }

  // --- building, once

  build(data) {
    this.pad = new DrawingPad(this.element("canvas"), this.part("cursor"), {
      onInk: () => this.link?.touch(),
      onCommit: () => this.keepDrawing(),
      onFull: () => this.trouble("The canvas is full: clear it to go on."),
    });
    this.map = new NetworkMap(this.part("map"), (name) => this.openBlock(name));
    this.pass = new Pass(
      () => (this.reply ? passSteps(this.map.blocks, this.reply.rounds) : []),
      () => this.keepPass(),
    );
    this.play = new PlayButton(this.element("play"), {
      play: () => this.pass.play(),
      pause: () => this.pass.pause(),
    });
    this.inside = new Inside(this);
    this.other = new OtherDigit(this, this.engine, {
      choose: (drawing) => this.pad.replace(drawing),
      trouble: (sentence) => this.trouble(sentence),
      draw: () => openDraw(data.base, this.drawing, this.settings),
    });
    this.onClick("step", () => this.pass.step());
    this.onClick("clear", () => this.pad.clear());
    this.onClick("copy-link", () => this.copyLink());
    this.onClick("restore", () => this.setOff(this.readView().off));
  }

  // --- what the script says

  adopt({ drawing, settings, view, news }, before) {
    const data = this.server;
    this.settings = settings;
    this.other.load(data);
    nameThings(this.root, data.network.thing);
    this.map.adopt(data);
    this.adoptColours();
    if (news.has("view")) this.view = this.readView(view);
    if (news.has("drawing")) this.takeDrawing(drawing, before);
    if (!before) this.connect(data);
    else if (news.size) this.link.touch();
    this.showView();
  }

  connect(data) {
    this.follow("network", {
      header: () => ({ ...this.settings, capsule: -1, off: this.view.off }),
      raster: () => this.pad.raster.bytes,
      receive: (reply) => this.receive(reply),
      decode: decodeReply,
    });
    // The first reply is of what the session knows, which the tab may have left behind.
    if (!this.isAhead("drawing", "settings", "view"))
      this.receive(decodeReply(base64ToBytes(data.reply)));
    this.link.touch();
  }

  get drawing() {
    return this.pad.drawing;
  }

  takeDrawing(drawing, before) {
    if (before) this.pad.replace(drawing);
    else this.pad.start(drawing);
    this.other.hear(drawing);
  }

  keepDrawing() {
    this.sync.change("drawing", this.drawing);
    this.other.hear(this.drawing);
    this.inside.later();
  }

  // --- what the visitor does

  /** Change properties of the view: all that follows from them is shown and asked for. */
  change(values) {
    Object.assign(this.view, values);
    this.sync.change("view", this.readView(this.view));
    this.showView();
  }

  /** The pass went on. */
  keepPass() {
    const { number } = this.pass;
    if (number !== this.view.at) {
      this.view.at = number;
      const pause = this.pass.playing ? TELL_AFTER_PLAYING : TELL_AFTER;
      this.sync.change("view", this.readView(this.view), pause);
    }
    this.paint();
  }

  /** @param {any} off what is switched off */
  setOff(off) {
    this.change({ off });
    this.link.touch();
  }

  /** @param {number} iterations of the routing, on every page */
  setIterations(iterations) {
    if (iterations < 1 || iterations > MOST_ITERATIONS) return;
    this.settings = { ...this.settings, iterations };
    this.sync.change("settings", this.settings, TELL_AFTER);
    this.link.touch();
  }

  /** Into a block; pressed again, out of it. @param {string} name */
  openBlock(name) {
    if (this.view.block === name) return this.leaveBlock();
    const { part } = this.map.blocks.find((block) => block.name === name);
    const shown = this.reply.maps[name]?.which;
    const capsules = ["capsules", "votes", "routing"].includes(part);
    const unit = capsules ? strongest(this.reply.couplings, 1)[0] : (shown?.[0] ?? 0);
    this.change({ block: name, unit });
    this.part("inside").focus({ preventScroll: true });
    this.part("inside").scrollIntoView({ block: "nearest" });
  }

  leaveBlock() {
    const { block } = this.view;
    this.change({ block: "" });
    this.element(`block-${block}`).focus();
  }

  /** To another page, by the app's own way. @param {string} page */
  go(page) {
    const path = `${this.server.base}/${page}`;
    const link = navigationLink(path);
    if (link) link.click();
    else location.assign(path);
  }

  insideQuestion() {
    const { drawing, settings, view } = this;
    return { ...settings, ...this.readView(view), drawing };
  }

  showView() {
    this.inside.show();
    this.inside.later(0);
    this.pass.goTo(this.view.at);
    const off = this.map.blocks.some((block) => offIn(this.view.off, block) > 0);
    this.element("restore").hidden = !off;
    this.paint();
  }

  // --- live results

  receive(reply) {
    this.trouble(reply.error ?? "");
    if (reply.error) return;
    this.reply = reply;
    this.paint();
    if (!this.pad.busy) this.inside.later();
  }

  paint() {
    const { reply, colours, server, view } = this;
    if (!reply || !colours || reply.lengths[0].length !== server.network.classes.length) return;
    const pass = this.pass.now;
    const iteration = pass?.iteration ?? reply.rounds - 1;
    const last = this.map.blocks.findIndex(({ part }) => part === "routing");
    this.map.show(reply, {
      colours,
      pass,
      iteration: pass && pass.at < last ? reply.rounds - 1 : iteration,
      classes: server.network.classes,
      off: view.off,
      inside: view.block,
    });
    const answer = this.map.blocks.find(({ part }) => part === "classes");
    const said = pass ? this.map.blocks[pass.at] : answer;
    setText(this.element("say"), blockWords(said, { reply, data: server, iteration }));
    setText(this.part("total"), totalWords(server.total, this.map.milliseconds));
    this.play.show(this.pass.playing);
    this.root.dataset.seq = String(reply.seq);
  }

  colour() {
    this.colours = readColours(this.root);
    this.pad.fit(this.colours.inks.ink);
    this.other.paint(this.colours.inks.ink);
    this.paint();
    this.inside.paint();
  }
}

export default showPage(NetworkPage);
