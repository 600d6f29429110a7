/* The report. Its data are in the file. */

import { blockName } from "../browser/blocks.js";
import { showScale } from "../browser/coupling_scale.js";
import { judge } from "../browser/derive/reading.js";
import { verdictWords } from "../browser/derive/verdict_words.js";
import { make, makeButton } from "../browser/dom.js";
import { RecordedReading } from "../browser/engine/recorded.js";
import { markDecoder } from "../browser/engine/remote_decoder.js";
import { wordNames } from "../browser/names.js";
import {
  adoptTheme,
  CouplingPicture,
  colourScales,
  colourTables,
  misfitOf,
  PixelPicture,
  tilesOf,
} from "../browser/picture.js";
import { base64ToBytes } from "../browser/raster.js";
import { steadySliders } from "../browser/slider_touch.js";
import { DimensionSliders } from "../browser/sliders.js";
import { adoptTexts, localise, number, text } from "../browser/text.js";

class Report {
  /**
   * @param {any} root
   * @param {any} data
   * @param {any} reading
   * @param {any} decoder null if no browser can run it
   */
  constructor(root, data, reading, decoder) {
    this.root = root;
    this.data = wordNames(data);
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.input = reading.input;
    this.reconstructions = reading.reconstructions;
    this.couplings = reading.couplings;
    this.decoder = decoder;
    this.moved = data.moved && base64ToBytes(data.moved);
    this.capsule = data.chosen ? data.header.capsule : data.winner;
    this.iteration = data.header.iterations;
    this.build();
    this.adopt();
    if (data.pose) this.sliders.set(data.pose);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.adopt());
  }

  build() {
    steadySliders();
    const { header } = this.data;
    this.part("title").textContent = this.title();
    document.title = `capsviz: ${this.title()}`;
    const placement = header.center && this.data.digits ? "centred" : "plain";
    this.part("dimensions").textContent = String(this.data.dimensions);
    markDecoder(this.root, header.decoder);
    this.part("still").hidden = Boolean(this.decoder) || header.decoder.there === false;
    this.part("sliders").inert = !this.decoder;
    const { model: name, iterations } = header;
    this.part("settings").textContent = text("settings", { name, iterations, drawn: placement });
    this.pictures = Object.fromEntries(
      ["input", "decoded", "difference"].map((name) => [name, new PixelPicture(this.part(name))]),
    );
    const inCapsules = this.couplings.length / header.iterations / header.poses.length;
    const { types, grid } = tilesOf(inCapsules);
    this.strip = new CouplingPicture(this.part("couplings"), types, grid);
    this.inCapsules = inCapsules;
    const slider = this.part("iteration");
    slider.max = String(header.iterations);
    slider.value = String(this.iteration);
    slider.addEventListener("input", () => {
      this.iteration = Number(slider.value);
      this.draw();
    });
    const { network, apart: parts } = this.data;
    this.part("apart").hidden = !parts;
    this.part("apart-words").textContent = parts?.words ?? "";
    this.blocks = [
      ...network.map((block) =>
        this.buildBlock(this.part("network"), { ...block, words: this.blockWords(block) }),
      ),
      ...(parts?.pictures ?? []).map((picture) => this.buildBlock(this.part("parts"), picture)),
    ];
    this.sliders = new DimensionSliders(this.part("sliders"), { onChange: () => this.decode() });
    const longest = Math.max(...this.data.classes.map((name) => name.length));
    this.part("lengths").style.setProperty("--names", `${Math.min(12, longest + 1)}ch`);
    this.rows = header.poses.map((_, k) => this.buildLength(k));
  }

  /** The verdict as a sentence. */
  title() {
    const { classes, header, thing, shares } = this.data;
    const verdict = judge(
      !this.input.some(Boolean),
      header.lengths.at(-1),
      header.misfit,
      this.data,
    );
    return verdictWords(verdict, { ...header, classes, thing, shares });
  }

  /** Name, shape and weights of a block of the network. */
  blockWords({ block, output, parameters }) {
    if (block === "picture")
      return [text("painted-by", { name: this.data.classes[this.data.winner] })];
    const shape = output.map((size) => number(size)).join(" × ");
    const weights = parameters ? text("block-weights", { count: number(parameters) }) : " ";
    return [blockName(block), ...(output.length ? [shape, weights] : [])];
  }

  /** Add a block that does not depend on the iteration, or a part of the picture. */
  buildBlock(container, { words, shape, data }) {
    const canvas = make("canvas", { aria: { role: "img", "aria-label": words[0] } });
    const lines = words.map((line) => make("div", {}, line));
    const caption = make("figcaption", {}, ...lines);
    container.append(make("figure", {}, canvas, caption));
    const [rows, columns] = shape.slice(-2);
    const picture = new PixelPicture(canvas, columns, rows);
    canvas.style.aspectRatio = `${columns} / ${rows}`;
    return { picture, bytes: base64ToBytes(data) };
  }

  buildLength(k) {
    const bar = make("i");
    const value = make("span");
    const canvas = make("canvas");
    const name = make("b", {}, this.data.classes[k]);
    const content = [name, make("span", { className: "cv-report-track" }, bar), value, canvas];
    const row = makeButton("cv-report-length", `report-length-${k}`, content, () => {
      this.capsule = k;
      this.draw();
    });
    this.part("lengths").append(row);
    return { row, bar, value, picture: new PixelPicture(canvas) };
  }

  adopt() {
    adoptTheme(this.root);
    const [scales, count] = [colourScales(this.root), this.data.classes.length];
    this.tables = colourTables(scales, 1 / count);
    showScale(this.part("scale-bar"), scales.couplings, count);
    for (const { picture, bytes } of this.blocks) picture.show(bytes, this.tables.ink);
    this.draw();
  }

  draw() {
    const { header, mean, std } = this.data;
    const name = this.data.classes[this.capsule];
    const lengths = header.lengths[this.iteration - 1];
    const best = lengths.indexOf(Math.max(...lengths));
    this.part("iteration-name").textContent = text("iteration-of", {
      iteration: this.iteration,
      iterations: header.iterations,
    });
    this.rows.forEach(({ row, bar, value, picture }, k) => {
      bar.style.width = `${100 * lengths[k]}%`;
      value.textContent = number(lengths[k], 3);
      row.classList.toggle("cv-report-best", k === best);
      row.setAttribute("aria-pressed", String(k === this.capsule));
      row.setAttribute(
        "aria-label",
        text("capsule-length", {
          name: this.data.classes[k],
          measure: header.measure,
          value: number(lengths[k], 3),
        }),
      );
      const offset = k * this.input.length;
      picture.show(
        this.reconstructions.subarray(offset, offset + this.input.length),
        this.tables.ink,
      );
    });
    this.pictures.input.show(this.input, this.tables.ink);
    this.part("decoded-name").textContent = text("decoded-by", { name });
    this.sliders.show(
      this.capsule,
      header.poses[this.capsule],
      mean?.[this.capsule] ?? null,
      std?.[this.capsule] ?? null,
    );
    const offset = ((this.iteration - 1) * header.poses.length + this.capsule) * this.inCapsules;
    this.strip.show(this.couplings, this.tables.couplings, offset);
    const label = text("couplings-share", { name, iteration: this.iteration });
    this.part("coupling-name").textContent = label;
    this.part("scale-capsule").textContent = name;
    this.part("couplings").setAttribute("aria-label", label);
    this.decode();
  }

  /** Decode the sliders' pose. */
  decodePose() {
    if (this.decoder) {
      const values = this.decoder.decode(this.capsule, this.sliders.pose);
      return Uint8Array.from(values, (x) => Math.round(x));
    }
    if (this.moved && this.sliders.isChanged) return this.moved;
    const offset = this.capsule * this.input.length;
    return this.reconstructions.subarray(offset, offset + this.input.length);
  }

  decode() {
    const bytes = this.decodePose();
    this.pictures.decoded.show(bytes, this.tables.ink);
    this.pictures.difference.showDifference(this.input, bytes, this.tables.difference);
    this.part("error").textContent = number(misfitOf(this.input, bytes), 1);
  }
}

async function openReport() {
  const data = JSON.parse(document.getElementById("data").textContent);
  adoptTexts(data.texts);
  localise(document.body);
  const engine = new RecordedReading(data);
  const decoder = data.decoder && (await engine.decoderHere());
  new Report(document.querySelector(".cv-report"), data, await engine.read(), decoder);
}

openReport();
