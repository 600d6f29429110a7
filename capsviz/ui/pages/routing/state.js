/*
 * State of the visitor's view of Routing, and its changes, without access to the page.
 * Iterations t and r, digit capsule j and primary capsule i are counted as in the formulas.
 */

import { MAX_ITERATIONS, MAX_SHOWN_ITERATIONS } from "../../browser/permalink.js";
import { ROUTING_KINDS } from "./kinds/index.js";

export class RoutingState {
  constructor() {
    /** @type {import("./data.js").RoutingData | null} */
    this.data = null;
    /** @type {import("./kinds/index.js").Kind | null} */
    this.kind = null;
    /** Name of one class in general. */
    this.thing = "digit";
    /** Name of a voting capsule. */
    this.voter = "primary";
    this.t = 0;
    /** Shown iterations: a routing may have fewer than requested. */
    this.r = 3;
    /** Iterations of the settings, limited to what every page shows. */
    this.rounds = 3;
    this.j = 0;
    this.i = 0;
    /** The declared view: its colours and bands are chosen here. */
    this.choices = null;
    /** The trace's request without its number of iterations. */
    this.traceKey = "";
    /** A view to show once there is a trace. */
    this.pendingView = null;
  }

  /**
   * @param {string} routing
   * @param {string} thing what one of the classes is called
   * @param {string} voter adjective for the capsules that vote: "primary" or such as "ConvCaps2"
   * @returns {boolean} whether one of these is another
   */
  adoptKind(routing, thing, voter) {
    const previous = [this.kind, this.thing, this.voter];
    this.kind = ROUTING_KINDS[routing] ?? ROUTING_KINDS.own; // `own` is true of any routing
    this.thing = thing;
    this.voter = voter;
    return [this.kind, thing, voter].some((value, index) => value !== previous[index]);
  }

  /** @param {number} iterations asked for */
  adoptRounds(iterations) {
    this.rounds = iterations;
    this.r = Math.min(this.targetRounds, this.data?.iterations ?? this.targetRounds);
    this.t = Math.min(this.t, this.r - 1);
  }

  /**
   * Adopt a trace; at its last iteration if the visitor has not stepped yet.
   * @param {import("./data.js").RoutingData} data
   * @param {object} question that it answers: for more iterations alone, the selection stays
   * @returns {boolean} whether it is another network's than the last
   */
  adoptTrace(data, question) {
    const traceKey = JSON.stringify({ ...question, iterations: 0 });
    const first = !this.data;
    const other = !first && this.data.model !== data.model;
    const previous = this.data?.iterations;
    const atEnd = this.t === this.r - 1;
    this.data = data;
    this.adoptKind(data.routing, data.thing, data.voter);
    this.r = Math.min(this.targetRounds, data.iterations);
    // After a routing of one pass, no step was chosen.
    const toEnd = first || other || previous === 1 || atEnd;
    this.t = toEnd ? this.r - 1 : Math.min(this.t, this.r - 1);
    if (first || traceKey !== this.traceKey) {
      this.j = data.winner(this.r - 1);
      this.i = data.strongest(this.r - 1, this.j);
    }
    this.traceKey = traceKey;
    this.adoptView();
    return other;
  }

  /** The selection of a link or of the last visit. */
  adoptView() {
    const { pendingView: view, data } = this;
    if (!view || !data) return;
    this.pendingView = null;
    if (view.iteration > 0) this.t = Math.min(view.iteration, this.r) - 1;
    if (view.digit >= 0) {
      this.j = Math.min(view.digit, data.digits - 1);
      this.i = data.strongest(this.r - 1, this.j);
    }
    if (view.capsule >= 0) this.i = Math.min(view.capsule, data.capsules - 1);
    this.choices = view;
  }

  /** The view in the form that view.py declares: the shown or the pending one. */
  get view() {
    if (this.pendingView) return this.pendingView;
    return { ...this.choices, iteration: this.t + 1, digit: this.j, capsule: this.i };
  }

  /**
   * Select another digit and the capsule that adds most to it.
   * @param {{t?: number, j?: number, i?: number, child?: number, grandchild?: number}} values
   */
  choose(values) {
    const { child, grandchild, ...rest } = values;
    const other = rest.j !== undefined && rest.j !== this.j && rest.i === undefined;
    const children = { child: child ?? -1, grandchild: grandchild ?? -1 };
    // A selection in a lower layer depends on the one above it.
    if (child !== undefined || rest.i !== undefined || other) Object.assign(this.choices, children);
    else if (grandchild !== undefined) this.choices.grandchild = grandchild;
    Object.assign(this, rest);
    if (other) this.i = this.data.strongest(this.r - 1, this.j);
  }

  /** The iteration this many steps on; the last, where the page opens, is followed by the first. */
  iterationAfter(steps) {
    const last = this.r - 1;
    return this.t === last && steps > 0 ? 0 : Math.min(last, Math.max(0, this.t + steps));
  }

  /** Requested iterations: the view's if they exceed the settings' limit. */
  get targetRounds() {
    return (this.pendingView ?? this.choices)?.rounds || this.rounds;
  }

  /** Part of a request: all iterations, so that the slider needs no further one. */
  get request() {
    return this.targetRounds > MAX_SHOWN_ITERATIONS ? { iterations: MAX_ITERATIONS } : {};
  }

  get maxIterations() {
    return this.data?.maxIterations ?? 0;
  }

  /**
   * @param {number} rounds
   * @returns {boolean} false where there cannot be so many
   */
  setRounds(rounds) {
    if (rounds < 1 || rounds > this.maxIterations) return false;
    const atEnd = this.t === this.r - 1;
    const exceeds = rounds > MAX_SHOWN_ITERATIONS;
    this.choices.rounds = exceeds ? rounds : 0;
    if (!exceeds) this.rounds = rounds;
    this.r = Math.min(rounds, this.data.iterations);
    this.t = atEnd ? this.r - 1 : Math.min(this.t, this.r - 1);
    return true;
  }

  // --- colours: the chosen ones if they apply to this routing

  /** Whether a choice of colours makes a difference: equal couplings have one colour. */
  isAllowed(select, value) {
    const { scales } = this.kind;
    return !scales || (select === "scale" ? scales.includes(value) : value !== "couplings");
  }

  get scale() {
    const { scale } = this.choices;
    return this.isAllowed("scale", scale) ? scale : this.kind.scales[0];
  }

  get over() {
    if (this.data.whole) return "off";
    const { overlay } = this.choices;
    return this.isAllowed("overlay", overlay) ? overlay : "feed";
  }

  /** Source of the bands: types if there is only one position. */
  get from() {
    return this.data.whole ? "types" : this.choices.flow_from;
  }
}
