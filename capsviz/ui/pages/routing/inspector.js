/* The inspector of one voting capsule: its pose, and its numbers for each class. */

import { ClassFold } from "../../browser/class_fold.js";
import { make, setText } from "../../browser/dom.js";
import { list, text } from "../../browser/text.js";
import { spreadIterations } from "./image.js";
import { tell } from "./scales.js";
import { glassWords } from "./words.js";

/** @import { Scene } from "./scene.js" */

const COLUMNS = ["uhat", "b", "c", "a"];

function buildParent(name, j) {
  const cells = COLUMNS.map((shows) => make("td", { data: { testid: `${shows}-${j}`, shows } }));
  const [vote, logit, coupling, agreement] = cells;
  const length = make("td", { className: "cv-c-bar", data: { shows: "c" } });
  const head = make("th", { scope: "row" }, name);
  return { row: make("tr", {}, head, vote, logit, coupling, length, agreement), cells, length };
}

export class Inspector {
  /**
   * @param {import("../../browser/dom.js").Find} find
   * @param {(j: number) => void} choose
   */
  constructor({ element, part }, choose) {
    this.pose = element("pose");
    this.text = element("capsule-text");
    this.container = part("parents");
    this.choose = choose;
    /** Classes of the present rows. */
    this.key = "";
    this.parents = [];
    this.fold = new ClassFold(/** @type {HTMLElement} */ (this.container.closest("table")));
    /** @type {HTMLElement[]} */
    this.bars = [];
  }

  /** @param {string[]} classes */
  adopt(classes) {
    const key = classes.join("\n");
    if (key === this.key) return;
    this.key = key;
    this.parents = classes.map(buildParent);
    this.parents.forEach(({ row }, j) => {
      row.addEventListener("click", () => this.choose(j));
    });
    this.container.replaceChildren(...this.parents.map(({ row }) => row));
    this.fold.adopt(
      classes,
      this.parents.map(({ row }) => [row]),
    );
  }

  /** @param {Scene} scene */
  show(scene) {
    setText(this.text, glassWords(scene));
    this.showPose(scene.data.inputPose(scene.i));
    this.showParents(scene);
  }

  showPose(pose) {
    if (this.bars.length !== pose.length) {
      this.bars = Array.from(pose, () => make("i"));
      this.pose.replaceChildren(...this.bars);
    }
    // A matrix may have values above 1: scale by the largest.
    const maximum = Math.max(1, ...pose.map(Math.abs));
    this.bars.forEach((bar, d) => {
      bar.style.setProperty("--value", String(pose[d] / maximum));
    });
    const values = Array.from(pose, (value) => tell(value));
    this.pose.setAttribute("aria-label", text("pose", { values: list(values, "numbers") }));
    this.pose.title = values.join("  ");
  }

  /** @param {Scene} scene */
  showParents({ data, t, r, i, j: selected }) {
    const iterations = spreadIterations(r);
    const couplings = this.parents.map((_, j) => iterations.map((k) => data.coupling(k, i, j)));
    const maximum = Math.max(...couplings.flat());
    this.container.style.setProperty("--cv-rounds", String(iterations.length));
    this.parents.forEach(({ row, cells, length }, j) => {
      setText(cells[0], tell(data.voteLength(i, j)));
      setText(cells[1], tell(data.logit(t, i, j)));
      setText(cells[2], tell(data.coupling(t, i, j), 3));
      setText(cells[3], tell(data.agreement(t, i, j), 3));
      // A bar for each iteration; the present one is dark.
      if (length.childElementCount !== iterations.length)
        length.replaceChildren(...iterations.map(() => make("i")));
      iterations.forEach((k, index) => {
        const bar = length.children[index];
        bar.style.transform = `scaleX(${couplings[j][index] / maximum})`;
        bar.classList.toggle("cv-c-now", k === t);
      });
      const values = couplings[j].map((c) => tell(c, 3));
      length.title = text("coupling-bars", { values: list(values, "numbers") });
      row.classList.toggle("cv-chosen", j === selected);
    });
    this.fold.show(
      this.parents.map((_, j) => data.coupling(t, i, j)),
      selected,
    );
  }
}
