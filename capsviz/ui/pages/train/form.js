/* The forms of a new training run and of a fork. */

import { make } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { forkWords } from "./words.js";

/**
 * @typedef {object} TrainChoices options of a new training, as `routes.py` gives them
 * @property {Record<string, string>} data_sets
 * @property {Record<string, string>} routings
 * @property {string[]} mistakes names of deliberate ones
 * @property {number} shapes
 * @property {Record<string, any>} usual
 * @property {Record<string, any>} usual_parts
 */

const WEIGHT = "reconstruction_weight";

/** @type {[string, Record<string, any>][]} */
const NUMBERS = [
  ["shapes", { min: 2, max: 8, step: 1 }],
  ["iterations", { min: 1, max: 5, step: 1 }],
  ["reconstruction_weight", { min: 0, max: 1000, step: "any" }],
  ["peak_rate", { min: 0.000001, max: 1, step: "any" }],
  ["batch", { min: 1, max: 1024, step: 1 }],
  ["share", { min: 0.001, max: 1, step: "any" }],
  ["clip", { min: 0, step: "any" }],
  ["seed", { min: 0, max: 4294967295, step: 1 }],
];

/**
 * Settings of a run with parts and objects.
 * @type {[string, Record<string, any>][]}
 */
const OF_PARTS = [
  ["parts", { min: 1, max: 256, step: 1 }],
  ["objects", { min: 1, max: 256, step: 1 }],
  ["epochs", { min: 1, max: 1000, step: 1 }],
  ["object_epochs", { min: 1, max: 1000, step: 1 }],
  ["restarts", { min: 1, max: 100, step: 1 }],
  ["peak_rate", { min: 0.000001, max: 1, step: "any" }],
  ["batch", { min: 1, max: 1024, step: 1 }],
  ["seed", { min: 0, max: 4294967295, step: 1 }],
];

const NETWORKS = ["classes", "parts"];

/**
 * Rarely changed settings, folded.
 * @type {[string, Record<string, any>][]}
 */
const RARE = [
  ["digit_dim", { min: 1, max: 64, step: 1 }],
  ["present_margin", { min: 0, max: 1, step: "any" }],
  ["absent_margin", { min: 0, max: 1, step: "any" }],
  ["down_weight", { min: 0, max: 1000, step: "any" }],
  ["weight_decay", { min: 0, max: 1, step: "any" }],
  ["dropout", { min: 0, max: 0.9, step: "any" }],
  ["adversarial", { min: 0, max: 1, step: "any" }],
];

/**
 * Fill the form.
 * @param {HTMLFormElement} form
 * @param {TrainChoices} choices
 * @param {(settings: any) => void} begin
 */
export function fillForm(form, choices, begin) {
  const usual = { ...choices.usual.model, ...choices.usual.train, ...choices.usual };
  usual.shapes = choices.usual.model.classes;
  [usual.present_margin, usual.absent_margin] = usual.margins;
  const mistakes = choices.mistakes.map((name) =>
    make(
      "label",
      {},
      make("input", { type: "checkbox", name: "mistakes", value: name }),
      ` ${text(`mistake-${name}`)}`,
    ),
  );
  const [network, pictures] = [
    select(
      "network",
      NETWORKS.map((name) => [name, text(`network-${name}`)]),
    ),
    select("data_set", Object.entries(choices.data_sets)),
  ];
  const group = (...fields) => make("fieldset", { className: "cv-t-group" }, ...fields);
  const classes = group(
    label("routing", select("routing", Object.entries(choices.routings))),
    ...numbers(NUMBERS, usual),
    checkbox("plain"),
    make(
      "details",
      {},
      make("summary", {}, text("settings-rare")),
      ...numbers(RARE, usual),
      checkbox("all_gradients"),
    ),
    make("fieldset", {}, make("legend", {}, text("settings-mistakes")), ...mistakes),
  );
  const parts = group(...numbers(OF_PARTS, choices.usual_parts));
  form.replaceChildren(
    label("network", network),
    label("data_set", pictures),
    classes,
    parts,
    make(
      "button",
      { type: "submit", className: "cv-button", data: { testid: "train-begin" } },
      text("train"),
    ),
  );
  const shapes = /** @type {HTMLInputElement} */ (classes.querySelector("[name=shapes]"));
  const tend = () => {
    // Disabled fields are not part of the form's data.
    classes.disabled = classes.hidden = network.value === "parts";
    parts.disabled = parts.hidden = !classes.hidden;
    shapes.disabled = pictures.value !== "sprites"; // the classes of other sets are fixed
  };
  for (const choice of [network, pictures]) choice.addEventListener("change", tend);
  tend();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(settingsOf(form));
  });
}

const select = (name, options) =>
  make(
    "select",
    { name, className: "cv-number" },
    ...options.map(([value, title]) => new Option(title, value)),
  );

const number = (name, more) =>
  make("input", { type: "number", name, className: "cv-number", ...more });

const numbers = (fields, usual) =>
  fields.map(([name, limits]) => label(name, number(name, { ...limits, value: usual[name] })));

const checkbox = (name) =>
  make(
    "label",
    { className: "cv-t-plain" },
    make("input", { type: "checkbox", name }),
    text(`setting-${name}`),
  );

const label = (name, field) => make("label", {}, text(`setting-${name}`), " ", field);

/**
 * Fill the form of a fork's changes besides its rate. Untouched, it changes nothing.
 * @param {HTMLFormElement} form
 * @param {TrainChoices} choices
 * @param {(words: string) => void} told called with the present changes in words
 */
export function fillFork(form, choices, told) {
  const [, limits] = NUMBERS.find(([name]) => name === WEIGHT) ?? [];
  form.replaceChildren(
    label(
      "routing",
      select("routing", [["", text("unchanged")], ...Object.entries(choices.routings)]),
    ),
    label(WEIGHT, number(WEIGHT, { ...limits, placeholder: text("unchanged") })),
  );
  const tell = () => told(forkWords(forkOf(form), choices.routings));
  tell();
  form.addEventListener("change", tell);
  form.addEventListener("reset", () => setTimeout(tell));
  form.addEventListener("submit", (event) => event.preventDefault());
}

/**
 * Changes from the fork's form.
 * @param {HTMLFormElement} form
 * @returns {{routing?: string, reconstruction_weight?: number}}
 */
export function forkOf(form) {
  const data = new FormData(form);
  const [routing, weight] = [data.get("routing"), data.get(WEIGHT)];
  return {
    ...(routing ? { routing: String(routing) } : {}),
    ...(weight ? { [WEIGHT]: Number(weight) } : {}),
  };
}

/** @param {HTMLFormElement} form */
function settingsOf(form) {
  const data = new FormData(form);
  if (data.get("network") === "parts") {
    const chosen = OF_PARTS.map(([name]) => [name, Number(data.get(name))]);
    return { network: "parts", data_set: data.get("data_set"), ...Object.fromEntries(chosen) };
  }
  const given = [...NUMBERS, ...RARE].filter(([name]) => data.has(name));
  return {
    data_set: data.get("data_set"),
    routing: data.get("routing"),
    ...Object.fromEntries(given.map(([name]) => [name, Number(data.get(name))])),
    mistakes: data.getAll("mistakes"),
    plain: data.has("plain"),
    all_gradients: data.has("all_gradients"),
  };
}
