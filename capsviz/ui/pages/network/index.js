/*
 * The Network page: all blocks of the network with their outputs, live while the visitor draws; the
 * inside of one block; a pass played slowly.
 */

import { showNothing } from "../../browser/answers.js";
import { nameThings } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { OtherDigit } from "../../browser/gallery.js";
import { Page, showPage } from "../../browser/page.js";
import { DrawingPad } from "../../browser/pen.js";
import { MAX_SHOWN_ITERATIONS } from "../../browser/permalink.js";
import { readColours } from "../../browser/picture.js";
import { PlayButton } from "../../browser/play.js";
import { text } from "../../browser/text.js";
import { Inside } from "./block_panel.js";
import { Pass, passSteps } from "./forward_pass.js";
import { Row } from "./row.js";
import { SecondRow } from "./second_network.js";
import { Walk } from "./space/index.js";
import { showSpotlight } from "./spotlight.js";
import { blockWords, totalWords } from "./words.js";

/** Pause before changed settings are stored, in ms. */
const SEND_DELAY = 400;
/** The pause while a pass plays: longer than its time per block. */
const SEND_DELAY_PLAYING = 3000;

export class NetworkPage extends Page {
  static page = "network";

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.colours = null;
    this.row = new Row(this, 0, this.part("map"));
    this.second = new SecondRow(this);
    this.rows = [this.row, this.second];
  }

  close() {
    super.close();
    for (const part of [this.second, this.pad, this.inside, this.walk]) part?.close();
    this.pass?.goTo(-1);
  }

  // --- building, once

  build() {
    this.pad = new DrawingPad(this.element("canvas"), this.part("cursor"), {
      onInk: (time) => this.touch(time),
      onCommit: () => this.keepDrawing(),
      onFull: () => this.trouble(text("canvas-full")),
    });
    this.pass = new Pass(
      () => (this.row.reply ? passSteps(this.row.map.blocks, this.row.reply.rounds) : []),
      () => this.keepPass(),
    );
    this.play = new PlayButton(this.element("play"), {
      play: () => this.pass.play(),
      pause: () => this.pass.pause(),
    });
    this.inside = new Inside(this);
    this.walk = new Walk(this);
    this.other = new OtherDigit(this, (drawing) => this.pad.replace(drawing));
    this.onClick("step", () => this.pass.step());
    this.onClick("clear", () => this.pad.clear());
    this.onClick("copy-link", () => this.copyLink());
    this.onClick("restore", () => this.restore());
    /** @param {any} event */
    const onAlone = (event) => this.showAlone(event.detail);
    window.addEventListener("capsviz:alone", onAlone, { signal: this.signal });
  }

  // --- the page's data

  adopt({ drawing, settings, view, news }, before) {
    /** @type {import("./row.js").NetworkPageData} */
    const data = this.server;
    this.settings = settings;
    this.other.load(data);
    nameThings(this.root, data.network.thing);
    if (news.has("view")) this.view = this.readView(view);
    const first = this.row.adopt(data);
    this.view.block = this.row.map.nameOf(this.view.block);
    const other = this.second.adopt(data.second, data.blocks);
    this.second.offer(data.offered);
    this.adoptColours();
    this.pad.readIn(data.network.channels);
    this.root.classList.toggle("cv-in-colour", data.network.channels > 1);
    if (news.has("drawing")) this.takeDrawing(drawing, before);
    if (!before) this.connect();
    else if (first || news.size) this.link.touch();
    if (other) this.second.connect();
    else if (news.size) this.second.link?.touch();
    this.showView();
  }

  connect() {
    this.follow("network", this.row.liveOptions());
    this.row.link = this.link;
    // The first reply is for the stored state; the tab's may be newer.
    if (!this.isAhead("drawing", "settings", "view")) this.receive(this.row, this.row.firstReply());
    this.link.touch();
  }

  touch(inkTime = 0) {
    for (const row of this.rows) row.touch(inkTime);
  }

  get drawing() {
    return this.pad.drawing;
  }

  takeDrawing(drawing, before) {
    if (before) this.pad.replace(drawing);
    else this.pad.start(drawing);
    this.other.receive(drawing);
  }

  keepDrawing() {
    this.sync.change("drawing", this.drawing);
    this.other.receive(this.drawing);
    this.inside.schedule();
    this.walk.paint();
  }

  // --- the visitor's actions

  /** Change properties of the view, store it and update the page. */
  change(values) {
    Object.assign(this.view, values);
    this.sync.change("view", this.readView(this.view));
    this.showView();
  }

  /** Store the pass's step in the view and paint it. */
  keepPass() {
    const { number } = this.pass;
    if (number !== this.view.at) {
      this.view.at = number;
      const pause = this.pass.playing ? SEND_DELAY_PLAYING : SEND_DELAY;
      this.sync.change("view", this.readView(this.view), pause);
    }
    this.paint();
  }

  /** Show another network as the first: one that is only on this page, or the one of all pages. */
  showAlone(detail) {
    const { shown, instead_of } = this.view;
    if (detail.shown === shown && detail.instead_of === instead_of) return;
    const { off, block, under } = this.readView();
    this.change({ ...detail, off, ...(this.view.under ? {} : { block, under }) });
  }

  /** Undo all changes to the trained networks. */
  restore() {
    const { off, second_off } = this.readView();
    this.change({ off, second_off });
    if (this.row.hasOtherIterations) this.setIterations(this.row.server.rounds);
    this.touch();
  }

  /** @param {number} iterations of the routing, on every page */
  setIterations(iterations) {
    if (iterations < 1 || iterations > MAX_SHOWN_ITERATIONS) return;
    this.settings = { ...this.settings, iterations };
    this.sync.change("settings", this.settings, SEND_DELAY);
    this.showView();
    this.touch();
  }

  /** The row of the open block. */
  get openRow() {
    return this.rows[Number(this.view.under && this.second.server !== null)];
  }

  /** Open a block, or close it if it is open. @param {Row} row @param {string} name */
  openBlock(row, name) {
    this.walk.pause();
    if (this.view.block === name && this.openRow === row) return this.leaveBlock();
    this.change({ block: name, unit: row.unitOf(name), under: row === this.second });
    this.part("inside").focus({ preventScroll: true });
    this.part("inside").scrollIntoView({ block: "nearest" });
  }

  leaveBlock() {
    const { block } = this.view;
    const { map } = this.openRow;
    this.change({ block: "" });
    (this.walk.open ? this.walk : map).focus(block);
  }

  showView() {
    this.walk.show();
    this.inside.show();
    this.inside.schedule(0);
    this.pass.goTo(this.view.at);
    this.element("restore").hidden = !this.rows.some((row) => row.isChanged);
    this.paint();
  }

  // --- live results

  /** @param {Row} row @param {any} reply */
  receive(row, reply) {
    this.trouble(reply.error ?? this.walk.fault);
    if (reply.error) return;
    row.reply = reply;
    // Update this when the first stroke begins.
    if (row === this.row) showNothing(this.root, reply.empty);
    row.spotlight.ask();
    this.paint();
    if (!this.pad.busy) this.inside.schedule();
  }

  paint() {
    if (!this.colours) return;
    if (this.row.ready) this.paintFirst();
    this.second.paint();
    this.walk.paint();
    showSpotlight(this);
  }

  paintFirst() {
    const { reply, server, map } = this.row;
    const pass = this.pass.currentStep;
    const iteration = pass?.iteration ?? reply.rounds - 1;
    this.row.paintMap(pass, iteration);
    const answer = map.blocks.find(({ part }) => part === "classes");
    const { off } = this.view;
    const block = pass ? map.blocks[pass.index] : answer;
    setText(this.element("say"), blockWords(block, { reply, data: server, iteration, off }));
    setText(this.part("total"), totalWords(server.total, map.milliseconds));
    this.play.show(this.pass.playing);
    this.root.dataset.seq = String(reply.seq);
  }

  colour() {
    this.colours = readColours(this.root);
    const coloured = this.server.network.channels > 1;
    this.pad.fit(coloured ? "#ffffff" : this.colours.inks.ink);
    this.other.paint(this.colours.inks.ink);
    this.paint();
    this.inside.paint();
  }
}

export default showPage(NetworkPage);
