/* One thing to do at each stop of the walk, with its control. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { couplingOf } from "../../../browser/picture.js";
import { text } from "../../../browser/text.js";
import { toggleOff } from "../map.js";
import { classChoice, iterationsStepper } from "../panes/elements.js";
import { strongest } from "../sums.js";
import { turnStrokes } from "./turn.js";

/** Largest rotation of the picture, in degrees. */
const MAX_TURN = 60;
/** Number of selectable capsules: those most coupled to the winner. */
const MAX_CHOICE = 12;

/**
 * @typedef {{root: HTMLElement, show: () => string}} Act a control, and a function that updates it
 *   and returns its sentence
 * @type {Record<string, (walk: any) => Act>}
 */
const ACTS = {
  other: ({ page }) => {
    const samples = () => page.other.strip.samples ?? [];
    return toggle("act-other", {
      words: "act-other",
      name: () => text(samples().length ? "act-other-button" : "act-clear-button"),
      act: () => {
        const index = samples().findIndex(({ drawing }) => drawing === page.drawing);
        if (samples().length) page.pad.replace(samples()[(index + 1) % samples().length].drawing);
        else page.pad.clear();
      },
    });
  },

  turn: ({ page }) => {
    const slider = make("input", {
      ...{ type: "range", min: String(-MAX_TURN), max: String(MAX_TURN), value: "0" },
      ...{ ariaLabel: text("act-turn-slider"), data: { testid: "act-turn" } },
    });
    /** The original drawing, and its last rotation. @type {any[]} */
    let [straight, turned] = [null, null];
    slider.addEventListener("input", () => {
      if (page.drawing !== turned) {
        straight = page.drawing;
        page.pad.remember();
      }
      turned = turnStrokes(straight, Number(slider.value));
      page.pad.put(turned);
      page.touch();
    });
    slider.addEventListener("change", () => page.keepDrawing());
    return {
      root: slider,
      show: () => {
        if (page.drawing !== turned) slider.value = "0";
        return text("act-turn");
      },
    };
  },

  map: ({ page: { row }, stop: { name }, whole }) => {
    const areMaps = row.reply.maps[name].shape[1] > 1;
    return offSwitch(row, "maps", areMaps ? "map" : "unit", {
      words: areMaps ? "act-map" : "act-map-unit",
      best: () => strongestMap(whole.maps[name]),
      off: () => row.off.maps[name] ?? [],
      empty: () => ({ ...row.off.maps, [name]: [] }),
      layer: name,
    });
  },

  type: ({ page: { row } }) =>
    offSwitch(row, "types", "type", {
      words: "act-type",
      best: () => strongestType(row.reply),
      off: () => row.off.types,
      empty: () => [],
    }),

  capsule: (walk) =>
    toggle("act-capsule", {
      words: "act-capsule",
      name: () => text("act-capsule-button"),
      act: () => {
        const capsules = strongest(walk.page.row.reply.couplings, MAX_CHOICE);
        walk.choose(capsules[(capsules.indexOf(walk.capsule) + 1) % capsules.length]);
      },
    }),

  digit: ({ page }) => {
    const select = classChoice(page.row, "act-digit", text("act-class-all"));
    select.ariaLabel = text("act-class-choice");
    return {
      root: select,
      show: () => {
        select.value = String(page.view.digit);
        return text(page.row.reply.flow.length ? "act-class" : "act-class-number");
      },
    };
  },

  iterations: ({ page }) => {
    const { root, show } = iterationsStepper(page, "act-iterations");
    return {
      root,
      show: () => {
        show(page.settings.iterations);
        return text("act-iterations");
      },
    };
  },

  unit: ({ page: { row } }) =>
    offSwitch(row, "hidden", "unit", {
      words: "act-unit",
      best: () => strongest(row.reply.hidden.at(-1), 1)[0],
      off: () => Object.values(row.off.hidden).flat(),
      empty: () => ({}),
      layer: String(row.reply.hidden.length - 1),
    }),

  clear: ({ page }) =>
    toggle("act-clear", {
      words: "act-clear",
      name: () => text("act-clear-button"),
      act: () => page.pad.clear(),
    }),
};

/**
 * A button that switches the most active unit off, and all of them on again.
 * @param {import("../row.js").Row} row
 * @param {"maps" | "types" | "hidden"} kind key of the ablation
 * @param {"map" | "type" | "unit"} unit
 * @param {{words: string, best: () => number, off: () => number[], empty: () => any, layer?: string}} options
 *   `off` returns units that are off, `empty` the kind's value if none is; `layer`: block or layer
 */
function offSwitch(row, kind, unit, { words, best, off, empty, layer }) {
  const isOff = () => off().length > 0;
  return toggle(kind === "maps" ? "act-map" : `act-${unit}`, {
    words,
    name: () =>
      isOff()
        ? text(`act-${unit}s-on`)
        : text(`switch-${unit}`, { now: "on", [unit]: String(best()) }),
    act: () =>
      row.setOff(
        isOff() ? { ...row.off, [kind]: empty() } : toggleOff(row.off, kind, best(), layer),
      ),
  });
}

/** A button whose text names its current action; `words` is a message. @returns {Act} */
function toggle(testid, { words, name, act }) {
  const root = makeButton("cv-button", testid, "", act);
  return {
    root,
    show: () => {
      setText(root, name());
      return text(words);
    },
  };
}

/** Shows the act of the current stop. */
export class StopAct {
  /** @param {any} walk @param {HTMLElement} container */
  constructor(walk, container) {
    this.walk = walk;
    this.words = make("span", { data: { testid: "act-words" } });
    this.container = container;
    this.key = "";
    /** @type {Act | null} */
    this.act = null;
  }

  show() {
    const { page, stop } = this.walk;
    // Strokes can be turned, a picture's pixels cannot.
    const name = stop.act === "turn" && !page.drawing.s.length ? "other" : stop.act;
    const key = `${name} ${stop.name} ${page.row.server.network.name}`;
    if (key !== this.key) {
      this.key = key;
      this.act = ACTS[name](this.walk);
      this.container.replaceChildren(this.words, this.act.root);
    }
    setText(this.words, this.act?.show() ?? "");
  }
}

/** Index of the most active map. @param {{bytes: Uint8Array, shape: number[], indices: number[]}} maps */
export function strongestMap({ bytes, shape, indices }) {
  const size = bytes.length / shape[0];
  const sums = indices.map((_, index) =>
    bytes.subarray(index * size, (index + 1) * size).reduce((sum, value) => sum + value, 0),
  );
  return indices[strongest(sums, 1)[0]];
}

/** The type whose capsules contribute most to the winner. @param {{couplings: Uint8Array, presence: Uint8Array, types: number}} reply */
export function strongestType({ couplings, presence, types }) {
  const sums = new Float64Array(types);
  couplings.forEach((root, capsule) => {
    sums[capsule % types] += couplingOf(root) * presence[capsule];
  });
  return strongest(sums, 1)[0];
}
