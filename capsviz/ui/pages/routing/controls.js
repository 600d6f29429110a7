/* The row of controls: play, step, number of iterations, colours. */

import { enable, setText } from "../../browser/dom.js";
import { PlayButton } from "../../browser/play.js";
import { number, text } from "../../browser/text.js";

/** @import { Scene } from "./scene.js" */

/** Elements with arrow keys of their own. */
const OWN_KEYS =
  "input, select, textarea, [role=radiogroup], [role=application], [role=toolbar], [role=tablist]";
/** Values of the declared view by the lists that choose them. */
const CHOICES = {
  scale: "scale",
  overlay: "overlay",
  "flow-from": "flow_from",
  "flow-of": "flow_of",
};

export class Controls {
  /**
   * @param {import("./index.js").RoutingPage} page
   * @param {import("./playback.js").Playback} playback
   */
  constructor(page, playback) {
    this.page = page;
    const { element, state, signal } = page;
    /** Requested number of iterations. */
    this.targetRounds = 0;
    this.button = new PlayButton(element("play"), {
      play: () => state.data && playback.play(),
      pause: () => playback.pause(),
    });
    const step = (steps) => page.stepTo(state.iterationAfter(steps));
    page.onClick("step-back", () => step(-1));
    page.onClick("step-forward", () => step(1));
    page.onClick("iterations-less", () => page.setRounds(this.targetRounds - 1));
    page.onClick("iterations-more", () => page.setRounds(this.targetRounds + 1));
    page.onClick("copy-link", () => page.copyLink());
    page.onClick("save-numbers", () => page.saveNumbers());
    const change = (kind, name, act) =>
      element(name).addEventListener(kind, ({ target }) => act(target.value));
    change("input", "iterations-choice", (count) => page.setRounds(Number(count)));
    change("input", "iteration", (iteration) => page.stepTo(Number(iteration) - 1));
    for (const [name, property] of Object.entries(CHOICES))
      change("change", name, (value) => {
        state.choices[property] = value;
        page.show();
      });
    document.addEventListener("keydown", (event) => stepByKey(event, step), { signal });
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    this.button.show(playing);
    // While it plays, a screen reader would read without end.
    this.page.element("story").setAttribute("aria-live", playing ? "off" : "polite");
  }

  /**
   * @param {Scene} scene
   * @param {{targetRounds: number, maxIterations: number}} iterations asked for, and how many can be
   */
  show(scene, { targetRounds, maxIterations }) {
    const { element, part, parts } = this.page;
    const { data, t, r, i, j, scale, over, from, flowOf } = scene;
    const scrub = element("iteration");
    scrub.max = String(r);
    scrub.value = String(t + 1);
    scrub.disabled = r === 1;
    const label = text("iteration-of", { iteration: t + 1, rounds: r });
    scrub.setAttribute("aria-valuetext", label);
    setText(element("iteration-text"), label);
    this.targetRounds = Math.min(targetRounds, maxIterations);
    setText(element("iterations"), `r = ${r}`);
    const choice = {
      max: String(maxIterations),
      value: String(this.targetRounds),
      disabled: maxIterations < 2,
    };
    Object.assign(element("iterations-choice"), choice);
    enable(element("step-back"), t > 0);
    enable(element("step-forward"), r > 1);
    enable(element("iterations-less"), this.targetRounds > 1);
    enable(element("iterations-more"), this.targetRounds < maxIterations);
    element("scale").value = scale;
    element("overlay").value = over;
    element("flow-from").value = from;
    element("flow-of").value = flowOf;
    for (const node of parts("digit")) setText(node, data.name(j));
    for (const node of parts("i")) setText(node, String(i));
    setText(part("flow-from"), text("flow-source", { from }));
    setText(part("count"), number(data.capsules));
  }
}

/** Arrow keys step anywhere on the page, except in elements with arrow keys of their own. */
function stepByKey(event, step) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.(OWN_KEYS)) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!steps) return;
  event.preventDefault();
  step(steps);
}
