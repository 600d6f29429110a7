/*
 * Brings the parts of the Viewpoint page together; each is given what it needs, none knows the page.
 */

import { setText } from "../../browser/dom.js";
import { offerFiles } from "../../browser/export.js";
import { Factors } from "../../browser/factors.js";
import { OtherDigit } from "../../browser/gallery.js";
import { Sections } from "../../browser/sections.js";
import { Attacks } from "./attacks.js";
import { buildClaims, listenToControls } from "./controls.js";
import { Curves } from "./curves.js";
import { viewpointFiles } from "./exports.js";
import { Guess } from "./guess.js";
import { PictureHandles } from "./picture_handles.js";
import { Player } from "./player.js";
import { Predictions } from "./predictions.js";
import { Requests } from "./requests.js";
import { turnValue } from "./transform.js";
import { Rows } from "./transform_sliders.js";
import { turnedWords } from "./words.js";

/** @typedef {import("./index.js").ViewpointPage} ViewpointPage */

/**
 * @param {ViewpointPage} page
 * @param {import("./controls.js").ViewpointPageData} data
 */
export function buildParts(page, data) {
  const { root, element, part, engine } = page;
  const trouble = (sentence) => page.trouble(sentence);
  const replace = (drawing, digit) => page.replaceDrawing(drawing, digit);
  const player = new Player(data.limits, {
    set: (kind, value) => page.set(kind, turnValue(kind, value)),
    onState: (kind, playing) => page.onPlay(kind, playing),
  });
  const move = (kind, value) => {
    player.stop();
    page.set(kind, value);
  };
  const places = { lengths: element("curve-lengths"), poses: element("curve-poses") };
  const curves = new Curves(places, (share) => {
    const { kind } = page.view;
    const [low, high] = data.limits[kind];
    move(kind, turnValue(kind, low + share * (high - low)));
  });
  listenToControls(page, player);
  buildClaims(page, data.claims, player);
  offerFiles(
    (name) => root.querySelector(`[data-export="${name}"]`),
    viewpointFiles(curves, () => ({ reply: page.reply, network: page.server.network.name })),
  );
  const factors = new Factors(part("factors"), engine, {
    settings: () => page.settings,
    receive: ({ b }) => page.takeDrawing({ s: [], b }),
    rest: (b) => replace({ s: [], b }, page.view.digit),
    compare: (truth, read) => setText(part("turned"), turnedWords(truth, read)),
    trouble,
  });
  return {
    player,
    curves,
    seen: new Predictions(page),
    factors,
    guess: new Guess(page, () => page.paintCurves()),
    handles: new PictureHandles(part("big"), data.limits, {
      now: () => page.view.transform,
      move,
      body: () => (factors.turns ? factors : null),
    }),
    rows: new Rows(element("sliders"), data.limits, data.rest, {
      onMove: move,
      onPlay: (kind) => player.toggle(kind, turnValue(kind, page.view.transform[kind])),
    }),
    other: new OtherDigit(page, replace),
    sections: new Sections(part("sections"), page.signal, {
      ask: (asked) => engine.sections("viewpoint", { ...asked, language: page.server.language }),
      field: (name) => page.view[name],
      change: (name, value) => page.change({ [name]: value }),
    }),
    attacks: new Attacks({ capsules: part("capsules"), cnn: part("cnn") }),
    asked: new Requests(
      {
        curves: ({ drawing, transform, kind, ...question }) =>
          askCurves(engine, question, page.inputs.along(transform, kind, data.limits[kind]), kind),
        attack: ({ drawing, transform, ...question }) =>
          engine.attack(question, page.inputs.pair(transform)),
      },
      () => ({
        view: page.view,
        playing: player.playing,
        said: { ...page.settings, drawing: page.drawing },
      }),
      {
        curves: (found) => page.showCurves(found),
        attack: (found) => page.paintAttack(found),
        failed: trouble,
      },
    ),
  };
}

/**
 * An answer with the pictures that it is about.
 * @param {import("../../browser/engine/engine.js").Engine} engine
 * @param {any} question
 * @param {{values: Float32Array, images: Uint8Array, inputs: Uint8Array}} along
 * @param {string} kind
 */
async function askCurves(engine, question, { values, images, inputs }, kind) {
  const { header, arrays } = await engine.curves(question, inputs);
  return { header: { ...header, kind }, arrays: { ...arrays, values, images } };
}
