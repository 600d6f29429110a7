/*
 * Results for the drawing: verdict, lengths, input, the chosen capsule's reconstruction, and the
 * strip of iterations. All of a reply is drawn in one task.
 */

import { showNothing } from "../../browser/answers.js";
import { ClassFold } from "../../browser/class_fold.js";
import { showScale } from "../../browser/coupling_scale.js";
import { finders, setText } from "../../browser/dom.js";
import { bringIntoView } from "../../browser/overflow.js";
import { colourScales, colourTables, PixelPicture } from "../../browser/picture.js";
import { CouplingProbe } from "./coupling_probe.js";
import { buildLengths, nameLengths, showLengths } from "./lengths.js";
import { buildStrip, nameSteps, showStrip } from "./strip.js";
import {
  answerWords,
  capsuleWords,
  certaintyAfter,
  certaintyWords,
  countAnswers,
  isName,
  shareRight,
  verdictGist,
  verdictSign,
} from "./words.js";

/** Interval at which changed numbers are announced while the pen is down, in ms. */
const ANNOUNCE_INTERVAL = 1000;
/** Interval at which the sliders follow the pen, in ms: nobody can move them at that time. */
const SLIDER_INTERVAL = 100;
/** Elements that carry the count of results, besides the lengths and their pictures. */
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

/**
 * The selected capsule: the visitor's choice if the network has it, else the longest.
 * @param {number[]} lengths
 * @param {number} choice negative for the longest
 */
export function selectCapsule(lengths, choice) {
  return choice < 0 || choice >= lengths.length ? lengths.indexOf(Math.max(...lengths)) : choice;
}

export class Results {
  /**
   * @param {HTMLElement} root
   * @param {object} parts
   * @param {import("./reconstruction_panel.js").ReconstructionPanel} parts.panel
   * @param {() => boolean} parts.busy whether the pen is down
   * @param {(capsule: number) => void} parts.onChoose a row was pressed
   * @param {(capsules: number[]) => void} parts.onSearch these rows were searched for
   */
  constructor(root, { panel, busy, onChoose, onSearch }) {
    const { element, part } = finders(root);
    this.root = root;
    this.element = element;
    this.part = part;
    this.panel = panel;
    this.busy = busy;
    this.onChoose = onChoose;
    // Looked up once: each query searches the whole page.
    this.elements = {
      big: part("big"),
      capsule: element("capsule"),
      lengths: element("lengths"),
      routing: element("routing"),
    };
    this.input = new PixelPicture(element("network-input"));
    this.probe = new CouplingProbe(element("routing"), element("coupling"), () => this.steps);
    this.count = 0;
    this.announcedAt = this.slidersShownAt = -Infinity;
    /** Classes that the rows and the strip are built for. */
    this.classes = [];
    this.rows = [];
    this.fold = new ClassFold(element("lengths"), () => {
      if (!this.reply) return;
      onSearch(this.selectRows(this.reply));
      this.showMore();
    });
    this.steps = [];
    this.liveElements = LIVE.map(element);
    /** @type {any} */
    this.reply = null;
    this.choice = -1;
    /** The longest, whose row was brought into sight. */
    this.longest = -1;
    this.iterates = true;
    /** How often its network's answers are right. @type {Parameters<typeof shareRight>[0]} */
    this.certainty = null;
    /** Types of input capsules, columns and rows of their places. @type {number[]} */
    this.tiles = [];
  }

  close() {
    clearTimeout(this.laterTimer);
  }

  /** Colours follow the app's theme. Couplings are coloured by how they differ from an even share. */
  adoptColours() {
    this.scales = colourScales(this.root);
    this.buildTables();
  }

  buildTables() {
    const count = this.classes.length || 10;
    this.tables = colourTables(this.scales, 1 / count);
    showScale(this.part("scale-bar"), this.scales.couplings, count);
  }

  /** Rebuild the rows if the network has other classes than the one before. */
  adoptClasses(classes) {
    if (classes.join("\n") === this.classes.join("\n")) return;
    this.classes = classes;
    this.longest = -1;
    this.rows = buildLengths(this.element("lengths"), classes, this.onChoose);
    this.fold.adopt(
      classes,
      this.rows.map(({ row }) => [row]),
    );
    this.steps = buildStrip(this.element("routing"), classes);
    this.buildTables();
    this.liveElements = LIVE.map((name) => this.element(name));
    this.liveElements.push(...this.rows.flatMap(({ meter, canvas }) => [meter, canvas]));
    this.press();
  }

  /**
   * Choose a capsule and the display of iterations.
   * @param {number} choice capsule, negative for the longest
   * @param {boolean} iterates whether the network has iterations
   */
  select(choice, iterates) {
    this.choice = choice;
    this.iterates = iterates;
    this.press();
  }

  /** The rows are buttons: one may be pressed. */
  press() {
    this.rows.forEach(({ button }, k) => {
      button.setAttribute("aria-pressed", String(this.choice === k));
    });
  }

  /** The capsules whose rows are shown. @param {any} reply */
  selectRows(reply) {
    const lengths = reply.lengths.at(-1);
    return this.fold.select(lengths, selectCapsule(lengths, this.choice));
  }

  get visibleCapsule() {
    return selectCapsule(this.reply.lengths.at(-1), this.choice);
  }

  /**
   * Draw a reply; `data-seq` changes last, when all of it is in place.
   * @param {any} reply
   * @param {number | null} eventTime of the newest pointer event in it
   */
  show(reply, eventTime = null) {
    this.reply = reply;
    this.adoptClasses(reply.classes);
    const { tables, visibleCapsule, iterates } = this;
    showNothing(this.root, reply.verdict.kind === "empty");
    // The reply's network answers until another one is loaded.
    this.root.classList.toggle("cv-unpainted", reply.decoder?.there === false);
    this.fold.show(reply.lengths.at(-1), visibleCapsule);
    this.followLongest(); // it measures rows, before anything is written
    this.showVerdict();
    showLengths(this.rows, reply, visibleCapsule, tables.ink);
    this.input.show(reply.input, tables.ink);
    this.updateSliders();
    // The place is inside a message, which is rebuilt for another network.
    setText(this.part("scale-capsule"), reply.classes[reply.capsule]);
    const strip = { capsule: visibleCapsule, iterates, table: tables.couplings, tiles: this.tiles };
    showStrip(this.elements.routing, this.steps, reply, strip);
    this.probe.show(reply);
    if (eventTime !== null) this.elements.lengths.dataset.event = String(eventTime);
    this.mark();
  }

  /** Draw the same reply with other colours or another selected capsule. */
  redraw() {
    if (this.reply) this.show(this.reply);
  }

  /** Show further pictures of the present reply. */
  showMore() {
    showLengths(this.rows, this.reply, this.visibleCapsule, this.tables.ink);
    this.updateSliders();
    this.mark();
  }

  /** Scroll to the longest capsule when it changes, if not all rows are visible. */
  followLongest() {
    const longest = selectCapsule(this.reply.lengths.at(-1), -1);
    if (longest === this.longest) return;
    this.longest = longest;
    bringIntoView(this.elements.lengths, this.rows[longest].row);
  }

  mark() {
    const count = String(++this.count);
    for (const element of this.liveElements) element.dataset.seq = count;
  }

  showVerdict() {
    const { verdict, classes } = this.reply;
    const { big } = this.elements;
    const sign = verdictSign(verdict, classes);
    setText(big, sign);
    big.classList.toggle("cv-big-name", isName(sign));
    big.classList.toggle("cv-big-none", verdict.digit === null);
    big.classList.toggle("cv-big-two", verdict.kind === "two");
    this.announce();
  }

  /**
   * Announce the verdict. Screen readers read each change aloud: while the pen is down, another digit
   * is announced at once and other numbers at intervals.
   */
  announce() {
    const { reply } = this;
    const gist = verdictGist(reply.verdict);
    const due = performance.now() - this.announcedAt >= ANNOUNCE_INTERVAL;
    if (this.busy() && !due && gist === this.gist) {
      this.schedule();
      return;
    }
    this.gist = gist;
    const prediction = this.element("prediction");
    const { verdict, measure } = reply;
    const number = verdict.digit === null ? 0 : reply.lengths.at(-1)[verdict.digit];
    const certainty = certaintyAfter(this.certainty, reply.iterations);
    const share = shareRight(certainty, number);
    const sentence = answerWords(verdict, reply, share);
    if (prediction.textContent !== sentence) {
      setText(prediction, sentence);
      this.announcedAt = performance.now();
    }
    const count = countAnswers(certainty, number);
    setText(this.element("certainty"), certaintyWords(verdict, measure, number, share, count));
    nameLengths(this.rows, reply);
    nameSteps(this.steps, reply);
  }

  /** Update soon whatever was put off while the pen moved. */
  schedule() {
    this.laterTimer ??= setTimeout(() => this.catchUp(), ANNOUNCE_INTERVAL);
  }

  catchUp() {
    clearTimeout(this.laterTimer);
    this.laterTimer = null;
    if (!this.reply) return;
    this.announce();
    this.slidersShownAt = -Infinity;
    this.updateSliders();
  }

  /** Update the sliders; at intervals while the pen is down, when nobody can move them. */
  updateSliders() {
    const { reply, visibleCapsule, choice } = this;
    const now = performance.now();
    const isEarly =
      this.busy() && !this.panel.isMoved && now - this.slidersShownAt < SLIDER_INTERVAL;
    if (isEarly) this.schedule();
    else this.slidersShownAt = now;
    this.panel.show(reply, visibleCapsule, this.tables, !isEarly);
    const { digit } = reply.verdict;
    const sentence = capsuleWords(
      reply.classes[visibleCapsule],
      choice === visibleCapsule,
      digit !== null,
      reply.measure,
    );
    setText(this.elements.capsule, sentence);
  }
}
