/**
 * A square cloth falls on a round table, slides into folds and comes to rest, passing neither through the table nor
 * through itself.
 *
 * Source: Govindaraju, Lin & Manocha, "Quick-CULLIDE", VR 2005: a rectangular grid of 20 K triangles, Verlet.
 *
 * Each frame starts from a cloth without collisions. The engine names the particles that may come near each other
 * (self-contacts.ts); small steps move them, keep threads their length and push layers apart. Then the engine looks at
 * the cloth itself: should triangles collide after all, their particles go back to where the frame began, where nothing
 * collided, until nothing does.
 *
 * In the continuous mode it falls ten times as fast, several cells a step, and the engine takes it to the next frame
 * (`advance`): what would meet on the way is pushed aside or held back, so that nothing is passed through unseen.
 *
 * Contacts within the small steps are not left to `advance`. Once a frame, it also keeps everything apart, but comes after eight
 * small steps that knew of no contact: threads of the fast cloth stretched to four times their length, instead of a fifth more.
 * Once a small step, it would take eight times as long. And the pages of the papers show these frames. A cloth whose contacts are all
 * those of `advance` is in examples/cloth.mjs, and over a hand, a ball and in a heap in bench/support/cloth-drop.ts.
 *
 * A cloth that tangles answers the table, but not itself: folds run through each other, for experiments that look for
 * self-collisions.
 */
import type { Engine, Scene } from '../../src/index.ts';
import {
  type AnimatedObject,
  type AnimatedScene,
  fixedObject,
  neededEngine,
  type SceneOptions,
} from '../animated-scene.ts';
import { sheet } from '../support/shapes.ts';
import { Particles } from './particles.ts';
import { SelfContacts } from './self-contacts.ts';
import { floorMesh, keepOff, tableMesh } from './table.ts';

export const CLOTH_SIZE = 20_000;

const SIDE = 2;
const START_HEIGHT = 0.75;
const START_HEIGHT_CONTINUOUS = 1.6;
const SMALL_STEPS = 8;
/** In spacings: how far particles stay off the table, and how far they go in a small step at most. */
const TABLE_GAP = 0.85;
const FARTHEST = 0.2;
/** In the continuous mode: ten times as far. */
const FARTHEST_CONTINUOUS = 10 * FARTHEST;
const MENDS_MOST = 8;
/** The table stands on the floor. */
const ASKED = { self: true, ignore: [[1, 2]] as [number, number][] };
/** In spacings: how near layers may come in the continuous mode before they are pushed apart. */
const LAYER_GAP = 0.1;

export interface ClothScene extends AnimatedScene {
  /** How taut, how lively, and how often the frame had to be mended: for tests. */
  measure(): { stretch: number; kineticEnergy: number; mends: number; contacts: number };
}

class Cloth implements ClothScene {
  readonly name = 'cloth';
  readonly seed: number;
  readonly objects: readonly AnimatedObject[];
  readonly version = 0;
  readonly selfCollisions = true;
  readonly #cloth: AnimatedObject;
  readonly #particles: Particles;
  readonly #contacts: SelfContacts;
  readonly #scene: Scene;
  readonly #accepted: Float64Array;
  readonly #isContinuous: boolean;
  readonly #tangles: boolean;
  readonly #farthest: number;
  #dt = 1 / 60;
  #mends = 0;

  constructor(engine: Engine, seed: number, size: number, { continuous = false, tangles = false }: SceneOptions) {
    this.seed = seed;
    const cells = Math.max(4, Math.round(Math.sqrt(size / 2)));
    this.#particles = new Particles(cells, SIDE, continuous ? START_HEIGHT_CONTINUOUS : START_HEIGHT, seed);
    const { indices } = sheet(cells, cells, () => [0, 0, 0]);
    this.#cloth = { name: 'cloth', positions: Float32Array.from(this.#particles.positions), indices, deforming: true };
    this.objects = [this.#cloth, fixedObject('table', tableMesh(48)), fixedObject('floor', floorMesh())];
    this.#accepted = this.#particles.positions.slice();
    this.#contacts = new SelfContacts(engine, this.#particles, indices, seed + 1);
    this.#scene = engine.createScene();
    for (const { name, positions, indices } of this.objects) this.#scene.add({ name, positions, indices });
    this.#isContinuous = continuous;
    this.#tangles = tangles;
    const { spacing, before } = this.#particles;
    this.#farthest = (continuous ? FARTHEST_CONTINUOUS : FARTHEST) * spacing;
    if (!continuous) return;
    // It comes at full speed.
    for (let at = 1; at < before.length; at += 3) before[at] += this.#farthest;
  }

  async step(dt: number): Promise<void> {
    this.#dt = dt;
    const particles = this.#particles;
    this.#accepted.set(particles.positions);
    if (!this.#tangles) await this.#contacts.find(SMALL_STEPS);
    for (let small = 0; small < SMALL_STEPS; small++) {
      particles.advance(dt / SMALL_STEPS, this.#farthest);
      particles.relax();
      if (!this.#tangles) this.#contacts.relax();
      keepOff(particles.positions, particles.before, TABLE_GAP * particles.spacing);
    }
    if (this.#tangles) this.#cloth.positions.set(particles.positions);
    else await (this.#isContinuous ? this.#passNothing() : this.#mend());
  }

  /** Goes where nothing is in the way; what was pushed or held back stops there. */
  async #passNothing(): Promise<void> {
    const { positions, before, spacing } = this.#particles;
    this.#scene.aim(0, Float32Array.from(positions));
    const { ends, corrections } = await this.#scene.advance({ ...ASKED, gap: LAYER_GAP * spacing });
    const end = ends[0]!;
    let isMended = false;
    for (let at = 0; at < positions.length; at++) {
      if (corrections[0][at] === 0) continue;
      before[at] = positions[at] = end[at];
      isMended = true;
    }
    this.#mends += isMended ? 1 : 0;
    this.#cloth.positions.set(end);
  }

  /** Puts back what collides until nothing does. */
  async #mend(): Promise<void> {
    const { positions, before } = this.#particles;
    for (let mend = 0; ; mend++) {
      this.#cloth.positions.set(positions);
      this.#scene.move(0, this.#cloth.positions);
      const { trianglePairs } = await this.#scene.collide(ASKED);
      const colliding = clothTriangles(trianglePairs);
      if (colliding.length === 0) return;
      this.#mends++;
      const back =
        mend < MENDS_MOST
          ? colliding.flatMap((triangle) => [...this.#corners(triangle)])
          : range(this.#particles.count);
      for (const vertex of back) {
        for (let at = 3 * vertex; at < 3 * vertex + 3; at++) before[at] = positions[at] = this.#accepted[at];
      }
    }
  }

  #corners(triangle: number): Uint32Array {
    return this.#cloth.indices.subarray(3 * triangle, 3 * triangle + 3);
  }

  measure() {
    return {
      stretch: this.#particles.largestStretch(),
      kineticEnergy: this.#particles.meanKineticEnergy(this.#dt / SMALL_STEPS),
      mends: this.#mends,
      contacts: this.#contacts.count,
    };
  }

  dispose(): void {
    this.#contacts.dispose();
    this.#scene.dispose();
  }
}

/** The triangles of object 0 among the pairs that it is part of. */
function clothTriangles(trianglePairs: Uint32Array): number[] {
  const triangles = new Set<number>();
  for (let at = 0; at < trianglePairs.length; at += 2)
    if (trianglePairs[at] === 0) triangles.add(trianglePairs[at + 1]);
  return [...triangles];
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export async function clothScene(options: SceneOptions = {}): Promise<ClothScene> {
  const { seed = 1, size = CLOTH_SIZE, engine } = options;
  return new Cloth(neededEngine('cloth', engine), seed, size, options);
}
