/*
 * Meshes of the scene. Each is created once: a new reply writes into its buffers. Arrows and spheres
 * are flat and face the eye, shaders bend the ribbons, and nothing is lit, so that frames are cheap
 * without a graphics card as well.
 */

/** Offset of a frame in front of its sheet, so that the sheet does not hide it. */
const FRAME_OFFSET = 0.04;
/** Thinnest ribbon in pixels; a thinner one is drawn this wide and paler. */
const MIN_RIBBON_WIDTH = 1;
/** Least opacity that changes an 8-bit pixel, and opacity below which ribbons are sampled. */
const MIN_COVER = 0.5 / 255;
const SAMPLED_COVER = 0.08;
/** Spare capacity of the buffers, as a factor. */
const GROWTH = 1.25;

/** Head and shaft of an arrow of length and width 1 along y. */
const ARROW = {
  points: [
    -0.17, -0.5, 0, 0.17, -0.5, 0, -0.17, 0.1, 0, 0.17, 0.1, 0, -0.5, 0.1, 0, 0.5, 0.1, 0,
  ].concat([0, 0.5, 0]),
  index: [0, 1, 2, 1, 3, 2, 4, 5, 6],
};
const SQUARE = { points: [-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0], index: [0, 1, 2, 1, 3, 2] };
/** Corners across and down; the third number is 1 on the rim's outer side. */
const RIM = {
  points: [0, 1].flatMap((out) => [1, -1, out, 1, 1, out, -1, 1, out, -1, -1, out]),
  index: [0, 1, 2, 3].flatMap((corner) => {
    const next = (corner + 1) % 4;
    return [corner, next, corner + 4, next, next + 4, corner + 4];
  }),
};

const INK = "varying vec4 shade; void main() { gl_FragColor = shade; }";

const ARROW_VERTEX = `
attribute vec3 middle; attribute vec3 vector; attribute float width; attribute vec3 ink;
varying vec4 shade;
void main() {
  vec3 side = cross(vector, cameraPosition - middle);
  side /= max(length(side), 1e-6);
  vec3 point = middle + vector * position.y + side * position.x * width;
  shade = vec4(ink, 1.0);
  gl_Position = projectionMatrix * viewMatrix * vec4(point, 1.0);
}`;

const RIBBON_VERTEX = `
attribute vec3 start; attribute vec3 end; attribute vec2 widths; attribute vec4 ink; attribute float bent;
uniform float share; uniform float pixels; uniform float sampled;
varying vec4 shade;
float thickness(float width, float depth) {
  return width * projectionMatrix[1][1] * pixels / (2.0 * max(depth, 1e-3));
}
void main() {
  float along = position.y;
  float eased = mix(along, along * along * (3.0 - 2.0 * along), bent);
  vec3 point = vec3(mix(start.x, end.x, along), mix(start.yz, end.yz, eased));
  vec4 projected = projectionMatrix * viewMatrix * vec4(point, 1.0);
  float width = mix(widths.x, widths.y, share);
  float factor = max(1.0, ${MIN_RIBBON_WIDTH.toFixed(1)} / max(thickness(width, projected.w), 1e-6));
  shade = vec4(ink.rgb, ink.a / factor);
  if (sampled > 0.0) {
    // A sample of paler ribbons is drawn, each so strong that they cover as much together.
    float depth = -(viewMatrix * vec4(mix(start, end, 0.5), 1.0)).z;
    float cover = ink.a * min(1.0, thickness(width, depth) / ${MIN_RIBBON_WIDTH.toFixed(1)});
    float random = fract(sin(dot(start, vec3(12.99, 78.23, 37.72)) + dot(end, vec3(4.11, 9.73, 23.14))) * 43758.55);
    if (cover < sampled) shade.a = random * sampled < cover ? sampled : 0.0;
  }
  point.y += position.x * width * factor;
  gl_Position = projectionMatrix * viewMatrix * vec4(point, 1.0);
  // One too pale to be seen lies outside of the window.
  if (shade.a < ${MIN_COVER}) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const SPHERE_VERTEX = `
attribute vec3 middle; attribute vec3 ink;
uniform float radius;
varying vec4 shade; varying vec2 disc;
void main() {
  vec4 point = viewMatrix * vec4(middle, 1.0);
  point.xy += radius * position.xy;
  shade = vec4(ink, 1.0);
  disc = position.xy;
  gl_Position = projectionMatrix * point;
}`;
const SPHERE_FRAGMENT = `
varying vec4 shade; varying vec2 disc;
void main() {
  float r = length(disc);
  if (r > 1.0) discard;
  gl_FragColor = vec4(shade.rgb, r > 0.93 ? 0.5 : 0.14);
}`;

const FRAME_VERTEX = `
attribute vec3 middle; attribute vec2 size; attribute float rim; attribute vec3 ink;
varying vec4 shade;
void main() {
  vec2 half_ = 0.5 * size + rim * position.z;
  vec3 point = middle + vec3(-${FRAME_OFFSET}, position.x * half_.y, position.y * half_.x);
  shade = vec4(ink, 1.0);
  gl_Position = projectionMatrix * viewMatrix * vec4(point, 1.0);
}`;

const SHEET_VERTEX = `
varying vec2 vUv;
void main() {
  vUv = 0.5 * (position.xy + 1.0);
  vec3 point = vec3(0.0, 0.5 * position.y, 0.5 * position.x);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(point, 1.0);
}`;
const SHEET_FRAGMENT = `
uniform sampler2D map; varying vec2 vUv;
void main() { gl_FragColor = texture2D(map, vUv); }`;

/** Build the geometry of a single template. */
function geometryOf(three, { points, index }, Geometry) {
  const geometry = new Geometry();
  geometry.setAttribute("position", new three.BufferAttribute(Float32Array.from(points), 3));
  geometry.setIndex(index);
  return geometry;
}

/**
 * Many things of one shape in one draw call, with attributes in reused buffers. Each corner has its
 * own copy of them: without a graphics card, an instance costs as much as dozens of corners. With a
 * graphics card, instances are better for thousands of things.
 */
class Copies {
  /**
   * @param {any} three
   * @param {any} scene that it is added to
   * @param {{points: number[], index: number[], coarse?: number[]}} template corners of one, three
   *   numbers each; `coarse` joins fewer of them
   * @param {Record<string, number>} sizes components of each attribute, by name
   * @param {any} material options of the `ShaderMaterial`
   * @param {boolean} [instanced] whether corners share the attributes
   */
  constructor(three, scene, template, sizes, material, instanced = false) {
    this.three = three;
    this.instanced = instanced;
    this.template = template;
    this.coarse = false;
    this.corners = template.points.length / 3;
    this.sizes = sizes;
    this.capacity = 0;
    /** Attributes by name, thing by thing. @type {Record<string, Float32Array>} */
    this.values = {};
    this.mesh = new three.Mesh(
      new three.BufferGeometry(),
      new three.ShaderMaterial({ side: three.DoubleSide, ...material }),
    );
    this.mesh.frustumCulled = false;
    scene.add(this.mesh);
    this.resize(0);
  }

  /** @param {number} count */
  resize(count) {
    const { mesh } = this;
    this.count = count;
    mesh.visible = count > 0;
    if (count > this.capacity || !this.capacity) this.build(Math.max(1, Math.ceil(GROWTH * count)));
    if (this.instanced) mesh.geometry.instanceCount = count;
    else this.join();
  }

  /** Select the fine or the coarse triangles of each thing. */
  join() {
    const { coarse, count, mesh, capacity, template } = this;
    const [fineCount, coarseCount] = [template.index.length, template.coarse?.length ?? 0];
    if (coarse) mesh.geometry.setDrawRange(fineCount * capacity, coarseCount * count);
    else mesh.geometry.setDrawRange(0, fineCount * count);
  }

  /** @param {number} capacity */
  build(capacity) {
    const { three, corners, instanced } = this;
    this.capacity = capacity;
    this.mesh.geometry.dispose();
    const geometry = instanced
      ? geometryOf(three, this.template, three.InstancedBufferGeometry)
      : this.buildCopies(capacity);
    for (const [name, size] of Object.entries(this.sizes)) {
      this.values[name] = new Float32Array(size * capacity);
      const attribute = instanced
        ? new three.InstancedBufferAttribute(this.values[name], size)
        : new three.BufferAttribute(new Float32Array(size * corners * capacity), size);
      geometry.setAttribute(name, attribute.setUsage(three.DynamicDrawUsage));
    }
    this.mesh.geometry = geometry;
  }

  buildCopies(capacity) {
    const { three, corners, template } = this;
    const geometry = new three.BufferGeometry();
    const points = new Float32Array(3 * corners * capacity);
    for (let number = 0; number < capacity; number++)
      points.set(template.points, 3 * corners * number);
    geometry.setAttribute("position", new three.BufferAttribute(points, 3));
    const { index: fine, coarse = [] } = template;
    const index = new Uint32Array((fine.length + coarse.length) * capacity);
    let next = 0;
    for (const joined of [fine, coarse])
      for (let number = 0; number < capacity; number++)
        for (const corner of joined) index[next++] = corner + corners * number;
    geometry.setIndex(new three.BufferAttribute(index, 1));
    return geometry;
  }

  /** Copy changed values into the attributes. @param {...string} names all by default */
  upload(...names) {
    const { corners, count, instanced, mesh, sizes, values } = this;
    for (const name of names.length ? names : Object.keys(sizes)) {
      const attribute = mesh.geometry.attributes[name];
      const [source, { array }, size] = [values[name], attribute, sizes[name]];
      if (instanced) attribute.needsUpdate = true;
      else
        for (let number = 0; number < count; number++) {
          const [start, target] = [number * size, number * size * corners];
          let same = true;
          for (let k = 0; k < size; k++) same &&= array[target + k] === source[start + k];
          if (same) continue;
          attribute.needsUpdate = true;
          for (let index = 0; index < size * corners; index++)
            array[target + index] = source[start + (index % size)];
        }
    }
  }

  /** @param {string} name @param {any} value */
  setUniform(name, value) {
    this.mesh.material.uniforms[name].value = value;
  }

  dispose() {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Arrows by centre, vector (as long as the arrow), width and colour. */
export class Arrows extends Copies {
  constructor(three, scene) {
    const sizes = { middle: 3, vector: 3, width: 1, ink: 3 };
    super(three, scene, ARROW, sizes, { vertexShader: ARROW_VERTEX, fragmentShader: INK });
  }

  /** @param {number} number @param {ArrayLike<number>} middle @param {ArrayLike<number>} vector @param {number} width */
  pose(number, middle, vector, width) {
    const { values } = this;
    values.middle.set(middle, 3 * number);
    values.vector.set(vector, 3 * number);
    values.width[number] = width;
  }

  /** @param {number} number @param {number[]} ink */
  paint(number, ink) {
    this.values.ink.set(ink, 3 * number);
  }
}

/** Ribbons of an even number of segments from point to point, animated between two widths. */
export class Ribbons extends Copies {
  /** @param {any} three @param {any} scene @param {number} segments along each @param {boolean} [instanced] */
  constructor(three, scene, segments, instanced = false) {
    const points = [];
    for (let step = 0; step <= segments; step++)
      points.push(-0.5, step / segments, 0, 0.5, step / segments, 0);
    const [index, coarse] = [1, 2].map((stride) =>
      Array.from({ length: segments / stride }, (_, part) => {
        const [from, to] = [2 * stride * part, 2 * stride * (part + 1)];
        return [from, from + 1, to, from + 1, to + 1, to];
      }).flat(),
    );
    const sizes = { start: 3, end: 3, widths: 2, ink: 4, bent: 1 };
    const material = {
      ...{ vertexShader: RIBBON_VERTEX, fragmentShader: INK },
      ...{ transparent: true, depthWrite: false },
      uniforms: { share: { value: 1 }, pixels: { value: 1 }, sampled: { value: 0 } },
    };
    super(three, scene, { points, index, coarse }, sizes, material, instanced);
    /** Widths at the start of a flight. @type {Float32Array | null} */
    this.from = null;
    this.mix = 1;
  }

  /** Set the widths at the end of a flight. @param {ArrayLike<number>} to */
  widen(to) {
    const from = this.from?.length === to.length ? this.from : to;
    const { widths } = this.values;
    for (let index = 0; index < to.length; index++) {
      widths[2 * index] = from[index];
      widths[2 * index + 1] = to[index];
    }
    this.upload("widths");
  }

  /** Start a flight at the current widths. */
  begin() {
    const { count, mix, values } = this;
    this.from = Float32Array.from({ length: count }, (_, index) => {
      const [from, to] = values.widths.subarray(2 * index);
      return from + (to - from) * mix;
    });
  }

  /** @param {number} mix share of the flight that has passed */
  pose(mix) {
    this.mix = mix;
    if (mix === 1) this.from = null;
    this.setUniform("share", mix);
  }

  /** Choose cheap frames: half the segments, and a sample of the palest ribbons. @param {boolean} cheap */
  setCheap(cheap) {
    this.coarse = cheap && !this.instanced;
    this.resize(this.count);
    this.setUniform("sampled", cheap ? SAMPLED_COVER : 0);
  }
}

/** Spheres of one radius, drawn as discs with a rim. */
export class Spheres extends Copies {
  constructor(three, scene) {
    super(
      three,
      scene,
      SQUARE,
      { middle: 3, ink: 3 },
      {
        ...{ vertexShader: SPHERE_VERTEX, fragmentShader: SPHERE_FRAGMENT },
        ...{ transparent: true, depthWrite: false },
        uniforms: { radius: { value: 1 } },
      },
    );
  }
}

/** Rims around sheets and parts of them. */
export class Frames extends Copies {
  constructor(three, scene) {
    const sizes = { middle: 3, size: 2, rim: 1, ink: 3 };
    super(three, scene, RIM, sizes, { vertexShader: FRAME_VERTEX, fragmentShader: INK });
  }

  /** @param {{middle: number[], size: number[], rim: number, ink: number[]}[]} frames */
  show(frames) {
    this.resize(frames.length);
    frames.forEach(({ middle, size, rim, ink }, number) => {
      this.values.middle.set(middle, 3 * number);
      this.values.size.set(size, 2 * number);
      this.values.rim[number] = rim;
      this.values.ink.set(ink, 3 * number);
    });
    this.upload();
  }
}

/** A flat picture. */
export class SheetMesh {
  /** @param {any} three @param {any} scene @param {boolean} smooth whether to average its pixels at a distance */
  constructor(three, scene, smooth) {
    this.smooth = smooth;
    this.three = three;
    this.scene = scene;
    this.mesh = new three.Mesh(
      geometryOf(three, SQUARE, three.BufferGeometry),
      new three.ShaderMaterial({
        ...{ vertexShader: SHEET_VERTEX, fragmentShader: SHEET_FRAGMENT, side: three.DoubleSide },
        uniforms: { map: { value: null } },
      }),
    );
    this.mesh.frustumCulled = false;
    this.texture = null;
    scene.add(this.mesh);
  }

  /** @param {{width: number, height: number, pixels: Uint32Array}} picture @param {number[]} position @param {number[]} size across and down */
  show({ width, height, pixels }, position, size) {
    const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, 4 * pixels.length);
    const image = this.texture?.image;
    if (image?.width === width && image.height === height) image.data.set(bytes);
    else {
      this.texture?.dispose();
      this.texture = new this.three.DataTexture(bytes.slice(), width, height);
      this.texture.flipY = true;
      if (this.smooth) {
        this.texture.minFilter = this.three.LinearMipmapLinearFilter;
        this.texture.generateMipmaps = true;
      }
      this.mesh.material.uniforms.map.value = this.texture;
    }
    this.texture.needsUpdate = true;
    this.mesh.position.set(position[0], position[1], position[2]);
    this.mesh.scale.set(1, size[1], size[0]);
  }

  dispose() {
    this.scene.remove(this.mesh);
    this.texture?.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** A colour "#rrggbb" as three numbers from 0 to 1. @param {string} text */
export function inkOf(text) {
  return [1, 3, 5].map((index) => Number.parseInt(text.slice(index, index + 2), 16) / 255);
}

/** @param {number[]} from @param {number[]} to @param {number} share */
export function mixInks(from, to, share) {
  return from.map((value, index) => value + (to[index] - value) * share);
}
