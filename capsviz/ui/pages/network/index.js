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
import { Steps } from "../../browser/steps.js";
import { Inside } from "./inside.js";
import { Pass, passSteps } from "./pass.js";
import { decodeReply } from "./reply.js";
import { Row } from "./row.js";
import { strongest } from "./sums.js";
import { blockWords, secondWords, totalWords } from "./words.js";

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
    this.colours = null;
    this.row = new Row(this, 0, this.part("map"));
    this.second = new Row(this, 1, this.part("second-map"));
    this.rows = [this.row, this.second];
  }

  close() {
    super.close();
    this.second.link?.close();
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
      onInk: () => this.touch(),
      onCommit: () => this.keepDrawing(),
      onFull: () => this.trouble("The canvas is full: clear it to go on."),
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
    this.other = new OtherDigit(this, this.engine, {
      choose: (drawing) => this.pad.replace(drawing),
      trouble: (sentence) => this.trouble(sentence),
      draw: () => openDraw(data.base, this.drawing, this.settings),
    });
    this.onClick("step", () => this.pass.step());
    this.onClick("clear", () => this.pad.clear());
    this.onClick("copy-link", () => this.copyLink());
    this.onClick("restore", () => this.restore());
    this.element("second").addEventListener("input", ({ target }) => this.choose(target.value));
    const { signal } = this;
    window.addEventListener(
      "capsviz:alone",
      /** @param {any} event */ (event) => this.showAlone(event.detail),
      { signal },
    );
  }

  // --- what the script says

  adopt({ drawing, settings, view, news }, before) {
    const data = this.server;
    this.settings = settings;
    this.other.load(data);
    nameThings(this.root, data.network.thing);
    if (news.has("view")) this.view = this.readView(view);
    const first = this.row.adopt(data);
    this.view.block = this.row.map.nameOf(this.view.block);
    const other = this.second.adopt(data.second, data.blocks);
    this.offer(data.offered);
    this.adoptColours();
    this.pad.readIn(data.network.channels);
    this.root.classList.toggle("cv-in-colour", data.network.channels > 1);
    if (news.has("drawing")) this.takeDrawing(drawing, before);
    if (!before) this.connect();
    else if (first || news.size) this.link.touch();
    if (other) this.connectSecond();
    else if (news.size) this.second.link?.touch();
    this.showView();
  }

  /** @param {Row} row */
  options(row) {
    return {
      header: () => ({ ...row.reading, capsule: -1, off: row.off }),
      raster: () => this.pad.raster.bytes,
      receive: (reply) => this.receive(row, reply),
      decode: decodeReply,
    };
  }

  connect() {
    this.follow("network", this.options(this.row));
    this.row.link = this.link;
    // The first reply is of what the session knows, which the tab may have left behind.
    if (!this.isAhead("drawing", "settings", "view")) this.receive(this.row, this.row.first());
    this.link.touch();
  }

  /** The network under the first has a connection of its own. */
  connectSecond() {
    const { second } = this;
    second.link?.close();
    second.link = second.server && this.engine.live("network", this.options(second));
    second.link?.touch();
  }

  touch() {
    for (const row of this.rows) row.link?.touch();
  }

  /** @param {{name: string, title: string}[]} offered */
  offer(offered) {
    const select = this.element("second");
    const options = [{ name: "", title: "no other network" }, ...offered];
    const key = JSON.stringify(options);
    if (key !== this.offered)
      select.replaceChildren(...options.map(({ name, title }) => new Option(title, name)));
    this.offered = key;
    select.value = this.second.server ? this.view.second : "";
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

  /** Another network as the first: one that no other page shows, or the one that all do. */
  showAlone(detail) {
    const { shown, instead_of } = this.view;
    if (detail.shown === shown && detail.instead_of === instead_of) return;
    const { off, block, under } = this.readView();
    this.change({ ...detail, off, ...(this.view.under ? {} : { block, under }) });
  }

  /** Another network under the first, or none. @param {string} second */
  choose(second) {
    const { block, under, second_off } = this.readView();
    this.change({ second, second_off, ...(this.view.under ? { block, under } : {}) });
  }

  /** Everything as it was trained. */
  restore() {
    const { off, second_off } = this.readView();
    this.change({ off, second_off });
    if (this.row.otherRounds) this.setIterations(this.row.server.rounds);
    this.touch();
  }

  /** @param {number} iterations of the routing, on every page */
  setIterations(iterations) {
    if (iterations < 1 || iterations > MOST_ITERATIONS) return;
    this.settings = { ...this.settings, iterations };
    this.sync.change("settings", this.settings, TELL_AFTER);
    this.showView();
    this.touch();
  }

  /** The row whose block is looked into. */
  get openRow() {
    return this.rows[Number(this.view.under && this.second.server !== null)];
  }

  /** Into a block; pressed again, out of it. @param {Row} row @param {string} name */
  openBlock(row, name) {
    const under = row === this.second;
    if (this.view.block === name && this.openRow === row) return this.leaveBlock();
    const { part } = row.map.blocks.find((block) => block.name === name);
    const capsules = ["capsules", "votes", "routing"].includes(part);
    const { maps = {}, couplings = [0] } = row.reply ?? {}; // it may not have come yet
    const unit = capsules ? strongest(couplings, 1)[0] : (maps[name]?.which[0] ?? 0);
    this.change({ block: name, unit, under });
    this.part("inside").focus({ preventScroll: true });
    this.part("inside").scrollIntoView({ block: "nearest" });
  }

  leaveBlock() {
    const { block } = this.view;
    const { map } = this.openRow;
    this.change({ block: "" });
    map.focus(block);
  }

  /** To another page, by the app's own way. @param {string} page */
  go(page) {
    const path = `${this.server.base}/${page}`;
    const link = navigationLink(path);
    if (link) link.click();
    else location.assign(path);
  }

  insideQuestion() {
    const { block, unit, digit } = this.view;
    const { reading, off } = this.openRow;
    return { ...reading, block, unit, digit, off, drawing: this.drawing };
  }

  showView() {
    this.inside.show();
    this.inside.later(0);
    this.pass.goTo(this.view.at);
    this.element("restore").hidden = !this.rows.some((row) => row.isChanged);
    this.paint();
  }

  // --- live results

  /** @param {Row} row @param {any} reply */
  receive(row, reply) {
    this.trouble(reply.error ?? "");
    if (reply.error) return;
    row.reply = reply;
    this.paint();
    if (!this.pad.busy) this.inside.later();
  }

  paint() {
    if (!this.colours) return;
    if (this.row.ready) this.paintFirst();
    if (this.second.ready) this.paintRow(this.second, null, this.second.reply.rounds - 1);
    this.paintSecondWords();
  }

  paintFirst() {
    const { reply, server, map } = this.row;
    const pass = this.pass.now;
    const iteration = pass?.iteration ?? reply.rounds - 1;
    const last = map.blocks.findIndex(({ part }) => part === "routing");
    this.paintRow(this.row, pass, pass && pass.at < last ? reply.rounds - 1 : iteration);
    const answer = map.blocks.find(({ part }) => part === "classes");
    const said = pass ? map.blocks[pass.at] : answer;
    setText(
      this.element("say"),
      blockWords(said, { reply, data: server, iteration, off: this.view.off }),
    );
    setText(this.part("total"), totalWords(server.total, map.milliseconds));
    this.play.show(this.pass.playing);
    this.root.dataset.seq = String(reply.seq);
  }

  /** @param {Row} row @param {any} pass @param {number} iteration */
  paintRow(row, pass, iteration) {
    row.map.show(row.reply, {
      ...{ colours: this.colours, pass, iteration },
      ...{ classes: row.server.network.classes, off: row.off },
      rounds: row.otherRounds ? this.settings.iterations : 0,
      inside: this.openRow === row ? this.view.block : "",
    });
  }

  paintSecondWords() {
    const { second } = this;
    const say = second.ready ? secondWords(second) : "";
    setText(this.element("second-say"), say);
    const total = second.ready ? totalWords(second.server.total, second.map.milliseconds) : "";
    setText(this.part("second-total"), total);
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
