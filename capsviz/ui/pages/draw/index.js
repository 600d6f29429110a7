/*
 * The Draw page: canvas, lengths, reconstruction, sliders and routing strip.
 *
 * Two loops meet here and never wait for each other: the pen changes the raster, the live
 * link asks about it; a reply is drawn inside the task in which it arrives.
 */

import { put } from "../../browser/dom.js";
import { showAge, showLink } from "../../browser/fresh.js";
import { loadSamples, SampleButtons } from "../../browser/gallery.js";
import { tendBoxes } from "../../browser/help.js";
import { packHistory, unpackHistory } from "../../browser/history.js";
import { Carrier, keep, kept } from "../../browser/kept.js";
import { LiveLink, liveAddress } from "../../browser/live.js";
import { decodeReply } from "../../browser/message.js";
import { mountPage } from "../../browser/mount.js";
import { DrawingPad } from "../../browser/pen.js";
import { adoptTheme, colourScales, colourTables, PixelPicture } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { readView } from "../../browser/view.js";
import { nameNetwork, showControls } from "./controls.js";
import { Decoding } from "./decoding.js";
import { buildLengths, nameLengths, showLengths } from "./lengths.js";
import { Remembered } from "./remembered.js";
import { Sources } from "./sources.js";
import { Standing } from "./standing.js";
import { buildStrip, nameSteps, showScale, showStrip } from "./strip.js";
import { showHistory, tendTools } from "./tools.js";
import { capsuleWords, verdictGist, verdictSign } from "./words.js";

/** While the pen is down, a screen reader hears of changed numbers this often. */
const ANNOUNCE_EVERY = 1000;
/** While the pen is down, the sliders follow this often: nobody can move them meanwhile. */
const SLIDERS_EVERY = 100;
const NOTICE_SECONDS = 8;
/** A setting the visitor changed is told to the session after this pause. */
const TOLD_AFTER = 250;
/** The decoder is fetched when the browser has nothing else to do, in ms at the latest. */
const DECODER_WITHIN = 2000;
/** Elements that carry the count of results, besides the ten lengths and their pictures. */
const LIVE = [
  "network-input",
  "prediction",
  "lengths",
  "input",
  "reconstruction",
  "difference",
  "misfit",
  "routing",
];

class DrawPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    this.count = 0;
    this.reply = null;
    /** Time of the newest pointer event in the raster, and in each raster asked about. */
    this.eventTime = 0;
    this.eventTimes = new Map();
    this.announced = this.slid = -Infinity;
    this.settings = null;
    this.carrier = new Carrier("draw");
    this.ending = new AbortController();
    root.linkPlain = () => this.linkPlain();
    this.build();
  }

  /** @returns {any} */
  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  /** @returns {any} */
  hook(name) {
    return this.root.querySelector(`[data-testid="${name}"]`);
  }

  close() {
    this.ending.abort();
    this.decoding.close();
    this.link?.close();
    this.pad.close();
    this.carrier.close();
    for (const timer of [this.noticeTimer, this.laterTimer]) clearTimeout(timer);
  }

  // --- building, once

  build() {
    const { signal } = this.ending;
    const hook = (name) => this.hook(name);
    this.pad = new DrawingPad(hook("canvas"), this.part("cursor"), {
      onInk: (timeStamp) => {
        this.eventTime = timeStamp;
        this.link?.touch();
      },
      onCommit: () => this.commit(),
      onFull: () => this.notice("the drawing is full: undo something or clear it"),
    });
    this.sees = new PixelPicture(hook("network-input"));
    this.remembered = new Remembered(this.root, {
      onPaint: () => this.mark(),
      onPose: (pose) => this.carrier.change("view", { pose }, TOLD_AFTER),
      onTrouble: (sentence) => this.notice(sentence),
    });
    this.sliders = this.remembered.sliders;
    this.decoding = new Decoding(() => this.showMore());
    /** What the rows and the strip are built for. */
    this.classes = [];
    this.rows = [];
    this.steps = [];
    const place = (b) => this.pad.replace({ s: [], b });
    const settings = () => this.settings;
    this.standing = new Standing(this.root, () => this.data, settings, place);
    const outcome = {
      put: place,
      say: (sentence) => this.notice(sentence),
      look: (b) => this.standing.look(b),
    };
    new Sources(this.root, () => this.data, outcome, signal);
    tendTools(hook, this.pad, signal);
    tendBoxes(this.root, signal);
    this.listen();
    this.carrier.hear("settings", (settings) => this.adoptSettings(settings));
    // A stroke that is being drawn when the page is left is kept too.
    window.addEventListener("pagehide", () => this.pad.lift(), { signal });
    this.live = LIVE.map(hook);
  }

  /** The network may tell other things apart than the one before. */
  adoptClasses(classes) {
    if (classes.join("\n") === this.classes.join("\n")) return;
    this.classes = classes;
    this.rows = buildLengths(this.hook("lengths"), classes, (k) =>
      this.change({ capsule: this.settings.capsule === k ? -1 : k }),
    );
    this.steps = buildStrip(this.hook("routing"), classes);
    this.adoptScales();
    this.live = LIVE.map((name) => this.hook(name));
    this.live.push(...this.rows.flatMap(({ meter, canvas }) => [meter, canvas]));
    this.showControls();
  }

  listen() {
    const click = (name, act) => this.hook(name).addEventListener("click", act);
    this.hook("center").addEventListener("change", ({ target }) =>
      this.change({ center: target.checked }),
    );
    click("iterations-less", () => this.change({ iterations: this.settings.iterations - 1 }));
    click("iterations-more", () => this.change({ iterations: this.settings.iterations + 1 }));
    click("follow-winner", () => this.change({ capsule: -1 }));
    click("open-routing", (event) => {
      // By the app's own navigation, where it is in sight, the page need not load anew.
      /** @type {HTMLElement | null} */
      const own = document.querySelector('[data-testid="stTopNavLink"][href$="/routing"]');
      if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      own.click();
    });
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    const before = this.data;
    this.data = data;
    const { drawing, settings, view, news } = this.carrier.meet(data.carried, setStateValue);
    if (news.has("view")) this.remembered.wanted = readView(data.table, view).pose;
    if (news.has("settings")) this.adoptSettings(settings);
    this.adoptColours();
    nameNetwork(this.root, data.network);
    if (!before) this.begin(drawing);
    else {
      if (news.has("drawing")) this.pad.replace(drawing);
      if (data.reply !== before.reply) this.takeReply(data.reply);
      if (data.samples !== before.samples) this.loadSamples();
      this.showControls();
    }
    this.remembered.adopt(data);
  }

  begin(drawing) {
    const { data, carrier } = this;
    this.pad.fit();
    this.pad.start(drawing, this.earlier());
    this.showHistory();
    this.showControls();
    const reply = decodeReply(replyBytes(data.reply));
    this.decoding.take(reply, null, 0);
    this.reply = reply;
    this.show();
    this.link = new LiveLink({
      url: liveAddress(data.base, "live"),
      header: (seq) => {
        this.eventTimes.set(seq, this.eventTime);
        return { ...this.settings, pictures: !this.decoderOf(this.settings.model) };
      },
      raster: () => this.pad.raster.bytes,
      receive: (answer) => this.receive(answer),
      askPage: (question) => this.setStateValue("ask", question),
      report: (state) => showLink(this.root, state),
      age: (old) => this.showAge(old),
    });
    this.link.seq = reply.seq;
    const ours = (name) => carrier.shown.get(name) !== data.carried[name].at;
    // What this tab kept is newer than what the session read.
    if (ours("drawing") || ours("settings")) this.link.touchOld();
    else this.remembered.settle(true);
    this.loadSamples();
    const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 300));
    idle(() => this.remembered.loadDecoder(), { timeout: DECODER_WITHIN });
  }

  async loadSamples() {
    const wanted = this.data.samples;
    const samples = await loadSamples(this.data.base, wanted);
    if (wanted !== this.data.samples) return;
    this.hook("samples").replaceChildren();
    this.samples = new SampleButtons(this.hook("samples"), samples, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    this.samples.paint(this.inkColour);
  }

  takeReply(found) {
    const reply = decodeReply(replyBytes(found));
    if (reply.seq > 0) this.link.answerByPage(reply);
  }

  /** Colours follow the app's theme; all that is painted is painted again. */
  adoptColours() {
    const style = getComputedStyle(this.root);
    const theme = ["--cv-paper", "--cv-ink", "--cv-accent", "--cv-line"]
      .map((name) => style.getPropertyValue(name))
      .join();
    if (theme === this.theme) return;
    this.theme = theme;
    adoptTheme(this.root);
    this.adoptScales();
    this.inkColour = style.getPropertyValue("--cv-ink");
    this.pad.fit(this.inkColour);
    if (this.reply) this.show();
    this.samples?.paint(this.inkColour);
  }

  /** Couplings are coloured by how they differ from an even share. */
  adoptScales() {
    const count = this.classes.length || 10;
    const scales = colourScales(this.root);
    this.tables = colourTables(scales, 1 / count);
    showScale(this.part("scale-bar"), scales.couplings, count);
  }

  // --- settings

  adoptSettings(settings) {
    this.settings = { ...settings };
    if (!this.link) return;
    this.showControls();
    this.show();
    this.link.touch();
  }

  change(values) {
    if (values.iterations < 1 || values.iterations > 10) return;
    Object.assign(this.settings, values);
    this.showControls();
    if ("capsule" in values) this.show();
    this.link.touch();
    this.carrier.change("settings", { ...this.settings }, TOLD_AFTER);
  }

  /** Whether the chosen network has iterations. */
  get iterates() {
    return this.data.iterates[this.settings.model] ?? true;
  }

  showControls() {
    showControls(this.root, this.settings, this.data, this.iterates);
    this.rows.forEach(({ button }, k) => {
      button.setAttribute("aria-pressed", String(this.settings.capsule === k));
    });
  }

  // --- results

  receive(reply) {
    const time = this.eventTimes.get(reply.seq) ?? 0;
    for (const seq of this.eventTimes.keys()) {
      if (seq <= reply.seq) this.eventTimes.delete(seq);
    }
    if (reply.error) {
      this.notice(reply.error);
      return;
    }
    if (reply.model === this.data.network.name) this.remembered.expect(reply.decoder);
    const decoder = this.decoderOf(reply.model);
    if (!reply.reconstructions && !decoder) {
      this.link.touch(); // another network was chosen, or its file replaced: ask for pictures too
      return;
    }
    this.decoding.take(reply, decoder, this.shownOf(reply));
    this.reply = reply;
    this.show(time);
  }

  /** The decoder of a network, where it is here by now; else null. */
  decoderOf(model) {
    return model === this.data.network.name ? this.remembered.decoder : null;
  }

  /** The other pictures of a reply that is shown already. */
  showMore() {
    showLengths(this.rows, this.reply, this.shown, this.tables.ink);
    this.showRemembered();
    this.mark();
  }

  showAge(old) {
    showAge(this.root, old);
    this.remembered.settle(!old);
  }

  /** The capsule that is looked at: the chosen one, or the longest. */
  get shown() {
    return this.shownOf(this.reply);
  }

  shownOf(reply) {
    const lengths = reply.lengths.at(-1);
    const { capsule } = this.settings;
    return capsule < 0 || capsule >= lengths.length
      ? lengths.indexOf(Math.max(...lengths))
      : capsule;
  }

  /** Draw the present reply; `data-seq` changes last, when all of it is in place. */
  show(eventTime = null) {
    const { reply } = this;
    this.adoptClasses(reply.classes);
    const { tables, shown } = this;
    this.showVerdict();
    showLengths(this.rows, reply, shown, tables.ink);
    this.sees.show(reply.input, tables.ink);
    this.showRemembered();
    put(this.part("scale-capsule"), reply.classes[reply.capsule]);
    const strip = { shown, iterates: this.iterates, table: tables.couplings };
    showStrip(this.hook("routing"), this.steps, reply, strip);
    if (eventTime !== null) this.hook("lengths").dataset.event = String(eventTime);
    this.mark();
  }

  mark() {
    const count = String(++this.count);
    for (const element of this.live) element.dataset.seq = count;
  }

  showVerdict() {
    const { verdict, classes } = this.reply;
    const big = this.part("big");
    const sign = verdictSign(verdict, classes);
    put(big, sign);
    big.classList.toggle("cv-big-name", sign.length > 3);
    big.classList.toggle("cv-big-none", verdict.digit === null);
    big.classList.toggle("cv-big-two", verdict.kind === "two");
    this.announce();
  }

  /**
   * Put the verdict into words. A screen reader reads each change aloud, so while the pen is
   * down only another digit is told at once, other numbers now and then.
   */
  announce() {
    const { reply } = this;
    const told = verdictGist(reply.verdict);
    const due = performance.now() - this.announced >= ANNOUNCE_EVERY;
    if (this.pad.busy && !due && told === this.told) {
      this.later();
      return;
    }
    this.told = told;
    const prediction = this.hook("prediction");
    if (prediction.textContent !== reply.verdict.text) {
      prediction.textContent = reply.verdict.text;
      this.announced = performance.now();
    }
    nameLengths(this.rows, reply);
    nameSteps(this.steps, reply);
  }

  /** What was put off while the pen moved is brought up to date soon. */
  later() {
    this.laterTimer ??= setTimeout(() => this.catchUp(), ANNOUNCE_EVERY);
  }

  catchUp() {
    clearTimeout(this.laterTimer);
    this.laterTimer = null;
    if (!this.reply) return;
    this.announce();
    this.slid = -Infinity;
    this.showRemembered();
  }

  /** While the pen is down the sliders, which nobody can move then, follow now and then. */
  showRemembered() {
    const now = performance.now();
    const wait = this.pad.busy && !this.remembered.moved && now - this.slid < SLIDERS_EVERY;
    if (wait) this.later();
    else this.slid = now;
    const { digit } = this.reply.verdict;
    const { shown, settings, reply } = this;
    this.remembered.show(reply, shown, this.tables, !wait);
    const name = reply.classes[shown];
    const words = capsuleWords(name, settings.capsule === shown, digit !== null, reply.measure);
    put(this.hook("capsule"), words);
  }

  // --- the drawing

  /** A stroke, undo, sample or picture is done: the session hears of it once. */
  commit() {
    this.showHistory();
    this.notice("");
    this.standing.end();
    this.catchUp();
    const { drawing: present, past, future } = this.pad;
    this.carrier.change("drawing", present);
    keep("history", {
      of: this.carrier.shown.get("drawing"),
      ...packHistory({ past, present, future }),
    });
  }

  /** The steps before and after the drawing that the page opens with. */
  earlier() {
    const at = this.carrier.shown.get("drawing");
    const value = kept("history")?.value;
    const known = unpackHistory(value);
    if (!known) return { example: at === 0 };
    if (value.of === at) return known;
    // Another page, or a link, has put another drawing in place.
    return { past: [...known.past, known.present], future: [] };
  }

  /** What a link to this page holds. */
  linkPlain() {
    const { pad, settings, remembered } = this;
    return { page: "draw", drawing: pad.drawing, settings, view: { pose: remembered.pose } };
  }

  showHistory() {
    showHistory((name) => this.hook(name), this.pad);
    this.part("here").hidden = !this.pad.example && !this.pad.isEmpty;
    put(
      this.part("here"),
      this.pad.example && !this.pad.isEmpty ? "An example. Draw here: it makes way." : "Draw here.",
    );
  }

  /** One sentence on the canvas, gone by itself; the drawing stays as it is. */
  notice(text) {
    const box = this.hook("notice");
    clearTimeout(this.noticeTimer);
    put(box, text);
    box.hidden = !text;
    if (text) this.noticeTimer = setTimeout(() => this.notice(""), 1000 * NOTICE_SECONDS);
  }
}

/** A reply message as bytes; inside other data it travels as base64. */
function replyBytes(found) {
  return typeof found === "string" ? base64ToBytes(found) : found;
}

export default mountPage(".cv-draw", "drawPage", DrawPage);
