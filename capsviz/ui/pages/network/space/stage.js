/* The scene in space: layers, arrows and ribbons of `placeNetwork`, drawn by three.js. */

import { contextOf, make } from "../../../browser/dom.js";
import { densityOf, pointOn } from "../../../browser/figure.js";
import { PixelPicture } from "../../../browser/picture.js";
import { setSymbols } from "../../../browser/symbols.js";
import { mapBoxes, montage, unitSheet } from "../drawing.js";
import { strongest } from "../sums.js";
import { Flow } from "./flow.js";
import { BESIDE, reachOf, SIDES } from "./layout.js";
import { thingOn } from "./pointing.js";

/** Milliseconds of a flight from stop to stop. */
const FLIGHT = 1400;
/** Width of a frame around what is pointed at. */
const FRAME = 0.07;
/** Maps that are framed: those that feed the capsule most. */
const MAX_FRAMED_MAPS = 3;
/** A press that moves farther than this turns the scene, in pixels. */
const DRAG = 4;
/** Length of the shortest arrow. */
const MIN_ARROW = 0.05;
/** Field of view, in degrees. */
const FIELD = 36;
/** Share of the window that a stop's things fill at most. */
const IN_SIGHT = 0.92;
/** How far a drag turns, in radians a pixel; how high and low one can look from. */
const TURN = 0.006;
const HEIGHTS = [-0.4, 1.35];
/** Most sizes of labels that are kept. */
const MAX_SIZES = 500;
/** Room around a label, in pixels. */
const MARGIN = 4;

export class Stage {
  /**
   * @param {any} three the module of browser/vendor
   * @param {HTMLElement} place
   * @param {{point: (thing: any) => void, press: (thing: any) => void}} acts on what is under the
   *   pointer: a capsule, a class, a pixel, a block, or nothing
   */
  constructor(three, place, acts) {
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
      // Without a graphics card, smooth edges take half of each frame.
      antialias: !drawsInSoftware(),
    });
    this.scene = new three.Scene();
    this.camera = new three.PerspectiveCamera(FIELD, 1, 0.1, 400);
    this.eye = new three.Vector3(0, 10, 30);
    this.target = new three.Vector3();
    this.content = new three.Group();
    this.scene.add(this.content);
    this.flow = new Flow(three, this.content);
    /** @type {any} */
    this.space = null;
    this.labels = [];
    /** Sizes of labels by their text and look. @type {Map<string, number[]>} */
    this.labelSizes = new Map();
    /** Labels in sight, with their places. @type {any[]} */
    this.written = [];
    /** Called after each frame. */
    this.onFrame = () => {};
    this.frame = 0;
    /** @type {any} */
    this.flight = null;
    this.turnBy([0, 0]);
    this.tend(acts);
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
   * @param {{reply: any, blocks: any[], colours: any, titles: (block: any) => string, classes: string[], lit: any, thing: any, flies: [number, number]}} how
   */
  show(space, how) {
    this.clear();
    this.space = space;
    const { colours } = how;
    this.scene.background = new this.three.Color(colours.inks.paper);
    this.addSheets(space, how);
    this.addArrows(space, how);
    this.flow.show(space, colours, how.flies);
    this.addClasses(space, how);
    for (const { x, aside, size, box } of space.marks)
      this.addFrame({ x, aside, size: [size, size] }, box, colours.inks.accent);
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
    /** @type {import("./pointing.js").Sheet[]} */
    this.sheets = [];
  }

  /** Flat pictures: what is drawn, maps, hidden units, what is painted. */
  addSheets({ places }, { reply, blocks, colours, titles, lit }) {
    const { ink } = colours.tables;
    for (const block of blocks) {
      const { name, part } = block;
      const x = places[name];
      let top = (SIDES[part] ?? 0) / 2;
      const show = (sheet, at, aside = 0, side = SIDES[part]) => {
        const pixels = part === "input" || part === "picture" ? sheet.width : 0;
        const size = this.addSheet(sheet, at, aside, side, colours);
        this.sheets.push({ x: at, aside, size, block: name, pixels });
        return { x: at, aside, size };
      };
      if (part === "input" || (part === "picture" && reply.picture)) {
        show(pixels(part === "input" ? reply.input : reply.picture, ink), x);
        if (part === "picture") show(pixels(reply.input, ink), x, BESIDE);
      } else if (part === "features" && reply.maps[name]) {
        const { bytes, shape, which } = reply.maps[name];
        const maps = montage(bytes, shape, ink);
        const sheet = show(onPaper(maps, colours), x);
        const feeds = lit?.arrays?.feeds;
        if (feeds?.length === block.outputs.at(-1)[0])
          for (const at of strongest(
            which.map((map) => feeds[map]),
            MAX_FRAMED_MAPS,
          )) {
            const [left, down, wide, high] = mapBoxes(shape, maps.width, maps.height)[at];
            const box = {
              ...{ x: left / maps.width, wide: wide / maps.width },
              ...{ y: down / maps.height, high: high / maps.height },
            };
            this.addFrame(sheet, box, colours.inks.accent);
          }
      } else if (part === "decoder") {
        reply.hidden.forEach((units, layer) => {
          show(onPaper(unitSheet(units, ink), colours), x + layer * 2.5);
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
    /** @type {[number, number]} */
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
    return size;
  }

  /** A frame around a part of a sheet, a little before it. */
  addFrame({ x, aside, size: [wide, high] }, box, ink) {
    const { three } = this;
    const [left, right] = [box.x, box.x + box.wide].map((at) => aside + (at - 0.5) * wide);
    const [top, bottom] = [box.y, box.y + box.high].map((at) => (0.5 - at) * high);
    const corners = (out) => [
      ...[x - 0.04, top + out, left - out, x - 0.04, top + out, right + out],
      ...[x - 0.04, bottom - out, right + out, x - 0.04, bottom - out, left - out],
    ];
    const geometry = new three.BufferGeometry();
    const points = Float32Array.from([...corners(FRAME), ...corners(0)]);
    geometry.setAttribute("position", new three.BufferAttribute(points, 3));
    geometry.setIndex(
      [0, 1, 2, 3].flatMap((at) => {
        const next = (at + 1) % 4;
        return [at, next, at + 4, next, next + 4, at + 4];
      }),
    );
    const look = { color: ink, side: three.DoubleSide };
    this.content.add(new three.Mesh(geometry, new three.MeshBasicMaterial(look)));
  }

  /** A cone for each capsule; those that give the winner most are in the accent colour. */
  addArrows({ arrows, seers }, { colours: { inks }, classes, lit }) {
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
    const seeing = new Set(seers);
    arrows.forEach(({ point, way: [across, high], long, present, coupling }, capsule) => {
      turn.setFromUnitVectors(up, way.set(0, high, across).normalize());
      const chosen = capsule === lit?.capsule;
      const marked = lit
        ? chosen
        : seeing.size
          ? seeing.has(capsule)
          : coupling > 2 / classes.length;
      const length = Math.max(MIN_ARROW, long);
      const large = chosen || (marked && !seeing.size);
      const wide = large ? 2.2 : 0.4 + 0.8 * present;
      size.set(wide, large ? Math.max(0.6, length) : length, wide);
      matrix.compose(at.set(...point), turn, size);
      mesh.setMatrixAt(capsule, matrix);
      const dim = lit || seeing.size;
      if (marked) colour.copy(accent);
      else colour.copy(paper).lerp(plain, (dim ? 0.12 : 0.2) + (dim ? 0.1 : 0.55) * present);
      mesh.setColorAt(capsule, colour);
    });
    this.content.add(mesh);
  }

  /** Spheres of length 1; the arrows in them are of `Flow`. */
  addClasses({ classes, radius }, { colours: { inks }, classes: names, thing }) {
    const { three } = this;
    classes.forEach(({ point: [x, y, z], length, s, winner }, k) => {
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
      this.content.add(ball);
      const full = s !== null && (winner || thing.digit === k);
      this.labels.push({
        text: full
          ? `${names[k]}: ‖s‖ ${s.toFixed(2)} → ‖v‖ ${length.toFixed(2)}`
          : `${names[k]}  ${length.toFixed(2)}`,
        at: [x + Math.max(radius, reachOf(s ?? 0, radius)), y, z],
        strong: winner || thing.digit === k,
        beside: true,
      });
    });
  }

  // --- the camera

  /** @param {{eye: number[], target: number[], shows?: number[][]}} stop @param {boolean} fly */
  goTo(stop, fly) {
    const { three } = this;
    const toTarget = new three.Vector3(...stop.target);
    const toEye = this.fit(stop);
    if (!fly) {
      this.eye.copy(toEye);
      this.target.copy(toTarget);
      this.flight = null;
    } else {
      this.flow.begin();
      this.flight = {
        from: [this.eye.clone(), this.target.clone()],
        to: [toEye, toTarget],
        began: performance.now(),
      };
    }
    this.request();
  }

  /** The eye of a stop, as near as all that it has to show is in sight. @param {any} stop */
  fit({ eye, target, shows }) {
    const { three } = this;
    const [from, to] = [new three.Vector3(...eye), new three.Vector3(...target)];
    if (!shows) return from;
    this.fitCamera();
    const { camera } = this;
    const way = from.clone().sub(to);
    const seen = new three.Vector3();
    for (let share = 0.4; share < 4; share += 0.04) {
      from.copy(to).addScaledVector(way, share);
      camera.position.copy(from);
      camera.lookAt(to);
      camera.updateMatrixWorld();
      const all = shows.every((point) => {
        seen.set(...point).project(camera);
        return seen.z < 1 && Math.abs(seen.x) < IN_SIGHT && Math.abs(seen.y) < IN_SIGHT;
      });
      if (all) break;
    }
    return from;
  }

  /** The camera's field for the window: a narrow one sees as much across as a wide one. */
  fitCamera() {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (!width || !height) return;
    this.camera.aspect = width / height;
    this.camera.fov = width < height ? FIELD * 1.6 : FIELD;
    this.camera.updateProjectionMatrix();
  }

  fly(now) {
    const { from, to, began } = this.flight;
    const part = Math.min(1, (now - began) / FLIGHT);
    const eased = part * part * (3 - 2 * part);
    this.eye.lerpVectors(from[0], to[0], eased);
    this.target.lerpVectors(from[1], to[1], eased);
    this.flow.pose(eased);
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

  tend({ point, press }) {
    const { canvas } = this;
    let [held, began] = [null, [0, 0]];
    const moved = ({ clientX, clientY }) =>
      Math.hypot(clientX - began[0], clientY - began[1]) >= DRAG;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch" || event.button) return;
      held = began = [event.clientX, event.clientY];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      if (!held) return point(this.thingUnder(event));
      if (!moved(event)) return;
      this.flight = null;
      this.turnBy([event.clientX - held[0], event.clientY - held[1]]);
      held = [event.clientX, event.clientY];
    });
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, () => {
        held = null;
      });
    canvas.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && point({}));
    // A finger's first tap points; its second one at the same thing leads inside.
    let tapped = "";
    canvas.addEventListener("click", (event) => {
      const thing = this.thingUnder(event);
      const key = JSON.stringify(thing);
      const { pointerType } = /** @type {PointerEvent} */ (event);
      if (pointerType === "touch" && key !== tapped) point(thing);
      else if (pointerType === "touch" || !moved(event)) press(thing);
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
    return thingOn({ origin: origin.toArray(), way: direction.toArray() }, this);
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
    else this.flow.pose(1);
    this.fitCamera();
    this.camera.position.copy(this.eye);
    this.camera.lookAt(this.target);
    this.camera.updateMatrixWorld();
    this.draw();
    this.placeLabels(width, height);
    this.onFrame();
    if (this.flight) this.request();
    else this.place.dataset.still = String(Number(this.place.dataset.still ?? 0) + 1);
  }

  /** The frame as it is; it can be copied until the task ends. */
  draw() {
    this.renderer.render(this.scene, this.camera);
  }

  /** Labels face the reader; one that would lie over another is left out. */
  placeLabels(width, height) {
    const { names, labels } = this;
    while (names.children.length < labels.length) names.append(make("span"));
    const nodes = /** @type {HTMLElement[]} */ ([...names.children]);
    nodes.forEach((node, number) => {
      const label = labels[number];
      if (!label) {
        node.hidden = true;
        return;
      }
      setSymbols(node, label.text);
      node.className = label.strong ? "cv-n-space-strong" : "";
    });
    const sizes = labels.map((label, number) => this.sizeOf(label, nodes[number]));
    const taken = [];
    const at = new this.three.Vector3();
    this.written = [];
    const order = [...labels.keys()].sort(
      (one, other) => Number(labels[other].strong) - Number(labels[one].strong),
    );
    for (const number of order) {
      const label = labels[number];
      at.set(...label.at).project(this.camera);
      const [half, tall] = sizes[number].map((size) => size / 2 + MARGIN);
      const x = ((at.x + 1) / 2) * width + (label.beside ? half : 0);
      const y = ((1 - at.y) / 2) * height;
      const inside = at.z <= 1 && x > half && x < width - half && y > tall && y < height - tall;
      const free =
        inside &&
        !taken.some(
          (box) => Math.abs(box.x - x) < box.half + half && Math.abs(box.y - y) < box.tall + tall,
        );
      nodes[number].hidden = !free;
      if (!free) continue;
      taken.push({ x, y, half, tall });
      this.written.push({ ...label, x, y });
      nodes[number].style.translate = `${x}px ${y}px`;
    }
  }

  /** Width and height of a label, measured once. @param {any} label @param {HTMLElement} node */
  sizeOf({ text, strong }, node) {
    const key = `${strong} ${text}`;
    const known = this.labelSizes.get(key);
    if (known) return known;
    node.hidden = false;
    const size = [node.offsetWidth, node.offsetHeight];
    if (this.labelSizes.size > MAX_SIZES) this.labelSizes.clear();
    this.labelSizes.set(key, size);
    return size;
  }
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
