/**
 * A bunny falls on a dragon, which breaks piece by piece: hundreds of closed pieces that come loose, fall and collide as rigid bodies.
 *
 * Source: "Fast and Reliable Collision Culling Using Graphics Hardware" (dragon 112 K, bunny 35 K triangles) and
 * "Quick-CULLIDE" (dragon 250 K). The pieces stand in their places from the beginning, so the scene has the papers' number of
 * triangles in every frame. A piece comes loose when the crack reaches it that starts where the engine first finds bunny and dragon
 * colliding.
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
import { type Mesh, moved, type Point, standing, triangleCount } from '../support/mesh.ts';
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
/** How much larger than asked for the pieces may be, and how often the dragon is simplified again for that. */
const SIZE_TOLERANCE = 1.005;
const SIZE_ROUNDS = 3;
const DRAGON_HEIGHT = 1.2;
const BUNNY_HEIGHT = 0.6;
const GRAVITY = 9.81;
const BUNNY_DENSITY = 3;
/** Speeds that pieces get at most when they come loose, away from the blow and upwards. */
const BLOW_SPEED = 4;
const LIFT_SPEED = 1;
/** Metres per second that the crack travels: through the whole dragon in less than three seconds. */
const CRACK_SPEED = 0.5;
const FLOOR_MARGIN = 0.004;

export interface BreakingScene extends AnimatedScene {
  measure(): { speed: number; lowest: number; kineticEnergy: number; asleep: number; bodies: number };
}

class Breaking implements BreakingScene {
  readonly name = 'breaking';
  readonly seed: number;
  /** Rigid pieces do not run into themselves. */
  readonly selfCollisions = false;
  readonly version = 0;
  readonly objects: readonly AnimatedObject[];
  readonly #floor = fixedObject('floor', box([0, -0.05, 0], [10, 0.1, 10]));
  readonly #bunny: RigidBody;
  readonly #bodies: readonly RigidBody[];
  readonly #mirror: SceneMirror;
  readonly #bodyOfId: ReadonlyMap<number, RigidBody>;
  readonly #random: Random;
  /** Pieces that the crack has not reached. */
  #whole: readonly RigidBody[];
  /** Where the bunny hit, and how far the crack has come since. */
  #blow: Point | undefined;
  #reach = 0;

  constructor(engine: Engine, seed: number, bunnyMesh: Mesh, pieces: readonly Mesh[]) {
    this.seed = seed;
    this.#random = new Random(seed);
    this.#bunny = new RigidBody('bunny', bunnyMesh, BUNNY_DENSITY);
    this.#whole = pieces.map((mesh, index) => new RigidBody(`piece ${index}`, mesh, 1));
    for (const piece of this.#whole) piece.hold();
    this.#bodies = [this.#bunny, ...this.#whole];
    this.objects = [this.#floor, ...this.#bodies.map(({ object }) => object)];
    this.#mirror = new SceneMirror(engine, this);
    this.#mirror.update();
    this.#bodyOfId = new Map(this.#bodies.map((body) => [this.#mirror.id(body.object) as number, body]));
  }

  async step(dt: number): Promise<void> {
    this.#mirror.update();
    // The floor pushes corners by its height alone; it need not be in the answer.
    const floor = this.#mirror.id(this.#floor) as number;
    const ignore = this.#bodies.map(({ object }) => [floor, this.#mirror.id(object) as number] as const);
    const collisions = await this.#mirror.scene.collide({ ignore, segments: true });
    const contacts = bodyContacts(collisions, (id) => this.#bodyOfId.get(id));
    if (!this.#blow) this.#findBlow(contacts);
    else this.#crack(dt);
    for (const body of this.#bodies) if (!body.asleep) body.motion.linear[1] -= GRAVITY * dt;
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

  #findBlow(contacts: readonly Contact[]): void {
    this.#blow = contacts.find(({ a, b }) => a === this.#bunny || b === this.#bunny)?.point;
    if (this.#blow) for (let axis = 0; axis < 3; axis++) this.#bunny.motion.linear[axis] *= 0.4;
  }

  /** Lets the crack travel on, and the pieces that it reaches come loose, away from the blow. */
  #crack(dt: number): void {
    const [x, y, z] = this.#blow!;
    this.#reach += CRACK_SPEED * dt;
    const distanceOf = ({ centre }: RigidBody) => {
      const [dx, dy, dz] = [centre[0] - x, centre[1] - y, centre[2] - z];
      return Math.sqrt(dx * dx + dy * dy + dz * dz);
    };
    for (const piece of this.#whole) {
      if (distanceOf(piece) > this.#reach) continue;
      piece.letGo();
      const [dx, dz] = [piece.centre[0] - x, piece.centre[2] - z];
      const away = (BLOW_SPEED * this.#random.real(0.6, 1)) / (Math.sqrt(dx * dx + dz * dz) || 1);
      piece.motion.linear[0] = away * dx;
      piece.motion.linear[1] = LIFT_SPEED * this.#random.next();
      piece.motion.linear[2] = away * dz;
    }
    this.#whole = this.#whole.filter((piece) => distanceOf(piece) > this.#reach);
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

/** A dragon in pieces, which together have about this many triangles: those of its surface and of the broken faces. */
export async function brokenDragon(triangles: number, seed: number): Promise<{ whole: Mesh; pieces: Mesh[] }> {
  const count = Math.max(8, Math.min(PIECES, Math.round(triangles / 60)));
  const scan = standing(await dragon(triangles), DRAGON_HEIGHT);
  const broken = async (size: number) => {
    const whole = triangleCount(scan) > size ? await simplified(scan, size) : scan;
    return { whole, pieces: fracture(whole, count, new Random(seed)) };
  };
  // How many triangles broken faces take is known once it is broken.
  let size = triangles;
  for (let round = 0; ; round++) {
    const dragon = await broken(size);
    const total = dragon.pieces.reduce((sum, piece) => sum + triangleCount(piece), 0);
    if (total <= SIZE_TOLERANCE * triangles || round === SIZE_ROUNDS) return dragon;
    size = Math.round((size * triangles) / total);
  }
}

export async function breakingScene({
  seed = 1,
  size = BREAKING_SIZES[0],
  engine,
}: SceneOptions = {}): Promise<BreakingScene> {
  const needed = neededEngine('breaking', engine);
  // The bunny has 35 K for a dragon of 112 K or more, and less in a smaller scene.
  const bunnySize = Math.round(Math.min(35_000, (size * 35) / 147));
  const { pieces } = await brokenDragon(size - bunnySize, seed);
  const random = new Random(seed + 1);
  const body = standing(await resized(await bunny(), bunnySize), BUNNY_HEIGHT);
  const placedBunny = moved(body, random.real(-0.15, 0.15), DRAGON_HEIGHT + 0.5, random.real(-0.1, 0.1));
  return new Breaking(needed, seed, placedBunny, pieces);
}
