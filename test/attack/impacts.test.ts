/**
 * `impacts` of objects that are placed and aimed by matrices, of which only clusters near others are searched, against the same vertices as
 * plain positions, which are searched whole. At the start or at the end, a vertex of one object is where a vertex of the first one is:
 * each the farthest along some direction, so that clusters which touch in a point, or nearly, decide.
 */
import { describe, expect, it } from 'vitest';
import type { Impacts, ImpactsOptions, MeshInput } from '../../src/index.ts';
import { keepingEngine } from '../support/kept-engines.ts';
import { Random } from '../support/random.ts';
import { bumpy } from '../support/rigid-scenes.ts';
import { expectSame } from '../support/same-answer.ts';
import { seeds } from './engines.ts';
import { type Point, type Shape, shifted, soup } from './scenes/shape.ts';

type Matrix = readonly number[];

interface Moving {
  readonly mesh: MeshInput;
  place: Matrix;
  goal: Matrix | undefined;
}

const STILL: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The sides of a box from -1 to 1 in n by n squares, on a lattice. */
function squares(n: number): Shape {
  const points: Point[] = [];
  const faces: number[][] = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const first = points.length;
      for (let i = 0; i <= n; i++) {
        for (let j = 0; j <= n; j++) {
          const [u, v] = [(2 * i) / n - 1, (2 * j) / n - 1];
          points.push([0, 1, 2].map((k) => [side, u, v][(k - axis + 3) % 3]));
        }
      }
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const at = first + i * (n + 1) + j;
          faces.push([at, at + n + 1, at + 1], [at + 1, at + n + 1, at + n + 2]);
        }
      }
    }
  }
  return { points, faces };
}

/** Loose triangles of very different sizes; some are needles, and some are flat along an axis. */
function crumbs(random: Random, count: number): Shape {
  return soup(
    random.times(count, () => {
      const middle = random.times(3, () => random.real(-1, 1));
      const size = 2 ** -random.integer(2, 12);
      const thin = random.times(3, () => random.pick([1, 1, 1, 1e-6, 0]));
      return random.times(3, () => middle.map((x, k) => x + size * thin[k] * random.real(-1, 1)));
    }),
  );
}

function meshOf(random: Random, { points, faces }: Shape): MeshInput {
  const Numbers = random.pick([Float32Array, Float64Array]);
  if (random.chance(0.25)) return { positions: Numbers.from(faces.flat().flatMap((corner) => points[corner])) };
  const positions = Numbers.from(points.flat());
  return { positions, indices: Uint32Array.from(faces.flat()), weld: random.chance(0.5) };
}

function anyMesh(random: Random): MeshInput {
  const kind = random.integer(0, 3);
  if (kind === 0) return bumpy(random, random.integer(5, 9));
  if (kind === 1) return meshOf(random, crumbs(random, 150));
  // A lattice, often far from the origin.
  const far = random.pick([0, 0, 64, -4096]);
  return meshOf(random, shifted(squares(random.pick([2, 4])), [far, 0, -far]));
}

/** What is given, with welded vertices under the lowest of their numbers. */
function weldedIndices({ positions, indices, weld }: MeshInput): Uint32Array {
  const given = indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  if (!(weld ?? indices === undefined)) return Uint32Array.from(given);
  const first = new Map<string, number>();
  return Uint32Array.from(given, (vertex) => {
    const key = positions.subarray(3 * vertex, 3 * vertex + 3).join(' ');
    if (!first.has(key)) first.set(key, vertex);
    return first.get(key)!;
  });
}

/** As docs/guide.md says it: ((m·x + m·y) + m·z) + t. */
function placed(positions: ArrayLike<number>, m: Matrix): Float64Array {
  return Float64Array.from(positions, (_, i) => {
    const [k, first] = [i % 3, i - (i % 3)];
    return m[k] * positions[first] + m[4 + k] * positions[first + 1] + m[8 + k] * positions[first + 2] + m[12 + k];
  });
}

/** The place of the vertex that is the farthest along a direction. */
function farthest(points: Float64Array, along: Point): Point {
  const heights = Array.from({ length: points.length / 3 }, (_, vertex) =>
    along.reduce((sum, part, k) => sum + part * points[3 * vertex + k], 0),
  );
  const most = heights.indexOf(heights.reduce((a, b) => Math.max(a, b)));
  return [...points.subarray(3 * most, 3 * most + 3)];
}

const moved = (m: Matrix, by: Point): Matrix => m.map((x, i) => (i > 11 && i < 15 ? x + by[i - 12] : x));

/** A turn about z, or none, and then a shift. */
function turn(random: Random, angle: number, size: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return moved(
    [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    random.times(3, () => random.real(-size, size)),
  );
}

/** a after b. */
function product(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)] * b[i - (i % 4) + k], 0),
  );
}

function drawPose(random: Random, object: Moving): void {
  object.place = turn(random, random.pick([0, 0, random.real(-3, 3)]), 0.5);
  const size = random.pick([0, 1e-9, 1e-3, 0.02, 0.05, 0.05]);
  const way = random.chance(0.5) ? moved(STILL, [size * random.integer(-1, 1), size, 0]) : turn(random, size, size);
  object.goal = random.chance(0.8) ? product(way, object.place) : undefined;
}

/** Shifts an object to where one of its vertices is that of another, at the start or at the end, or nearly. */
function kiss(random: Random, object: Moving, other: Moving): void {
  const axis = random.pick([[1, 0, 0], [0, -1, 0], random.times(3, () => random.real(-1, 1))]);
  const beside = random.pick([0, 0, 0, 1e-12, -1e-12, 1e-3, -1e-3]);
  const isAtEnd = random.chance(0.5);
  const at = ({ mesh, place, goal }: Moving) => placed(mesh.positions, (isAtEnd && goal) || place);
  const goesTo = farthest(at(other), axis);
  const from = axis.map((x) => -x);
  for (const _ of [0, 1]) {
    const is = farthest(at(object), from);
    const by = goesTo.map((x, k) => x + beside * axis[k] - is[k]);
    object.place = moved(object.place, by);
    object.goal = object.goal && moved(object.goal, by);
  }
}

function question(random: Random): ImpactsOptions {
  const pairs = random.pick<ImpactsOptions>([{}, {}, {}, { ignore: [[0, 1]] }, { pairs: [[1, 0]] }]);
  const gap = random.chance(0.3) ? random.pick([1e-6, 1e-3, 0.02]) : 0;
  return { ...pairs, gap, keep: random.pick([0.5, 0.99]), first: random.chance(0.2), approaching: random.chance(0.2) };
}

/** Without what it cost, what plain positions cannot tell, and the signs of zeros. */
function partsOf({ stats: _, deviation: __, ...parts }: Impacts): unknown {
  const plain = (value: unknown) => (value instanceof Float64Array ? value.map((x) => x + 0) : value);
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, plain(value)]));
}

describe.each([0, 2])('impacts of objects that are only placed and aimed, %i threads', (threads) => {
  const engine = keepingEngine(threads);

  async function asPlain(objects: readonly Moving[], options: ImpactsOptions): Promise<Impacts> {
    using scene = engine().createScene();
    for (const { mesh, place, goal } of objects) {
      const id = scene.add({ positions: placed(mesh.positions, place), indices: weldedIndices(mesh) });
      if (goal) scene.aim(id, placed(mesh.positions, goal));
    }
    return await scene.impacts(options);
  }

  it('are those of the same vertices as plain positions, to the bit', async () => {
    let [found, later, kept] = [0, 0, 0];
    for (const seed of seeds(30)) {
      const random = new Random(seed + 500_000 * threads);
      using scene = engine().createScene();
      const objects: Moving[] = [];
      for (let count = random.integer(2, 4); count > 0; count--) {
        const like = objects.length > 0 && random.chance(0.3) ? random.integer(0, objects.length - 1) : -1;
        const mesh = like < 0 ? anyMesh(random) : objects[like].mesh;
        if (like < 0) scene.add(mesh);
        else scene.addInstance(like);
        objects.push({ mesh, place: STILL, goal: undefined });
      }
      for (let step = 0; step < 4; step++) {
        for (const [id, object] of objects.entries()) {
          if (step > 0 && random.chance(0.2)) continue;
          drawPose(random, object);
          if (id > 0) kiss(random, object, objects[0]);
          scene.place(id, object.place);
          if (object.goal) scene.aim(id, object.goal);
        }
        const options = question(random);
        const answer = await scene.impacts(options);
        const expected = await asPlain(objects, options);
        expectSame(partsOf(answer), partsOf(expected), `seed ${seed}, step ${step}, ${JSON.stringify(options)}`);
        found += answer.times.length;
        later += answer.times.filter((time) => time > 0).length;
        kept += Number(answer.stats.trianglesLookedAt < answer.stats.triangles);
      }
    }
    expect(found).toBeGreaterThan(1000);
    expect(later).toBeGreaterThan(300);
    expect(kept).toBeGreaterThan(30);
  });
});
