/* The toys by the names that lesson files use for their figures. */

import { BOAT } from "./boat.js";
import { DECIDED } from "./changed_predictions.js";
import { WAYS_TOY } from "./coupling_rules.js";
import { DIMS } from "./dims.js";
import { EM } from "./em.js";
import { EM_BESIDE } from "./em_beside.js";
import { FACE } from "./face.js";
import { FOLLOWED } from "./followed.js";
import { GROUPING } from "./grouping.js";
import { LEARNING } from "./learning.js";
import { MARGIN } from "./margin.js";
import { PAIR } from "./pair.js";
import { POOL } from "./pool.js";
import { ROUTE } from "./route.js";
import { SEVEN } from "./seven.js";
import { SQUASH } from "./squash.js";
import { STATIC } from "./static.js";
import { STROKES } from "./strokes.js";
import { SWITCH } from "./switch.js";
import { TRANSFORMING } from "./transforming.js";

/** @type {Record<string, import("./toy.js").Toy>} */
export const TOYS = {
  pool: POOL,
  face: FACE,
  seven: SEVEN,
  squash: SQUASH,
  boat: BOAT,
  route: ROUTE,
  margin: MARGIN,
  blur: SWITCH,
  dims: DIMS,
  mask: SWITCH,
  grouping: GROUPING,
  count: SWITCH,
  decided: DECIDED,
  pair: PAIR,
  em: EM,
  effects: SWITCH,
  ways: WAYS_TOY,
  followed: FOLLOWED,
  learning: LEARNING,
  strokes: STROKES,
  em_beside: EM_BESIDE,
  measured: STATIC,
  promises: STATIC,
  transforming: TRANSFORMING,
};
