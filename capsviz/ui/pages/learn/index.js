/* The Learn page: lessons that are read, touched and guessed at, one step at a time. */

import { adoptTheme } from "../../browser/picture.js";
import {
  BlurFigure,
  CountFigure,
  DimsFigure,
  GroupingFigure,
  MarginFigure,
  MaskFigure,
} from "./figures-losses.js";
import { BoatFigure, RouteFigure } from "./figures-routing.js";
import { FaceFigure, PoolFigure, SevenFigure, SquashFigure } from "./figures-vectors.js";
import { clampNumber, htmlNode, saveFigure } from "./stage.js";

/** The figures by the names that lesson files use. */
export const LESSON_FIGURES = {
  pool: PoolFigure,
  face: FaceFigure,
  seven: SevenFigure,
  squash: SquashFigure,
  boat: BoatFigure,
  route: RouteFigure,
  margin: MarginFigure,
  blur: BlurFigure,
  dims: DimsFigure,
  mask: MaskFigure,
  grouping: GroupingFigure,
  count: CountFigure,
};

const LESSON_STORE = "capsviz.learn";

function readStore(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function writeStore(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows may refuse; then nothing is remembered.
  }
}

class LessonPlayer {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.store = readStore(LESSON_STORE);
    this.store.done ??= {};
    this.undoing = new AbortController();
    this.listen();
  }

  close() {
    this.figure?.close();
    this.undoing.abort();
  }

  // --- what the page's script says

  update({ data }) {
    const first = this.data === undefined;
    this.data = data;
    this.course = data.course;
    this.repaint();
    if (first) {
      const asked = data.lesson || this.store.lesson || this.course.lessons[0].name;
      const step = data.lesson ? data.step : (this.store.step ?? 0);
      this.go(
        this.named(asked) || asked === "glossary" ? asked : this.course.lessons[0].name,
        step,
      );
    } else if (data.lesson !== this.asked.lesson || data.step !== this.asked.step) {
      if (data.lesson) this.go(data.lesson, data.step);
    }
    this.asked = { lesson: data.lesson, step: data.step };
  }

  /** Canvases hold pixels, not colours that follow the theme. */
  repaint() {
    const dark = adoptTheme(this.root);
    if (this.dark !== undefined && this.dark !== dark) this.figure?.draw?.();
    this.dark = dark;
  }

  word(name, ...values) {
    return this.fill("page", name, values);
  }

  fill(group, name, values) {
    const text = this.course.words[group]?.[name] ?? name;
    return text.replace(/\{(\d)\}/g, (_, k) => String(values[Number(k)] ?? ""));
  }

  named(name) {
    return this.course.lessons.find((lesson) => lesson.name === name);
  }

  get classMode() {
    return document.documentElement.classList.contains("cv-class-mode");
  }

  // --- moving about

  go(name, step = 0, focus = false) {
    this.name = name;
    this.lesson = this.named(name);
    const last = this.lesson ? this.lesson.steps.length - 1 : 0;
    this.step = clampNumber(Math.trunc(step) || 0, 0, last);
    this.hands = null;
    this.answered = null;
    this.todo = this.lesson?.steps[this.step].until ?? "";
    this.remember();
    this.hideTip();
    this.render();
    if (focus) this.part("words").querySelector("h2")?.focus({ preventScroll: true });
    if (focus && this.root.clientWidth < 900) {
      this.part("body").scrollIntoView({ block: "start" });
    }
  }

  remember() {
    Object.assign(this.store, { lesson: this.name, step: this.step });
    writeStore(LESSON_STORE, this.store);
    const address = new URL(location.href);
    address.searchParams.set("lesson", this.name);
    address.searchParams.set("step", String(this.step + 1));
    history.replaceState(history.state, "", address);
  }

  finish() {
    const done = (this.store.done[this.name] ??= []);
    if (!done.includes(this.step)) done.push(this.step);
    writeStore(LESSON_STORE, this.store);
  }

  // --- drawing the page

  render() {
    this.renderList();
    if (this.name === "glossary") return this.renderGlossary();
    const { lesson, step } = this;
    const here = lesson.steps[step];
    const number = this.course.lessons.indexOf(lesson) + 1;
    const gallery = lesson.name === "mistakes";
    this.part("where").textContent = gallery
      ? this.word("minutes", lesson.minutes)
      : `${this.word("lesson", number)} · ${this.word("minutes", lesson.minutes)}`;
    this.part("title").textContent = lesson.title;
    this.part("aim").innerHTML = lesson.aim;
    this.part("aim").hidden = step > 0;
    this.renderProgress();
    this.renderWords(here);
    this.renderFigure(here);
    this.renderFormulas(here);
    this.renderFoot();
  }

  renderList() {
    const items = this.course.lessons.map((lesson, n) => {
      const done = new Set(this.store.done[lesson.name] ?? []).size >= lesson.steps.length;
      const label = lesson.name === "mistakes" ? lesson.title : `${n + 1}  ${lesson.title}`;
      return this.listed(lesson.name, label, done);
    });
    items.push(this.listed("glossary", this.word("glossary"), false));
    this.part("lessons").setAttribute("aria-label", this.word("lessons"));
    this.part("lessons").replaceChildren(htmlNode("ol", {}, ...items));
    const current = this.part("lessons").querySelector("[aria-current]");
    const list = this.part("lessons").firstChild;
    if (current && list.scrollWidth > list.clientWidth) {
      list.scrollLeft = current.offsetLeft - list.offsetLeft - 24;
    }
  }

  listed(name, label, done) {
    const button = htmlNode("button", { type: "button", class: "cv-lesson-link" }, label);
    button.dataset.testid = `lesson-${name}`;
    if (name === this.name) button.setAttribute("aria-current", "page");
    if (done) {
      button.append(
        htmlNode("span", { class: "cv-tick", "aria-hidden": "true" }, "✓"),
        htmlNode("span", { class: "cv-hidden" }, `, ${this.word("finished")}`),
      );
    }
    button.addEventListener("click", () => this.go(name, 0, true));
    return htmlNode("li", {}, button);
  }

  renderProgress() {
    const count = this.lesson.steps.length;
    const done = new Set(this.store.done[this.name] ?? []);
    this.part("progress").setAttribute("aria-label", this.word("step", this.step + 1, count));
    this.part("progress").replaceChildren(
      ...this.lesson.steps.map((step, n) => {
        const title = step.title || this.word("guess");
        const dot = htmlNode("button", {
          type: "button",
          class: "cv-progress-dot",
          title: `${n + 1}. ${title}`,
          "aria-label": `${this.word("step", n + 1, count)}: ${title}`,
        });
        if (n === this.step) dot.setAttribute("aria-current", "step");
        dot.classList.toggle("cv-progress-done", done.has(n));
        dot.addEventListener("click", () => this.go(this.name, n, true));
        return dot;
      }),
    );
  }

  renderWords(here) {
    const box = this.part("words");
    const heading = htmlNode(
      "h2",
      { class: "cv-step-title", tabindex: "-1", "data-testid": "step-title" },
      here.title,
    );
    box.replaceChildren(heading);
    if (here.text) box.append(this.prose(here.text, "step-text"));
    if (here.question) box.append(this.question(here));
    if (here.telltale) {
      box.append(
        htmlNode(
          "p",
          { class: "cv-telltale" },
          htmlNode("b", {}, `${this.word("telltale")}: `),
          this.html("span", here.telltale),
        ),
      );
    }
    if (here.task) {
      this.taskBox = htmlNode("div", { class: "cv-task", "data-testid": "task", role: "status" });
      box.append(this.taskBox);
    } else this.taskBox = null;
    if (here.open) box.append(this.door(here.open));
    box.append(this.moves());
    this.renderTask();
  }

  html(tag, text, attributes = {}) {
    const node = htmlNode(tag, attributes);
    node.innerHTML = text; // from the lesson files, made by the server's Markdown without HTML
    return node;
  }

  prose(text, testid) {
    return this.html("div", text, { class: "cv-prose", "data-testid": testid });
  }

  question(here) {
    const box = htmlNode("div", { class: "cv-question", "data-testid": "question" });
    box.append(this.html("p", here.question, { class: "cv-question-text" }));
    this.hands ??= here.answers.map(() => 0);
    const list = htmlNode("div", { class: "cv-answers", role: "group" });
    here.answers.forEach((answer, n) => {
      const button = htmlNode("button", {
        type: "button",
        class: "cv-answer",
        "data-testid": `answer-${n}`,
      });
      button.append(this.html("span", answer));
      if (this.classMode && this.hands[n]) {
        button.append(htmlNode("span", { class: "cv-hands" }, this.word("votes", this.hands[n])));
      }
      if (this.answered !== null) {
        button.disabled = true;
        button.classList.toggle("cv-answer-right", n === here.right);
        button.classList.toggle("cv-answer-chosen", n === this.answered);
      }
      button.addEventListener("click", () => this.answer(n));
      list.append(button);
    });
    box.append(list);
    if (this.classMode && this.answered === null) {
      const reveal = htmlNode(
        "button",
        { type: "button", class: "cv-button cv-primary", "data-testid": "reveal" },
        this.word("reveal"),
      );
      reveal.addEventListener("click", () => this.reveal(-1));
      box.append(htmlNode("p", { class: "cv-small cv-muted" }, this.word("count")), reveal);
    }
    if (this.answered !== null) {
      const said =
        this.answered < 0 ? "" : this.word(this.answered === here.right ? "right" : "wrong");
      const reveal = htmlNode("div", {
        class: "cv-reveal",
        "data-testid": "reveal-text",
        role: "status",
      });
      if (said) reveal.append(htmlNode("p", {}, htmlNode("b", {}, said)));
      reveal.append(this.prose(here.reveal, "reveal-prose"));
      box.append(reveal);
    }
    return box;
  }

  answer(n) {
    if (this.classMode) {
      this.hands[n] += 1;
      this.renderWords(this.lesson.steps[this.step]);
      this.part("words").querySelector(`[data-testid="answer-${n}"]`)?.focus();
    } else this.reveal(n);
  }

  reveal(n) {
    this.answered = n;
    this.finish();
    this.renderWords(this.lesson.steps[this.step]);
    this.renderProgress();
    this.part("words").querySelector('[data-testid="next"]')?.focus({ preventScroll: true });
  }

  door(open) {
    if (!open.href) return htmlNode("p", { class: "cv-muted" }, this.word("missing"));
    const link = htmlNode(
      "a",
      {
        class: "cv-door",
        href: this.withClass(open.href),
        target: "_self",
        "data-testid": "open-page",
      },
      open.label,
    );
    link.append(htmlNode("span", { "aria-hidden": "true" }, " →"));
    link.addEventListener("click", () => this.finish());
    return htmlNode("p", {}, link);
  }

  withClass(href) {
    if (!this.classMode) return href;
    const address = new URL(href, location.href);
    address.searchParams.set("class", "1");
    return address.pathname + address.search;
  }

  moves() {
    const { lesson, step } = this;
    const here = lesson.steps[step];
    const row = htmlNode("div", { class: "cv-moves" });
    const back = htmlNode(
      "button",
      { type: "button", class: "cv-button", "data-testid": "back" },
      this.word("back"),
    );
    back.disabled = step === 0;
    back.addEventListener("click", () => this.go(this.name, step - 1, true));
    row.append(back);
    const waiting = Boolean(this.todo) || (here.question && this.answered === null);
    const next = htmlNode("button", {
      type: "button",
      class: "cv-button cv-primary",
      "data-testid": "next",
    });
    next.textContent = this.nextLabel();
    next.hidden = !next.textContent;
    next.disabled = Boolean(waiting);
    next.addEventListener("click", () => this.next());
    row.append(next);
    if (waiting) {
      const skip = htmlNode(
        "button",
        { type: "button", class: "cv-link", "data-testid": "skip" },
        this.word("skip"),
      );
      skip.addEventListener("click", () => this.next());
      row.append(skip);
    }
    return row;
  }

  nextLabel() {
    const { lesson, step } = this;
    if (step < lesson.steps.length - 1) return this.word("next");
    const after = this.course.lessons[this.course.lessons.indexOf(lesson) + 1];
    return after ? this.word("finish", after.title) : "";
  }

  next() {
    if (!this.todo) this.finish();
    if (this.step < this.lesson.steps.length - 1) this.go(this.name, this.step + 1, true);
    else this.go(this.course.lessons[this.course.lessons.indexOf(this.lesson) + 1].name, 0, true);
  }

  renderTask() {
    if (!this.taskBox) return;
    const here = this.lesson.steps[this.step];
    const done = here.until && !this.todo;
    this.taskBox.classList.toggle("cv-task-done", Boolean(done));
    const label = done ? this.word("done") : this.word("todo");
    this.taskBox.replaceChildren(
      htmlNode("span", { class: "cv-task-label" }, done ? `✓ ${label}` : label),
      this.html("span", here.task),
    );
  }

  /** The figure says that something was done. */
  report(event) {
    if (event !== this.todo) return;
    this.todo = "";
    this.finish();
    this.renderTask();
    this.renderProgress();
    this.part("words").querySelector(".cv-moves")?.replaceWith(this.moves());
  }

  renderFigure(here) {
    const box = this.part("figure-box");
    this.part("body").classList.toggle("cv-lesson-body-wide", here.claims);
    if (here.claims) {
      this.dropFigure();
      this.part("figure").replaceChildren(this.claims());
      return;
    }
    let at = this.step;
    while (at > 0 && !this.lesson.steps[at].figure) at -= 1;
    const kind = this.lesson.steps[at].figure;
    const options = here.figure ? here.options : {};
    box.hidden = !kind;
    if (this.figureKind !== kind || this.figureLesson !== this.name) {
      this.dropFigure();
      this.figureKind = kind;
      this.figureLesson = this.name;
      this.figure = new LESSON_FIGURES[kind](this.part("figure"), {
        t: (name, ...values) => this.fill(kind, name, values),
        report: (event) => this.report(event),
        changed: () => this.renderValues(),
        extra: this.data.extra,
      });
      // A step that goes on with a figure needs what the steps before it had set.
      this.figure.set(here.figure ? options : this.lesson.steps[at].options);
    } else this.figure.set(options);
  }

  dropFigure() {
    this.figure?.close();
    this.figure = null;
    this.figureKind = null;
    this.part("figure").replaceChildren();
  }

  claims() {
    const list = htmlNode("div", { class: "cv-claims", "data-testid": "claims" });
    this.course.claims.forEach((claim) => {
      const card = htmlNode("article", { class: "cv-claim" }, htmlNode("h3", {}, claim.claim));
      const sides = htmlNode("dl", {});
      for (const side of ["for", "against", "try"]) {
        sides.append(htmlNode("dt", {}, this.word(side)), htmlNode("dd", {}, claim[side]));
      }
      card.append(sides);
      if (claim.href) {
        card.append(
          htmlNode(
            "a",
            { class: "cv-door", href: this.withClass(claim.href), target: "_self" },
            `${claim.label} →`,
          ),
        );
      }
      list.append(card);
    });
    return list;
  }

  renderFormulas(here) {
    const box = this.part("formulas");
    this.slots = new Map();
    box.replaceChildren();
    box.hidden = !here.formulas.length;
    if (box.hidden) return;
    const symbols = new Set();
    for (const name of here.formulas) {
      const formula = this.course.formulas[name];
      formula.symbols.forEach((symbol) => symbols.add(symbol));
      box.append(
        htmlNode(
          "div",
          { class: "cv-formula", "data-testid": `formula-${name}` },
          this.html("div", formula.html, { class: "cv-formula-math" }),
          htmlNode("span", { class: "cv-hidden" }, formula.say),
          htmlNode(
            "code",
            { class: "cv-function", title: this.word("computed") },
            `${formula.function}`,
          ),
        ),
      );
    }
    const legend = htmlNode("dl", { class: "cv-legend", "aria-label": this.word("values") });
    for (const name of symbols) {
      const symbol = this.course.symbols[name];
      const value = htmlNode("span", { class: "cv-symbol-value", "data-testid": `value-${name}` });
      this.slots.set(name, value);
      legend.append(
        this.html("dt", symbol.html),
        htmlNode("dd", {}, value),
        htmlNode("dd", { class: "cv-symbol-means" }, symbol.means),
      );
    }
    box.append(legend);
    this.renderValues();
  }

  renderValues() {
    if (!this.slots?.size || !this.figure) return;
    const values = this.figure.values();
    for (const [name, slot] of this.slots) {
      const text = values[name] === undefined ? "" : `= ${values[name]}`;
      if (slot.textContent !== text) slot.textContent = text;
    }
  }

  renderFoot() {
    const foot = this.part("foot");
    foot.replaceChildren();
    if (!this.figure) return;
    foot.append(`${this.word("save-title")}: `);
    for (const kind of ["svg", "png"]) {
      const button = htmlNode(
        "button",
        { type: "button", class: "cv-link", "data-testid": `save-${kind}` },
        this.word(`save-${kind}`),
      );
      button.addEventListener("click", () =>
        saveFigure(
          this.part("figure"),
          this.lesson.title,
          `capsviz-${this.name}-${this.step + 1}`,
          kind,
        ),
      );
      foot.append(button, " ");
    }
  }

  renderGlossary() {
    this.dropFigure();
    this.part("where").textContent = "";
    this.part("title").textContent = this.word("glossary");
    this.part("aim").hidden = true;
    this.part("progress").replaceChildren();
    this.part("formulas").replaceChildren();
    this.part("foot").replaceChildren();
    const terms = htmlNode("dl", { class: "cv-glossary", "data-testid": "glossary" });
    const sorted = Object.values(this.course.terms).sort((a, b) => a.name.localeCompare(b.name));
    for (const term of sorted) {
      terms.append(htmlNode("dt", {}, term.name), htmlNode("dd", {}, term.means));
    }
    const symbols = htmlNode("dl", { class: "cv-glossary cv-glossary-symbols" });
    for (const symbol of Object.values(this.course.symbols)) {
      symbols.append(this.html("dt", symbol.html), htmlNode("dd", {}, symbol.means));
    }
    this.part("words").replaceChildren(
      htmlNode("h2", { class: "cv-step-title", tabindex: "-1" }, this.word("terms")),
      terms,
    );
    this.part("figure").replaceChildren(
      htmlNode("h2", { class: "cv-step-title" }, this.word("symbols")),
      symbols,
    );
    this.part("figure-box").hidden = false;
    this.part("body").classList.remove("cv-lesson-body-wide");
  }

  // --- meanings on hover, focus and tap

  listen() {
    const { signal } = this.undoing;
    const meant = (target) => target.closest?.(".cv-sym, .cv-term");
    const show = (event) => {
      const node = meant(event.target);
      if (node) this.showTip(node);
      else if (event.type === "click") this.hideTip();
    };
    for (const type of ["pointerover", "focusin", "click"])
      this.root.addEventListener(type, show, { signal });
    this.root.addEventListener(
      "pointerout",
      (event) => {
        const node = meant(event.target);
        if (node && !node.contains(event.relatedTarget) && !node.matches(".cv-term"))
          this.hideTip();
      },
      { signal },
    );
    this.root.addEventListener("focusout", () => this.hideTip(), { signal });
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") this.hideTip();
      },
      { signal },
    );
    window.addEventListener(
      "capsviz:class",
      () => {
        if (this.lesson) this.renderWords(this.lesson.steps[this.step]);
      },
      { signal },
    );
    const theme = matchMedia("(prefers-color-scheme: dark)");
    theme.addEventListener("change", () => setTimeout(() => this.repaint(), 200), { signal });
  }

  showTip(node) {
    const tip = this.part("tip");
    const { term, symbol } = node.dataset;
    const means = term ? this.course.terms[term].means : this.course.symbols[symbol]?.means;
    if (!means) return;
    tip.textContent = means;
    tip.hidden = false;
    const box = node.getBoundingClientRect();
    const frame = this.root.getBoundingClientRect();
    const width = tip.offsetWidth;
    const left = clampNumber(box.left - frame.left - 8, 0, Math.max(0, frame.width - width));
    tip.style.left = `${left}px`;
    tip.style.top = `${box.bottom - frame.top + 6}px`;
    for (const other of this.root.querySelectorAll(".cv-sym-on"))
      other.classList.remove("cv-sym-on");
    if (symbol) {
      for (const other of this.root.querySelectorAll(`[data-symbol="${symbol}"]`))
        other.classList.add("cv-sym-on");
    }
  }

  hideTip() {
    this.part("tip").hidden = true;
    for (const other of this.root.querySelectorAll(".cv-sym-on"))
      other.classList.remove("cv-sym-on");
  }
}

const lessonPlayers = new WeakMap();

export default function (component) {
  const { parentElement } = component;
  const root = parentElement.querySelector(".cv-learn");
  let player = lessonPlayers.get(root);
  if (!player) lessonPlayers.set(root, (player = new LessonPlayer(root)));
  player.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected) return;
    player.close();
    lessonPlayers.delete(root);
  };
}
