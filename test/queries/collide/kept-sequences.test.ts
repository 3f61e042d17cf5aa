/**
 * Scenes of which parts are kept, against scenes in which nothing can be: after any sequence of changes the answer is that
 * of a fresh scene, and pairs within an object are those of the object as it was given.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CollideOptions,
  type Collisions,
  createEngine,
  type Engine,
  type MeshInput,
  type Scene,
} from '../../../src/index.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A bumpy sheet, a sphere that may cross itself, or a soup; some triangles without area, some numbers far from 0. */
function randomMesh(random: Random): MeshInput {
  const side = random.integer(2, 7);
  const bump = random.pick([0, 0.2, 1]);
  const at = random.pick([0, 0, 0, 1000]);
  const points: number[] = [];
  const indices: number[] = [];
  const isRound = random.chance(0.5);
  for (let i = 0; i <= side; i++) {
    for (let j = 0; j <= side; j++) {
      const [u, v] = [i / side, j / side];
      const r = 1 + bump * (random.next() - 0.5);
      const point = isRound
        ? [
            r * Math.sin(Math.PI * u) * Math.cos(2 * Math.PI * v),
            r * Math.sin(Math.PI * u) * Math.sin(2 * Math.PI * v),
            r * Math.cos(Math.PI * u),
          ]
        : [2 * u - 1, 2 * v - 1, r - 1];
      points.push(...point.map((value) => value + at));
    }
  }
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const k = i * (side + 1) + j;
      indices.push(k, k + 1, k + side + 1, k + 1, k + side + 2, k + side + 1);
    }
  }
  if (random.chance(0.3)) indices.push(0, 1, 0, 0, 1, 2);
  const single = random.chance(0.6);
  const positions = single ? Float32Array.from(points) : Float64Array.from(points);
  if (random.chance(0.7)) return { positions, indices: Uint32Array.from(indices) };
  const soup = indices.flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
  return { positions: single ? Float32Array.from(soup) : Float64Array.from(soup), weld: random.chance(0.5) };
}

function turn(random: Random): number[] {
  const [a, b] = [random.next() * 7, random.next() * 7];
  const [c, s, d, t] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  return [c, s, 0, 0, -s * d, c * d, t, 0, s * t, -c * t, d, 0, 0, 0, 0, 1];
}

const MATRICES: Readonly<Record<string, (random: Random) => number[]>> = {
  turned: turn,
  mirrored: (random) => turn(random).map((value, i) => (i < 4 ? -value : value)),
  sheared: (random) => turn(random).map((value, i) => (i === 4 ? value + 3 : value)),
  unevenlyScaled: (random) => turn(random).map((value, i) => (i < 4 ? value * 0.01 : i < 8 ? value * 3 : value)),
  nearlySingular: (random) => turn(random).map((value, i) => (i < 4 ? value * 2 ** -40 : value)),
  singular: (random) => turn(random).map((value, i) => (i < 4 ? 0 : value)),
  small: (random) => turn(random).map((value, i) => (i < 12 ? value * 2 ** -300 : value)),
  identity: () => [...IDENTITY],
};

function randomMatrix(random: Random): number[] {
  const matrix = MATRICES[random.pick(Object.keys(MATRICES))](random);
  const reach = random.pick([0.5, 1, 2, 5]);
  for (let k = 12; k < 15; k++) matrix[k] = (random.next() - 0.5) * reach;
  if (random.chance(0.1)) matrix[12] += 1e6;
  return matrix;
}

interface Held {
  mesh: MeshInput;
  matrix: number[] | undefined;
  filter: { category: number; mask: number };
}

const ALL = { category: 1, mask: 0xffffffff };
const FILTERS = [ALL, ALL, { category: 2, mask: 1 }, { category: 3, mask: 2 }, { category: 1, mask: 2 }];

/** The first ones more often: what is kept is then of use to the next question. */
const QUESTIONS: readonly CollideOptions[] = [
  {},
  {},
  {},
  { self: true },
  { self: true, between: false },
  { contacts: 'penetrating' },
  { contacts: 'penetrating', self: true },
  { segments: true },
  { segments: true },
  { segments: true, self: true, contacts: 'penetrating' },
  { limit: 1 },
  { limit: 5 },
  { limit: 40, self: true },
];
const OBJECTS_MAX = 8;

function plain({ stats: _, ...answer }: Collisions): object {
  return answer;
}

class Life {
  readonly held = new Map<number, Held>();
  #ignored: [number, number][] = [];
  constructor(
    readonly scene: Scene,
    readonly random: Random,
  ) {}

  #pick(): number | undefined {
    return this.held.size > 0 ? this.random.pick([...this.held.keys()]) : undefined;
  }

  add(): void {
    if (this.held.size >= OBJECTS_MAX) return;
    const mesh = randomMesh(this.random);
    this.held.set(this.scene.add(mesh), { mesh, matrix: undefined, filter: ALL });
  }

  instance(): void {
    const id = this.#pick();
    if (id === undefined || this.held.size >= OBJECTS_MAX) return;
    const { mesh, filter } = this.held.get(id)!;
    this.held.set(this.scene.addInstance(id), { mesh, matrix: undefined, filter });
  }

  place(): void {
    const id = this.#pick();
    if (id === undefined) return;
    const { matrix: last } = this.held.get(id)!;
    const matrix = last && this.random.chance(0.2) ? [...last] : randomMatrix(this.random);
    this.scene.place(id, matrix);
    this.held.get(id)!.matrix = matrix;
  }

  move(): void {
    const id = this.#pick();
    if (id === undefined) return;
    const held = this.held.get(id)!;
    const factor = this.random.pick([1, 1, 1.25, -1]);
    const positions = held.mesh.positions.map((value) => value * factor) as Float32Array;
    this.scene.move(id, positions);
    held.mesh = { ...held.mesh, positions };
  }

  replace(): void {
    const id = this.#pick();
    if (id === undefined) return;
    const mesh = randomMesh(this.random);
    this.scene.replace(id, mesh);
    this.held.get(id)!.mesh = mesh;
  }

  remove(): void {
    const id = this.#pick();
    if (id === undefined || this.random.chance(0.5)) return;
    this.scene.remove(id);
    this.held.delete(id);
  }

  filter(): void {
    const id = this.#pick();
    if (id === undefined) return;
    const filter = this.random.pick(FILTERS);
    this.scene.filter(id, filter);
    this.held.get(id)!.filter = filter;
  }

  /** Mostly the same pairs as before. */
  ignored(): [number, number][] {
    if (this.random.chance(0.3)) {
      const [a, b] = [this.#pick(), this.#pick()];
      if (this.random.chance(0.4)) this.#ignored = [];
      if (a !== undefined && b !== undefined) this.#ignored = [...this.#ignored, [a, b]];
    }
    this.#ignored = this.#ignored.filter((pair) => pair.every((id) => this.held.has(id)));
    return this.#ignored;
  }

  /** The same objects in a scene of their own, with the ids that they have here. */
  fresh(engine: Engine): { scene: Scene; idOf: number[] } {
    const scene = engine.createScene();
    const idOf: number[] = [];
    for (const [id, { mesh, matrix, filter }] of [...this.held].sort(([a], [b]) => a - b)) {
      const made = scene.add(mesh);
      if (matrix) scene.place(made, matrix);
      scene.filter(made, filter);
      idOf[made] = id;
    }
    return { scene, idOf };
  }
}

/** An answer with objects renamed; the order stays, because new ids ascend with old ones. */
function renamed({ trianglePairs, objectPairs, degenerateTriangles, ...rest }: Collisions, idOf: number[]): object {
  return plain({
    ...rest,
    trianglePairs: trianglePairs.map((value, i) => (i % 2 === 0 ? idOf[value] : value)),
    objectPairs: objectPairs.map((value, i) => (i % 3 < 2 ? idOf[value] : value)),
    degenerateTriangles: degenerateTriangles.map((value, i) => (i % 2 === 0 ? idOf[value] : value)),
  });
}

/** With a limit, which pairs are found is not promised, but how many are, and that they are pairs of the scene. */
function expectSome(found: Collisions, all: Collisions, idOf: number[], limit: number, message: string): void {
  expect(found.kinds.length, message).toBe(Math.min(limit, all.kinds.length));
  expect(found.limited, message).toBe(all.kinds.length >= limit);
  const rowsOf = ({ trianglePairs, kinds }: Collisions, idsOf: (id: number) => number) =>
    Array.from(kinds, (kind, i) => {
      const [a, t, b, u] = trianglePairs.subarray(4 * i, 4 * i + 4);
      return [idsOf(a), t, idsOf(b), u, kind].join();
    });
  const rows = new Set(rowsOf(all, (id) => idOf[id]));
  for (const row of rowsOf(found, (id) => id)) expect(rows.has(row), `${message}: ${row}`).toBe(true);
  let total = 0;
  for (let row = 2; row < found.objectPairs.length; row += 3) total += found.objectPairs[row];
  expect(total, message).toBe(found.kinds.length);
}

const CHANGES = [
  ...(['add', 'instance', 'place', 'place', 'place', 'place', 'move', 'replace', 'remove', 'filter'] as const),
];

/** A life of a scene, each answer held against a fresh one. Returns how many pairs were known from earlier queries. */
async function live(engine: Engine, seed: number): Promise<number> {
  const random = new Random(seed);
  const life = new Life(engine.createScene(), random);
  let known = 0;
  try {
    const objects = random.integer(2, 6);
    for (let i = 0; i < objects; i++) life.add();
    for (let step = 0; step < 10; step++) {
      const change = random.pick(CHANGES);
      if (step > 0 && random.chance(0.9)) life[change]();
      if (random.chance(0.2)) continue;
      const { limit, ...options } = random.pick(QUESTIONS);
      const ignore = life.ignored();
      const found = await life.scene.collide({ ...options, ignore, ...(limit !== undefined && { limit }) });
      const { scene, idOf } = life.fresh(engine);
      const expected = await scene.collide({
        ...options,
        ignore: ignore.map(([a, b]): [number, number] => [idOf.indexOf(a), idOf.indexOf(b)]),
      });
      scene.dispose();
      const message = `seed ${seed}, step ${step}, after ${change}, ${JSON.stringify({ ...options, limit })}`;
      known += found.stats.kept?.pairs ?? 0;
      if (limit !== undefined) expectSome(found, expected, idOf, limit, message);
      else expect(plain(found), message).toEqual(renamed(expected, idOf));
    }
  } finally {
    life.scene.dispose();
  }
  return known;
}

describe.each([0, 1, 2])('a scene of which parts are kept, %i threads', (threads) => {
  const usual = { ...SELECTION };
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it('answers as a fresh one after random sequences of changes', async () => {
    const count = isLong ? 1000 : threads === 0 ? 150 : 40;
    let known = 0;
    for (let seed = 0; seed < count; seed++) {
      // With and without selection of clusters in scenes as small as these.
      SELECTION.leastTriangles = seed % 4 === 3 ? usual.leastTriangles : 0;
      SELECTION.mostSelected = seed % 3 === 0 ? usual.mostSelected : 1;
      // Clusters at once, or over several queries: a few, or very many.
      SELECTION.atOnce = seed % 2 === 0 ? 1 : 0;
      SELECTION.ahead = [1 / 16, 1 / 4, 8][seed % 3];
      try {
        known += await live(engine, 1000 * threads + seed);
      } finally {
        Object.assign(SELECTION, usual);
      }
    }
    // Or nothing was put to the test.
    expect(known).toBeGreaterThan(100 * count);
  });

  it.each(Object.entries(MATRICES))('finds within a %s object what it found before', async (name, matrixOf) => {
    const random = new Random(5);
    for (let i = 0; i < 12; i++) {
      const mesh = randomMesh(random);
      const scene = engine.createScene();
      const id = scene.add(mesh);
      const given = plain(await scene.collide({ self: true, between: false }));
      scene.place(id, matrixOf(random));
      const placed = plain(await scene.collide({ self: true, between: false }));
      if (name !== 'singular') expect(placed).toEqual(given);
      scene.dispose();
    }
  });
});
