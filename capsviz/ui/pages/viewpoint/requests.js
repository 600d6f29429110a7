/*
 * Requests for curves and attacks by plain HTTP, after a pause in movement and only if the answer
 * would differ.
 */

import { LatestRequest } from "../../browser/engine/latest_request.js";

const REQUEST_DELAY = 160;

export class Requests {
  /** @param {import("./index.js").ViewpointPage} page */
  constructor(page) {
    this.page = page;
    const onError = (sentence) => {
      this.forget(); // request it again at the next movement
      page.trouble(sentence);
    };
    const curves = (question) => this.curvesOf(question);
    const attack = ({ drawing, transform, ...question }) =>
      page.engine.attack(question, page.inputs.pair(transform));
    this.latest = {
      curves: new LatestRequest(curves, (reply) => page.showCurves(reply), onError),
      attack: new LatestRequest(attack, (reply) => page.paintAttack(reply), onError),
    };
    this.forget();
  }

  /** The answer, with the pictures that it is about. */
  async curvesOf({ drawing, transform, kind, ...question }) {
    const { engine, inputs: source, server } = this.page;
    const { values, images, inputs } = source.sweep(transform, kind, server.limits[kind]);
    const { header, arrays } = await engine.curves(question, inputs);
    return { header: { ...header, kind }, arrays: { ...arrays, values, images } };
  }

  close() {
    clearTimeout(this.timer);
  }

  /** Forget the last requests: the next ones are sent even if they are the same. */
  forget() {
    this.keys = { curves: "", attack: "" };
  }

  /** Request curves and attack after a pause in movement; curves also during playing. */
  schedule(pause = REQUEST_DELAY) {
    const { player } = this.page;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.askCurves();
      if (!player.playing) this.askAttack();
    }, pause);
    if (player.playing) this.askCurves();
  }

  askCurves() {
    const { kind, transform } = this.page.view;
    // A curve does not depend on the present value of its own transform.
    this.ask("curves", { kind }, { transform: { ...transform, [kind]: 0 } });
  }

  askAttack() {
    const { method, epsilon } = this.page.view;
    this.ask("attack", { method, epsilon }, {});
  }

  /**
   * @param {"curves" | "attack"} name
   * @param {Record<string, any>} fields what this question holds besides
   * @param {Record<string, any>} overrides what stands in its place where questions are compared
   */
  ask(name, fields, overrides) {
    const { settings, drawing, view } = this.page;
    const { transform, digit } = view;
    const question = { ...settings, drawing, transform, digit, ...fields };
    const key = JSON.stringify({ ...question, ...overrides });
    if (key === this.keys[name]) return;
    this.keys[name] = key;
    this.latest[name].ask(question);
  }
}
