/* The film of a run in a file of its own, which holds all its data. */

import { setText } from "../../browser/dom.js";
import { RecordedFilm } from "../../browser/engine/recorded.js";
import { hideUnavailable } from "../../browser/engine/unsupported.js";
import { adoptTexts, localise, text } from "../../browser/text.js";
import { Film } from "./film.js";
import { Stage } from "./stage.js";

async function begin() {
  const root = document.querySelector(".cv-train");
  root.classList.add("cv-t-alone");
  const { run, film, texts } = JSON.parse(document.getElementById("data").textContent);
  adoptTexts(texts);
  localise(root);
  setText(root.querySelector('[data-part="alone"]'), text("alone", { run }));
  const engine = new RecordedFilm(film);
  hideUnavailable(root, engine);
  const stage = new Stage(root);
  stage.setFilm(new Film(await engine.film()));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => stage.adopt());
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) stage.repaint();
  else stage.play();
}

begin();
