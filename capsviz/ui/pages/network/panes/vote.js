/* Inside the votes: one capsule's, as a product. */

import { make, setText } from "../../../browser/dom.js";
import { text } from "../../../browser/text.js";
import { drawSheet, montage, paintCanvas } from "../drawing.js";
import { signedBytes } from "../sums.js";
import { classChoice, fillTable, formatNumber, pane, picture, table } from "./elements.js";

/** One vote: u times W. */
export class VotePane {
  constructor(page) {
    this.page = page;
    this.digit = classChoice(page);
    this.canvas = picture("matrix", text("matrix-picture"));
    this.table = table("vote");
    this.name = make("p", { data: { testid: "vote-name" } });
    this.nodes = [
      pane(
        text("pane-matrix"),
        make("label", { className: "cv-choice" }, `${text("class-choice")} `, this.digit),
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
    if (!arrays.W)
      return fillTable(
        this.table,
        ["u"],
        Array.from(arrays.u, (value) => [value]),
      );
    const sheet = montage(
      signedBytes(arrays.W),
      [1, ...shapes.W],
      this.page.colours.tables.difference,
    );
    paintCanvas(this.canvas, (g, width, height) => drawSheet(g, width, height, sheet, true));
    const vote = Float32Array.from({ length: shapes.W[1] }, (_, d) =>
      arrays.u.reduce((sum, value, k) => sum + value * arrays.W[k * shapes.W[1] + d], 0),
    );
    const count = Math.max(arrays.u.length, vote.length);
    const at = (values, k) => (k < values.length ? values[k] : "");
    const rows = Array.from({ length: count }, (_, k) => [String(k), at(arrays.u, k), at(vote, k)]);
    fillTable(this.table, ["", "u", "û = W u"], rows);
  }
}
