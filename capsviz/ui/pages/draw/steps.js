/* The steps before and after a drawing, as this tab keeps them: they outlive a reload. */

import { packHistory, unpackHistory } from "../../browser/history.js";
import { readState, writeState } from "../../browser/state_sync.js";

/** @typedef {import("../../browser/state_sync.js").StateSync} StateSync */

/**
 * @param {StateSync} sync knows which drawing is shown
 * @param {{drawing: any, past: any[], future: any[]}} pad
 */
export function writeSteps(sync, { drawing: present, past, future }) {
  const origin = sync.shownTimes.get("drawing");
  writeState("history", { of: origin, ...packHistory({ past, present, future }) });
}

/**
 * The undo steps in the form of the pad's `start`.
 * @param {StateSync} sync
 */
export function readSteps(sync) {
  const origin = sync.shownTimes.get("drawing");
  const value = readState("history")?.value;
  const history = unpackHistory(value);
  if (!history) return {};
  if (value.of === origin) return history;
  // Another page or a link has replaced the drawing.
  return { past: [...history.past, history.present], future: [] };
}
