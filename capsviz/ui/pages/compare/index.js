/* One column per network; built anew for each image, for nothing in it is being typed. */

import {
  adoptTheme,
  CouplingPicture,
  colourScales,
  colourTable,
  colourTables,
  PixelPicture,
} from "../../browser/picture.js";

function compareBytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function compareNode(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function comparePicture(text, table, className, label) {
  const canvas = compareNode("canvas", className);
  new PixelPicture(canvas).show(compareBytes(text), table);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  return canvas;
}

function compareBars(column) {
  const list = compareNode("dl", "cv-column-bars");
  column.lengths.forEach((length, digit) => {
    const name = compareNode("dt", "", digit);
    const track = compareNode("dd", "cv-column-track");
    const value = compareNode("dd", "cv-column-value", length.toFixed(2));
    const bar = compareNode("i");
    bar.style.width = `${100 * length}%`;
    track.append(bar);
    for (const part of [name, track, value])
      part.classList.toggle("cv-wins", digit === column.winner);
    list.append(name, track, value);
  });
  return list;
}

function compareMap(column, table) {
  const figure = compareNode("figure");
  if (!column.couplings) {
    figure.append(compareNode("p", "cv-column-none", column.couplings_text));
    return figure;
  }
  const canvas = compareNode("canvas", "cv-column-map");
  new CouplingPicture(canvas, column.types, column.grid).show(
    compareBytes(column.couplings),
    table,
  );
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `couplings to ${column.winner}`);
  figure.append(canvas, compareNode("figcaption", "", column.couplings_text));
  return figure;
}

function compareColumn(column, tables) {
  const section = compareNode("section", "cv-column");
  section.dataset.testid = `column-${column.name}`;
  const head = compareNode("div");
  const heading = compareNode("h3", "", column.title);
  const answer = compareNode("div", "cv-column-answer");
  answer.append(compareNode("b", "", column.winner), compareNode("span", "", column.measure));
  head.append(heading, answer, compareNode("span", "cv-column-differs", column.differs));

  const bars = compareNode("div");
  bars.append(compareBars(column));

  const image = compareNode("figure");
  if (column.reconstruction) {
    const label = `reconstruction of ${column.winner} by ${column.title}`;
    image.append(comparePicture(column.reconstruction, tables.ink, "cv-column-image", label));
    image.append(compareNode("figcaption", "", "reconstruction"));
  } else {
    image.append(compareNode("p", "cv-column-none", "no decoder: nothing to reconstruct from"));
  }

  const facts = compareNode("dl", "cv-column-facts");
  for (const [name, value] of column.facts) {
    const pair = compareNode("div");
    pair.append(compareNode("dt", "", name), compareNode("dd", "", value));
    facts.append(pair);
  }
  section.append(head, bars, compareMap(column, tables.couplings), image, facts);
  return section;
}

function compareDisputed(entry, tables, choose) {
  const button = compareNode("button", "cv-disputed");
  button.type = "button";
  button.dataset.testid = `disputed-${entry.index}`;
  const picture = comparePicture(entry.image, tables.ink, "", `test digit ${entry.index}`);
  const words = compareNode("div");
  words.append(compareNode("b", "", `a ${entry.label}`));
  for (const line of entry.answers) words.append(compareNode("span", "", line));
  button.append(picture, words);
  button.addEventListener("click", () => choose(entry.index));
  return button;
}

class ComparePage {
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.choose(Number(this.part("mnist").querySelector("input").value));
    });
    this.part("drawing").addEventListener("click", () => this.choose(-1));
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  show(data) {
    adoptTheme(this.root);
    const scales = colourScales(this.root);
    const tables = colourTables(scales);
    // The page mounts this twice, once for each half.
    this.part(data.columns ? "gallery" : "one")?.remove();
    if (data.columns) {
      this.showOne(data, scales, tables);
      return;
    }
    this.part("gallery").replaceChildren(
      ...data.gallery.map((entry) => compareDisputed(entry, tables, (index) => this.choose(index))),
    );
  }

  showOne(data, scales, tables) {
    this.part("of").textContent = data.of_what;
    new PixelPicture(this.part("image")).show(compareBytes(data.image), tables.ink);
    this.part("mnist").hidden = !data.mnist;
    this.part("drawing").hidden = data.test_digit === null;
    if (data.test_digit !== null) this.part("mnist").querySelector("input").value = data.test_digit;
    const scale = new PixelPicture(this.part("scale"), 256, 1);
    scale.show(
      Uint8Array.from({ length: 256 }, (_, i) => i),
      colourTable(scales.couplings),
    );
    this.part("columns").replaceChildren(
      ...data.columns.map((column) => compareColumn(column, tables)),
    );
  }
}

const comparePages = new WeakMap();

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  const root = parentElement.querySelector(".cv-compare");
  if (!comparePages.has(root)) comparePages.set(root, new ComparePage(root));
  const page = comparePages.get(root);
  page.choose = (index) => {
    setTriggerValue("chosen", index);
    if (data.gallery)
      document.querySelector(".cv-compare-one")?.scrollIntoView?.({ block: "center" });
  };
  page.show(data);
}
