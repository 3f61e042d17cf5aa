/**
 * Sequences of changes and queries, some of which are not awaited: each answer is that of a fresh scene in the same state, and, where
 * placing is exact, that of the oracle, with pairs within objects decided as these were given.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many sequences, COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { type CollideOptions, type Collisions, createEngine, type Engine, type Scene } from '../../src/index.ts';
import { SELECTION } from '../../src/queries/collide/keeper.ts';
import type { ObjectFilter } from '../../src/scene.ts';
import { asRows } from '../support/engine-answer.ts';
import { freeMatrix } from '../support/free-matrix.ts';
import { isSingular, latticeMatrix, latticeMesh, placedBy } from '../support/lattice-shapes.ts';
import { Random } from '../support/random.ts';

const SEQUENCES = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? 80);
const FIRST_SEED = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
/** The oracle holds every triangle against every other. */
const ORACLE_TRIANGLES = 300;

interface Thing {
  readonly id: number;
  readonly mesh: ReturnType<typeof latticeMesh>;
  readonly positions: Float32Array | Float64Array;
  readonly matrix?: readonly number[];
  readonly filter?: Required<ObjectFilter>;
}

/** A scene, and what is known of it without asking it. */
class Model {
  readonly things: Thing[] = [];
  readonly scene: Scene;
  readonly #random: Random;
  readonly #cells: number;
  readonly #isLattice: boolean;

  constructor(scene: Scene, random: Random, isLattice: boolean) {
    this.scene = scene;
    this.#random = random;
    this.#isLattice = isLattice;
    this.#cells = random.pick([1, 2, 2, 4]);
  }

  #matrix(): number[] {
    return this.#isLattice || this.#random.chance(0.3) ? latticeMatrix(this.#random) : freeMatrix(this.#random);
  }

  #put(thing: Thing): void {
    const at = this.things.findIndex(({ id }) => id === thing.id);
    if (at < 0) this.things.push(thing);
    else this.things[at] = thing;
  }

  add(): void {
    const mesh = latticeMesh(this.#random, this.#cells);
    this.#put({ id: this.scene.add(mesh), mesh, positions: mesh.positions });
  }

  readonly #changes: readonly ((thing: Thing) => void)[] = [
    () => this.add(),
    ({ matrix: _, ...thing }) => {
      const id = this.scene.addInstance(thing.id);
      const matrix = this.#matrix();
      this.scene.place(id, matrix);
      this.#put({ ...thing, id, matrix });
    },
    ...[1, 2, 3].map(() => (thing: Thing) => {
      const matrix = this.#matrix();
      this.scene.place(thing.id, matrix);
      this.#put({ ...thing, matrix });
    }),
    // The matrix that it has; zeros may change their sign.
    ({ id, matrix }) => matrix && this.scene.place(id, this.#random.chance(0.5) ? matrix : matrix.map((x) => x || -0)),
    () => {
      const some = this.things
        .filter(() => this.#random.chance(0.5))
        .map((thing) => ({ ...thing, matrix: this.#matrix() }));
      this.scene.placeMany(
        some.map(({ id }) => id),
        some.flatMap(({ matrix }) => matrix),
      );
      for (const thing of some) this.#put(thing);
    },
    // One coordinate, or all.
    (thing) => {
      const only = this.#random.chance(0.5) ? this.#random.integer(0, thing.positions.length - 1) : undefined;
      const positions = thing.positions.map((x, i) => (only === undefined || i === only ? x + 0.25 : x));
      this.scene.move(thing.id, positions);
      this.#put({ ...thing, positions });
    },
    (thing) => {
      const mesh = latticeMesh(this.#random, this.#cells);
      this.scene.replace(thing.id, mesh);
      this.#put({ ...thing, mesh, positions: mesh.positions });
    },
    (thing) => {
      if (this.things.length < 2) return;
      this.scene.remove(thing.id);
      this.things.splice(this.things.indexOf(thing), 1);
    },
    (thing) => {
      const filter = { category: this.#random.pick([1, 1, 2, 3]), mask: this.#random.pick([0xffffffff, 1, 2, 0]) };
      this.scene.filter(thing.id, filter);
      this.#put({ ...thing, filter });
    },
  ];

  change(): void {
    this.#random.pick(this.#changes)(this.#random.pick(this.things));
  }

  options(): CollideOptions {
    const random = this.#random;
    const [a, b] = random.shuffle(this.things);
    return {
      self: random.chance(0.5),
      between: random.chance(0.9),
      contacts: random.pick(['all', 'all', 'penetrating']),
      segments: random.chance(0.2),
      ...(random.chance(0.15) && { limit: random.pick([1, 2, 5, 30]) }),
      ...(b && random.chance(0.15) && { ignore: [[a.id, b.id]] as const }),
    };
  }
}

/** What a scene that has never been asked says of these objects, with their ids. */
async function askFresh(engine: Engine, things: readonly Thing[], { limit: _, ...options }: CollideOptions) {
  const scene = engine.createScene();
  const numbers = new Map<number, number>();
  for (const { id, mesh, positions, matrix, filter } of things) {
    const number = scene.add(mesh);
    numbers.set(id, number);
    scene.move(number, positions);
    if (matrix) scene.place(number, matrix);
    if (filter) scene.filter(number, filter);
  }
  const ignore = options.ignore?.map(([a, b]) => [numbers.get(a)!, numbers.get(b)!] as const);
  const found = await scene.collide({ ...options, ...(ignore && { ignore }) });
  scene.dispose();
  const ids = things.map(({ id }) => id);
  const named = (flat: Uint32Array, isObject: (column: number) => boolean, width: number) =>
    flat.map((value, i) => (isObject(i % width) ? ids[value] : value));
  return {
    trianglePairs: named(found.trianglePairs, (column) => column % 2 === 0, 4),
    kinds: found.kinds,
    objectPairs: named(found.objectPairs, (column) => column < 2, 3),
    degenerateTriangles: named(found.degenerateTriangles, (column) => column === 0, 2),
    segments: found.segments,
  };
}

const ALL_MEET = { category: 1, mask: 0xffffffff };

function askOracle(things: readonly Thing[], { self, between, contacts, ignore }: CollideOptions) {
  const given = things.map(({ positions, mesh }) => ({ ...mesh, positions }));
  const placed = things.map(({ positions, mesh, matrix }) => ({ ...mesh, positions: placedBy(matrix, positions) }));
  const met = oracle.collide(placed, { self: false, between: true, contacts });
  const mayMeet = (a: Thing, b: Thing) => {
    const [one, other] = [a.filter ?? ALL_MEET, b.filter ?? ALL_MEET];
    const isIgnored = ignore?.some((pair) => pair.includes(a.id) && pair.includes(b.id));
    return !isIgnored && (one.category & other.mask) !== 0 && (other.category & one.mask) !== 0;
  };
  const pairs = met.trianglePairs.filter(([a, , b]) => between && mayMeet(things[a], things[b]));
  const flat = between ? met.degenerate : [];
  for (const [i, { matrix }] of things.entries()) {
    const own = oracle.collide([matrix && isSingular(matrix) ? placed[i] : given[i]], {
      self: true,
      between: false,
      contacts,
    });
    if (self) pairs.push(...own.trianglePairs.map(([, a, , b, kind]) => [i, a, i, b, kind]));
    if (!between) flat.push(...own.degenerate.map(([, triangle]) => [i, triangle]));
  }
  const named = pairs.map(([a, s, b, t, kind]) => [things[a].id, s, things[b].id, t, kind]);
  named.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
  return { trianglePairs: named, degenerate: flat.map(([i, triangle]) => [things[i].id, triangle]) };
}

/** An answer that was cut short is part of the whole one, and as long as was asked for. */
function checkLimited(
  found: Collisions,
  whole: Awaited<ReturnType<typeof askFresh>>,
  limit: number,
  about: string,
): void {
  const rows = (pairs: Uint32Array, kinds: Uint8Array) =>
    Array.from(kinds, (kind, i) => [...pairs.subarray(4 * i, 4 * i + 4), kind].join());
  const all = new Set(rows(whole.trianglePairs, whole.kinds));
  const some = new Set(rows(found.trianglePairs, found.kinds));
  expect(some.size, about).toBe(Math.min(limit, all.size));
  for (const row of some) expect(all.has(row), `${about}: ${row}`).toBe(true);
  if (all.size > limit) expect(found.limited, about).toBe(true);
}

// Clusters are used in small scenes too, whatever they leave to look at.
const usual = { ...SELECTION };
beforeAll(() => Object.assign(SELECTION, { leastTriangles: 0, mostSelected: 1, ahead: 4 }));
afterAll(() => Object.assign(SELECTION, usual));

describe.each([0, 2])('whatever is kept, with %i threads', (threads) => {
  let engine: Engine;
  let fresh: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
    fresh = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    engine?.dispose();
    fresh?.dispose();
  });

  let keptPairs = 0;
  let clusters = 0;

  async function check(
    asked: Promise<Collisions>,
    things: readonly Thing[],
    options: CollideOptions,
    isLattice: boolean,
    about: string,
  ) {
    const found = await asked;
    keptPairs += found.stats.kept?.pairs ?? 0;
    clusters += found.stats.kept?.clusters ?? 0;
    const expected = await askFresh(fresh, things, options);
    if (options.limit !== undefined) return checkLimited(found, expected, options.limit, about);
    const { trianglePairs, kinds, objectPairs, degenerateTriangles, segments } = found;
    expect({ trianglePairs, kinds, objectPairs, degenerateTriangles, segments }, about).toEqual(expected);
    const triangles = things.reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0);
    if (isLattice && triangles <= ORACLE_TRIANGLES) expect(asRows(found), about).toEqual(askOracle(things, options));
  }

  async function playSequence(seed: number): Promise<void> {
    SELECTION.atOnce = seed % 2;
    const random = new Random(seed);
    const isLattice = random.chance(0.5);
    const models = Array.from(
      { length: random.pick([1, 1, 2]) },
      () => new Model(engine.createScene(), random, isLattice),
    );
    for (const model of models) for (let i = random.integer(2, 5); i > 0; i--) model.add();
    const changesMost = random.pick([1, 3]);
    const waiting: Promise<void>[] = [];
    for (let step = random.integer(3, 10); step > 0; step--) {
      const model = random.pick(models);
      for (let i = random.integer(0, changesMost); i > 0; i--) model.change();
      const options = model.options();
      const about = `seed ${seed}, ${step} from the end, ${JSON.stringify(options)}`;
      const checked = check(model.scene.collide(options), [...model.things], options, isLattice, about);
      if (random.chance(0.6)) await checked;
      else waiting.push(checked);
    }
    await Promise.all(waiting);
    for (const { scene } of models) scene.dispose();
  }

  it('every answer is that of a fresh scene and of the oracle', async () => {
    for (let i = 0; i < SEQUENCES / 2; i++) await playSequence(FIRST_SEED + i + (threads > 0 ? SEQUENCES : 0));
    expect(keptPairs, 'pairs were kept').toBeGreaterThan(0);
    expect(clusters, 'clusters were used').toBeGreaterThan(0);
  });
});
