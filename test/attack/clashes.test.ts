/**
 * `clashes` on solids made of cells: flush faces, edges and corners everywhere, voids, several shells, copies, one in the
 * other; sheared, mirrored, inside out, unwelded. Kinds, numbers, flush areas, volumes and depths against `oracle/cells.ts`.
 *
 * COLLIDESCOPE_SEED begins elsewhere, COLLIDESCOPE_SLOW looks at many more.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clashes, createEngine, type Engine, type MeshInput } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { isLong } from '../support/thoroughness.ts';
import { type Cells, cellAt, cellClashes, depthBounds, facesOf, placeOf, SIDE } from './oracle/cells.ts';

const count = isLong ? 3000 : 60;
const firstSeed = Number(process.env.COLLIDESCOPE_SEED ?? 0);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** The cells of some boxes, without those of others. */
function randomCells(random: Random): Set<number> {
  const cells = new Set<number>();
  const boxes = random.integer(1, 4);
  for (let i = 0; i < boxes; i++) {
    const isCut = i > 0 && random.chance(0.35);
    const low = random.times(3, () => random.integer(0, SIDE - 1));
    const high = low.map((value) => Math.min(SIDE, value + random.integer(1, 4)));
    for (let x = low[0]; x < high[0]; x++) {
      for (let y = low[1]; y < high[1]; y++) {
        for (let z = low[2]; z < high[2]; z++) {
          if (isCut) cells.delete(cellAt(x, y, z));
          else cells.add(cellAt(x, y, z));
        }
      }
    }
  }
  return cells.size > 0 ? cells : randomCells(random);
}

/** Another solid: unrelated, the same, a part of the first, or a larger one. */
function relatedCells(cells: Cells, random: Random): Set<number> {
  const other = randomCells(random);
  const way = random.integer(0, 5);
  if (way === 0) return new Set(cells);
  if (way === 1) {
    const common = [...cells].filter((cell) => other.has(cell));
    return common.length > 0 ? new Set(common) : other;
  }
  return way === 2 ? new Set([...cells, ...other]) : other;
}

type Matrix = readonly (readonly number[])[];
const det = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): number =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);

/** A change of the whole that doubles hold exactly, and whether it keeps distances. */
function randomMatrix(random: Random): { matrix: Matrix; isRigid: boolean } {
  if (random.chance(0.5)) {
    const signs = random.times(3, () => random.pick([1, -1]));
    const order = random.shuffle([0, 1, 2]);
    return { matrix: order.map((k, row) => [0, 1, 2].map((column) => (column === k ? signs[row] : 0))), isRigid: true };
  }
  for (;;) {
    const matrix = random.times(3, () => random.times(3, () => random.integer(-3, 3)));
    if (det(matrix) !== 0) return { matrix, isRigid: false };
  }
}

/** The surface of a solid, unit faces as two triangles each. */
function meshOf(cells: Cells, matrix: Matrix, offset: number, random: Random): MeshInput {
  const isSoup = random.chance(0.2);
  const isInsideOut = random.chance(0.2);
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<string, number>();
  const vertex = (p: readonly number[]): number => {
    const key = p.join();
    const before = known.get(key);
    if (before !== undefined && !isSoup) return before;
    const number = positions.length / 3;
    known.set(key, number);
    positions.push(...matrix.map((row) => offset + row.reduce((sum, value, k) => sum + value * p[k], 0)));
    return number;
  };
  for (const { face, isBelow } of random.shuffle(facesOf(cells))) {
    const place = placeOf(face);
    const k = place.findIndex((value) => value % 2 === 0);
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    const corner = (du: number, dv: number) => {
      const p = place.map((value) => value / 2);
      p[u] += du / 2;
      p[v] += dv / 2;
      return p;
    };
    const square = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].map(vertex);
    // Counter-clockwise as seen from above, which is outside when the solid lies below.
    const turned = isBelow !== isInsideOut ? square : square.toReversed();
    const start = random.integer(0, 1);
    const at = (i: number) => turned[(start + i) % 4];
    indices.push(at(0), at(1), at(2), at(0), at(2), at(3));
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** The pairs of each clash with its kind, in an order that depends on nothing else. */
function partition({ clashes, pairOrder, offsets }: Clashes): string[] {
  return clashes
    .map(({ kind, inner }, i) => `${kind} ${inner} ${[...pairOrder.subarray(offsets[i], offsets[i + 1])].sort()}`)
    .sort();
}

async function attack(seed: number): Promise<void> {
  const random = new Random(seed);
  const first = randomCells(random);
  const cells = [first, relatedCells(first, random)] as const;
  const { matrix, isRigid } = randomMatrix(random);
  const offset = random.pick([0, 0, 1000, 2 ** 30]);
  using scene = engine.createScene();
  for (const own of cells) scene.add(meshOf(own, matrix, offset, random));
  const answer = await scene.clashes({ area: true, volume: true });
  const { clashes } = answer;
  // What is not measured must not change what was found.
  expect(partition(await scene.clashes({ depth: false })), `seed ${seed}: without depth`).toEqual(partition(answer));
  const expected = cellClashes(cells);
  const about = `seed ${seed}`;
  const row = (clash: { kind: string; inner?: number }) => `${clash.kind} ${clash.inner ?? ''}`;
  expect(clashes.map(row).sort(), about).toEqual(expected.map(row).sort());
  const common = [...cells[0]].filter((cell) => cells[1].has(cell)).length * Math.abs(det(matrix));
  if (clashes.every(({ volume }) => volume)) {
    const volume = clashes.reduce((sum, clash) => sum + clash.volume!.volume, 0);
    const errorBound = clashes.reduce((sum, clash) => sum + clash.volume!.errorBound, 0);
    expect(Math.abs(volume - common), `${about}: volume ${volume}, known ${common}`).toBeLessThanOrEqual(errorBound);
  }
  if (!isRigid) return;
  const slack = 2 ** -40 * (SIDE + offset);
  const areas = (list: readonly number[]) => [...list].sort((p, q) => p - q);
  const flush = areas(expected.map((clash) => clash.flush));
  for (const [i, area] of areas(clashes.map(({ area }) => area!)).entries())
    expect(area, about).toBeCloseTo(flush[i], 4);
  for (const key of new Set(expected.map(row))) {
    const bounds = expected.filter((clash) => row(clash) === key).map((clash) => depthBounds(clash, cells));
    const found = clashes.filter((clash) => row(clash) === key).flatMap(({ depth }) => (depth ? [depth] : []));
    if (found.length === 0) continue;
    // Several alike are told apart by nothing but their depths: in ascending order the intervals fit one by one.
    const lows = areas(bounds.map(([low]) => low));
    const highs = areas(bounds.map(([, high]) => high));
    for (const [i, most] of areas(found.map((depth) => depth.most)).entries())
      expect(most, `${about}: ${key}`).toBeGreaterThanOrEqual(lows[i] - slack);
    for (const [i, least] of areas(found.map((depth) => depth.least)).entries())
      expect(least, `${about}: ${key}`).toBeLessThanOrEqual(highs[i] + slack);
  }
}

describe('clashes of solids made of cells', () => {
  it(`have the kinds, numbers, areas, volumes and depths that their cells have, seeds ${firstSeed} on`, async () => {
    for (let seed = firstSeed; seed < firstSeed + count; seed++) await attack(seed);
  });
});
