/*
 * The Draw page: canvas, lengths, reconstruction, sliders and routing strip.
 *
 * Two loops meet here and never wait for each other: the pen changes the raster, the live
 * link asks about it; a reply is drawn inside the task in which it arrives.
 */

import { setText } from "../../browser/dom.js";
import { loadSamples, SampleButtons } from "../../browser/gallery.js";
import { tendBoxes } from "../../browser/help.js";
import { packHistory, unpackHistory } from "../../browser/history.js";
import { showAge, showLinkStatus } from "../../browser/link_status.js";
import { LiveLink, liveAddress } from "../../browser/live.js";
import { decodeReply } from "../../browser/message.js";
import { mountPage } from "../../browser/mount.js";
import { tendOverflow } from "../../browser/overflow.js";
import { DrawingPad } from "../../browser/pen.js";
import { adoptTheme } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { readState, StateSync, writeState } from "../../browser/state_sync.js";
import { readView } from "../../browser/view.js";
import { tendColumns } from "./columns.js";
import { nameNetwork, showControls } from "./controls.js";
import { Decoding } from "./decoding.js";
import { Standing } from "./orientation.js";
import { ReconstructionPanel } from "./reconstruction_panel.js";
import { Results, selectCapsule } from "./results.js";
import { Sources } from "./sources.js";
import { showHistory, tendTools } from "./tools.js";
import { hereWords } from "./words.js";

const NOTICE_SECONDS = 8;
/** A setting the visitor changed is told to the session after this pause. */
const TOLD_AFTER = 250;
/** The decoder is fetched when the browser has nothing else to do, in ms at the latest. */
const DECODER_WITHIN = 2000;
class DrawPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    /** Time of the newest pointer event in the raster, and in each raster asked about. */
    this.eventTime = 0;
    this.eventTimes = new Map();
    this.settings = null;
    this.carrier = new StateSync("draw");
    this.ending = new AbortController();
    root.linkPlain = () => this.linkPlain();
    root.tourTarget = (name) =>
      name === "dimension-most" && this.element(`dimension-${this.remembered.mostVisible}`);
    this.build();
  }

  /** @returns {any} */
  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  /** @returns {any} */
  element(name) {
    return this.root.querySelector(`[data-testid="${name}"]`);
  }

  close() {
    this.ending.abort();
    this.decoding.close();
    this.link?.close();
    this.pad.close();
    this.carrier.close();
    this.results.close();
    clearTimeout(this.noticeTimer);
  }

  // --- building, once

  build() {
    const { signal } = this.ending;
    const element = (name) => this.element(name);
    this.pad = new DrawingPad(element("canvas"), this.part("cursor"), {
      onInk: (timeStamp) => {
        this.eventTime = timeStamp;
        this.link?.touch();
      },
      onCommit: () => this.commit(),
      onFull: () => this.notice("the drawing is full: undo something or clear it"),
    });
    this.remembered = new ReconstructionPanel(this.root, {
      onPaint: () => this.results.mark(),
      onPose: (pose) => this.carrier.change("view", { pose }, TOLD_AFTER),
      onTrouble: (sentence) => this.notice(sentence),
    });
    this.sliders = this.remembered.sliders;
    this.results = new Results(this.root, {
      remembered: this.remembered,
      busy: () => this.pad.busy,
      onChoose: (k) => this.change({ capsule: this.settings.capsule === k ? -1 : k }),
    });
    this.decoding = new Decoding(() => this.results.showMore());
    const place = (b) => this.pad.replace({ s: [], b });
    const settings = () => this.settings;
    this.standing = new Standing(this.root, () => this.data, settings, place);
    const outcome = {
      put: place,
      say: (sentence, how) => this.notice(sentence, how),
      look: (b) => this.standing.look(b),
    };
    new Sources(this.root, () => this.data, outcome, signal);
    tendTools(element, this.pad, signal);
    tendBoxes(this.root, signal);
    tendColumns(this.root, signal);
    for (const strip of ["samples", "routing"]) tendOverflow(this.element(strip));
    this.listen();
    this.carrier.subscribe("settings", (settings) => this.adoptSettings(settings));
    // A stroke that is being drawn when the page is left is kept too.
    window.addEventListener("pagehide", () => this.pad.lift(), { signal });
  }

  listen() {
    const click = (name, act) => this.element(name).addEventListener("click", act);
    this.element("center").addEventListener("change", ({ target }) =>
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
    const { drawing, settings, view, news } = this.carrier.reconcile(data.carried, setStateValue);
    if (news.has("view")) this.remembered.want(readView(data.table, view).pose);
    if (news.has("settings")) this.adoptSettings(settings);
    this.adoptColours();
    nameNetwork(this.root, data.network);
    if (!before) this.begin(drawing);
    else {
      if (news.has("drawing")) this.pad.replace(drawing);
      // Sliders wait for the results of what they were moved from.
      if (this.remembered.wanted && (news.has("drawing") || news.has("settings")))
        this.link.touchOld();
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
    this.results.show(reply);
    this.link = new LiveLink({
      url: liveAddress(data.base, "live"),
      header: (seq) => {
        this.eventTimes.set(seq, this.eventTime);
        return { ...this.settings, pictures: !this.decoderOf(this.settings.model) };
      },
      raster: () => this.pad.raster.bytes,
      receive: (answer) => this.receive(answer),
      askPage: (question) => this.setStateValue("ask", question),
      report: (state) => showLinkStatus(this.root, state),
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
    this.element("samples").replaceChildren();
    this.samples = new SampleButtons(this.element("samples"), samples, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    this.samples.paint(this.inkColour);
    this.showHistory();
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
    this.results.adoptColours();
    this.inkColour = style.getPropertyValue("--cv-ink");
    this.pad.fit(this.inkColour);
    this.results.again();
    this.samples?.paint(this.inkColour);
  }

  // --- settings

  adoptSettings(settings) {
    // What another network would read better is not known.
    if (settings.model !== this.settings?.model) this.standing.end();
    this.settings = { ...settings };
    if (!this.link) return;
    this.showControls();
    this.results.again();
    this.link.touch();
  }

  change(values) {
    if (values.iterations < 1 || values.iterations > 10) return;
    Object.assign(this.settings, values);
    this.showControls();
    if ("capsule" in values) this.results.again();
    this.link.touch();
    this.carrier.change("settings", { ...this.settings }, TOLD_AFTER);
  }

  /** Whether the chosen network has iterations. */
  get iterates() {
    return this.data.iterates[this.settings.model] ?? true;
  }

  showControls() {
    showControls(this.root, this.settings, this.data, this.iterates);
    this.results.look(this.settings.capsule, this.iterates);
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
    const first = selectCapsule(reply.lengths.at(-1), this.settings.capsule);
    this.decoding.take(reply, decoder, first);
    this.results.show(reply, time);
  }

  /** The decoder of a network, where it is here by now; else null. */
  decoderOf(model) {
    return model === this.data.network.name ? this.remembered.quick : null;
  }

  showAge(old) {
    showAge(this.root, old);
    this.remembered.settle(!old);
  }

  // --- the drawing

  /** A stroke, undo, sample or picture is done: the session hears of it once. */
  commit() {
    this.showHistory();
    this.notice("");
    this.standing.end();
    this.results.catchUp();
    const { drawing: present, past, future } = this.pad;
    this.carrier.change("drawing", present);
    writeState("history", {
      of: this.carrier.shown.get("drawing"),
      ...packHistory({ past, present, future }),
    });
  }

  /** The steps before and after the drawing that the page opens with. */
  earlier() {
    const at = this.carrier.shown.get("drawing");
    const value = readState("history")?.value;
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
    showHistory((name) => this.element(name), this.pad);
    this.part("here").hidden = !this.pad.example && !this.pad.isEmpty;
    setText(this.part("here"), hereWords(this.pad.isEmpty, this.samples?.samples.length !== 0));
  }

  /** One sentence on the canvas, gone by itself unless it stays; the drawing is as it was. */
  notice(text, { stays = false, answer = false } = {}) {
    const box = this.element("notice");
    clearTimeout(this.noticeTimer);
    box.toggleAttribute("data-answer", answer);
    setText(box, text);
    box.hidden = !text;
    if (text && !stays) this.noticeTimer = setTimeout(() => this.notice(""), 1000 * NOTICE_SECONDS);
  }
}

/** A reply message as bytes; inside other data it travels as base64. */
function replyBytes(found) {
  return typeof found === "string" ? base64ToBytes(found) : found;
}

export default mountPage(".cv-draw", "drawPage", DrawPage);
