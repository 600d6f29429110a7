/* Parts that read a drawing and show the answer, on the page and in a notebook. */

import { finders } from "../../browser/dom.js";
import { DrawingPad } from "../../browser/pen.js";
import { text } from "../../browser/text.js";
import { listenToControls } from "./controls.js";
import { Decoding } from "./decoding.js";
import { ReconstructionPanel } from "./reconstruction_panel.js";
import { Results } from "./results.js";
import { connectTools } from "./tools.js";

/**
 * @typedef {object} ReadingHost
 * @property {HTMLElement} root
 * @property {import("../../browser/engine/engine.js").Engine} engine has the decoder
 * @property {any} settings
 * @property {(values: any) => void} change of settings
 * @property {() => void} commit a stroke is done
 * @property {(sentence: string) => void} notice
 */

/**
 * @param {ReadingHost} host
 * @param {object} listeners
 * @param {(timeStamp: number) => void} listeners.onInk
 * @param {(pose: number[] | null) => void} listeners.onPose
 */
export function buildReading(host, { onInk, onPose }) {
  const { element, part } = finders(host.root);
  const notice = (sentence) => host.notice(sentence);
  const pad = new DrawingPad(element("canvas"), part("cursor"), {
    onInk,
    onCommit: () => host.commit(),
    onFull: () => notice(text("drawing-full")),
  });
  const panel = new ReconstructionPanel(host.root, host.engine, {
    onPaint: () => results.mark(),
    onPose,
    onTrouble: notice,
  });
  const results = new Results(host.root, {
    panel,
    busy: () => pad.busy,
    onChoose: (k) => host.change({ capsule: host.settings.capsule === k ? -1 : k }),
    onSearch: (capsules) => decoding.add(capsules),
  });
  const decoding = new Decoding(() => results.showMore());
  connectTools(element, pad);
  listenToControls(element, host);
  return { pad, panel, results, decoding };
}
