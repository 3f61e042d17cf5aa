/**
 * Scenes after any sequence of changes, against fresh scenes: whatever is kept between queries, and whether objects were changed one
 * by one, many at once, or while a query ran, the answers are those of a scene that was made as it is now.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Scene } from '../src/index.ts';
import { SELECTION } from '../src/queries/collide/keeper.ts';
import type { ObjectFilter } from '../src/scene.ts';
import { Random } from './support/random.ts';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const TETRAHEDRON = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

/** An object as the scene was told about it. */
interface Told {
  readonly mesh: MeshInput;
  matrix?: readonly number[];
  filter?: ObjectFilter;
}

type Positions = Float32Array | Float64Array;

/** Four corners within one unit, now and then without volume, without a face, or without anything. */
function randomMesh(random: Random): MeshInput & { positions: Positions } {
  if (random.chance(0.03)) return { positions: new Float32Array(0), indices: new Uint32Array(0) };
  const numbers = Array.from({ length: 12 }, () => Math.round(16 * random.next()) / 16);
  if (random.chance(0.05)) for (let vertex = 0; vertex < 4; vertex++) numbers[3 * vertex + 2] = 0;
  if (random.chance(0.05)) numbers.copyWithin(3, 0, 3);
  const positions = random.chance(0.7) ? Float32Array.from(numbers) : Float64Array.from(numbers);
  return { positions, indices: random.chance(0.1) ? TETRAHEDRON.slice(0, 3) : TETRAHEDRON };
}

function movedPositions(random: Random, positions: Positions): Positions {
  return positions.map((value) => value + Math.round(4 * random.next()) / 16);
}

/** Turned about an axis, mirrored, flattened or as given, somewhere in a cube of the given side. */
function randomMatrix(random: Random, side: number): number[] {
  const angle = 7 * random.next();
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const matrix = random.chance(0.8) ? [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] : [...IDENTITY];
  if (random.chance(0.1)) matrix[10] = random.pick([-1, 0, 2 ** -30]);
  for (let k = 12; k < 15; k++) matrix[k] = Math.round(4 * side * random.next()) / 4;
  return random.chance(side > 10 ? 0.002 : 0.03) ? [...IDENTITY] : matrix;
}

/** A scene, what it was told, and changes of it at random. */
class Sequence {
  readonly #scene: Scene;
  readonly #random: Random;
  readonly #side: number;
  readonly #told: (Told | undefined)[] = [];

  constructor(scene: Scene, random: Random, side: number) {
    this.#scene = scene;
    this.#random = random;
    this.#side = side;
  }

  get ids(): number[] {
    return this.#told.flatMap((told, id) => (told ? [id] : []));
  }

  #some(most: number): number[] {
    const { ids } = this;
    return Array.from({ length: Math.min(most, ids.length) }, () => this.#random.pick(ids));
  }

  #change(id: number, change: Partial<Told>): void {
    this.#told[id] = { ...this.#told[id]!, ...change };
  }

  add(): void {
    const mesh = randomMesh(this.#random);
    const id = this.#scene.add(mesh);
    this.#told[id] = { mesh };
    // Of thousands, few stay where they were given: there all would meet all.
    if (this.#random.chance(this.#side > 10 ? 0.002 : 0.2)) return;
    const matrix = randomMatrix(this.#random, this.#side);
    this.#scene.place(id, matrix);
    this.#change(id, { matrix });
  }

  addInstance(): void {
    for (const id of this.#some(1)) {
      const { mesh, filter } = this.#told[id]!;
      this.#told[this.#scene.addInstance(id)] = { mesh, ...(filter && { filter }) };
    }
  }

  place(): void {
    for (const id of this.#some(3)) {
      const matrix = randomMatrix(this.#random, this.#side);
      this.#scene.place(id, matrix);
      this.#change(id, { matrix });
    }
  }

  placeMany(): void {
    const ids = this.#random.chance(0.5) ? this.ids : this.#some(20);
    const matrices = ids.map(() => randomMatrix(this.#random, this.#side));
    this.#scene.placeMany(ids, matrices.flat());
    for (const [i, id] of ids.entries()) this.#change(id, { matrix: matrices[i] });
  }

  /** Refused as a whole, wherever the matrix is that cannot be. */
  placeNone(): void {
    const { ids } = this;
    if (ids.length === 0) return;
    const matrices = ids.flatMap(() => randomMatrix(this.#random, this.#side));
    matrices[16 * this.#random.integer(0, ids.length - 1) + this.#random.integer(0, 14)] = Number.NaN;
    expect(() => this.#scene.placeMany(ids, matrices)).toThrow('expected a finite number');
  }

  move(): void {
    for (const id of this.#some(2)) this.#moveMany([id]);
  }

  moveMany(): void {
    this.#moveMany([...new Set(this.#random.chance(0.2) ? this.ids : this.#some(10))]);
  }

  #moveMany(ids: readonly number[]): void {
    const positions = ids.map((id) => movedPositions(this.#random, this.#told[id]!.mesh.positions as Positions));
    if (ids.length === 1) this.#scene.move(ids[0], positions[0]);
    else this.#scene.moveMany(ids, positions);
    for (const [i, id] of ids.entries())
      this.#change(id, { mesh: { ...this.#told[id]!.mesh, positions: positions[i] } });
  }

  replace(): void {
    for (const id of this.#some(1)) {
      const mesh = randomMesh(this.#random);
      this.#scene.replace(id, mesh);
      this.#change(id, { mesh });
    }
  }

  filter(): void {
    for (const id of this.#some(2)) {
      const filter = this.#random.chance(0.3)
        ? {}
        : { category: this.#random.pick([1, 2, 3]), mask: this.#random.pick([1, 3]) };
      this.#scene.filter(id, filter);
      this.#change(id, { filter });
    }
  }

  remove(): void {
    for (const id of new Set(this.#some(2))) {
      this.#scene.remove(id);
      this.#told[id] = undefined;
    }
  }

  /** A scene that is made as this one is now, with the same ids. */
  fresh(engine: Engine): Scene {
    const scene = engine.createScene();
    for (const told of this.#told) {
      const id = scene.add(told ? told.mesh : { positions: new Float32Array(0) });
      if (!told) scene.remove(id);
      if (told?.matrix) scene.place(id, told.matrix);
      if (told?.filter) scene.filter(id, told.filter);
    }
    return scene;
  }
}

type Query = (scene: Scene) => Promise<unknown>;

/** All of an answer but what it cost, and what the answers within it did. */
async function withoutStats(answer: Promise<object>): Promise<object> {
  const found = { ...(await answer), stats: undefined };
  if ('collisions' in found) found.collisions = { ...(found.collisions as object), stats: undefined };
  return found;
}

function randomQuery(random: Random, ids: readonly number[]): Query {
  const pairs = Array.from({ length: 3 }, (): [number, number] => [random.pick(ids), random.pick(ids)]);
  const ignore = pairs.filter(([a, b]) => a !== b);
  const points = Float32Array.from({ length: 12 }, () => 3 * random.next());
  const asked = random.pick(ids);
  const limit = random.integer(1, 8);
  return random.pick<Query>([
    (scene) => withoutStats(scene.collide()),
    (scene) => withoutStats(scene.collide()),
    (scene) => withoutStats(scene.collide({ self: true })),
    (scene) => withoutStats(scene.collide({ segments: true, contacts: 'penetrating' })),
    (scene) => withoutStats(scene.collide({ ignore })),
    // Which pairs are found within a limit is not promised, but how many are.
    async (scene) => (await scene.collide({ limit })).kinds.length,
    (scene) => withoutStats(scene.within(0.25)),
    (scene) => withoutStats(scene.clashes()),
    (scene) => scene.inside(asked, points, { allowOpen: true }),
  ]);
}

describe.each([0, 2])('sequences of changes, %i threads', (threads) => {
  const usual = { ...SELECTION };
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => {
    Object.assign(SELECTION, usual);
    engine.dispose();
  });

  const CHANGES = [
    'add',
    'addInstance',
    'place',
    'placeMany',
    'placeNone',
    'move',
    'moveMany',
    'replace',
    'filter',
    'remove',
  ];

  /** Asks, changes the scene while the query runs, and compares. */
  async function step(sequence: Sequence, scene: Scene, random: Random, where: string): Promise<void> {
    for (let i = random.integer(0, 3); i > 0; i--) sequence[random.pick(CHANGES) as 'add']();
    if (sequence.ids.length === 0) sequence.add();
    const query = randomQuery(random, sequence.ids);
    const fresh = sequence.fresh(engine);
    const answer = query(scene);
    const expected = query(fresh);
    if (random.chance(0.3)) sequence[random.pick(CHANGES) as 'add']();
    expect(await answer, where).toEqual(await expected);
    fresh.dispose();
  }

  it('give the answers of fresh scenes, in two scenes of one engine', async () => {
    for (let seed = 0; seed < 24; seed++) {
      SELECTION.leastTriangles = seed % 4 === 0 ? usual.leastTriangles : 0;
      SELECTION.atOnce = seed % 3 === 0 ? usual.atOnce : 1;
      const random = new Random(seed);
      const scenes = [engine.createScene(), engine.createScene()];
      const sequences = scenes.map((scene) => new Sequence(scene, random, random.pick([1, 3, 6])));
      for (const sequence of sequences) for (let i = random.integer(2, 30); i > 0; i--) sequence.add();
      for (let i = 0; i < 12; i++) {
        const which = random.integer(0, 1);
        await step(sequences[which], scenes[which], random, `seed ${seed}, step ${i}`);
      }
      for (const scene of scenes) scene.dispose();
    }
  });

  it('give them for thousands of objects too', async () => {
    for (const [seed, count] of [3000, 6000].entries()) {
      const random = new Random(1000 + seed);
      const scene = engine.createScene();
      const sequence = new Sequence(scene, random, 40);
      for (let i = 0; i < count; i++) sequence.add();
      for (let i = 0; i < 8; i++) await step(sequence, scene, random, `seed ${seed}, step ${i}`);
      scene.dispose();
    }
  });

  it('give all memory back', async () => {
    const other = engine.createScene();
    const bytesLeft = async () => (await other.collide()).stats.bytes.scene;
    const before = await bytesLeft();
    for (let seed = 0; seed < 6; seed++) {
      const random = new Random(seed);
      const scene = engine.createScene();
      const sequence = new Sequence(scene, random, 8);
      for (let i = 0; i < 500; i++) sequence.add();
      for (let i = 0; i < 6; i++) {
        sequence[random.pick(CHANGES) as 'add']();
        await scene.collide({ self: random.chance(0.5) });
      }
      if (seed % 2 === 0) for (const id of sequence.ids) scene.remove(id);
      else scene.dispose();
      expect(await bytesLeft(), `seed ${seed}`).toBe(before);
      scene.dispose();
    }
  });
});
