/*
 * The Draw page: canvas, lengths, reconstruction, sliders and routing strip.
 *
 * Two loops meet here and never wait for each other: the pen changes the raster, the live
 * link asks about it; a reply is drawn inside the task in which it arrives.
 */

import { CapsuleDecoder } from "../../browser/decoder.js";
import { make, put } from "../../browser/dom.js";
import { packHistory, unpackHistory } from "../../browser/history.js";
import { paintDrawing } from "../../browser/ink.js";
import { Carrier, keep, kept } from "../../browser/kept.js";
import { LiveLink } from "../../browser/live.js";
import { CAPSULES, decodeReply, INPUT_PIXELS } from "../../browser/message.js";
import { DrawingPad } from "../../browser/pen.js";
import {
  adoptTheme,
  COUPLING_MARKS,
  CouplingPicture,
  colourScales,
  colourTables,
  couplingPlace,
  PixelPicture,
} from "../../browser/picture.js";
import { base64ToBytes, bytesToBase64, PLAIN } from "../../browser/raster.js";
import { DimensionSliders, dimensionLabels, loadPoseStatistics } from "../../browser/sliders.js";

/** While the pen is down, a screen reader hears of changed numbers this often. */
const ANNOUNCE_EVERY = 1000;
/** While the pen is down, the sliders follow this often: nobody can move them meanwhile. */
const SLIDERS_EVERY = 100;
const LARGEST_UPLOAD = 5 * 1024 * 1024;
const NOTICE_SECONDS = 8;
/** Above this many iterations the strip's steps become narrow. */
const MOST_WIDE_STEPS = 5;
/** A setting the visitor changed is told to the session after this pause. */
const SETTINGS_AFTER = 250;
const SAMPLE_SIDE = 40;
const TEST_DIGITS = 10000;
const CAMERA_NOTES = {
  NotAllowedError: "the camera was refused: allow it in the address bar, or upload a picture",
  NotFoundError: "no camera was found on this device: upload a picture instead",
  NotReadableError: "another program is using the camera: close it, or upload a picture",
};
const LINK_NOTES = {
  page: "no live connection: results come a little slower",
  slow: "the server is busy: results come late",
  lost: "connection lost, drawing goes on; results return when it is back",
};

class DrawPage {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.hook = (name) => root.querySelector(`[data-testid="${name}"]`);
    this.count = 0;
    this.reply = null;
    /** Time of the newest pointer event in the raster, and in each raster asked about. */
    this.eventTime = 0;
    this.eventTimes = new Map();
    this.announced = this.slid = -Infinity;
    this.settings = null;
    this.carrier = new Carrier("draw");
    this.statistics = null;
    this.undoing = new AbortController();
    this.build();
  }

  close() {
    this.undoing.abort();
    this.link?.close();
    this.pad.close();
    this.stopCamera();
    this.carrier.close();
    for (const timer of [this.noticeTimer, this.laterTimer]) clearTimeout(timer);
  }

  // --- building, once

  build() {
    const { hook, part } = this;
    this.pad = new DrawingPad(hook("canvas"), part("cursor"), {
      onInk: (timeStamp) => {
        this.eventTime = timeStamp;
        this.link?.touch();
      },
      onCommit: () => this.commit(),
      onFull: () => this.notice("the drawing is full: undo something or clear it"),
    });
    this.canvases = {
      sees: new PixelPicture(hook("network-input")),
      input: new PixelPicture(hook("input")),
      reconstruction: new PixelPicture(hook("reconstruction")),
      difference: new PixelPicture(hook("difference")),
    };
    this.edited = new Uint8Array(INPUT_PIXELS);
    this.sliders = new DimensionSliders(part("sliders"), { onChange: () => this.slide() });
    this.buildLengths();
    this.buildSteps();
    this.listen();
    this.live = [
      "network-input",
      "prediction",
      "lengths",
      "input",
      "reconstruction",
      "difference",
      "misfit",
      "routing",
    ].map(hook);
    this.live.push(...this.rows.flatMap(({ meter, canvas }) => [meter, canvas]));
  }

  buildLengths() {
    this.rows = Array.from({ length: CAPSULES }, (_, k) => {
      const bar = make("i");
      const value = make("span", { className: "cv-length-value" });
      const rank = make("span", { className: "cv-length-rank", aria: { "aria-hidden": "true" } });
      const meter = make(
        "div",
        {
          className: "cv-length-meter",
          data: { testid: `length-${k}` },
          aria: {
            role: "meter",
            "aria-label": `length of capsule ${k}`,
            "aria-valuemin": "0",
            "aria-valuemax": "1",
            "aria-valuenow": "0",
          },
        },
        make("span", { className: "cv-length-digit", aria: { "aria-hidden": "true" } }, String(k)),
        make("span", { className: "cv-track" }, bar),
        value,
      );
      const canvas = make("canvas", {
        className: "cv-digit",
        data: { testid: `decoded-${k}` },
        aria: { role: "img", "aria-label": `reconstruction by capsule ${k}` },
      });
      const choose = make("button", {
        type: "button",
        className: "cv-length-choose",
        title: `show what capsule ${k} remembers`,
        data: { testid: `choose-${k}` },
        aria: { "aria-label": `show capsule ${k}`, "aria-pressed": "false" },
      });
      choose.addEventListener("click", () =>
        this.change({ capsule: this.settings.capsule === k ? -1 : k }),
      );
      const row = make("div", { className: "cv-length" }, meter, rank, canvas, choose);
      this.hook("lengths").append(row);
      return { row, meter, bar, value, rank, canvas, choose, picture: new PixelPicture(canvas) };
    });
  }

  buildSteps() {
    this.steps = Array.from({ length: 10 }, (_, t) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "0 0 100 100");
      svg.setAttribute("preserveAspectRatio", "none");
      svg.setAttribute("aria-hidden", "true");
      const paths = ["cv-bar-other", "cv-bar-chosen", "cv-bar-winner"].map((name) => {
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("class", name);
        return svg.appendChild(path);
      });
      const canvas = make("canvas", { data: { testid: `couplings-${t + 1}` } });
      canvas.setAttribute("aria-hidden", "true");
      const digits = make("div", { className: "cv-step-digits", aria: { "aria-hidden": "true" } });
      for (let k = 0; k < CAPSULES; k++) digits.append(make("span", {}, String(k)));
      const step = make(
        "div",
        {
          className: "cv-step",
          hidden: true,
          data: { testid: `iteration-${t + 1}` },
          aria: { role: "listitem" },
        },
        make("span", { className: "cv-step-name" }, `iteration ${t + 1}`),
        canvas,
        make("div", { className: "cv-step-bars" }, svg, digits),
      );
      this.hook("routing").append(step);
      return { step, paths, picture: new CouplingPicture(canvas) };
    });
  }

  listen() {
    const { hook, pad, undoing } = this;
    const click = (name, act) => hook(name).addEventListener("click", act);
    const use = (erase) => {
      pad.erase = erase;
      hook("pen").setAttribute("aria-pressed", String(!erase));
      hook("eraser").setAttribute("aria-pressed", String(erase));
    };
    click("pen", () => use(false));
    click("eraser", () => use(true));
    click("undo", () => pad.undo());
    click("redo", () => pad.redo());
    click("clear", () => pad.clear());
    hook("brush").addEventListener("input", (event) => {
      pad.width = Number(event.target.value);
      pad.moveCursor();
      this.showBrush();
    });
    hook("center").addEventListener("change", (event) =>
      this.change({ center: event.target.checked }),
    );
    hook("model").addEventListener("change", (event) => this.change({ model: event.target.value }));
    click("iterations-less", () => this.change({ iterations: this.settings.iterations - 1 }));
    click("iterations-more", () => this.change({ iterations: this.settings.iterations + 1 }));
    click("follow-winner", () => this.change({ capsule: -1 }));
    click("open-routing", (event) => {
      // By the app's own navigation, where it is in sight, the page need not load anew.
      const own = document.querySelector('[data-testid="stTopNavLink"][href$="/routing"]');
      if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      own.click();
    });
    this.listenToPictures();

    const { signal } = undoing;
    document.addEventListener("keydown", (event) => this.shortcut(event), { signal });
    document.addEventListener("click", (event) => this.closeHelp(event.target), { signal });
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.closeHelp();
    });
  }

  shortcut(event) {
    const typing = event.target.closest?.("input:not([type=range]), textarea, select");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing) return;
    const key = event.key.toLowerCase();
    if (key === "z" && event.shiftKey) this.pad.redo();
    else if (key === "y") this.pad.redo();
    else if (key === "z") this.pad.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  closeHelp(target) {
    for (const help of this.root.querySelectorAll(".cv-help[open]")) {
      if (target && help.contains(target)) continue;
      if (help.contains(document.activeElement)) help.querySelector("summary").focus();
      help.open = false;
    }
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    const first = this.data === undefined;
    const before = this.data;
    this.data = data;
    const { drawing, settings, view, news } = this.carrier.meet(data.carried, setStateValue);
    if (news.has("settings")) this.adoptSettings(settings);
    this.adoptColours();
    if (first) this.begin(data, drawing);
    else {
      if (news.has("drawing")) this.pad.replace(drawing);
      if (data.reply !== before.reply) this.takeReply(data.reply);
    }
    if (first || data.decoder.sha !== before.decoder.sha) this.decoder = null;
    if (first || data.poses !== before.poses) this.loadStatistics(view.pose);
  }

  begin(data, drawing) {
    this.pad.fit();
    this.pad.start(drawing, this.earlier());
    this.showHistory();
    this.showControls();
    const reply = decodeReply(replyBytes(data.reply));
    this.reply = reply;
    this.show();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.link = new LiveLink({
      url: `${scheme}://${location.host}${data.base}/capsviz/live`,
      header: (seq) => {
        this.eventTimes.set(seq, this.eventTime);
        return this.settings;
      },
      raster: () => this.pad.raster.bytes,
      receive: (answer) => this.receive(answer),
      askPage: (question) => this.setStateValue("ask", question),
      report: (state) => put(this.hook("note"), LINK_NOTES[state] ?? ""),
    });
    this.link.seq = reply.seq;
    const { carried } = data;
    // What this tab kept is newer than what the session read.
    if (["drawing", "settings"].some((name) => this.carrier.shown.get(name) !== carried[name].at)) {
      this.link.touch();
    }
    this.loadSamples(`${data.base}/capsviz/samples/${data.samples}.json`);
    const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 300));
    idle(() => this.loadDecoder());
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
    const scales = colourScales(this.root);
    this.tables = colourTables(scales);
    this.showScale(scales.couplings);
    this.inkColour = style.getPropertyValue("--cv-ink");
    this.pad.fit(this.inkColour);
    if (this.reply) this.show();
    this.paintSamples();
  }

  /** The legend of the coupling pictures. */
  showScale(colours) {
    const bar = this.root.querySelector(".cv-scale-bar");
    const marks = COUPLING_MARKS.map((value) => {
      const mark = make("span", {}, String(value));
      mark.style.left = `${100 * couplingPlace(value)}%`;
      return mark;
    });
    bar.replaceChildren(...marks);
    const stops = colours.map((colour) => `rgb(${colour.join(" ")})`);
    bar.style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
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
    this.carrier.change("settings", { ...this.settings }, SETTINGS_AFTER);
  }

  showControls() {
    const { hook, part, settings, data } = this;
    hook("center").checked = settings.center;
    const iterates = data.models.find(({ name }) => name === settings.model)?.iterates ?? true;
    put(hook("iterations"), iterates ? String(settings.iterations) : "no");
    const several = iterates ? "iterations" : "iterations: this model routes in one pass";
    put(part("iterations-word"), iterates && settings.iterations === 1 ? "iteration" : several);
    enable(hook("iterations-less"), iterates && settings.iterations > 1);
    enable(hook("iterations-more"), iterates && settings.iterations < 10);
    hook("follow-winner").hidden = settings.capsule < 0;
    this.rows.forEach(({ choose }, k) =>
      choose.setAttribute("aria-pressed", String(settings.capsule === k)),
    );
    part("mnist").hidden = !data.mnist;
    part("model-box").hidden = data.models.length < 2;
    const model = hook("model");
    if (model.options.length !== data.models.length) {
      model.replaceChildren(...data.models.map(({ name, title }) => new Option(title, name)));
    }
    model.value = settings.model;
    hook("open-routing").href = `${data.base}/routing`;
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
    this.reply = reply;
    this.show(time);
  }

  /** The capsule that is looked at: the chosen one, or the longest. */
  get shown() {
    return this.settings.capsule < 0 ? this.longest : this.settings.capsule;
  }

  /** Draw the present reply; `data-seq` changes last, when all of it is in place. */
  show(eventTime = null) {
    const { reply, tables } = this;
    const lengths = reply.lengths[reply.lengths.length - 1];
    this.longest = lengths.indexOf(Math.max(...lengths));
    this.showVerdict();
    this.showLengths(lengths);
    this.canvases.sees.show(reply.input, tables.ink);
    this.showSliders();
    this.showRemembered();
    this.showRouting();
    if (eventTime !== null) this.hook("lengths").dataset.event = String(eventTime);
    this.mark();
  }

  mark() {
    const count = String(++this.count);
    for (const element of this.live) element.dataset.seq = count;
  }

  showVerdict() {
    const { kind, digit, runner_up: second } = this.reply.verdict;
    const big = this.part("big");
    put(big, digit === null ? "–" : kind === "two" ? `${digit}|${second}` : String(digit));
    big.classList.toggle("cv-big-none", digit === null);
    big.classList.toggle("cv-big-two", kind === "two");
    this.announce();
  }

  /**
   * Put the verdict into words. A screen reader reads each change aloud, so while the pen is
   * down only another digit is told at once, other numbers now and then.
   */
  announce() {
    const { kind, digit, runner_up: second, text } = this.reply.verdict;
    const told = `${kind} ${digit} ${kind === "two" ? second : ""}`;
    const due = performance.now() - this.announced >= ANNOUNCE_EVERY;
    if (this.pad.busy && !due && told === this.told) {
      this.later();
      return;
    }
    this.told = told;
    const prediction = this.hook("prediction");
    if (prediction.textContent !== text) {
      prediction.textContent = text;
      this.announced = performance.now();
    }
    const lengths = this.reply.lengths;
    this.steps.slice(0, lengths.length).forEach(({ step }, t) => {
      const longest = lengths[t].indexOf(Math.max(...lengths[t]));
      const words = `iteration ${t + 1}: longest is ${longest}, ${lengths[t][longest].toFixed(2)}`;
      step.setAttribute("aria-label", words);
    });
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
    this.showSliders();
  }

  showLengths(lengths) {
    const { verdict } = this.reply;
    const winner = verdict.digit ?? -1;
    const second = verdict.runner_up ?? -1;
    for (let k = 0; k < CAPSULES; k++) {
      const { row, meter, bar, value, rank, picture } = this.rows[k];
      const text = lengths[k].toFixed(2);
      bar.style.transform = `scaleX(${lengths[k]})`;
      if (value.textContent !== text) {
        value.textContent = text;
        meter.setAttribute("aria-valuenow", text);
      }
      row.classList.toggle("cv-length-winner", k === winner);
      row.classList.toggle("cv-length-second", k === second);
      row.classList.toggle("cv-length-shown", k === this.shown);
      put(rank, k === winner ? "1st" : k === second ? "2nd" : "");
      picture.show(this.reply.reconstructions, this.tables.ink, k * INPUT_PIXELS);
    }
  }

  showRemembered() {
    const { reply, canvases, tables, edited, shown } = this;
    const at = shown * INPUT_PIXELS;
    const decoded =
      this.sliders.changed && this.decoder
        ? this.decoder.decode(shown, this.sliders.pose, edited)
        : reply.reconstructions.subarray(at, at + INPUT_PIXELS);
    canvases.input.show(reply.input, tables.ink);
    canvases.reconstruction.show(decoded, tables.ink);
    canvases.difference.showDifference(reply.input, decoded, tables.difference);
    let misfit = 0;
    for (let i = 0; i < INPUT_PIXELS; i++) misfit += (reply.input[i] - decoded[i]) ** 2;
    put(this.hook("misfit"), (misfit / 255 ** 2).toFixed(1));
    const why = reply.verdict.digit === null ? ", the longest" : ", the winner";
    put(this.hook("capsule"), `capsule ${shown}${this.settings.capsule < 0 ? why : ""}`);
  }

  // --- sliders

  showSliders() {
    const { sliders, reply, shown, statistics } = this;
    const now = performance.now();
    if (this.pad.busy && !sliders.changed && now - this.slid < SLIDERS_EVERY) {
      this.later();
      return;
    }
    this.slid = now;
    const { mean, std } = statistics ?? {};
    sliders.show(shown, reply.poses[shown], mean?.[shown] ?? null, std?.[shown] ?? null);
    this.nameDimensions();
  }

  /** Where they were measured; their room is kept while the measures are fetched. */
  nameDimensions() {
    const { data, sliders, shown, statistics } = this;
    const wanted = [data.poses, statistics, shown];
    if (wanted.every((value, i) => value === this.named?.[i])) return;
    this.named = wanted;
    const names = statistics ? dimensionLabels(statistics, shown) : [];
    sliders.label(data.poses ? names : null);
  }

  slide() {
    if (!this.decoder) {
      this.loadDecoder().then(() => this.decoder && this.slide());
      return;
    }
    this.showRemembered();
    this.mark();
  }

  async loadDecoder() {
    const { base, decoder } = this.data;
    try {
      const loaded = await CapsuleDecoder.load(
        `${base}/capsviz/decoder/${decoder.sha}.bin`,
        decoder,
      );
      if (decoder.sha === this.data.decoder.sha) this.decoder = loaded;
    } catch {
      this.notice("the decoder could not be fetched: move the slider again to retry");
    }
  }

  /** @param {number[] | null} pose where a link wants the sliders to stand */
  async loadStatistics(pose) {
    const { base, poses } = this.data;
    const found = poses ? await loadPoseStatistics(`${base}/capsviz/poses/${poses}.json`) : null;
    if (poses !== this.data.poses) return;
    this.statistics = found;
    if (found) this.catchUp();
    if (pose) this.sliders.set(pose);
  }

  // --- routing

  showRouting() {
    const { reply, shown, steps, tables } = this;
    const { iterations, lengths, couplings, inCapsules } = reply;
    if (iterations !== this.shownSteps) {
      this.shownSteps = iterations;
      steps.forEach(({ step }, t) => (step.hidden = t >= iterations));
      this.hook("routing").classList.toggle("cv-strip-many", iterations > MOST_WIDE_STEPS);
    }
    put(this.part("scale-capsule"), String(reply.capsule));
    for (let t = 0; t < iterations; t++) {
      const { paths, picture } = steps[t];
      const bars = ["", "", ""];
      for (let k = 0; k < CAPSULES; k++) {
        const height = 100 * lengths[t][k];
        const kind = k === reply.verdict.digit ? 2 : k === shown ? 1 : 0;
        bars[kind] += `M${10 * k + 1.5} 100v-${height}h7v${height}z`;
      }
      paths.forEach((path, kind) => path.setAttribute("d", bars[kind]));
      picture.show(couplings, tables.couplings, t * inCapsules);
    }
  }

  // --- the drawing

  /** A stroke, undo, sample or picture is done: the page's script hears of it once. */
  commit() {
    this.showHistory();
    this.notice("");
    this.catchUp();
    const { drawing: present, past, future } = this.pad;
    this.carrier.change("drawing", present);
    keep("history", { of: kept("drawing").at, ...packHistory({ past, present, future }) });
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

  showHistory() {
    enable(this.hook("undo"), this.pad.past.length > 0);
    enable(this.hook("redo"), this.pad.future.length > 0);
    enable(this.hook("clear"), !this.pad.isEmpty);
  }

  /** The mouse pointer is a ring as large as the brush. */
  showBrush() {
    const { pad } = this;
    const across = Math.min(126, (pad.width / PLAIN) * pad.canvas.clientWidth);
    const [size, middle] = [Math.ceil(across) + 2, Math.ceil(across) / 2 + 1];
    const ring = (colour, width) =>
      `<circle cx="${middle}" cy="${middle}" r="${across / 2}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${ring("white", 2)}${ring("gray", 1)}</svg>`;
    const url = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
    pad.canvas.style.cursor = `${url} ${Math.round(middle)} ${Math.round(middle)}, crosshair`;
  }

  /** One sentence on the canvas, gone by itself; the drawing stays as it is. */
  notice(text) {
    const box = this.hook("notice");
    clearTimeout(this.noticeTimer);
    put(box, text);
    box.hidden = !text;
    if (text) this.noticeTimer = setTimeout(() => this.notice(""), 1000 * NOTICE_SECONDS);
  }

  // --- samples

  async loadSamples(url) {
    let samples;
    try {
      samples = await (await fetch(url)).json();
    } catch {
      return; // the gallery is a convenience; drawing goes on without it
    }
    const bar = this.hook("samples");
    this.samples = samples.map(({ name, digit, drawing }, i) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const button = make(
        "button",
        {
          type: "button",
          className: "cv-sample",
          tabIndex: i ? -1 : 0,
          title: name,
          data: { testid: `sample-${i}`, digit: String(digit) },
          aria: { "aria-label": `sample: ${name}` },
        },
        canvas,
      );
      button.addEventListener("click", () => {
        this.stopAt(i);
        this.pad.replace(drawing);
      });
      bar.append(button);
      return { button, canvas, drawing };
    });
    bar.addEventListener("keydown", (event) => this.walkSamples(event));
    this.paintSamples();
  }

  /** The gallery is one tab stop: arrow keys go through it. */
  walkSamples(event) {
    const last = this.samples.length - 1;
    const now = this.samples.findIndex(({ button }) => button === document.activeElement);
    const goals = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last };
    if (now < 0 || !(event.key in goals)) return;
    event.preventDefault();
    this.stopAt(Math.min(last, Math.max(0, goals[event.key])));
  }

  stopAt(goal) {
    this.samples.forEach(({ button }, i) => (button.tabIndex = i === goal ? 0 : -1));
    this.samples[goal].button.focus();
  }

  paintSamples() {
    const side = Math.round(SAMPLE_SIDE * window.devicePixelRatio);
    for (const { canvas, drawing } of this.samples ?? []) {
      canvas.width = canvas.height = side;
      paintDrawing(canvas.getContext("2d"), side, drawing, this.inkColour);
    }
  }

  // --- pictures from elsewhere

  listenToPictures() {
    const { hook, part, root } = this;
    const { signal } = this.undoing;
    hook("upload").addEventListener("click", () => hook("file").click());
    hook("file").addEventListener("change", (event) => {
      const [file] = event.target.files;
      if (file) this.sendPicture(file);
      event.target.value = "";
    });
    hook("camera").addEventListener("click", () => this.startCamera());
    hook("snapshot").addEventListener("click", () => this.snapshot());
    hook("camera-cancel").addEventListener("click", () => this.stopCamera());
    part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.loadTestDigit(Number(hook("mnist-index").value));
    });
    hook("mnist-random").addEventListener("click", () => {
      const index = Math.floor(Math.random() * TEST_DIGITS);
      hook("mnist-index").value = String(index);
      this.loadTestDigit(index);
    });

    const over = (inside) => part("paper").classList.toggle("cv-paper-drop", inside);
    root.addEventListener("dragover", (event) => {
      event.preventDefault();
      over(true);
    });
    root.addEventListener("dragleave", () => over(false));
    root.addEventListener("drop", (event) => {
      event.preventDefault();
      over(false);
      const [file] = event.dataTransfer.files;
      if (file) this.sendPicture(file);
    });
    const paste = (event) => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      event.preventDefault();
      this.sendPicture(file);
    };
    document.addEventListener("paste", paste, { signal });
  }

  /** Have the server turn a picture file into ink; the drawing changes only if it can. */
  async sendPicture(file) {
    if (file.size > LARGEST_UPLOAD) {
      this.notice("this file is larger than 5 MB: choose a smaller picture");
      return;
    }
    const reply = await this.fetch("picture", { method: "POST", body: file });
    if (!reply) return;
    this.putPicture(bytesToBase64(new Uint8Array(await reply.arrayBuffer())));
  }

  async loadTestDigit(index) {
    const reply = await this.fetch(`mnist/${index}`);
    if (!reply) return;
    const { label, b } = await reply.json();
    this.putPicture(b);
    this.notice(`MNIST test digit ${index}, labelled ${label}`);
  }

  putPicture(base) {
    this.pad.replace({ s: [], b: base });
  }

  /** A reply of one of our own routes, or null after saying what went wrong. */
  async fetch(path, options) {
    try {
      const reply = await fetch(`${this.data.base}/capsviz/${path}`, options);
      if (reply.ok) return reply;
      const { error } = await reply.json().catch(() => ({}));
      this.notice(error ?? `the server refused this (${reply.status}): try again`);
    } catch {
      this.notice("the server cannot be reached: try again when the connection is back");
    }
    return null;
  }

  async startCamera() {
    if (!navigator.mediaDevices?.getUserMedia) {
      this.notice("this browser offers no camera here: it needs https or localhost");
      return;
    }
    try {
      this.stopCamera();
      const wanted = { video: { facingMode: "environment", width: { ideal: 640 } } };
      this.stream = await navigator.mediaDevices.getUserMedia(wanted);
      const video = this.part("video");
      video.srcObject = this.stream;
      await video.play();
      this.part("camera-view").hidden = false;
      this.hook("snapshot").focus();
    } catch (error) {
      this.stopCamera();
      this.notice(CAMERA_NOTES[error.name] ?? "the camera could not be started: upload a picture");
    }
  }

  snapshot() {
    const video = this.part("video");
    const side = Math.min(video.videoWidth, video.videoHeight);
    const [x, y] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
    const canvas = make("canvas", { width: 448, height: 448 });
    canvas.getContext("2d").drawImage(video, x, y, side, side, 0, 0, 448, 448);
    this.stopCamera();
    canvas.toBlob((blob) => blob && this.sendPicture(blob), "image/png");
  }

  stopCamera() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.part("video").srcObject = null;
    this.part("camera-view").hidden = true;
  }
}

/** A reply message as bytes; inside other data it travels as base64. */
function replyBytes(found) {
  return typeof found === "string" ? base64ToBytes(found) : found;
}

/** A button that can do nothing now only looks it: disabled, it would lose the focus. */
function enable(button, enabled) {
  button.classList.toggle("cv-spent", !enabled);
}

export default function (component) {
  const { parentElement } = component;
  const root = parentElement.querySelector(".cv-draw");
  root.drawPage ??= new DrawPage(root);
  root.drawPage.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected || !root.drawPage) return;
    root.drawPage.close();
    root.drawPage = null;
  };
}
