/**
 * Triangles around a vertex that are seen from one side all the way are not tested against each other. Crumpled sheets that move, whose
 * vertices go through the triangles around them or stay just short of it, have the impacts that the oracle finds by trying all pairs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { checkImpacts } from '../../support/impacts-answer.ts';
import type { MovingInput } from '../../support/moving-scenes.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const CELLS = 3;
const ACROSS = CELLS + 1;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

/** How far vertices are from a flat sheet of cells of size 1, at the start and at the end. */
interface Crumpling {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const CRUMPLINGS: readonly Crumpling[] = [
  { name: 'that hardly bends', start: 0.1, end: 0.15 },
  { name: 'that bends', start: 0.3, end: 1 },
  { name: 'that crumples', start: 0.4, end: 2.5 },
];

function movingSheet(random: Random, { start, end }: Crumpling): MovingInput {
  const [from, to, indices]: [number[], number[], number[]] = [[], [], []];
  const way = [random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)];
  const axis = random.integer(0, 2);
  for (let row = 0, v = 0; row < ACROSS; row++) {
    for (let column = 0; column < ACROSS; column++, v++) {
      const flat = [column, row, 0];
      const place = [flat[axis], flat[(axis + 1) % 3], flat[(axis + 2) % 3]];
      from.push(...place.map((x) => x + random.real(-start, start)));
      // Some go with the rest, some a way of their own.
      const own = random.chance(0.4) ? end : 0;
      to.push(...from.slice(-3).map((x, k) => x + way[k] + random.real(-own, own)));
      if (row === CELLS || column === CELLS) continue;
      indices.push(v, v + 1, v + ACROSS, v + 1, v + ACROSS + 1, v + ACROSS);
    }
  }
  const mesh = { positions: Float32Array.from(from), indices: Uint32Array.from(indices), weld: false };
  return { mesh, end: Float32Array.from(to) };
}

describe.each(CRUMPLINGS)('a sheet $name', (crumpling) => {
  it('meets itself where the oracle says', async () => {
    let found = 0;
    for (let seed = 0; seed < seedsOf(200); seed++) {
      const input = movingSheet(new Random(4400 + seed), crumpling);
      found += await checkImpacts([engine], [input], { self: true, between: true }, `${crumpling.name}, seed ${seed}`);
    }
    if (crumpling.end > 0.5) expect(found).toBeGreaterThan(5);
  });
});
