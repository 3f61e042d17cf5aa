/**
 * Solids of bricks: what `clashes` says of them is what arithmetic on cells of the grid says, however they are drawn: as
 * bricks that touch or overlap, as one skin, with any diagonals, welded or not, inside out, mirrored, placed, sheared.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Brick, brickClashes } from '../../../oracle/brick-clashes.ts';
import { type Clash, type Clashes, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { brickShells, drawn, randomBricks, skinShell, turned } from '../../support/brick-meshes.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? (isLong ? 5000 : 20));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seeds = Array.from({ length: count }, (_, i) => firstSeed + i);
const ROUNDING = 1e-9;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

type Form = 'bricks' | 'skin';

interface Dress {
  readonly forms: readonly [Form, Form];
  readonly weld: readonly [boolean, boolean];
  readonly insideOut: readonly [boolean, boolean];
  readonly matrix: readonly number[] | undefined;
}

/** Turns of a quarter, mirrors, whole translations and scales by powers of two: exact in doubles. */
function exactMatrix(random: Random): { matrix: number[]; scale: number } {
  const axes = random.shuffle([0, 1, 2]);
  const scale = random.pick([1, 2, 0.25]);
  const matrix = new Array(16).fill(0);
  for (const [column, row] of axes.entries()) matrix[4 * column + row] = random.chance(0.5) ? scale : -scale;
  for (const k of [12, 13, 14]) matrix[k] = random.integer(-9, 9);
  matrix[15] = 1;
  return { matrix, scale };
}

function randomDress(random: Random, forms: readonly [Form, Form], matrix: readonly number[] | undefined): Dress {
  const flags = (probability: number) => [random.chance(probability), random.chance(probability)] as const;
  return { forms, weld: flags(0.5), insideOut: flags(0.3), matrix };
}

/** Rows of a matrix of whole numbers, and what it makes of volumes: planes of the grid become oblique, corners stay exact. */
function randomShear(random: Random): { rows: number[][]; grown: number } {
  const [x, y, z] = random.times(3, () => random.pick([1, 7, 11, 97]));
  let rows = [
    [x, 0, 0],
    [0, y, 0],
    [0, 0, z],
  ];
  for (let step = 0; step < 4; step++) {
    const [to, from] = random.shuffle([0, 1, 2]);
    const factor = random.integer(-2, 2);
    rows = rows.map((row, i) => (i === to ? row.map((value, k) => value + factor * rows[from][k]) : row));
  }
  return { rows, grown: x * y * z };
}

function sheared(mesh: MeshInput, rows: readonly (readonly number[])[]): MeshInput {
  const positions = mesh.positions as Float64Array;
  const at = (first: number, row: readonly number[]) =>
    row[0] * positions[first] + row[1] * positions[first + 1] + row[2] * positions[first + 2];
  return { ...mesh, positions: positions.map((_, i) => at(i - (i % 3), rows[i % 3])) };
}

async function ask(
  solids: readonly (readonly Brick[])[],
  dress: Dress,
  random: Random,
  rows?: readonly (readonly number[])[],
): Promise<Clashes> {
  const scene = engine.createScene();
  for (const [side, bricks] of solids.entries()) {
    const shells = dress.forms[side] === 'skin' ? [skinShell(bricks)] : brickShells(bricks);
    const plain = drawn(shells, random, dress.weld[side]);
    const mesh: MeshInput = rows ? sheared(plain, rows) : plain;
    const id = scene.add(dress.insideOut[side] ? turned(mesh) : mesh);
    if (dress.matrix) scene.place(id, dress.matrix);
  }
  const answer = await scene.clashes({ volume: true, area: true });
  scene.dispose();
  return answer;
}

const row = (kind: string, inner: number | undefined, area: number): string =>
  `${kind}${kind === 'contained' ? ` ${inner}` : ''}, area ${Math.round(1000 * area) / 1000}`;

/** Each pair belongs to one clash. */
function checkPairs({ clashes, pairOrder, offsets, collisions }: Clashes, about: string): void {
  expect(
    [...pairOrder].sort((p, q) => p - q),
    about,
  ).toEqual(Array.from(collisions.kinds, (_, i) => i));
  expect(
    clashes.map(({ pairCount }) => pairCount),
    about,
  ).toEqual(clashes.map((_, i) => offsets[i + 1] - offsets[i]));
}

function checkReasons(clashes: readonly Clash[], about: string): void {
  for (const { kind, depth, reason, pairCount } of clashes) {
    expect((depth === null) === (reason !== undefined), `${about}: a depth or a reason`).toBe(true);
    if (kind === 'touching') expect([reason, pairCount > 0], about).toEqual(['touching', true]);
  }
}

const totalVolume = (clashes: readonly Clash[]): number => clashes.reduce((sum, { volume }) => sum + volume!.volume, 0);

describe('clashes of solids of bricks', () => {
  it(`are those of their cells, ${count} assemblies from seed ${firstSeed} on`, async () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const signed = random.chance(0.3);
      const size = random.integer(3, 6);
      const solids = [randomBricks(random, 4, size, signed), randomBricks(random, 3, size, signed)] as const;
      const known = brickClashes(solids);
      // One whose bricks cancel everywhere has no skin to draw.
      if (known.volumes.includes(0)) continue;
      const { matrix, scale } = exactMatrix(random);
      const forms = [
        ['bricks', 'bricks'],
        ['skin', 'bricks'],
        ['bricks', 'skin'],
        ['skin', 'skin'],
      ] as const;
      const dresses = forms.map((form) => randomDress(random, form, random.chance(0.5) ? matrix : undefined));
      for (const dress of dresses) {
        const about = `seed ${seed}, ${JSON.stringify(dress)}, ${JSON.stringify(solids)}`;
        const unit = dress.matrix ? scale : 1;
        const answer = await ask(solids, dress, random);
        const { clashes } = answer;
        checkPairs(answer, about);
        checkReasons(clashes, about);
        if (known.clashes.length === 0) {
          // Walls of bricks that cancel each other meet what they meet, and there is nothing behind them.
          expect(
            clashes.filter(({ kind }) => kind !== 'touching'),
            about,
          ).toEqual([]);
          continue;
        }
        expect(clashes.map(({ kind, inner, area }) => row(kind, inner, area! / unit ** 2)).sort(), about).toEqual(
          known.clashes.map(({ kind, inner, area }) => row(kind, inner, area)).sort(),
        );
        expect(Math.abs(totalVolume(clashes) / unit ** 3 - known.volume), about).toBeLessThan(ROUNDING);
        checkDepths(clashes, known.clashes, unit, about);
      }
    }
  });

  it(`have the same kinds and volumes sheared, ${3 * count} assemblies from seed ${firstSeed} on`, async () => {
    for (let seed = firstSeed; seed < firstSeed + 3 * count; seed++) {
      const random = new Random(seed);
      const size = random.integer(3, 6);
      const solids = [randomBricks(random, 4, size, false), randomBricks(random, 3, size, false)] as const;
      const known = brickClashes(solids);
      const { rows, grown } = randomShear(random);
      const form = () => random.pick<Form>(['bricks', 'skin']);
      const { matrix, scale } = exactMatrix(random);
      const dress = randomDress(random, [form(), form()], matrix);
      const about = `seed ${seed}, ${JSON.stringify({ ...dress, rows })}, ${JSON.stringify(solids)}`;
      const answer = await ask(solids, dress, random, rows);
      const { clashes } = answer;
      checkPairs(answer, about);
      checkReasons(clashes, about);
      const told = (kind: string, inner: number | undefined, area: number) =>
        `${kind}${kind === 'contained' ? ` ${inner}` : ''}${area > 0 ? ', flush' : ''}`;
      expect(clashes.map(({ kind, inner, area }) => told(kind, inner, area!)).sort(), about).toEqual(
        known.clashes.map(({ kind, inner, area }) => told(kind, inner, area)).sort(),
      );
      expect(Math.abs(totalVolume(clashes) / scale ** 3 / grown - known.volume), about).toBeLessThan(1e-6);
      expect(
        clashes.every(({ volume }) => volume!.method === 'exact'),
        about,
      ).toBe(true);
    }
  });

  function checkDepths(
    clashes: readonly Clash[],
    known: ReturnType<typeof brickClashes>['clashes'],
    unit: number,
    about: string,
  ): void {
    for (const name of new Set(known.map(({ kind, inner, area }) => row(kind, inner, area)))) {
      const alike = known.filter(({ kind, inner, area }) => row(kind, inner, area) === name);
      const found = clashes
        .filter(({ kind, inner, area }) => row(kind, inner, area! / unit ** 2) === name)
        .map(({ depth }) => (depth ? { least: depth.least / unit, most: depth.most / unit } : { least: 0, most: 0 }))
        .sort((p, q) => p.most - q.most);
      const expected = alike.map(({ depth }) => depth).sort((p, q) => p[0] - q[0]);
      for (const [i, [least, most]] of expected.entries()) {
        expect(found[i].most, `${about}: ${name}`).toBeGreaterThanOrEqual(least - ROUNDING);
        expect(found[i].least, `${about}: ${name}`).toBeLessThanOrEqual(most + ROUNDING);
      }
    }
  }
});
