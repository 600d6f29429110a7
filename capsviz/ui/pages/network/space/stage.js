/* The scene in space: the camera and its flights, frames, and the thing under a pointer. */

import { make } from "../../../browser/dom.js";
import { densityOf, pointOn } from "../../../browser/figure.js";
import { setSymbols } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { Flow } from "./flow.js";
import { arrangeLabels, hullOf } from "./labels.js";
import { Layers } from "./layers.js";
import { square } from "./layout.js";
import { thingOn } from "./pointing.js";

/** Duration of a flight from stop to stop, in ms. */
const FLIGHT_TIME = 1400;
/** Pixels from which a drag turns the scene. */
const DRAG = 4;
/** Field of view, in degrees. */
const FIELD = 36;
/** Largest share of the window that a stop's points fill. */
const MAX_FILL = 0.86;
/** Aspect ratio below which some stops use their `tallEye`. */
const TALL_RATIO = 1.3;
/** Steps in which `fit` moves the camera until all is visible. */
const ROUNDS = 24;
/** Radians per pixel of a drag; lowest and highest angle of the eye. */
const TURN = 0.006;
const HEIGHTS = [-0.4, 1.35];
/** Range of the eye's distance from its target. */
const DISTANCE_RANGE = [2, 160];
/** Most label sizes in the cache. */
const MAX_SIZES = 500;
/** Windows narrower than this have short labels, in pixels. */
const NARROW_WIDTH = 500;
/** Without a graphics card, fine ribbons are drawn this long after the camera stops, in ms. */
const REST_TIME = 150;
/** Horizontal and vertical margin of a label, in pixels. */
const MARGINS = [4, 1];

export class Stage {
  /** @param {any} three the module of browser/vendor @param {import("./index.js").Walk} walk */
  constructor(three, walk) {
    const { container } = walk;
    this.three = three;
    this.container = container;
    this.canvas = make("canvas", {
      className: "cv-n-space-canvas",
      tabIndex: 0,
      data: { testid: "space" },
      aria: { "aria-description": text("space-explained") },
    });
    this.names = make("div", { className: "cv-n-space-names", aria: { "aria-hidden": "true" } });
    container.prepend(this.canvas, this.names);
    // Without a graphics card, smooth edges and fine pixels take most of each frame.
    const software = drawsInSoftware();
    this.software = software;
    /** Whether frames have to be cheap because the camera moves. */
    this.moving = false;
    this.maxDensity = software ? 1 : 2;
    this.renderer = new three.WebGLRenderer({ canvas: this.canvas, antialias: !software });
    this.scene = new three.Scene();
    this.camera = new three.PerspectiveCamera(FIELD, 1, 0.1, 400);
    this.eye = new three.Vector3(0, 10, 30);
    this.target = new three.Vector3();
    this.layers = new Layers(three, this.scene);
    this.flow = new Flow(three, this.scene, software);
    /** @type {any} */
    this.space = null;
    /** Label sizes by text and weight. @type {Map<string, number[]>} */
    this.labelSizes = new Map();
    /** Class names of the document at that time. */
    this.className = "";
    /** Visible labels with their positions. @type {any[]} */
    this.shownLabels = [];
    /** Called after each frame. */
    this.onFrame = () => {};
    this.frame = 0;
    /** @type {any} */
    this.flight = null;
    /** The camera's stop, or null once the visitor has moved it. @type {any} */
    this.stop = null;
    this.turnBy([0, 0]);
    this.listen(walk);
    /** Size in CSS pixels. */
    this.width = this.height = 0;
    this.measure();
    this.sizes = new ResizeObserver(() => this.refit());
    this.sizes.observe(container);
  }

  /** Read the container's size; in each frame, this would lay out the page. */
  measure() {
    const { clientWidth, clientHeight } = this.container;
    [this.width, this.height] = [clientWidth, clientHeight];
    this.labelSizes.clear();
  }

  close() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.resting);
    this.sizes.disconnect();
    this.layers.dispose();
    this.flow.dispose();
    this.renderer.dispose();
    this.canvas.remove();
    this.names.remove();
  }

  // --- content

  /**
   * @param {any} space of `placeNetwork`
   * @param {{reply: any, server: any, maps: Record<string, import("./maps.js").Maps>, blocks: any[],
   *   colours: any, lit: any, thing: any, span: [number, number]}} options
   */
  show(space, options) {
    this.space = space;
    const { colours } = options;
    const { className } = document.documentElement;
    // Class mode enlarges all words.
    if (className !== this.className) this.labelSizes.clear();
    this.className = className;
    this.scene.background = new this.three.Color(colours.inks.paper);
    this.layers.show(space, options);
    this.flow.show(space, colours, options.span);
    this.request();
  }

  // --- the camera

  /** @param {{eye: number[], target: number[], visible?: number[][], tallEye?: number[]}} stop @param {boolean} fly */
  goTo(stop, fly) {
    this.stop = stop;
    this.measure();
    const to = this.fit(stop);
    if (fly) this.launch(to);
    else {
      this.flight = null;
      this.stand(to);
      this.move();
    }
  }

  /** @param {any[]} place of the eye and of its target */
  stand([eye, target]) {
    this.eye.copy(eye);
    this.target.copy(target);
  }

  /** Fit the stop into the window after its size changed. */
  refit() {
    this.measure();
    if (this.stop) {
      const to = this.fit(this.stop);
      if (this.flight) this.flight.to = to;
      else this.stand(to);
    }
    this.request();
  }

  /** Animate the votes, and the camera if `to` is given. @param {any[]} [to] */
  launch(to) {
    this.flow.begin();
    const from = [this.eye.clone(), this.target.clone()];
    this.flight = { from, to: to ?? from, startTime: performance.now() };
    this.move();
  }

  /**
   * Returns the eye and target of a stop: as close as possible with all `visible` points in the
   * window and centred.
   * @param {any} stop
   */
  fit({ eye, target, visible, tallEye }) {
    const { three } = this;
    this.fitCamera();
    const { camera } = this;
    const from = new three.Vector3(...((camera.aspect < TALL_RATIO && tallEye) || eye));
    const to = new three.Vector3(...target);
    if (!visible) return [from, to];
    const direction = from.clone().sub(to);
    let distance = direction.length();
    direction.normalize();
    camera.position.copy(from);
    camera.lookAt(to);
    camera.updateMatrixWorld();
    const [right, up] = [0, 1].map((axis) =>
      new three.Vector3().setFromMatrixColumn(camera.matrixWorld, axis),
    );
    const points = visible.map((point) => new three.Vector3(...point));
    const slope = Math.tan((camera.fov * Math.PI) / 360);
    let needed = 1;
    for (let round = 0; round < ROUNDS; round++) {
      // Bounds of the projected points: offset from the centre by depth.
      for (const [axis, half] of [
        [right, slope * camera.aspect * MAX_FILL],
        [up, slope * MAX_FILL],
      ]) {
        const projected = points.map((point) => {
          const offset = point.clone().sub(to);
          return { position: offset.dot(axis), depth: distance - offset.dot(direction) };
        });
        const shares = projected.map(({ position, depth }) => position / Math.max(depth, 1e-3));
        const [minimum, maximum] = [Math.min(...shares), Math.max(...shares)];
        to.addScaledVector(axis, ((minimum + maximum) / 2) * distance);
        needed = Math.max(axis === right ? 0 : needed, (maximum - minimum) / 2 / half);
      }
      distance *= 0.5 + 0.5 * needed;
    }
    return [to.clone().addScaledVector(direction, distance), to];
  }

  /** Set the field of view: larger in a portrait window, to see as much across. */
  fitCamera() {
    const { width, height } = this;
    if (!width || !height) return;
    this.camera.aspect = width / height;
    this.camera.fov = width < height ? FIELD * 1.6 : FIELD;
    this.camera.updateProjectionMatrix();
  }

  fly(now) {
    const { from, to, startTime } = this.flight;
    const share = Math.min(1, (now - startTime) / FLIGHT_TIME);
    const eased = share * share * (3 - 2 * share);
    this.eye.lerpVectors(from[0], to[0], eased);
    this.target.lerpVectors(from[1], to[1], eased);
    this.flow.pose(eased);
    if (share === 1) this.flight = null;
  }

  /** Turn the eye around its target. @param {number[]} shift in pixels */
  turnBy([dx, dy]) {
    this.flight = this.stop = null;
    const offset = this.eye.clone().sub(this.target);
    const distance = offset.length() || 1;
    const angle = Math.atan2(offset.x, offset.z) - dx * TURN;
    const rise = Math.min(
      HEIGHTS[1],
      Math.max(HEIGHTS[0], Math.asin(offset.y / distance) + dy * TURN),
    );
    offset.set(Math.sin(angle) * Math.cos(rise), Math.sin(rise), Math.cos(angle) * Math.cos(rise));
    this.eye.copy(this.target).addScaledVector(offset, distance);
    this.move();
  }

  /** Move the eye closer or farther away. @param {number} ratio of the new distance to the old one */
  zoomBy(ratio) {
    this.flight = this.stop = null;
    const offset = this.eye.clone().sub(this.target);
    const distance = Math.min(
      DISTANCE_RANGE[1],
      Math.max(DISTANCE_RANGE[0], offset.length() * ratio),
    );
    this.eye.copy(this.target).addScaledVector(offset.normalize(), distance);
    this.move();
  }

  /** @param {import("./index.js").Walk} walk receives the thing under the pointer: a capsule, class, pixel, block or nothing */
  listen(walk) {
    const { canvas } = this;
    let [last, start] = [null, [0, 0]];
    const isDrag = ({ clientX, clientY }) =>
      Math.hypot(clientX - start[0], clientY - start[1]) >= DRAG;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch" || event.button) return;
      last = start = [event.clientX, event.clientY];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      if (!last) return walk.point(this.thingUnder(event));
      if (!isDrag(event)) return;
      this.turnBy([event.clientX - last[0], event.clientY - last[1]]);
      last = [event.clientX, event.clientY];
    });
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, () => {
        last = null;
      });
    canvas.addEventListener(
      "pointerleave",
      (event) => event.pointerType !== "touch" && walk.point({}),
    );
    // A finger's first tap points; a second one on the same thing opens it.
    let tapped = "";
    canvas.addEventListener("click", (event) => {
      const thing = this.thingUnder(event);
      const key = JSON.stringify(thing);
      const { pointerType } = /** @type {PointerEvent} */ (event);
      if (pointerType === "touch" && key !== tapped) walk.point(thing);
      else if (pointerType === "touch" || !isDrag(event)) walk.press(thing);
      tapped = key;
    });
  }

  /** The thing under a pointer. @returns {any} */
  thingUnder(event) {
    const { three, space } = this;
    if (!space || this.flight) return {};
    const { x, y, width, height } = pointOn(this.canvas, event);
    const caster = new three.Raycaster();
    caster.setFromCamera(new three.Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    const { origin, direction } = caster.ray;
    return thingOn(
      { origin: origin.toArray(), direction: direction.toArray() },
      { space, sheets: this.layers.sheets },
    );
  }

  // --- frames

  /** Request a frame: a cheap one while the camera moves, if necessary. */
  move() {
    this.moving = this.software;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (!this.moving) return;
      this.moving = false;
      this.request();
    }, REST_TIME);
    this.request();
  }

  request() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.render(now);
    });
  }

  render(now) {
    const { width, height } = this;
    if (!width || !height) return;
    this.fitCanvas(width, height);
    if (this.flight) this.fly(now);
    else this.flow.pose(1);
    this.fitCamera();
    this.camera.position.copy(this.eye);
    this.camera.lookAt(this.target);
    this.camera.updateMatrixWorld();
    this.flow.choose(this.moving);
    this.draw();
    this.placeLabels();
    this.onFrame();
    if (this.flight) this.move();
    else this.container.dataset.still = String(Number(this.container.dataset.still ?? 0) + 1);
  }

  /** Adapt the canvas to the window's pixels if they changed: setting a size clears its buffers. */
  fitCanvas(width, height) {
    const size = `${width} ${height} ${devicePixelRatio}`;
    if (this.size === size) return;
    this.size = size;
    const density = Math.min(this.maxDensity, densityOf(this.container));
    this.renderer.setPixelRatio(density);
    this.renderer.setSize(width, height, false);
    this.flow.fit(height * density);
  }

  /** Draw the frame; it can be copied until the task ends. */
  draw() {
    this.renderer.render(this.scene, this.camera);
  }

  /** Place the labels; hide those without a free spot. */
  placeLabels() {
    const { names, width, height } = this;
    const { sheets, solids } = this.layers;
    const labels = [...this.flow.labels, ...this.layers.labels].flatMap((label) =>
      wordings(label, width < NARROW_WIDTH),
    );
    while (names.children.length < labels.length) names.append(make("span"));
    const nodes = /** @type {HTMLElement[]} */ ([...names.children]);
    nodes.forEach((node, number) => {
      const label = labels[number];
      if (label) setSymbols(node, label.text);
      node.className = label?.strong ? "cv-n-space-strong" : "";
      // All unknown sizes are read together, or each would lay out the page.
      node.hidden = !label || (node.hidden && this.labelSizes.has(keyOf(label)));
    });
    const sizes = labels.map((label, number) => this.sizeOf(label, nodes[number]));
    const candidates = labels.map((label, number) => {
      const [halfWidth, halfHeight] = sizes[number].map((size, axis) => size / 2 + MARGINS[axis]);
      const spots = label.spots.flatMap(({ point, side, dy, radius = 0 }) => {
        const projected = this.project(point);
        if (!projected) return [];
        const dx = halfWidth + radius * this.pixelsAt(point);
        return [
          /** @type {[number, number]} */ ([
            projected[0] + side * dx,
            projected[1] + 2 * dy * halfHeight,
          ]),
        ];
      });
      return {
        ...{ halfWidth, halfHeight, spots },
        strong: label.strong,
        fallback: label.fallback,
      };
    });
    const corners = sheets.map(({ x, z: sheetZ, size: [sheetWidth, sheetHeight] }) =>
      square(x, sheetHeight / 2, sheetWidth / 2).map(([sheetX, y, z]) => [sheetX, y, z + sheetZ]),
    );
    const hulls = [...corners, ...solids].flatMap((points) => {
      const projected = points.map((point) => this.project(point));
      return projected.every((point) => point !== null) ? [hullOf(projected)] : [];
    });
    this.shownLabels = [];
    const boxes = arrangeLabels(candidates, { width, height, sheets: hulls });
    boxes.forEach((box, number) => {
      nodes[number].hidden = !box;
      if (!box) return;
      this.shownLabels.push({ ...labels[number], x: box.x, y: box.y });
      nodes[number].style.translate = `${box.x}px ${box.y}px`;
    });
  }

  /** Pixels per unit of length at a point. @param {number[]} point */
  pixelsAt([x, y, z]) {
    const { camera, height } = this;
    const depth = -new this.three.Vector3(x, y, z).applyMatrix4(camera.matrixWorldInverse).z;
    return height / (2 * Math.tan((camera.fov * Math.PI) / 360) * Math.max(depth, 1e-3));
  }

  /** Pixel of a projected point; null behind the eye. @param {number[]} point @returns {[number, number] | null} */
  project([x, y, z]) {
    const { width, height } = this;
    const point = new this.three.Vector3(x, y, z).project(this.camera);
    return point.z > 1 ? null : [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }

  /** Width and height of a label, measured once. @param {any} label @param {HTMLElement} node */
  sizeOf(label, node) {
    const key = keyOf(label);
    const cached = this.labelSizes.get(key);
    if (cached) return cached;
    const size = [node.offsetWidth, node.offsetHeight];
    if (this.labelSizes.size > MAX_SIZES) this.labelSizes.clear();
    this.labelSizes.set(key, size);
    return size;
  }
}

/** A label's texts, in the order in which they are tried. @param {import("./layers.js").Label} label @param {boolean} narrow whether the window is */
function wordings({ words, full, strong }, narrow) {
  const candidates = full && !narrow ? [full, ...words] : words;
  return candidates.map((label, index) => ({ ...label, strong, fallback: index > 0 }));
}

/** Key of a label's size; all digits have the same width. @param {{text: string, strong: boolean}} label */
function keyOf({ text, strong }) {
  return `${strong} ${text.replaceAll(/\d/g, "0")}`;
}

/** Names of the programs that draw WebGL without a graphics card. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** Whether this browser draws WebGL without a graphics card. */
function drawsInSoftware() {
  const context = make("canvas").getContext("webgl2");
  const names = context?.getExtension("WEBGL_debug_renderer_info");
  if (!context || !names) return false;
  const name = context.getParameter(names.UNMASKED_RENDERER_WEBGL);
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return SOFTWARE.test(name);
}
