/*
 * Curves and attacks: asked for by plain HTTP when nothing has moved for a moment, and only
 * where the answer would be another one.
 */

import { LatestRequest } from "../../browser/engine/latest_request.js";

const SETTLED = 160;

/**
 * @typedef {object} Now
 * @property {any} view the page's view as it stands
 * @property {any} playing what plays, if anything does
 * @property {Record<string, any>} said settings and drawing, which every question holds
 */

export class Requests {
  /**
   * @param {Record<"curves" | "attack", (question: any) => Promise<any>>} answers
   * @param {() => Now} now
   * @param {{ curves: (found: any) => void, attack: (found: any) => void,
   *   failed: (sentence: string) => void }} tell
   */
  constructor(answers, now, tell) {
    this.now = now;
    const failed = (sentence) => {
      this.forget(); // it is asked again when something next moves
      tell.failed(sentence);
    };
    this.asks = {
      curves: new LatestRequest(answers.curves, tell.curves, failed),
      attack: new LatestRequest(answers.attack, tell.attack, failed),
    };
    this.forget();
  }

  close() {
    clearTimeout(this.settling);
  }

  /** Forget the last requests, so that the next ones are sent. */
  forget() {
    this.keys = { curves: "", attack: "" };
  }

  /** Curves and attack follow when nothing has moved for a moment; curves while one plays too. */
  later(pause = SETTLED) {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.askCurves();
      if (!this.now().playing) this.askAttack();
    }, pause);
    if (this.now().playing) this.askCurves();
  }

  askCurves() {
    const { kind, transform } = this.now().view;
    // A curve does not depend on where its own transform stands.
    this.ask("curves", { kind }, { transform: { ...transform, [kind]: 0 } });
  }

  askAttack() {
    const { method, epsilon } = this.now().view;
    this.ask("attack", { method, epsilon }, {});
  }

  /**
   * @param {"curves" | "attack"} name
   * @param {Record<string, any>} more what this question holds besides
   * @param {Record<string, any>} told what stands in its place where questions are compared
   */
  ask(name, more, told) {
    const { said, view } = this.now();
    const question = { ...said, transform: view.transform, digit: view.digit, ...more };
    const key = JSON.stringify({ ...question, ...told });
    if (key === this.keys[name]) return;
    this.keys[name] = key;
    this.asks[name].ask(question);
  }
}
