/* Inside the routing: one capsule, iteration by iteration. */

import { make, setText } from "../../../browser/dom.js";
import { text } from "../../../browser/text.js";
import {
  choice,
  classChoice,
  fillTable,
  iterationsStepper,
  labelControl,
  pane,
  table,
  wayButton,
} from "./elements.js";

/** Messages by the axis of the softmax. */
const AXIS_WORDS = { outputs: "axis-outputs-words", inputs: "axis-inputs-words" };

/** Routing of one capsule's votes. */
export class RoutingPane {
  constructor(page) {
    this.page = page;
    this.digit = classChoice(page, "digit", text("class-winner"));
    this.table = table("loop");
    this.iterations = iterationsStepper(page, "iterations");
    const axes = { outputs: text("axis-outputs"), inputs: text("axis-inputs") };
    this.axis = choice("axis", axes, (axis) => page.setOff({ ...page.view.off, axis }));
    this.axisWords = make("p", { data: { testid: "axis-words" } });
    const axis = labelControl(text("axis-choice"), this.axis);
    this.whatIf = pane(text("pane-what-if"), axis, this.axisWords);
    this.nodes = [
      pane(
        text("pane-loop"),
        labelControl(text("class-choice"), this.digit),
        this.table,
        this.iterations.root,
      ),
      this.whatIf,
      pane(
        text("pane-all"),
        make("p", {}, text("pane-all-words")),
        wayButton(page, "routing", text("follow-routing")),
      ),
    ];
  }

  show({ arrays, shapes, header }) {
    this.digit.value = String(this.page.view.digit);
    this.iterations.root.hidden = !this.page.server.network.iterative;
    this.iterations.show(shapes.couplings[0]);
    const [rounds, classes] = shapes.couplings;
    const k = header.digit;
    const names = ["logits", "couplings", "s", "lengths"];
    const rows = Array.from({ length: rounds }, (_, t) => [
      String(t + 1),
      ...names.map((name) => arrays[name][t * classes + k]),
    ]);
    this.whatIf.hidden = !this.page.server.varies;
    this.axis.value = this.page.view.off.axis;
    setText(this.axisWords, text(AXIS_WORDS[this.axis.value]));
    const { measure } = this.page.server.network;
    fillTable(this.table, ["", "b", "c", "‖s‖", text("measure", { measure })], rows);
  }
}
