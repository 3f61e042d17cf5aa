/** A rigid body: its mesh about its centre of mass, its motion, and its matrix. */
import type { AnimatedObject } from '../animated-scene.ts';
import { boundsOf, type Mesh, type Point } from '../support/mesh.ts';
import { identityMatrix, type Quaternion, rotated, writeMatrix } from '../support/rotation.ts';

const SPEED_MOST = 4;
const TURN_MOST = 15;
/** Speed lost in a second, moving and turning. */
const DRAG = 0.3;
const TURN_DRAG = 1.2;
/** Part of its speed that a body in contact loses in a step: broken stone does not bounce or roll far. */
const CONTACT_DRAG = 0.05;
/** A body slower than this for this many steps sleeps. */
const SLEEP_SPEED = 0.1;
const SLEEP_STEPS = 20;
/** Directions in which the farthest vertices are kept as the body's corners. */
const CORNER_DIRECTIONS: readonly Point[] = cornerDirections();

function cornerDirections(): Point[] {
  const directions: Point[] = [];
  for (let x = -2; x <= 2; x++) {
    for (let y = -2; y <= 2; y++) {
      for (let z = -2; z <= 2; z++)
        if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) === 2) directions.push([x, y, z]);
    }
  }
  return directions;
}

/** Metres and radians in a second. */
export interface Motion {
  readonly linear: number[];
  readonly angular: number[];
}

export class RigidBody {
  readonly object: AnimatedObject & { readonly matrix: Float64Array };
  readonly inverseMass: number;
  /** Vertices that stick out farthest, about the centre: what may touch the floor. */
  readonly corners: readonly Point[];
  readonly motion: Motion = { linear: [0, 0, 0], angular: [0, 0, 0] };
  /** Moves the body out of others in the next step and is then forgotten, so that it gives no speed. */
  readonly recovery: Motion = { linear: [0, 0, 0], angular: [0, 0, 0] };
  readonly centre: [number, number, number];
  rotation: Quaternion = [0, 0, 0, 1];
  asleep = false;
  /** Part of something whole: nothing that runs into it wakes it. */
  held = false;
  readonly #inverseInertia: Point;
  #calmSteps = 0;

  constructor(name: string, mesh: Mesh, density: number) {
    const { low, high } = boundsOf(mesh);
    const count = mesh.positions.length / 3;
    const middle = [0, 0, 0];
    for (let at = 0; at < mesh.positions.length; at++) middle[at % 3] += mesh.positions[at] / count;
    this.centre = [middle[0], middle[1], middle[2]];
    const positions = mesh.positions.map((value, at) => value - middle[at % 3]);
    this.object = { name, positions, indices: mesh.indices, deforming: false, matrix: identityMatrix() };
    // Mass and inertia of a box of its size that is half full.
    const size = high.map((value, axis) => Math.max(value - low[axis], 0.01));
    this.inverseMass = 1 / (0.5 * density * size[0] * size[1] * size[2]);
    this.#inverseInertia = size.map((_, axis) => {
      const [a, b] = [size[(axis + 1) % 3], size[(axis + 2) % 3]];
      return (12 * this.inverseMass) / (a * a + b * b);
    }) as unknown as Point;
    this.corners = farthestVertices(positions);
    this.writeMatrix();
  }

  /** The change of spin that an angular impulse gives, in world axes. */
  turnBy(impulse: Point): Point {
    const [x, y, z, w] = this.rotation;
    const inBody = rotated([-x, -y, -z, w], impulse);
    const [ix, iy, iz] = this.#inverseInertia;
    return rotated(this.rotation, [inBody[0] * ix, inBody[1] * iy, inBody[2] * iz]);
  }

  applyImpulse({ linear, angular }: Motion, [x, y, z]: Point, [px, py, pz]: Point): void {
    linear[0] += px * this.inverseMass;
    linear[1] += py * this.inverseMass;
    linear[2] += pz * this.inverseMass;
    const turned = this.turnBy([y * pz - z * py, z * px - x * pz, x * py - y * px]);
    for (let axis = 0; axis < 3; axis++) angular[axis] += turned[axis];
  }

  /** Moves and turns by the speeds it has. */
  move(dt: number): void {
    if (this.asleep) return;
    const { motion, recovery } = this;
    limit(motion.linear, SPEED_MOST, 1 - DRAG * dt);
    limit(motion.angular, TURN_MOST, 1 - TURN_DRAG * dt);
    for (let axis = 0; axis < 3; axis++) this.centre[axis] += (motion.linear[axis] + recovery.linear[axis]) * dt;
    const [x, y, z, w] = this.rotation;
    const [sx, sy, sz] = motion.angular.map((value, axis) => ((value + recovery.angular[axis]) * dt) / 2);
    recovery.linear.fill(0);
    recovery.angular.fill(0);
    const next = [
      x + sx * w + sy * z - sz * y,
      y + sy * w + sz * x - sx * z,
      z + sz * w + sx * y - sy * x,
      w - sx * x - sy * y - sz * z,
    ];
    const scale = 1 / Math.sqrt(next.reduce((sum, value) => sum + value * value, 0));
    this.rotation = next.map((value) => value * scale) as unknown as Quaternion;
    this.writeMatrix();
  }

  writeMatrix(): void {
    writeMatrix(this.object.matrix, this.rotation, this.centre);
  }

  speed(): number {
    const [vx, vy, vz] = this.motion.linear;
    return Math.sqrt(vx * vx + vy * vy + vz * vz);
  }

  /** Slows a body in contact and counts its calm steps; one that has been calm for long stops altogether. */
  settle(isSupported: boolean): void {
    const [sx, sy, sz] = this.motion.angular;
    if (isSupported) {
      for (let axis = 0; axis < 3; axis++) {
        this.motion.linear[axis] *= 1 - CONTACT_DRAG;
        this.motion.angular[axis] *= 1 - CONTACT_DRAG;
      }
    }
    const isCalm = isSupported && this.speed() < SLEEP_SPEED && sx * sx + sy * sy + sz * sz < 25 * SLEEP_SPEED;
    this.#calmSteps = isCalm ? this.#calmSteps + 1 : 0;
    if (this.#calmSteps < SLEEP_STEPS) return;
    this.asleep = true;
    this.motion.linear.fill(0);
    this.motion.angular.fill(0);
  }

  /** Holds it where it is, until it is let go. */
  hold(): void {
    this.held = true;
    this.asleep = true;
  }

  letGo(): void {
    this.held = false;
    this.wake();
  }

  wake(): void {
    if (this.held) return;
    this.asleep = false;
    this.#calmSteps = 0;
  }
}

/** Speed of the point at `arm` from the centre. */
export function speedAt({ linear: v, angular: s }: Motion, [x, y, z]: Point): Point {
  return [v[0] + s[1] * z - s[2] * y, v[1] + s[2] * x - s[0] * z, v[2] + s[0] * y - s[1] * x];
}

function limit(vector: number[], most: number, keep: number): void {
  const size = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
  const scale = size * keep > most ? most / size : keep;
  for (let axis = 0; axis < 3; axis++) vector[axis] *= scale;
}

function farthestVertices(positions: Float32Array): Point[] {
  const chosen = new Set<number>();
  for (const [x, y, z] of CORNER_DIRECTIONS) {
    let [best, farthest] = [0, -Infinity];
    for (let at = 0; at < positions.length; at += 3) {
      const far = x * positions[at] + y * positions[at + 1] + z * positions[at + 2];
      if (far > farthest) [best, farthest] = [at, far];
    }
    chosen.add(best);
  }
  return [...chosen].map((at) => [positions[at], positions[at + 1], positions[at + 2]]);
}
