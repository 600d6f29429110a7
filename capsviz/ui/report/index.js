/* The report: everything it shows came with it. */

import { CapsuleDecoder } from "../browser/decoder.js";
import { make } from "../browser/dom.js";
import {
  adoptTheme,
  CouplingPicture,
  colourScales,
  colourTables,
  PixelPicture,
  tilesOf,
} from "../browser/picture.js";
import { DimensionSliders } from "../browser/sliders.js";

class Report {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    this.input = bytes(data.input);
    this.reconstructions = bytes(data.reconstructions);
    this.couplings = bytes(data.couplings);
    this.decoder = new CapsuleDecoder(bytes(data.decoder).buffer, data.shape);
    this.capsule = data.chosen ? data.header.capsule : data.winner;
    this.iteration = data.header.iterations;
    this.build();
    this.adopt();
    if (data.pose) this.sliders.set(data.pose);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.adopt());
  }

  build() {
    const { header } = this.data;
    this.part("title").textContent = header.verdict.text;
    const centred = header.center ? "centred and scaled like MNIST" : "as it was drawn";
    this.part("settings").textContent =
      `Model ${header.model}, ${header.iterations} iterations, ${centred}.`;
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
    this.sliders = new DimensionSliders(this.part("sliders"), { onChange: () => this.decode() });
    this.rows = header.poses.map((_, k) => this.buildLength(k));
  }

  buildLength(k) {
    const bar = make("i");
    const value = make("span");
    const canvas = make("canvas");
    const row = make(
      "button",
      {
        type: "button",
        className: "cv-report-length",
        data: { testid: `report-length-${k}` },
      },
      make("b", {}, this.data.classes[k]),
      make("span", { className: "cv-report-track" }, bar),
      value,
      canvas,
    );
    row.addEventListener("click", () => {
      this.capsule = k;
      this.draw();
    });
    this.part("lengths").append(row);
    return { row, bar, value, picture: new PixelPicture(canvas) };
  }

  adopt() {
    adoptTheme(this.root);
    this.tables = colourTables(colourScales(this.root), 1 / this.data.classes.length);
    this.draw();
  }

  draw() {
    const { header, mean, std } = this.data;
    const name = this.data.classes[this.capsule];
    const lengths = header.lengths[this.iteration - 1];
    const best = lengths.indexOf(Math.max(...lengths));
    this.part("iteration-name").textContent = `${this.iteration} of ${header.iterations}`;
    this.rows.forEach(({ row, bar, value, picture }, k) => {
      bar.style.width = `${100 * lengths[k]}%`;
      value.textContent = lengths[k].toFixed(3);
      row.classList.toggle("cv-report-best", k === best);
      row.setAttribute("aria-pressed", String(k === this.capsule));
      row.setAttribute(
        "aria-label",
        `capsule ${this.data.classes[k]}, length ${lengths[k].toFixed(3)}`,
      );
      const at = k * this.input.length;
      picture.show(this.reconstructions.subarray(at, at + this.input.length), this.tables.ink);
    });
    this.pictures.input.show(this.input, this.tables.ink);
    this.part("decoded-name").textContent = `remembered by capsule ${name}`;
    this.sliders.show(
      this.capsule,
      header.poses[this.capsule],
      mean?.[this.capsule] ?? null,
      std?.[this.capsule] ?? null,
    );
    const at = ((this.iteration - 1) * header.poses.length + this.capsule) * this.inCapsules;
    this.strip.show(this.couplings, this.tables.couplings, at);
    const words = `Share of each input capsule that goes to capsule ${name} in iteration ${this.iteration}.`;
    this.part("coupling-name").textContent = words;
    this.part("couplings").setAttribute("aria-label", words);
    this.decode();
  }

  decode() {
    const decoded = this.decoder.decode(this.capsule, this.sliders.pose);
    const bytes = Uint8Array.from(decoded, (x) => Math.round(x));
    this.pictures.decoded.show(bytes, this.tables.ink);
    this.pictures.difference.showDifference(this.input, bytes, this.tables.difference);
    let error = 0;
    for (let p = 0; p < bytes.length; p++) error += ((this.input[p] - bytes[p]) / 255) ** 2;
    this.part("error").textContent = error.toFixed(1);
  }
}

new Report(
  document.querySelector(".cv-report"),
  JSON.parse(document.getElementById("data").textContent),
);
