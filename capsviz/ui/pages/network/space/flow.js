/*
 * The moving part of the scene: ribbons, votes that fly along them as arrows, and in each class's
 * sphere the mean vote s and the output v. A change of the iteration leads from old to new numbers.
 */

import { reachOf } from "./layout.js";

/** Steps along a ribbon. */
const SEGMENTS = 18;
/** Thickness of arrows: of votes as a share of their length, of s and v by the radius of their sphere. */
const THICK = { vote: 0.3, s: 0.2, v: 0.34 };
/** Shares of a flight within which s grows, and then v. */
const GROWS = { s: [0, 0.65], v: [0.45, 1] };

export class Flow {
  /** @param {any} three @param {any} content group that all is added to */
  constructor(three, content) {
    this.three = three;
    this.content = content;
    /** Numbers drawn last, and those that a flight began with. @type {any} */
    this.drawn = null;
    this.start = null;
  }

  /**
   * @param {any} space of `placeNetwork`
   * @param {any} colours
   * @param {[number, number]} flies how far along the ribbons votes begin and rest
   */
  show(space, { inks }, flies) {
    const { three } = this;
    this.space = space;
    this.flies = flies;
    const { ribbons, votes, classes } = space;
    this.ribbons = ribbons.length ? this.addRibbons(ribbons, inks) : null;
    const [paper, vote] = [inks.paper, inks.symbols.uhat].map((one) => new three.Color(one));
    this.votes = this.addArrows(votes, ({ winner }) => paper.clone().lerp(vote, winner ? 1 : 0.55));
    const plain = (ink) => () => new three.Color(ink);
    this.sums = this.addArrows(
      classes.filter(({ s }) => s !== null),
      plain(inks.symbols.s),
    );
    this.outputs = this.addArrows(
      classes,
      ({ winner }) => new three.Color(winner ? inks.accent : inks.symbols.v),
    );
  }

  /** A flight begins at what is seen now. */
  begin() {
    this.start = this.drawn;
  }

  /** @param {number} mix share of the flight that has passed */
  pose(mix) {
    const { space, start, flies } = this;
    if (!space) return;
    const before = start?.wides.length === space.ribbons.length ? start.wides : null;
    const wides = space.ribbons.map(({ wide }, at) => between(before?.[at] ?? wide, wide, mix));
    const grown = (name) => {
      const [from, to] = GROWS[name];
      const share = Math.max(0, Math.min(1, (mix - from) / (to - from)));
      return space.classes.map((one, k) => {
        const value = (name === "s" ? one.s : one.length) ?? 0;
        return between(start?.[name]?.[k] ?? value, value, share);
      });
    };
    this.drawn = { wides, s: grown("s"), v: grown("v") };
    if (mix === 1) this.start = null;
    if (this.ribbons) this.poseRibbons(wides);
    if (this.votes) this.poseVotes(between(flies[0], flies[1], mix));
    this.poseClasses(this.sums, this.drawn.s, THICK.s);
    this.poseClasses(this.outputs, this.drawn.v, THICK.v);
  }

  addRibbons(ribbons, inks) {
    const { three } = this;
    const looks = {
      flow: [inks.bar, 0.55],
      coupling: [inks.accent, 0.6],
      lit: [inks.symbols.c, 0.95],
      sees: [inks.accent, 1],
    };
    const count = ribbons.length * (SEGMENTS + 1) * 2;
    const [colours, index] = [new Float32Array(count * 4), []];
    const colour = new three.Color();
    ribbons.forEach((ribbon, number) => {
      const [ink, strong] = looks[ribbon.kind];
      colour.set(ribbon.kind === "flow" && ribbon.winner ? inks.accent : ink);
      for (let step = 0; step <= SEGMENTS; step++) {
        const at = (number * (SEGMENTS + 1) + step) * 2;
        for (const side of [0, 1])
          colours.set([colour.r, colour.g, colour.b, strong], 4 * (at + side));
        if (step < SEGMENTS) index.push(at, at + 1, at + 2, at + 1, at + 3, at + 2);
      }
    });
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(new Float32Array(count * 3), 3));
    geometry.setAttribute("color", new three.BufferAttribute(colours, 4));
    geometry.setIndex(index);
    const material = new three.MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      side: three.DoubleSide,
      depthWrite: false,
    });
    const mesh = new three.Mesh(geometry, material);
    mesh.frustumCulled = false;
    this.content.add(mesh);
    return mesh;
  }

  poseRibbons(wides) {
    const { position } = this.ribbons.geometry.attributes;
    let at = 0;
    this.space.ribbons.forEach((ribbon, number) => {
      const half = wides[number] / 2;
      for (let step = 0; step <= SEGMENTS; step++) {
        const [x, y, z] = ribbonPoint(ribbon, step / SEGMENTS);
        position.array.set([x, y - half, z, x, y + half, z], at);
        at += 6;
      }
    });
    position.needsUpdate = true;
  }

  /** @param {any[]} things @param {(thing: any) => any} colourOf */
  addArrows(things, colourOf) {
    const { three } = this;
    if (!things.length) return null;
    const cone = new three.ConeGeometry(0.5, 1, 8);
    const mesh = new three.InstancedMesh(cone, new three.MeshBasicMaterial(), things.length);
    mesh.frustumCulled = false;
    things.forEach((thing, number) => {
      mesh.setColorAt(number, colourOf(thing));
    });
    this.content.add(mesh);
    return mesh;
  }

  /** @param {any} mesh @param {number} number @param {number[]} at its middle @param {number[]} way @param {number} long @param {number} thick */
  poseArrow(mesh, number, at, way, long, thick) {
    const { three } = this;
    const to = new three.Vector3(...way).normalize();
    const turn = new three.Quaternion().setFromUnitVectors(new three.Vector3(0, 1, 0), to);
    const size = new three.Vector3(thick, long, thick);
    mesh.setMatrixAt(number, new three.Matrix4().compose(new three.Vector3(...at), turn, size));
  }

  poseVotes(along) {
    const { ribbons, votes } = this.space;
    votes.forEach(({ ribbon, long }, number) => {
      const [before, at, after] = [-0.02, 0, 0.02].map((off) =>
        ribbonPoint(ribbons[ribbon], along + off),
      );
      const way = after.map((value, axis) => value - before[axis]);
      this.poseArrow(this.votes, number, at, way, long, THICK.vote * long);
    });
    this.votes.instanceMatrix.needsUpdate = true;
  }

  poseClasses(mesh, values, thick) {
    if (!mesh) return;
    const { classes, radius } = this.space;
    classes.forEach(({ point: [x, y, z] }, k) => {
      const reach = Math.max(0.02, reachOf(values[k], radius));
      this.poseArrow(mesh, k, [x + reach / 2, y, z], [1, 0, 0], reach, thick * radius);
    });
    mesh.instanceMatrix.needsUpdate = true;
  }
}

function between(from, to, share) {
  return from + (to - from) * share;
}

/** A point of a ribbon, level at both ends. @param {{from: number[], to: number[], kind: string}} ribbon @param {number} along */
export function ribbonPoint({ from, to, kind }, along) {
  const eased = kind === "sees" ? along : along * along * (3 - 2 * along);
  return from.map((start, axis) => start + (to[axis] - start) * (axis ? eased : along));
}
