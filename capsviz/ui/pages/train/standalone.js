/* The film of a run in a file of its own, which holds all its data. */

import { setText } from "../../browser/dom.js";
import { RecordedFilm } from "../../browser/engine/recorded.js";
import { hideUnavailable } from "../../browser/engine/unsupported.js";
import { Film } from "./film.js";
import { Stage } from "./stage.js";

async function begin() {
  const root = document.querySelector(".cv-train");
  root.classList.add("cv-t-alone");
  const { run, film } = JSON.parse(document.getElementById("data").textContent);
  setText(root.querySelector('[data-part="alone"]'), `The film of the run ${run}.`);
  const engine = new RecordedFilm(film);
  hideUnavailable(root, engine);
  const stage = new Stage(root);
  stage.put(new Film(await engine.film()));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => stage.adopt());
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) stage.repaint();
  else stage.play();
}

begin();
