/**
 * Kinds, numbers and depths of clashes on assemblies whose answers are known from how they are made; turned, mirrored, far
 * from the origin, and with their triangles cut into smaller ones, which must change nothing.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many assemblies (5000, as with COLLIDESCOPE_SLOW, take some minutes), COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clashes, createEngine, type Engine } from '../../../src/index.ts';
import { type Assembly, assemblyNames, type KnownClash, makeAssembly } from '../../support/clash-assemblies.ts';
import { mapped, meshOf, refined, type Solid, type Vector } from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? (isLong ? 5000 : 360));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const perName = Math.ceil(count / assemblyNames.length);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** Ways of turning that doubles hold exactly: by the angles of the triangle 3, 4, 5, and five times as large. */
const TURNS: readonly { readonly scale: number; readonly turn: (p: Vector) => Vector }[] = [
  { scale: 1, turn: (p) => p },
  { scale: 1, turn: ([x, y, z]) => [z, x, y] },
  { scale: 5, turn: ([x, y, z]) => [3 * x - 4 * y, 4 * x + 3 * y, 5 * z] },
  { scale: 5, turn: ([x, y, z]) => [3 * z - 4 * y, 5 * x, 4 * z + 3 * y] },
];

interface Dressed {
  readonly answer: Clashes;
  readonly scale: number;
  readonly offset: number;
  readonly about: string;
}

/** Asks for the clashes of an assembly in one of the many forms that it can have; `tolerance` in its own unit. */
async function ask({ solids }: Assembly, random: Random, tolerance = 0): Promise<Dressed> {
  const { scale, turn } = random.pick(TURNS);
  const offset = random.pick([0, 0, 2 ** 20, -(2 ** 30)]);
  const splits = random.chance(0.3) ? 0 : random.integer(1, 20);
  const isMirrored = random.chance(0.2);
  const scene = engine.createScene();
  for (const solid of solids) {
    const placed = mapped(solid, (p) => turn(p).map((x) => x + offset) as unknown as Vector);
    const shown = isMirrored ? mapped(placed, ([x, y, z]) => [-x, y, z]) : placed;
    const id = scene.add(meshOf(refined(shown, random, splits)));
    // Mirrored twice: in the right place, and inside out.
    if (isMirrored) scene.place(id, [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  }
  const answer = await scene.clashes({ tolerance: tolerance * scale });
  scene.dispose();
  const about = `${splits} splits, offset ${offset}, scale ${scale}${isMirrored ? ', mirrored' : ''}`;
  return { answer, scale, offset, about };
}

const rowOf = ({ a, b, kind, inner }: Omit<KnownClash, 'kind' | 'depth'> & { readonly kind: string }): string =>
  `${a} ${b} ${kind}${kind === 'contained' ? ` ${inner}` : ''}`;

const byLeast = (p: readonly number[], q: readonly number[]): number => p[0] - q[0];

/** Depths of the clashes of one row, as intervals, in ascending order. */
function depthsOf(clashes: Clashes['clashes'], row: string): number[][] {
  return clashes
    .filter((clash) => rowOf(clash) === row)
    .flatMap(({ depth }) => (depth ? [[depth.least, depth.most]] : []))
    .sort(byLeast);
}

function checkDepths(known: Assembly['clashes'], { answer, scale, offset, about }: Dressed): void {
  for (const row of new Set(known.map(rowOf))) {
    const found = depthsOf(answer.clashes, row);
    const expected = known
      .filter((clash) => rowOf(clash) === row)
      .flatMap(({ depth }) => (depth === undefined ? [] : [typeof depth === 'number' ? [depth, depth] : [...depth]]))
      .sort(byLeast);
    expect(found.length, `${about}: ${row}`).toBe(expected.length);
    for (const [i, [low, high]] of expected.entries()) {
      const [least, most] = found[i];
      const what = `${about}: ${row}: ${least} to ${most}, expected ${low * scale} to ${high * scale}`;
      // Depths that are square roots are rounded once when they are written down.
      expect(least <= high * scale * (1 + 2 ** -50) && most >= low * scale * (1 - 2 ** -50), what).toBe(true);
      expect(most - least <= 0.01 * most + 2 ** -44 * Math.abs(offset), `${what}: narrow`).toBe(true);
    }
  }
}

/** Each pair of triangles belongs to one clash, and to one of its own objects. */
function checkPairs({ answer, about }: Dressed): void {
  const { pairOrder, offsets, clashes, collisions } = answer;
  expect(
    [...pairOrder].sort((p, q) => p - q),
    about,
  ).toEqual(Array.from(collisions.kinds, (_, pair) => pair));
  expect([...offsets], about).toEqual([0, ...clashes.map(({ pairCount }) => pairCount)].map(sumUpTo));
  for (const [i, { a, b }] of clashes.entries()) {
    for (const pair of pairOrder.subarray(offsets[i], offsets[i + 1])) {
      expect([collisions.trianglePairs[4 * pair], collisions.trianglePairs[4 * pair + 2]], about).toEqual([a, b]);
    }
  }
}

const sumUpTo = (_: number, i: number, all: readonly number[]): number =>
  all.slice(0, i + 1).reduce((sum, value) => sum + value, 0);

const upperOf = ({ depth = 0 }: KnownClash): number => (typeof depth === 'number' ? depth : depth[1]);
const lowerOf = ({ depth = 0 }: KnownClash): number => (typeof depth === 'number' ? depth : depth[0]);

/** low x y z, high x y z. */
function boxOf({ vertices }: Solid): number[] {
  return [0, 1, 2]
    .flatMap((k) => Math.min(...vertices.map((p) => p[k])))
    .concat([0, 1, 2].map((k) => Math.max(...vertices.map((p) => p[k]))));
}

/** Whether two solids may be taken for the same at a tolerance: their boxes are no farther apart. */
function mayBeSame([a, b]: readonly Solid[], tolerance: number): boolean {
  const [p, q] = [boxOf(a), boxOf(b)];
  return p.every((value, k) => Math.abs(value - q[k]) <= tolerance);
}

const volumeOfBox = (box: readonly number[]): number =>
  [0, 1, 2].reduce((volume, k) => volume * Math.max(0, box[k + 3] - box[k]), 1);

function volumeOf({ vertices, triangles }: Solid): number {
  const six = triangles.reduce((sum, corners) => {
    const [p, q, r] = corners.map((vertex) => vertices[vertex]);
    const across = [q[1] * r[2] - q[2] * r[1], q[2] * r[0] - q[0] * r[2], q[0] * r[1] - q[1] * r[0]];
    return sum + p[0] * across[0] + p[1] * across[1] + p[2] * across[2];
  }, 0);
  return Math.abs(six) / 6;
}

/** Whether two solids may have half of the smaller one in common, which no tolerance forgives: their boxes have that much. */
function mayShareHalf([a, b]: readonly Solid[]): boolean {
  const [p, q] = [boxOf(a), boxOf(b)];
  const common = p.map((value, k) => (k < 3 ? Math.max(value, q[k]) : Math.min(value, q[k])));
  return volumeOfBox(common) >= 0.499 * Math.min(volumeOf(a), volumeOf(b));
}

/** The rows that a known clash may have at a tolerance that is not near its depth. */
function rowsAt(known: KnownClash, solids: readonly Solid[], tolerance: number): string[] {
  const { a, b, kind } = known;
  const isShallow = kind === 'penetrating' && upperOf(known) < tolerance;
  const rows = [rowOf({ ...known, kind: isShallow ? 'touching' : kind })];
  const overlaps = kind === 'penetrating' || kind === 'contained';
  if (isShallow && mayShareHalf([solids[a], solids[b]])) rows.push(rowOf(known));
  if (overlaps && mayBeSame([solids[a], solids[b]], tolerance)) rows.push(rowOf({ a, b, kind: 'duplicate' }));
  return rows;
}

describe('assemblies at a tolerance', () => {
  it.each(assemblyNames)(
    `of %s: below all depths, just above one of them, and above all, seeds ${firstSeed} on`,
    async (name) => {
      for (let seed = firstSeed; seed < firstSeed + Math.ceil(perName / 5); seed++) {
        const { solids, clashes } = makeAssembly(name, new Random(seed));
        const depths = clashes.filter(({ kind }) => kind === 'penetrating');
        if (depths.length === 0) continue;
        const chosen = new Random(seed).pick(depths);
        const least = Math.min(...depths.map(lowerOf));
        const most = Math.max(...depths.map(upperOf));
        for (const tolerance of [0.9 * least, 1.02 * upperOf(chosen), 1.02 * most]) {
          // The press fits are thinner than doubles hold far from the origin.
          const isNear = depths.some((known) => lowerOf(known) <= 1.011 * tolerance && upperOf(known) >= tolerance);
          if (isNear || !(tolerance > 2 ** -10)) continue;
          const { answer, about } = await ask({ solids, clashes }, new Random(seed), tolerance);
          const what = `${name}, seed ${seed}, tolerance ${tolerance}, ${about}`;
          const possible = clashes.map((known) => rowsAt(known, solids, tolerance));
          const found = answer.clashes.map(rowOf);
          for (const row of found) expect(possible.flat(), what).toContain(row);
          const pairs = (rows: readonly string[]) =>
            [...new Set(rows.map((row) => row.split(' ', 2).join(' ')))].sort();
          expect(pairs(found), what).toEqual(pairs(possible.flat()));
          for (const clash of answer.clashes) expect(clash.undecided, what).toBe(false);
        }
      }
    },
  );
});

describe('clashes of assemblies from construction', () => {
  it.each(assemblyNames)(`of %s, seeds ${firstSeed} to ${firstSeed + perName - 1}`, async (name) => {
    for (let seed = firstSeed; seed < firstSeed + perName; seed++) {
      const random = new Random(seed);
      const assembly = makeAssembly(name, random);
      const dressed = await ask(assembly, random);
      const about = `${name}, seed ${seed}, ${dressed.about}`;
      expect(dressed.answer.clashes.map(rowOf).sort(), about).toEqual(assembly.clashes.map(rowOf).sort());
      checkDepths(assembly.clashes, { ...dressed, about });
      checkPairs({ ...dressed, about });
    }
  });
});
