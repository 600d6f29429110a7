/* Inside the routing: one capsule, iteration by iteration. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { classChoice, fillTable, pane, table } from "./parts.js";

/** What routing does with one capsule's votes. */
export class RoutingPane {
  constructor(page) {
    this.page = page;
    this.digit = classChoice(page);
    this.table = table("loop");
    const go = makeButton("cv-button cv-primary", "to-routing", "follow it on Routing", () =>
      page.go("routing"),
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
    this.nodes = [
      pane(
        "one capsule, iteration by iteration",
        make("label", { className: "cv-choice" }, "for class ", this.digit),
        this.table,
        this.stepper,
      ),
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
    fillTable(this.table, ["", "b", "c", "‖s‖", this.page.server.network.measure], rows);
  }
}
