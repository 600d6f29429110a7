/* Inside the routing: one capsule, iteration by iteration. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { choice, classChoice, fillTable, pane, table } from "./elements.js";

const AXIS_WORDS = {
  outputs: "Each capsule's couplings sum to 1 over the classes: it decides where its vote goes.",
  inputs:
    "Each class's couplings sum to 1 over the capsules: s is a mean of their votes, every length falls, and no capsule has to decide. Programs with this mistake still learn.",
};

/** Routing of one capsule's votes. */
export class RoutingPane {
  constructor(page) {
    this.page = page;
    this.digit = classChoice(page);
    this.table = table("loop");
    const go = makeButton(
      "cv-button cv-primary",
      "",
      "follow it on Routing",
      () => page.go("routing"),
      { data: { testid: "to-routing", way: "routing" } },
    );
    this.rounds = make("output", { data: { testid: "iterations" } });
    const step = (sign, way, by) =>
      makeButton(
        "cv-icon",
        `iterations-${way}`,
        sign,
        () => page.setIterations(page.settings.iterations + by),
        {
          aria: { "aria-label": `one iteration ${way}` },
        },
      );
    this.stepper = make(
      "span",
      { className: "cv-stepper", role: "group", ariaLabel: "iterations r" },
      step("−", "less", -1),
      this.rounds,
      step("+", "more", 1),
    );
    this.axis = choice(
      "axis",
      { outputs: "the classes, as trained", inputs: "the input capsules, by mistake" },
      (axis) => page.setOff({ ...page.view.off, axis }),
    );
    this.axisWords = make("p", { data: { testid: "axis-words" } });
    this.whatIf = pane(
      "what if",
      make("label", { className: "cv-choice" }, "softmax over ", this.axis),
      this.axisWords,
    );
    this.nodes = [
      pane(
        "one capsule, iteration by iteration",
        make("label", { className: "cv-choice" }, "for class ", this.digit),
        this.table,
        this.stepper,
      ),
      this.whatIf,
      pane(
        "all of them",
        make("p", {}, "Every coupling, the votes as a cloud, the formulas lit:"),
        go,
      ),
    ];
  }

  show({ arrays, shapes, header }) {
    this.digit.value = String(this.page.view.digit);
    this.stepper.hidden = !this.page.server.network.iterative;
    setText(this.rounds, `r = ${shapes.couplings[0]}`);
    const [rounds, classes] = shapes.couplings;
    const k = header.digit;
    const rows = Array.from({ length: rounds }, (_, t) => [
      String(t + 1),
      arrays.logits[t * classes + k],
      arrays.couplings[t * classes + k],
      arrays.s[t * classes + k],
      arrays.lengths[t * classes + k],
    ]);
    this.whatIf.hidden = !this.page.server.varies;
    this.axis.value = this.page.view.off.axis;
    setText(this.axisWords, AXIS_WORDS[this.axis.value]);
    fillTable(this.table, ["", "b", "c", "‖s‖", this.page.server.network.measure], rows);
  }
}
