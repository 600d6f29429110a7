/* One thing to do at each stop of the walk, with its control. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { text } from "../../../browser/text.js";
import { toggleOff } from "../map.js";
import { choice, iterationsStepper } from "../panes/elements.js";
import { strongest } from "../sums.js";
import { turnStrokes } from "./turn.js";

/** How far the picture is turned, in degrees. */
const MAX_TURN = 60;
/** Capsules that one chooses between: those that give the winner most. */
const MAX_CHOICE = 12;

/**
 * @typedef {{root: HTMLElement, show: () => string}} Act a control, and a function that brings it up
 *   to date and returns the sentence beside it
 * @type {Record<string, (walk: any) => Act>}
 */
const ACTS = {
  other: ({ page }) => {
    const samples = () => page.other.strip.samples ?? [];
    const button = makeButton("cv-button", "act-other", "", () => {
      const at = samples().findIndex(({ drawing }) => drawing === page.drawing);
      if (samples().length) page.pad.replace(samples()[(at + 1) % samples().length].drawing);
      else page.pad.clear();
    });
    return {
      root: button,
      show: () => {
        setText(button, text(samples().length ? "act-other-button" : "act-clear-button"));
        return text("act-other");
      },
    };
  },

  turn: ({ page }) => {
    const slider = make("input", {
      ...{ type: "range", min: String(-MAX_TURN), max: String(MAX_TURN), value: "0" },
      ...{ ariaLabel: text("act-turn-slider"), data: { testid: "act-turn" } },
    });
    /** The drawing as it was, and as it was turned last. @type {any[]} */
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

  map: (walk) => {
    const { row } = walk.page;
    const isOff = () => row.off.maps[walk.stop.name]?.length > 0;
    const best = () => strongestMap(walk.whole.maps[walk.stop.name]);
    const areMaps = row.reply.maps[walk.stop.name].shape[1] > 1;
    const one = () =>
      areMaps
        ? text("switch-map", { now: "on", map: String(best()) })
        : text("switch-unit", { now: "on", unit: String(best()) });
    return toggle("act-map", {
      words: areMaps ? "act-map" : "act-map-unit",
      name: () => (isOff() ? text(areMaps ? "act-maps-on" : "act-units-on") : one()),
      act: () => {
        const { name } = walk.stop;
        const { off } = row;
        const all = { ...off, maps: { ...off.maps, [name]: [] } };
        row.setOff(isOff() ? all : toggleOff(off, "maps", best(), name));
      },
    });
  },

  type: ({ page: { row } }) => {
    const isOff = () => row.off.types.length > 0;
    return toggle("act-type", {
      words: "act-type",
      name: () =>
        isOff()
          ? text("act-types-on")
          : text("switch-type", { now: "on", type: String(strongestType(row.reply)) }),
      act: () =>
        row.setOff(
          isOff()
            ? { ...row.off, types: [] }
            : toggleOff(row.off, "types", strongestType(row.reply)),
        ),
    });
  },

  capsule: (walk) =>
    toggle("act-capsule", {
      words: "act-capsule",
      name: () => text("act-capsule-button"),
      act: () => {
        const all = strongest(walk.page.row.reply.couplings, MAX_CHOICE);
        walk.choose(all[(all.indexOf(walk.capsule) + 1) % all.length]);
      },
    }),

  digit: ({ page }) => {
    const { classes } = page.row.server.network;
    const select = choice("act-digit", {}, (digit) => page.change({ digit: Number(digit) }));
    select.append(
      new Option(text("act-class-all"), "-1"),
      ...classes.map((name, k) => new Option(name, `${k}`)),
    );
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
  unit: ({ page: { row } }) => {
    const isOff = () => Object.values(row.off.hidden).some((units) => units.length);
    const best = () => strongest(row.reply.hidden.at(-1), 1)[0];
    return toggle("act-unit", {
      words: "act-unit",
      name: () =>
        isOff() ? text("act-units-on") : text("switch-unit", { now: "on", unit: String(best()) }),
      act: () =>
        row.setOff(
          isOff()
            ? { ...row.off, hidden: {} }
            : toggleOff(row.off, "hidden", best(), String(row.reply.hidden.length - 1)),
        ),
    });
  },

  clear: ({ page }) =>
    toggle("act-clear", {
      words: "act-clear",
      name: () => text("act-clear-button"),
      act: () => page.pad.clear(),
    }),
};

/** A button whose text says what it does now; `words` is a message. @returns {Act} */
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

/** The act of a stop, in a place. */
export class StopAct {
  /** @param {any} walk @param {HTMLElement} place */
  constructor(walk, place) {
    this.walk = walk;
    this.words = make("span", { data: { testid: "act-words" } });
    this.place = place;
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
      this.place.replaceChildren(this.words, this.act.root);
    }
    setText(this.words, this.act?.show() ?? "");
  }
}

/** Number of the map that answers most. @param {{bytes: Uint8Array, shape: number[], which: number[]}} maps */
export function strongestMap({ bytes, shape, which }) {
  const size = bytes.length / shape[0];
  const sums = which.map((_, at) =>
    bytes.subarray(at * size, (at + 1) * size).reduce((sum, value) => sum + value, 0),
  );
  return which[strongest(sums, 1)[0]];
}

/** The type whose capsules give the winner most. @param {{couplings: Uint8Array, presence: Uint8Array, types: number}} reply */
export function strongestType({ couplings, presence, types }) {
  const sums = new Float64Array(types);
  couplings.forEach((root, capsule) => {
    sums[capsule % types] += (root / 255) ** 2 * presence[capsule];
  });
  return strongest(sums, 1)[0];
}
