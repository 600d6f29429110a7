/* The figures by the names that lesson files use. */

import { BlurFigure } from "./blur.js";
import { BoatFigure } from "./boat.js";
import { VerdictFigure } from "./changed_predictions.js";
import { CountFigure } from "./count.js";
import { WaysFigure } from "./coupling_rules.js";
import { DimsFigure } from "./dims.js";
import { EffectsFigure } from "./effects.js";
import { EmFigure } from "./em.js";
import { EmBesideFigure } from "./em_beside.js";
import { FaceFigure } from "./face.js";
import { FollowedFigure } from "./followed.js";
import { GroupingFigure } from "./grouping.js";
import { LearningFigure } from "./learning.js";
import { MarginFigure } from "./margin.js";
import { MaskFigure } from "./mask.js";
import { MeasuredFigure } from "./measured.js";
import { PairFigure } from "./pair.js";
import { PoolFigure } from "./pool.js";
import { PromisesFigure } from "./promises.js";
import { RouteFigure } from "./route.js";
import { SevenFigure } from "./seven.js";
import { SquashFigure } from "./squash.js";
import { StrokesFigure } from "./strokes.js";
import { TransformingFigure } from "./transforming.js";

export const FIGURES = {
  pool: PoolFigure,
  face: FaceFigure,
  seven: SevenFigure,
  squash: SquashFigure,
  boat: BoatFigure,
  route: RouteFigure,
  margin: MarginFigure,
  blur: BlurFigure,
  dims: DimsFigure,
  mask: MaskFigure,
  grouping: GroupingFigure,
  count: CountFigure,
  decided: VerdictFigure,
  pair: PairFigure,
  em: EmFigure,
  effects: EffectsFigure,
  ways: WaysFigure,
  followed: FollowedFigure,
  learning: LearningFigure,
  strokes: StrokesFigure,
  em_beside: EmBesideFigure,
  measured: MeasuredFigure,
  promises: PromisesFigure,
  transforming: TransformingFigure,
};
