/* The scene in space: layers, arrows and ribbons of `placeNetwork`, drawn by three.js. */

import { contextOf, make, setText } from "../../../browser/dom.js";
import { densityOf, pointOn } from "../../../browser/figure.js";
import { PixelPicture } from "../../../browser/picture.js";
import { montage, unitSheet } from "../drawing.js";
import { SIDES } from "./layout.js";

/** Steps along a ribbon. */
const SEGMENTS = 18;
/** Milliseconds of a flight from stop to stop. */
const FLIGHT = 1100;
/** Length of the shortest arrow. */
const MIN_ARROW = 0.05;
/** Field of view, in degrees. */
const FIELD = 36;
/** How far a drag turns, in radians a pixel; how high and low one can look from. */
const TURN = 0.006;
const HEIGHTS = [-0.4, 1.35];
/** Room around a label, in pixels. */
const MARGIN = 4;

export class Stage {
  /**
   * @param {any} three the module of browser/vendor
   * @param {HTMLElement} place
   * @param {(capsule: number) => void} point at a capsule, or -1
   */
  constructor(three, place, point) {
    this.three = three;
    this.place = place;
    this.canvas = make("canvas", {
      className: "cv-n-space-canvas",
      tabIndex: 0,
      data: { testid: "space" },
    });
    this.names = make("div", { className: "cv-n-space-names", aria: { "aria-hidden": "true" } });
    place.prepend(this.canvas, this.names);
    this.renderer = new three.WebGLRenderer({
      canvas: this.canvas,
      antialias: true,
      preserveDrawingBuffer: true,
    });
    this.scene = new three.Scene();
    this.camera = new three.PerspectiveCamera(FIELD, 1, 0.1, 400);
    this.eye = new three.Vector3(0, 10, 30);
    this.target = new three.Vector3();
    this.content = new three.Group();
    this.scene.add(this.content);
    this.labels = [];
    this.frame = 0;
    /** @type {any} */
    this.flight = null;
    this.turnBy([0, 0]);
    this.tend(point);
    this.sizes = new ResizeObserver(() => this.request());
    this.sizes.observe(place);
  }

  close() {
    cancelAnimationFrame(this.frame);
    this.sizes.disconnect();
    this.clear();
    this.renderer.dispose();
    this.canvas.remove();
    this.names.remove();
  }

  // --- what is seen

  /**
   * @param {any} space of `placeNetwork`
   * @param {{reply: any, blocks: any[], colours: any, titles: (block: any) => string, classes: string[], lit: any}} how
   */
  show(space, how) {
    this.clear();
    const { colours } = how;
    this.scene.background = new this.three.Color(colours.inks.paper);
    this.addSheets(space, how);
    this.addArrows(space, how);
    this.addRibbons(space, colours);
    this.addClasses(space, how);
    this.request();
  }

  clear() {
    for (const child of [...this.content.children]) {
      this.content.remove(child);
      child.geometry?.dispose();
      child.material?.map?.dispose();
      child.material?.dispose();
      child.dispose?.();
    }
    this.labels = [];
    this.arrows = null;
  }

  /** Flat pictures: what is drawn, maps, hidden units, what is painted. */
  addSheets({ places }, { reply, blocks, colours, titles }) {
    const { ink } = colours.tables;
    for (const block of blocks) {
      const { name, part } = block;
      const x = places[name];
      let top = (SIDES[part] ?? 0) / 2;
      if (part === "input" || (part === "picture" && reply.picture)) {
        this.addSheet(
          pixels(part === "input" ? reply.input : reply.picture, ink),
          x,
          0,
          SIDES[part],
          colours,
        );
        if (part === "picture")
          this.addSheet(pixels(reply.input, ink), x, SIDES.picture * 1.15, SIDES.picture, colours);
      } else if (part === "features" && reply.maps[name]) {
        const { bytes, shape } = reply.maps[name];
        this.addSheet(onPaper(montage(bytes, shape, ink), colours), x, 0, SIDES.features, colours);
      } else if (part === "decoder") {
        reply.hidden.forEach((units, layer) => {
          this.addSheet(
            onPaper(unitSheet(units, ink), colours),
            x + layer * 2.5,
            0,
            SIDES.decoder,
            colours,
          );
        });
      } else if (part === "votes" || part === "routing") continue;
      if (part === "classes") top = SIDES.classes / 2;
      if (part === "capsules") top = SIDES.capsules / 2;
      this.labels.push({ text: titles(block), at: [x, top + 0.8, 0], strong: true });
    }
  }

  addSheet(sheet, x, aside, side, { inks }) {
    const { three } = this;
    const texture = new three.CanvasTexture(sheet);
    texture.magFilter = three.NearestFilter;
    texture.colorSpace = three.SRGBColorSpace;
    const most = Math.max(sheet.width, sheet.height);
    const size = [(side * sheet.width) / most, (side * sheet.height) / most];
    const plane = new three.Mesh(
      new three.PlaneGeometry(...size),
      new three.MeshBasicMaterial({ map: texture, side: three.DoubleSide }),
    );
    plane.position.set(x, 0, aside);
    plane.rotation.y = -Math.PI / 2;
    const frame = new three.Mesh(
      new three.PlaneGeometry(size[0] + 0.12, size[1] + 0.12),
      new three.MeshBasicMaterial({ color: inks.line, side: three.DoubleSide }),
    );
    frame.position.set(x + 0.02, 0, aside);
    frame.rotation.y = -Math.PI / 2;
    this.content.add(plane, frame);
  }

  /** A cone for each capsule; those that give the winner most are in the accent colour. */
  addArrows({ arrows }, { colours: { inks }, classes, lit }) {
    const { three } = this;
    if (!arrows.length) return;
    const cone = new three.ConeGeometry(0.07, 1, 6);
    const mesh = new three.InstancedMesh(cone, new three.MeshBasicMaterial(), arrows.length);
    const [up, way] = [new three.Vector3(0, 1, 0), new three.Vector3()];
    const [matrix, turn, size, at] = [
      new three.Matrix4(),
      new three.Quaternion(),
      new three.Vector3(),
      new three.Vector3(),
    ];
    const [plain, accent, paper] = [inks.ink, inks.accent, inks.paper].map(
      (one) => new three.Color(one),
    );
    const colour = new three.Color();
    arrows.forEach(({ point, way: [across, high], long, present, coupling }, capsule) => {
      turn.setFromUnitVectors(up, way.set(0, high, across).normalize());
      const marked = lit ? capsule === lit.capsule : coupling > 2 / classes.length;
      const length = Math.max(MIN_ARROW, long);
      const wide = marked ? 2.2 : 0.4 + 0.8 * present;
      size.set(wide, marked ? Math.max(0.6, length) : length, wide);
      matrix.compose(at.set(...point), turn, size);
      mesh.setMatrixAt(capsule, matrix);
      if (marked) colour.copy(accent);
      else colour.copy(paper).lerp(plain, (lit ? 0.12 : 0.2) + (lit ? 0.1 : 0.55) * present);
      mesh.setColorAt(capsule, colour);
    });
    this.arrows = mesh;
    this.content.add(mesh);
  }

  addRibbons({ ribbons }, { inks }) {
    const { three } = this;
    if (!ribbons.length) return;
    const looks = {
      flow: [inks.bar, 0.55],
      coupling: [inks.accent, 0.6],
      lit: [inks.symbols.c, 0.95],
      sees: [inks.accent, 1],
    };
    const count = ribbons.length * (SEGMENTS + 1) * 2;
    const [points, colours, index] = [new Float32Array(count * 3), new Float32Array(count * 4), []];
    const colour = new three.Color();
    ribbons.forEach((ribbon, number) => {
      const [ink, strong] = looks[ribbon.kind];
      colour.set(ribbon.kind === "flow" && ribbon.winner ? inks.accent : ink);
      for (let step = 0; step <= SEGMENTS; step++) {
        const [x, y, z] = ribbonPoint(ribbon, step / SEGMENTS);
        for (const side of [0, 1]) {
          const at = (number * (SEGMENTS + 1) + step) * 2 + side;
          points.set([x, y + (side - 0.5) * ribbon.wide, z], 3 * at);
          colours.set([colour.r, colour.g, colour.b, strong], 4 * at);
        }
        const at = (number * (SEGMENTS + 1) + step) * 2;
        if (step < SEGMENTS) index.push(at, at + 1, at + 2, at + 1, at + 3, at + 2);
      }
    });
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(points, 3));
    geometry.setAttribute("color", new three.BufferAttribute(colours, 4));
    geometry.setIndex(index);
    const material = new three.MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      side: three.DoubleSide,
      depthWrite: false,
    });
    this.content.add(new three.Mesh(geometry, material));
  }

  /** Spheres of length 1, and in each the capsule's length as an arrow. */
  addClasses({ classes }, { colours: { inks }, classes: names }) {
    const { three } = this;
    const radius = Math.min(1, (SIDES.classes / classes.length) * 0.48);
    classes.forEach(({ point: [x, y, z], length, winner }, k) => {
      const ink = winner ? inks.accent : inks.muted;
      const ball = new three.Mesh(
        new three.SphereGeometry(radius, 20, 14),
        new three.MeshBasicMaterial({
          color: ink,
          transparent: true,
          opacity: 0.14,
          depthWrite: false,
        }),
      );
      ball.position.set(x, y, z);
      const long = Math.max(0.02, length * radius * 2);
      const arrow = new three.Mesh(
        new three.ConeGeometry(radius * 0.28, long, 12),
        new three.MeshBasicMaterial({ color: winner ? inks.accent : inks.symbols.v }),
      );
      arrow.position.set(x - radius + long / 2, y, z);
      arrow.rotation.z = -Math.PI / 2;
      this.content.add(ball, arrow);
      this.labels.push({
        text: `${names[k]}  ${length.toFixed(2)}`,
        at: [x + radius, y, z + radius * 1.3],
        strong: winner,
      });
    });
  }

  // --- the camera

  /** @param {{eye: number[], target: number[]}} stop @param {boolean} fly */
  goTo({ eye, target }, fly) {
    const { three } = this;
    const [toEye, toTarget] = [new three.Vector3(...eye), new three.Vector3(...target)];
    if (!fly) {
      this.eye.copy(toEye);
      this.target.copy(toTarget);
      this.flight = null;
    } else
      this.flight = {
        from: [this.eye.clone(), this.target.clone()],
        to: [toEye, toTarget],
        began: performance.now(),
      };
    this.request();
  }

  fly(now) {
    const { from, to, began } = this.flight;
    const part = Math.min(1, (now - began) / FLIGHT);
    const eased = part * part * (3 - 2 * part);
    this.eye.lerpVectors(from[0], to[0], eased);
    this.target.lerpVectors(from[1], to[1], eased);
    if (part === 1) this.flight = null;
  }

  /** Turn around what is looked at. @param {number[]} by across and down, in pixels */
  turnBy([across, down]) {
    const way = this.eye.clone().sub(this.target);
    const far = way.length() || 1;
    const turn = Math.atan2(way.x, way.z) - across * TURN;
    const rise = Math.min(HEIGHTS[1], Math.max(HEIGHTS[0], Math.asin(way.y / far) + down * TURN));
    way.set(Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise));
    this.eye.copy(this.target).addScaledVector(way, far);
    this.request();
  }

  tend(point) {
    const { canvas } = this;
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch" || event.button) return;
      held = [event.clientX, event.clientY];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      if (!held) return point(this.capsuleUnder(event));
      this.flight = null;
      this.turnBy([event.clientX - held[0], event.clientY - held[1]]);
      held = [event.clientX, event.clientY];
    });
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, () => {
        held = null;
      });
    canvas.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && point(-1));
    canvas.addEventListener("click", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "touch")
        point(this.capsuleUnder(event));
    });
  }

  /** The capsule under a pointer; -1 for none. */
  capsuleUnder(event) {
    const { three, arrows } = this;
    if (!arrows || this.flight) return -1;
    const { x, y, width, height } = pointOn(this.canvas, event);
    const ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    // The nearest to the ray: the arrows themselves are thin.
    const [matrix, at] = [new three.Matrix4(), new three.Vector3()];
    let best = { capsule: -1, off: 0.012 };
    for (let capsule = 0; capsule < arrows.count; capsule++) {
      arrows.getMatrixAt(capsule, matrix);
      at.setFromMatrixPosition(matrix);
      const off = ray.ray.distanceToPoint(at) / at.distanceTo(this.eye);
      if (off < best.off) best = { capsule, off };
    }
    return best.capsule;
  }

  // --- frames

  request() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.render(now);
    });
  }

  render(now) {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (!width || !height) return;
    const density = Math.min(2, densityOf(this.place));
    if (this.renderer.getPixelRatio() !== density) this.renderer.setPixelRatio(density);
    this.renderer.setSize(width, height, false);
    if (this.flight) this.fly(now);
    // A narrow window sees as much across as a wide one.
    this.camera.aspect = width / height;
    this.camera.fov = width < height ? FIELD * 1.6 : FIELD;
    this.camera.position.copy(this.eye);
    this.camera.lookAt(this.target);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.renderer.render(this.scene, this.camera);
    this.placeLabels(width, height);
    if (this.flight) this.request();
    else this.place.dataset.still = String(Number(this.place.dataset.still ?? 0) + 1);
  }

  /** Labels face the reader; one that would lie over another is left out. */
  placeLabels(width, height) {
    const taken = [];
    const at = new this.three.Vector3();
    while (this.names.children.length < this.labels.length) this.names.append(make("span"));
    [...this.names.children].forEach((node, number) => {
      const label = this.labels[number];
      node.hidden = true;
      if (!label) return;
      at.set(...label.at).project(this.camera);
      if (at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1) return;
      const [x, y] = [((at.x + 1) / 2) * width, ((1 - at.y) / 2) * height];
      setText(node, label.text);
      node.className = label.strong ? "cv-n-space-strong" : "";
      node.hidden = false;
      const [half, tall] = [node.offsetWidth / 2 + MARGIN, node.offsetHeight / 2 + MARGIN];
      const overlaps = taken.some(
        (box) => Math.abs(box.x - x) < box.half + half && Math.abs(box.y - y) < box.tall + tall,
      );
      if (overlaps || x < half || x > width - half) node.hidden = true;
      else taken.push({ x, y, half, tall });
      node.style.translate = `${x}px ${y}px`;
    });
  }
}

/** A point of a ribbon, level at both ends. @param {{from: number[], to: number[], kind: string}} ribbon @param {number} along */
export function ribbonPoint({ from, to, kind }, along) {
  const eased = kind === "sees" ? along : along * along * (3 - 2 * along);
  return from.map((start, axis) => start + (to[axis] - start) * (axis ? eased : along));
}

function pixels(bytes, table) {
  const sheet = make("canvas");
  new PixelPicture(sheet).show(bytes, table);
  return sheet;
}

/** A sheet whose gaps show lines rather than nothing. */
function onPaper(sheet, { inks }) {
  const filled = make("canvas", { width: sheet.width, height: sheet.height });
  const context = contextOf(filled);
  context.fillStyle = inks.line;
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.drawImage(sheet, 0, 0);
  return filled;
}
