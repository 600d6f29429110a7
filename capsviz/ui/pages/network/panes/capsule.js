/* Inside the capsules: one of them, its receptive field and its numbers. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { list, number, text } from "../../../browser/text.js";
import { drawSquare, drawType, paintCanvas } from "../drawing.js";
import { ChoiceGrid } from "../grid.js";
import { toggleOff } from "../map.js";
import { strongest } from "../sums.js";
import { choice, fillTable, formatNumber, labelControl, pane, table } from "./elements.js";

/** One capsule: its place, its type, its numbers. */
export class CapsulePane {
  constructor(page) {
    this.page = page;
    const { types, grid } = page.server;
    this.grid = new ChoiceGrid({
      testid: "places",
      label: text("pane-places"),
      choose: (place) => this.go(place, this.type),
      describe: (place) =>
        text("pane-place", { row: Math.floor(place / grid), column: place % grid }),
    });
    this.kind = make("input", {
      className: "cv-number",
      type: "number",
      min: "0",
      max: String(types - 1),
      data: { testid: "type" },
    });
    this.kind.addEventListener("input", () => {
      const type = Number(this.kind.value);
      if (Number.isInteger(type) && type >= 0 && type < types) this.go(this.place, type);
    });
    const kinds = /** @type {const} */ (["type", "place"]);
    this.offs = kinds.map((kind) =>
      makeButton("cv-button", `off-${kind}`, "", () =>
        page.setOff(toggleOff(page.view.off, `${kind}s`, this[kind])),
      ),
    );
    const squashes = {
      ...{ epsilon: text("squash-trained"), bare: text("squash-bare") },
      none: text("squash-none"),
    };
    this.squash = choice("squash", squashes, (squash) => page.setOff({ ...page.view.off, squash }));
    this.squashing = labelControl(text("pane-squash"), this.squash);
    this.table = table("numbers");
    this.feeds = make("p", { data: { testid: "feeds" } });
    this.name = make("p", { data: { testid: "capsule-name" } });
    this.nodes = [
      pane(text("pane-type"), labelControl(text("pane-type-choice"), this.kind), this.grid.root),
      pane(text("pane-capsule"), this.name, this.table, this.feeds),
      pane(
        text("pane-what-if"),
        make("div", { className: "cv-n-switches" }, ...this.offs, this.squashing),
      ),
    ];
  }

  get type() {
    return this.capsule % this.page.server.types;
  }

  get place() {
    return Math.floor(this.capsule / this.page.server.types);
  }

  go(place, type) {
    this.page.change({ unit: place * this.page.server.types + type });
  }

  show({ arrays, header }) {
    this.capsule = header.unit;
    const { page, type, place } = this;
    const { reply, colours, view, server } = page;
    this.grid.fit(server.rows * server.grid, server.grid, place);
    if (document.activeElement !== this.kind) this.kind.value = String(type);
    paintCanvas(this.grid.canvas, (g, width, height) => {
      g.globalAlpha = 0.25;
      drawSquare(g, width, height, reply.input, colours.tables.ink);
      g.globalAlpha = 1;
      drawType(g, width, reply, type, colours.inks.accent);
    });
    const [row, column] = [Math.floor(place / server.grid), place % server.grid];
    const [top, left] = [row, column].map((i) => server.first + i * server.stride);
    setText(
      this.name,
      text("capsule-told", {
        ...{ type: String(type), row, column, field: server.field },
        ...{ top, left },
        presence: number(reply.presence[header.unit] / 255, 2),
      }),
    );
    const { u, before } = arrays;
    const rows = Array.from(u, (value, k) => [String(k), ...(before ? [before[k]] : []), value]);
    fillTable(this.table, ["", ...(before ? [text("before-squash")] : []), "u"], rows);
    this.feeds.hidden = !arrays.feeds;
    if (arrays.feeds) {
      const best = strongest(arrays.feeds, 5);
      const maps = best.map((map) =>
        text("with-value", { name: String(map), value: formatNumber(arrays.feeds[map]) }),
      );
      setText(this.feeds, text("fed-by", { maps: list(maps, "unit") }));
    }
    const [types, places] = this.offs;
    const stateOf = (list, value) => (list.includes(value) ? "off" : "on");
    const typeNow = stateOf(view.off.types, type);
    setText(types, text("switch-type", { now: typeNow, type: String(type) }));
    setText(places, text("switch-place", { now: stateOf(view.off.places, place), row, column }));
    this.squash.value = view.off.squash;
    this.squashing.hidden = !before;
  }
}
