/* A face whose parts vote for its centre. */

import { setAttributes, setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { FACE, FACE_PARTS, FACE_ROOM, faceCapsule, facePlaces, PART_ROOM } from "../models/face.js";
import { LessonFigure } from "./figure.js";
import { figureNumber, placeText, svgArrow, svgBar, svgText } from "./shapes.js";

/** The step of an arrow key, across and down. */
const STEP = [6, 6];

export class FaceFigure extends LessonFigure {
  static toy = FACE;

  build() {
    const svg = this.panel(420, 380, this.t("face"));
    svg.parentElement.style.setProperty("--cv-wide", "380px"); // space for the bars beside it
    this.outline = svgAppend(svg, "ellipse", { rx: 122, ry: 142, class: "cv-outline" });
    this.wires = FACE_PARTS.map(() => svgArrow(svg, "cv-second", 1.6, 8, "vote"));
    this.shapes = FACE_PARTS.map((_, n) => this.buildPart(n));
    const dot = { r: 6, class: "cv-fill cv-second", "data-shows": "vote" };
    this.dots = FACE_PARTS.map(() => svgMake("circle", dot));
    svg.append(...this.shapes, ...this.dots);
    this.buildOutline();
    if (!this.options.plain) {
      this.buildBars();
      this.button(this.t("scramble"), () => this.do("scramble"), "scramble");
      this.button(this.t("restore"), () => this.do("restore"), "restore");
    }
    this.resetButton();
  }

  buildOutline() {
    this.holdPoint(this.outline, {
      ...{ label: this.t("outline"), testid: "outline" },
      ...{ gripped: true, range: FACE_ROOM.x, step: STEP },
      position: () => this.state.middle,
      put: (x, y) => this.do("moveAll", x, y),
      text: () => placeText(this.state.middle),
    });
  }

  buildBars() {
    const bars = this.panel(230, 220, this.t("votes"), { titled: false });
    const box = { x: 4, width: 222, height: 20 };
    const pooled = { name: this.t("detector"), shows: "max-pooling" };
    this.pooled = svgBar(bars, { ...box, y: 40, ...pooled });
    const capsule = { name: this.t("capsule"), shows: "capsule presence" };
    this.capsule = svgBar(bars, { ...box, y: 112, className: "cv-accent", ...capsule });
    this.count = svgText(4, 174, { kind: "cv-muted-text" });
    const attributes = { "data-testid": "face-place", "data-shows": "pose capsule" };
    this.positionText = svgText(4, 206, { kind: "cv-strong", ...attributes });
    bars.append(this.count, this.positionText);
    this.veil(bars.parentElement);
  }

  buildPart(n) {
    const { name } = FACE_PARTS[n];
    const part = svgMake("g", { class: "cv-part" }, ...partShapes(name));
    part.dataset.shows = this.options.plain ? "capsule pose" : "pose";
    const position = () => Object.values(facePlaces(this.state)[n]);
    this.holdPoint(part, {
      ...{ label: this.t("part", { part: this.t(name) }), testid: name },
      ...{ position, range: PART_ROOM.x, step: STEP },
      put: (x, y) => this.do("movePart", n, x, y),
      text: () => placeText(position()),
    });
    return part;
  }

  draw() {
    const { votes, place, length } = faceCapsule(this.state);
    const [x, y] = this.state.middle;
    setAttributes(this.outline, { cx: x, cy: y });
    facePlaces(this.state).forEach((part, n) => {
      this.shapes[n].setAttribute("transform", `translate(${part.x} ${part.y})`);
      this.wires[n].point(part.x, part.y, votes[n].x, votes[n].y);
      setAttributes(this.dots[n], { cx: votes[n].x, cy: votes[n].y });
    });
    if (!this.pooled) return;
    this.pooled.show(1);
    this.capsule.show(length);
    setText(this.count, this.t("parts", { count: 4 }));
    const [faceX, faceY] = place.map((value) => figureNumber(value, 0));
    const position = length < 0.5 ? "–" : this.t("place-value", { x: faceX, y: faceY });
    setText(this.positionText, this.t("place", { place: position }));
  }

  values() {
    return { norm_v: figureNumber(faceCapsule(this.state).length) };
  }
}

function partShapes(name) {
  const path = (d) => svgMake("path", { d, class: "cv-part-shape" });
  if (name === "nose") return [path("M2 -30 L-15 20 Q0 32 15 20 Z")];
  if (name === "mouth") return [path("M-42 -8 Q0 6 42 -8 Q0 36 -42 -8 Z")];
  return [
    svgMake("ellipse", { rx: 26, ry: 15, class: "cv-part-shape" }),
    svgMake("circle", { r: 8, class: "cv-fill cv-ink" }),
  ];
}
