/* Inside the votes: one capsule's, as a product. */

import { make, setText } from "../../../browser/dom.js";
import { text } from "../../../browser/text.js";
import { montage, paintSheet } from "../drawing.js";
import { signedBytes } from "../sums.js";
import {
  classChoice,
  fillTable,
  formatNumber,
  labelControl,
  pane,
  picture,
  table,
} from "./elements.js";

/** One vote: u times W. */
export class VotePane {
  constructor(page) {
    this.page = page;
    this.digit = classChoice(page, "digit", text("class-winner"));
    this.canvas = picture("matrix", text("matrix-picture"));
    this.table = table("vote");
    this.name = make("p", { data: { testid: "vote-name" } });
    this.nodes = [
      pane(
        text("pane-matrix"),
        labelControl(text("class-choice"), this.digit),
        this.canvas,
        this.name,
      ),
      pane(text("pane-vote"), this.table),
    ];
  }

  show({ arrays, shapes, header }) {
    this.digit.value = String(this.page.view.digit);
    const { network } = this.page.server;
    setText(
      this.name,
      text("vote-told", {
        capsule: String(header.unit),
        name: network.classes[header.digit],
        length: formatNumber(arrays.vote_lengths[header.digit]),
      }),
    );
    this.canvas.hidden = !arrays.W;
    const { u, W } = arrays;
    if (!W)
      return fillTable(
        this.table,
        ["u"],
        Array.from(u, (value) => [value]),
      );
    const { difference } = this.page.colours.tables;
    paintSheet(this.canvas, montage(signedBytes(W), [1, ...shapes.W], difference));
    const vote = Float32Array.from({ length: shapes.W[1] }, (_, d) =>
      u.reduce((sum, value, k) => sum + value * W[k * shapes.W[1] + d], 0),
    );
    const count = Math.max(u.length, vote.length);
    const rows = Array.from({ length: count }, (_, k) => [String(k), u[k] ?? "", vote[k] ?? ""]);
    fillTable(this.table, ["", "u", "û = W u"], rows);
  }
}
