/* Controls of Train: their actions, and which of them are enabled. */

import { enable, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { fillFork, fillForm } from "./form.js";
import { isPartsRun } from "./parts_run.js";
import { stateWords } from "./words.js";

/** @typedef {import("./index.js").TrainPage} TrainPage */

/** @param {TrainPage} page @param {import("./form.js").TrainChoices} choices */
export function listenToControls(page, choices) {
  const { element, part, actions } = page;
  fillForm(part("form"), choices, (settings) => {
    part("new").open = false;
    actions.act("start", { settings, run: undefined });
  });
  fillFork(part("fork-form"), choices, (changes) => setText(part("changes"), changes));
  const click = (name, act) =>
    page.onClick(name, () => {
      if (element(name).getAttribute("aria-disabled") !== "true") act();
    });
  const change = (name, act) =>
    element(name).addEventListener("change", ({ target }) => act(target));
  change("train-run", ({ value }) => page.open(value));
  change("train-against", ({ value }) => page.compare(value));
  click("train-start", () => {
    if (page.isLocal) actions.act("play");
    else actions.act("start", { settings: {}, run: undefined });
  });
  for (const name of ["pause", "step", "rewind"]) {
    click(`train-${name}`, () => {
      page.stayAtNewest();
      actions.act(name);
    });
  }
  click("train-fork", () => actions.fork());
  element("train-fork").addEventListener("blur", () => actions.sendRate());
  change("train-rate", ({ value }) => actions.typeRate(Number(value)));
  change("train-slow", ({ checked }) => actions.act("slow", { slow: checked }));
  click("train-pin", () => actions.act("pin", { drawing: page.drawing }));
  click("train-unpin", () => actions.act("pin", { drawing: null }));
  click("train-home", () => actions.saveFilm());
  click("train-rename", () => actions.act("rename", { name: element("train-name").value }));
  click("train-keep", () => actions.act("keep", { name: element("train-name").value }));
  click("train-delete", () => {
    if (confirm(text("run-delete-question"))) actions.act("delete");
  });
  click("copy-link", () => page.copyLink());
  part("manage").addEventListener("submit", (event) => event.preventDefault());
}

/** Enable the actions that the run's state allows. @param {TrainPage} page */
export function showControls({ element, part, film, isLocal, isForeign, server, actions }) {
  setText(element("train-state"), film ? stateWords(film.about, isLocal) : "");
  const { allowed } = server;
  const controllable = allowed && !isForeign; // only the browser that started a run controls it
  const busy = Boolean(film?.about.busy);
  const training = busy && film?.about.state !== "paused";
  // A run started from the command line is controlled only while its process lives.
  const attached = isLocal && !film?.about.settings.elsewhere;
  const branches = attached && !isPartsRun(film); // parts keep no earlier state and follow no picture
  const finished = isLocal && film?.about.state === "finished"; // it can be rewound and forked
  enable(
    element("train-start"),
    (isLocal ? controllable : allowed) && !training && !finished && (attached || busy || !isLocal),
  );
  setText(element("train-start"), isLocal && film?.lines.length ? text("go-on") : text("start"));
  enable(element("train-pause"), controllable && isLocal && training);
  enable(element("train-step"), controllable && !finished && (attached || busy));
  enable(element("train-fork"), allowed && branches);
  enable(element("train-rewind"), controllable && attached);
  for (const name of ["rewind", "rename", "delete"]) {
    const button = element(`train-${name}`);
    if (name !== "rewind") enable(button, !isForeign);
    button.title = isForeign ? part("strange").textContent : "";
  }
  part("strange").hidden = !isForeign;
  element("train-rate").disabled = !(controllable && isLocal);
  if (document.activeElement !== element("train-rate") && !actions.typedRate) {
    const line = film?.lines.at(-1);
    const forked = film?.about.settings.fork?.step ?? -1; // lines up to it are the original run's
    const rate = line && line.step > forked ? line.rate : 0;
    element("train-rate").value = rate ? String(Number(rate.toPrecision(3))) : "";
  }
  element("train-slow").disabled = !(controllable && attached);
  element("train-slow").checked = Boolean(film?.about.slow);
  element("train-pin").hidden = !(controllable && isLocal && !isPartsRun(film));
  element("train-unpin").hidden = !(controllable && film?.about.own);
  part("otherwise").hidden = !(allowed && branches);
  part("new").hidden = !allowed;
  part("more").hidden = !(allowed && isLocal);
}
