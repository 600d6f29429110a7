/* The forms of a new training run and of a fork. */

import { make } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { forkWords } from "./words.js";

/**
 * @typedef {object} TrainChoices options of a new training, as `routes.py` gives them
 * @property {Record<string, string>} data_sets
 * @property {Record<string, string>} routings
 * @property {string[]} mistakes names of deliberate ones
 * @property {Record<string, Record<string, {[attribute: string]: any}>>} numbers attributes of
 *   fields, for each kind of network
 */

const WEIGHT = "reconstruction_weight";
const NETWORKS = ["classes", "parts"];
/** Rarely changed settings, folded. */
const FOLDED_SETTINGS = [
  ...["digit_dim", "present_margin", "absent_margin", "down_weight"],
  ...["weight_decay", "dropout", "adversarial"],
];

/**
 * Fill the form.
 * @param {HTMLFormElement} form
 * @param {TrainChoices} choices
 * @param {(settings: any) => void} onSubmit
 */
export function fillForm(form, choices, onSubmit) {
  const { classes: classFields, parts: partsFields } = choices.numbers;
  const common = Object.keys(classFields).filter((name) => !FOLDED_SETTINGS.includes(name));
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
    ...numbers(common, classFields),
    checkbox("plain"),
    make(
      "details",
      {},
      make("summary", {}, text("settings-rare")),
      ...numbers(FOLDED_SETTINGS, classFields),
      checkbox("all_gradients"),
    ),
    make("fieldset", {}, make("legend", {}, text("settings-mistakes")), ...mistakes),
  );
  const parts = group(...numbers(Object.keys(partsFields), partsFields));
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
  const update = () => {
    // Disabled fields are not part of the form's data.
    classes.disabled = classes.hidden = network.value === "parts";
    parts.disabled = parts.hidden = !classes.hidden;
    shapes.disabled = pictures.value !== "sprites"; // the classes of other sets are fixed
  };
  for (const choice of [network, pictures]) choice.addEventListener("change", update);
  update();
  // A browser reports an invalid field only if it can focus it: open its fold.
  form.addEventListener(
    "invalid",
    ({ target }) => {
      const fold = /** @type {HTMLElement} */ (target).closest("details");
      if (fold) fold.open = true;
    },
    true,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onSubmit(settingsOf(form));
  });
}

const select = (name, options) =>
  make(
    "select",
    { name, className: "cv-number" },
    ...options.map(([value, title]) => new Option(title, value)),
  );

const number = (name, attributes) =>
  make("input", { type: "number", name, className: "cv-number", ...attributes });

const numbers = (names, fields) =>
  names.map((name) => label(name, number(name, { ...fields[name], required: true })));

const checkbox = (name) =>
  make(
    "label",
    { className: "cv-t-plain" },
    make("input", { type: "checkbox", name }),
    text(`setting-${name}`),
  );

const label = (name, field) => make("label", {}, text(`setting-${name}`), " ", field);

/**
 * Fill the form of a fork's changes besides its rate. Untouched fields change nothing.
 * @param {HTMLFormElement} form
 * @param {TrainChoices} choices
 * @param {(changes: string) => void} onChange called with the present changes in words
 */
export function fillFork(form, choices, onChange) {
  const weight = { ...choices.numbers.classes[WEIGHT], value: "" };
  form.replaceChildren(
    label(
      "routing",
      select("routing", [["", text("unchanged")], ...Object.entries(choices.routings)]),
    ),
    label(WEIGHT, number(WEIGHT, { ...weight, placeholder: text("unchanged") })),
  );
  const notify = () => onChange(forkWords(forkOf(form), choices.routings));
  notify();
  form.addEventListener("change", notify);
  form.addEventListener("reset", () => setTimeout(notify));
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
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = form.querySelectorAll("[type=number]:enabled");
  return {
    ...Object.fromEntries(data),
    ...Object.fromEntries([...fields].map((field) => [field.name, field.valueAsNumber])),
    mistakes: data.getAll("mistakes"),
    plain: data.has("plain"),
    all_gradients: data.has("all_gradients"),
  };
}
