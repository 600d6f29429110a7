/* The row that steers the page: playing, stepping, how many iterations, colours. */

import { enable, put } from "../../browser/dom.js";
import { PlayButton } from "../../browser/play.js";

/** @import { Scene } from "./scene.js" */

/** Where arrow keys mean something of their own. */
const OWN_KEYS =
  "input, select, textarea, [role=radiogroup], [role=application], [role=toolbar], [role=tablist]";
/** Choices of the declared view, by the lists that make them. */
const CHOICES = {
  scale: "scale",
  overlay: "overlay",
  "flow-from": "flow_from",
  "flow-of": "flow_of",
};

export class Controls {
  /**
   * @param {{hook: (name: string) => any, parts: (name: string) => any[],
   *   part: (name: string) => any}} find
   * @param {{
   *   play: () => void, pause: () => void, step: (by: number) => void, scrub: (t: number) => void,
   *   rounds: (more: number) => void, prefer: (values: Record<string, string>) => void,
   *   copyLink: () => void, saveNumbers: () => void,
   * }} acts
   * @param {AbortSignal} signal ends listening
   */
  constructor(find, acts, signal) {
    this.find = find;
    const { hook } = find;
    this.button = new PlayButton(hook("play"), acts);
    const click = (name, act) => hook(name).addEventListener("click", act);
    click("step-back", () => acts.step(-1));
    click("step-forward", () => acts.step(1));
    click("iterations-less", () => acts.rounds(-1));
    click("iterations-more", () => acts.rounds(1));
    click("copy-link", acts.copyLink);
    click("save-numbers", acts.saveNumbers);
    hook("iteration").addEventListener("input", ({ target }) =>
      acts.scrub(Number(target.value) - 1),
    );
    for (const [name, property] of Object.entries(CHOICES)) {
      hook(name).addEventListener("change", ({ target }) =>
        acts.prefer({ [property]: target.value }),
      );
    }
    document.addEventListener("keydown", (event) => stepByKey(event, acts.step), { signal });
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    this.button.show(playing);
    // While it plays by itself, a screen reader would talk without end.
    this.find.hook("story").setAttribute("aria-live", playing ? "off" : "polite");
  }

  /**
   * @param {Scene} scene
   * @param {number} most iterations there are
   */
  show(scene, most) {
    const { hook, part, parts } = this.find;
    const { data, t, r, i, j, scale, over, from, flowOf } = scene;
    const scrub = hook("iteration");
    scrub.max = String(r);
    scrub.value = String(t + 1);
    scrub.disabled = r === 1;
    scrub.setAttribute("aria-valuetext", `iteration ${t + 1} of ${r}`);
    put(hook("iteration-text"), `iteration ${t + 1} of ${r}`);
    put(hook("iterations"), `r = ${r}`);
    enable(hook("step-back"), t > 0);
    enable(hook("step-forward"), t < r - 1);
    enable(hook("iterations-less"), r > 1);
    enable(hook("iterations-more"), r < most);
    hook("scale").value = scale;
    hook("overlay").value = over;
    hook("flow-from").value = from;
    hook("flow-of").value = flowOf;
    for (const found of parts("digit")) put(found, data.name(j));
    for (const found of parts("i")) put(found, String(i));
    put(part("flow-from"), from);
    put(part("image-digit"), data.name(j));
    put(part("count"), data.capsules.toLocaleString("en"));
  }
}

/** Arrow keys step from anywhere on the page but where they mean something else. */
function stepByKey(event, step) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.(OWN_KEYS)) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(by);
}
