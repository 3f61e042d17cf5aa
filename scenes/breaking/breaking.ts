/**
 * A bunny falls on a dragon, which breaks into hundreds of closed pieces that fall and collide as rigid bodies.
 *
 * Source: "Fast and Reliable Collision Culling Using Graphics Hardware" (dragon 112 K, bunny 35 K triangles) and
 * "Quick-CULLIDE" (dragon 250 K). The dragon breaks when the engine first finds the two colliding.
 */
import type { Engine } from '../../src/index.ts';
import {
  type AnimatedObject,
  type AnimatedScene,
  fixedObject,
  neededEngine,
  type SceneOptions,
} from '../animated-scene.ts';
import { SceneMirror } from '../mirror.ts';
import { type Mesh, moved, standing, triangleCount } from '../support/mesh.ts';
import { bunny, dragon } from '../support/models.ts';
import { Random } from '../support/random.ts';
import { resized, simplified } from '../support/resize.ts';
import { box } from '../support/shapes.ts';
import { bodyContacts, type Contact, floorContacts } from './contacts.ts';
import { fracture } from './fracture.ts';
import { RigidBody } from './rigid-body.ts';
import { solveContacts } from './solve-contacts.ts';

export const BREAKING_SIZES = [112_000 + 35_000, 250_000 + 35_000] as const;

const PIECES = 240;
const DRAGON_HEIGHT = 1.2;
const BUNNY_HEIGHT = 0.6;
const GRAVITY = 9.81;
const BUNNY_DENSITY = 3;
/** Speeds that pieces get at most, away from the blow and upwards. */
const BLOW_SPEED = 3.5;
const LIFT_SPEED = 1;
const FLOOR_MARGIN = 0.004;

export interface BreakingScene extends AnimatedScene {
  measure(): { speed: number; lowest: number; kineticEnergy: number; asleep: number; bodies: number };
}

class Breaking implements BreakingScene {
  readonly name = 'breaking';
  readonly seed: number;
  /** Rigid pieces do not run into themselves. */
  readonly selfCollisions = false;
  readonly #floor = fixedObject('floor', box([0, -0.05, 0], [10, 0.1, 10]));
  readonly #pieces: readonly RigidBody[];
  readonly #bunny: RigidBody;
  readonly #mirror: SceneMirror;
  #bodies: readonly RigidBody[];
  #objects: readonly AnimatedObject[];
  #bodyOfId = new Map<number, RigidBody>();
  #version = 0;

  constructor(engine: Engine, seed: number, bunnyMesh: Mesh, dragonMesh: Mesh, pieces: readonly Mesh[]) {
    this.seed = seed;
    this.#bunny = new RigidBody('bunny', bunnyMesh, BUNNY_DENSITY);
    this.#pieces = pieces.map((mesh, index) => new RigidBody(`piece ${index}`, mesh, 1));
    this.#bodies = [this.#bunny];
    this.#objects = [this.#floor, this.#bunny.object, fixedObject('dragon', dragonMesh)];
    this.#mirror = new SceneMirror(engine, this);
  }

  get objects(): readonly AnimatedObject[] {
    return this.#objects;
  }

  get version(): number {
    return this.#version;
  }

  async step(dt: number): Promise<void> {
    this.#mirror.update();
    const isWhole = this.#version === 0;
    // The floor pushes corners by its height alone; it need not be in the answer.
    const floor = this.#mirror.id(this.#floor) as number;
    const ignore = this.#objects.slice(1).map((object) => [floor, this.#mirror.id(object) as number] as const);
    const collisions = await this.#mirror.scene.collide({ ignore, segments: !isWhole, limit: isWhole ? 1 : undefined });
    if (isWhole && collisions.kinds.length > 0) this.#break();
    for (const body of this.#bodies) if (!body.asleep) body.motion.linear[1] -= GRAVITY * dt;
    const contacts = isWhole ? [] : bodyContacts(collisions, (id) => this.#bodyOfId.get(id));
    this.#move(contacts, dt);
  }

  #move(between: readonly Contact[], dt: number): void {
    const withFloor = this.#bodies.filter(({ asleep }) => !asleep).flatMap((body) => floorContacts(body, FLOOR_MARGIN));
    const contacts = [...between, ...withFloor];
    solveContacts(contacts, dt);
    const supported = new Set(contacts.flatMap(({ a, b }) => (a ? [a, b] : [b])));
    for (const body of this.#bodies) {
      body.settle(supported.has(body));
      body.move(dt);
    }
  }

  /** Puts the pieces in the dragon's place and drives them apart from the blow. */
  #break(): void {
    const random = new Random(this.seed);
    const [blowX, , blowZ] = this.#bunny.centre;
    for (const { centre, motion } of this.#pieces) {
      const [dx, dz] = [centre[0] - blowX, centre[2] - blowZ];
      const away = (BLOW_SPEED * random.real(0.3, 1)) / (Math.sqrt(dx * dx + dz * dz) || 1);
      motion.linear[0] = away * dx;
      motion.linear[1] = LIFT_SPEED * random.next();
      motion.linear[2] = away * dz;
    }
    for (let axis = 0; axis < 3; axis++) this.#bunny.motion.linear[axis] *= 0.4;
    this.#bodies = [this.#bunny, ...this.#pieces];
    this.#objects = [this.#floor, ...this.#bodies.map(({ object }) => object)];
    this.#version++;
    this.#mirror.update();
    this.#bodyOfId = new Map(this.#bodies.map((body) => [this.#mirror.id(body.object) as number, body]));
  }

  measure() {
    const speeds = this.#bodies.map((body) => body.speed());
    const lowest = Math.min(
      ...this.#bodies.flatMap((body) => floorContacts(body, Infinity).map(({ point }) => point[1])),
    );
    const kineticEnergy = this.#bodies.reduce(
      (sum, { inverseMass }, index) => sum + (speeds[index] * speeds[index]) / (2 * inverseMass),
      0,
    );
    const asleep = this.#bodies.filter((body) => body.asleep).length;
    return { speed: Math.max(...speeds), lowest, kineticEnergy, asleep, bodies: this.#bodies.length };
  }

  dispose(): void {
    this.#mirror.dispose();
  }
}

/** The dragon and its pieces; together the pieces have the triangles of the whole and those of their broken faces. */
export async function brokenDragon(triangles: number, seed: number): Promise<{ whole: Mesh; pieces: Mesh[] }> {
  const scan = standing(await dragon(triangles), DRAGON_HEIGHT);
  const whole = triangleCount(scan) > triangles ? await simplified(scan, triangles) : scan;
  const pieces = Math.max(8, Math.min(PIECES, Math.round(triangles / 60)));
  return { whole, pieces: fracture(whole, pieces, new Random(seed)) };
}

export async function breakingScene({
  seed = 1,
  size = BREAKING_SIZES[0],
  engine,
}: SceneOptions = {}): Promise<BreakingScene> {
  const needed = neededEngine('breaking', engine);
  // The bunny has 35 K for a dragon of 112 K or more, and less in a smaller scene.
  const bunnySize = Math.round(Math.min(35_000, (size * 35) / 147));
  const { whole, pieces } = await brokenDragon(size - bunnySize, seed);
  const random = new Random(seed + 1);
  const body = standing(await resized(await bunny(), bunnySize), BUNNY_HEIGHT);
  const placedBunny = moved(body, random.real(-0.15, 0.15), DRAGON_HEIGHT + 0.5, random.real(-0.1, 0.1));
  return new Breaking(needed, seed, placedBunny, whole, pieces);
}
