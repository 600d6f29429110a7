/* Connects the parts of the Routing page. */

import { offerFiles } from "../../browser/export.js";
import { OtherDigit } from "../../browser/gallery.js";
import { WhatIfChoice } from "../../browser/what_if.js";
import { Controls } from "./controls.js";
import { RoutingData } from "./data.js";
import { DigitRow } from "./digits.js";
import { routingFiles } from "./exports.js";
import { Figures } from "./figures.js";
import { Formula } from "./formula.js";
import { Inspector } from "./inspector.js";
import { Playback } from "./playback.js";
import { Pointing } from "./pointing.js";
import { lightSymbols } from "./symbol_highlight.js";
import { TraceRequest } from "./trace_request.js";
import { TreeFigure } from "./tree/index.js";

/** @typedef {import("./index.js").RoutingPage} RoutingPage */

/**
 * @typedef {object} RoutingPageData as `data.py` gives it
 * @property {import("../../browser/classes.js").NetworkData} network
 * @property {string} routing
 * @property {string} voter
 * @property {any[]} table
 * @property {string} samples
 * @property {import("../../browser/classes.js").TestSet | null} test
 */

/** @param {RoutingPage} page */
export function buildParts(page) {
  const { root, element, part, engine, state } = page;
  const choose = (values) => page.choose(values);
  const chooseDigit = (j) => choose({ j });
  const figures = new Figures(element);
  const playback = new Playback(page);
  const files = routingFiles({
    scene: (scenes = page.scenes, inks = page.inks) => scenes.of(state, inks),
    width: (name) => figures.width(name),
  });
  offerFiles((name) => root.querySelector(`[data-export="${name}"]`), files);
  lightSymbols(root);
  return {
    figures,
    playback,
    controls: new Controls(page, playback),
    digits: new DigitRow(element("digits"), chooseDigit, () => page.show()),
    glass: new Inspector(page, chooseDigit),
    formula: new Formula(element("formula")),
    trace: new TraceRequest(
      async (question) => new RoutingData(await engine.trace(question)),
      (data) => page.adoptTrace(data),
      (sentence) => page.trouble(sentence),
      page.signal,
    ),
    tree: new TreeFigure(page, engine, choose),
    pointing: new Pointing(page),
    whatIf: new WhatIfChoice(
      part("what-if"),
      part("what-if-says"),
      (routing) => page.routeInstead(routing),
      (rounds) => page.setRounds(rounds),
    ),
    other: new OtherDigit(page, (drawing) => page.replaceDrawing(drawing)),
  };
}
