/* A row of buttons with pictures, one for each class. One is chosen. */

import { ClassFold } from "./class_fold.js";
import { haveNames } from "./classes.js";
import { make, makeButton } from "./dom.js";
import { scrollMany } from "./overflow.js";
import { walkRadios } from "./radios.js";

export class ClassRow {
  /**
   * @param {HTMLElement} group container of the buttons
   * @param {(k: number) => void} act chooses a class
   * @param {() => void} onSearch called when the visible classes change
   */
  constructor(group, act, onSearch) {
    this.group = group;
    this.act = act;
    this.chosen = -1;
    /** Classes that the buttons are built for. @type {string[]} */
    this.classes = [];
    /** @type {any[]} results of `build` */
    this.all = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.fold = new ClassFold(group, onSearch);
    walkRadios(group, this.buttons, { now: () => this.chosen, choose: act });
  }

  /**
   * @param {string[]} classes names of the classes
   * @param {{className: string, namedClass: string, testid: string, canvas?: object}} own names
   *   that the page uses
   */
  build(classes, { className, namedClass, testid, canvas: properties }) {
    if (classes.join("\n") === this.classes.join("\n")) return;
    this.classes = classes;
    this.group.classList.toggle(namedClass, haveNames(classes));
    this.all = classes.map((name, k) => {
      const canvas = make("canvas", { ...properties, aria: { "aria-hidden": "true" } });
      const value = make("span");
      const content = [canvas, make("b", { title: name }, name), value];
      const aria = { role: "radio", "aria-checked": "false" };
      const button = makeButton(className, `${testid}-${k}`, content, () => this.act(k), { aria });
      return { button, canvas, value };
    });
    // The arrow keys use this same array.
    this.buttons.splice(0, Infinity, ...this.all.map(({ button }) => button));
    this.group.replaceChildren(...this.buttons);
    scrollMany(this.group, classes.length);
    this.fold.adopt(
      classes,
      this.buttons.map((button) => [button]),
    );
    this.chosen = -1;
  }
}
