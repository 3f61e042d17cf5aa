/** A leaf in motion: a net of particles that hangs, lets go, flutters down and comes to rest. */
import { noise } from '../support/maths.ts';
import type { Point } from '../support/mesh.ts';
import { LEAF_LENGTH, type LeafShape, NET_ACROSS, NET_ALONG, NET_SIZE } from './leaf-shape.ts';

const GRAVITY = 9.81;
/** Speed lost in a second, across the leaf's face and along it. */
const DRAG_ACROSS = 7;
const DRAG_ALONG = 1.2;
const WIND = 2.5;
/** The net stays this far above the ground, so that the mesh between its particles does too; */
const GROUND_GAP = 0.01;
/** and so much more for each leaf that already lies there. */
const LAYER_HEIGHT = 0.006;
const LANDS_BELOW = 0.2;
const GROUND_GRIP = 0.8;
const SPEED_MOST = 3;
/** Leaves whose middles are farther apart than this do not lie on each other. */
const HEAP_REACH = 1.3 * LEAF_LENGTH;

interface Link {
  readonly a: number;
  readonly b: number;
  readonly rest: number;
  readonly stiffness: number;
}

function netLinks(net: Float64Array): Link[] {
  const links: Link[] = [];
  for (let a = 0; a < NET_SIZE; a++) {
    for (let b = a + 1; b < NET_SIZE; b++) {
      const [columns, rows] = [
        Math.abs((a % NET_ACROSS) - (b % NET_ACROSS)),
        Math.floor(b / NET_ACROSS) - Math.floor(a / NET_ACROSS),
      ];
      if (columns > 2 || rows > 2 || (columns === 2 && rows === 2) || columns + rows === 3) continue;
      const [dx, dy, dz] = [0, 1, 2].map((axis) => net[3 * b + axis] - net[3 * a + axis]);
      const isBending = columns === 2 || rows === 2;
      links.push({
        a: 3 * a,
        b: 3 * b,
        rest: Math.sqrt(dx * dx + dy * dy + dz * dz),
        stiffness: isBending ? 0.12 : 0.5,
      });
    }
  }
  return links;
}

export class Leaf {
  readonly positions: Float32Array;
  readonly net: Float64Array;
  readonly #before: Float64Array;
  readonly #shape: LeafShape;
  readonly #links: readonly Link[];
  readonly #letsGoAfter: number;
  readonly #pushes = new Float64Array(3 * NET_SIZE);
  readonly #pushWeights = new Float64Array(NET_SIZE);
  readonly #seed: number;
  /** How many leaves lie below this one, once it is about to land. */
  #layer: number | undefined;

  /** `net` is where the particles hang; the stem's stay until the leaf lets go. */
  constructor(shape: LeafShape, net: Float64Array, letsGoAfter: number, seed: number) {
    this.#shape = shape;
    this.net = net;
    this.#before = net.slice();
    this.#links = netLinks(shape.net);
    this.#letsGoAfter = letsGoAfter;
    this.#seed = seed;
    this.positions = new Float32Array(shape.mesh.positions.length);
    this.writePositions();
  }

  /** Unit vector across the face, from the net's diagonals. */
  #normal(): [number, number, number] {
    const { net } = this;
    const last = 3 * (NET_SIZE - 1);
    const corner = 3 * (NET_ACROSS - 1);
    const [ax, ay, az] = [net[last] - net[0], net[last + 1] - net[1], net[last + 2] - net[2]];
    const other = last - corner;
    const [bx, by, bz] = [net[other] - net[corner], net[other + 1] - net[corner + 1], net[other + 2] - net[corner + 2]];
    const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    return [nx / size, ny / size, nz / size];
  }

  advance(dt: number, seconds: number): void {
    const { net } = this;
    const before = this.#before;
    const [nx, ny, nz] = this.#normal();
    const first = seconds < this.#letsGoAfter ? 3 * NET_ACROSS : 0;
    const wind = this.#layer === undefined ? WIND : 0;
    const gust = wind * noise(0.7 * seconds + this.#seed, net[0], net[2], 5) * dt * dt;
    for (let at = first; at < net.length; at += 3) {
      let [dx, dy, dz] = [net[at] - before[at], net[at + 1] - before[at + 1], net[at + 2] - before[at + 2]];
      const across = (dx * nx + dy * ny + dz * nz) * (DRAG_ACROSS - DRAG_ALONG) * dt;
      const keep = 1 - DRAG_ALONG * dt;
      const flutter = wind * noise(2 * seconds, this.#seed, at, 6) * dt * dt;
      dx = dx * keep - across * nx + gust + flutter * nx;
      dy = dy * keep - across * ny - GRAVITY * dt * dt + flutter * ny;
      dz = dz * keep - across * nz + 0.5 * gust + flutter * nz;
      const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const scale = size > SPEED_MOST * dt ? (SPEED_MOST * dt) / size : 1;
      for (let axis = 0; axis < 3; axis++) before[at + axis] = net[at + axis];
      net[at] += scale * dx;
      net[at + 1] += scale * dy;
      net[at + 2] += scale * dz;
    }
    this.#relax(first);
    this.#stayAboveGround();
  }

  /** Particles below `first` are held. */
  #relax(first: number): void {
    const { net } = this;
    for (const { a, b, rest, stiffness } of this.#links) {
      const [dx, dy, dz] = [net[b] - net[a], net[b + 1] - net[a + 1], net[b + 2] - net[a + 2]];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1e-9;
      const pull = (stiffness * (distance - rest)) / distance;
      const forA = a < first ? 0 : b < first ? 1 : 0.5;
      const forB = b < first ? 0 : a < first ? 1 : 0.5;
      net[a] += forA * pull * dx;
      net[a + 1] += forA * pull * dy;
      net[a + 2] += forA * pull * dz;
      net[b] -= forB * pull * dx;
      net[b + 1] -= forB * pull * dy;
      net[b + 2] -= forB * pull * dz;
    }
  }

  get middle(): Point {
    const at = 3 * (NET_SIZE >> 1);
    return [this.net[at], this.net[at + 1], this.net[at + 2]];
  }

  /** A leaf that comes near the ground finds its place in the heap: on top of those that lie below it. */
  chooseLayer(others: readonly Leaf[]): void {
    const [x, y, z] = this.middle;
    if (this.#layer !== undefined || y > LANDS_BELOW) return;
    this.#layer = 0;
    for (const other of others) {
      if (other === this || other.#layer === undefined) continue;
      const [dx, , dz] = other.middle.map((value, axis) => value - [x, y, z][axis]);
      const isBelow = dx * dx + dz * dz < HEAP_REACH * HEAP_REACH;
      if (isBelow) this.#layer = Math.max(this.#layer, other.#layer + 1);
    }
  }

  #stayAboveGround(): void {
    const { net } = this;
    const before = this.#before;
    const floor = GROUND_GAP + LAYER_HEIGHT * (this.#layer ?? 0);
    for (let at = 0; at < net.length; at += 3) {
      if (net[at + 1] >= floor) continue;
      net[at + 1] = floor;
      before[at + 1] = floor;
      before[at] += GROUND_GRIP * (net[at] - before[at]);
      before[at + 2] += GROUND_GRIP * (net[at + 2] - before[at + 2]);
    }
  }

  /** Remembers that a vertex should move by (dx, dy, dz); `applyPushes` does it. */
  push(vertex: number, dx: number, dy: number, dz: number): void {
    const { weights } = this.#shape;
    for (let node = 0; node < NET_SIZE; node++) {
      const weight = Math.abs(weights[NET_SIZE * vertex + node]);
      this.#pushes[3 * node] += weight * dx;
      this.#pushes[3 * node + 1] += weight * dy;
      this.#pushes[3 * node + 2] += weight * dz;
      this.#pushWeights[node] += weight;
    }
  }

  /** Moves the net by the mean of what was asked for, without giving it speed; what ran against it loses speed. */
  applyPushes(seconds: number): void {
    const first = seconds < this.#letsGoAfter ? NET_ACROSS : 0;
    const before = this.#before;
    for (let node = first; node < NET_SIZE; node++) {
      const weight = this.#pushWeights[node];
      if (weight === 0) continue;
      const scale = Math.min(1, weight) / weight;
      const [px, py, pz] = [0, 1, 2].map((axis) => scale * this.#pushes[3 * node + axis]);
      const square = px * px + py * py + pz * pz;
      const at = 3 * node;
      const [vx, vy, vz] = [0, 1, 2].map((axis) => this.net[at + axis] - before[at + axis]);
      const against = square > 0 ? Math.min(0, vx * px + vy * py + vz * pz) / square : 0;
      [px, py, pz].forEach((push, axis) => {
        const speed = 0.9 * ([vx, vy, vz][axis] - against * push);
        this.net[at + axis] += push;
        before[at + axis] = this.net[at + axis] - speed;
      });
    }
    this.#pushes.fill(0);
    this.#pushWeights.fill(0);
  }

  writePositions(): void {
    const { net, positions } = this;
    const { weights } = this.#shape;
    for (let at = 0; at < positions.length; at += 3) {
      let [x, y, z] = [0, 0, 0];
      for (let node = 0, from = (NET_SIZE / 3) * at; node < NET_SIZE; node++) {
        const weight = weights[from + node];
        x += weight * net[3 * node];
        y += weight * net[3 * node + 1];
        z += weight * net[3 * node + 2];
      }
      positions[at] = x;
      positions[at + 1] = Math.max(y, 0.001);
      positions[at + 2] = z;
    }
  }

  /** The fastest particle, in metres a second, and the longest rib over its rest length. */
  measure(dt: number): { speed: number; stretch: number } {
    let speed = 0;
    for (let at = 0; at < this.net.length; at += 3) {
      const [dx, dy, dz] = [0, 1, 2].map((axis) => this.net[at + axis] - this.#before[at + axis]);
      speed = Math.max(speed, Math.sqrt(dx * dx + dy * dy + dz * dz) / dt);
    }
    const middle = 3 * (NET_ACROSS >> 1);
    let rib = 0;
    for (let row = 0; row < NET_ALONG - 1; row++) {
      const [a, b] = [middle + 3 * NET_ACROSS * row, middle + 3 * NET_ACROSS * (row + 1)];
      const [dx, dy, dz] = [0, 1, 2].map((axis) => this.net[b + axis] - this.net[a + axis]);
      rib += Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
    return { speed, stretch: rib / LEAF_LENGTH };
  }
}
