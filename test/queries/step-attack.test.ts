/**
 * Steps attacked from outside: random meshes of both precisions, placed, mirrored and instanced, with triangles without area, pinned
 * against pinned, and aimed far beyond the scene. What did not collide before must not after.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Scene } from '../../src/index.ts';
import { Random } from '../support/random.ts';

const SEEDS = process.env.COLLIDESCOPE_SLOW ? 400 : 12;
const SIDE = 3;

/** A crumpled grid, some of its triangles without area; coordinates on a coarse grid make touches and ties. */
function mesh(random: Random) {
  const isDouble = random.next() < 0.5;
  const coarse = random.next() < 0.4;
  const points: number[] = [];
  const [ox, oy, oz] = [random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)];
  for (let j = 0; j <= SIDE; j++) {
    for (let i = 0; i <= SIDE; i++) {
      const point = [ox + i / SIDE, oy + 0.2 * random.real(-1, 1), oz + j / SIDE];
      points.push(...(coarse ? point.map((x) => Math.round(8 * x) / 8) : point));
    }
  }
  const indices: number[] = [];
  for (let j = 0; j < SIDE; j++) {
    for (let i = 0; i < SIDE; i++) {
      const v = j * (SIDE + 1) + i;
      indices.push(v, v + SIDE + 1, v + 1, v + 1, v + SIDE + 1, v + SIDE + 2);
    }
  }
  if (random.next() < 0.3) indices.push(0, 1, 1);
  const positions = isDouble ? Float64Array.from(points) : Float32Array.from(points);
  return { positions, indices: Uint32Array.from(indices), weld: random.next() < 0.5 };
}

function matrix(random: Random): number[] {
  const place = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), 1];
  if (random.next() < 0.5) place[0] = random.next() < 0.5 ? -1 : 0.5;
  if (random.next() < 0.5) place[4] = random.real(-0.5, 0.5);
  return place;
}

interface Attacked {
  readonly scene: Scene;
  readonly counts: Map<number, number>;
  readonly doubles: Set<number>;
}

function build(engine: Engine, random: Random): Attacked {
  const scene = engine.createScene();
  const counts = new Map<number, number>();
  const doubles = new Set<number>();
  for (let i = 0; i < 3; i++) {
    const input = mesh(random);
    const id = scene.add(input);
    counts.set(id, input.positions.length / 3);
    if (input.positions instanceof Float64Array) doubles.add(id);
    if (random.next() < 0.5) scene.place(id, matrix(random));
    if (random.next() < 0.3) {
      const copy = scene.addInstance(id);
      counts.set(copy, counts.get(id)!);
      if (doubles.has(id)) doubles.add(copy);
      scene.place(copy, matrix(random));
    }
  }
  return { scene, counts, doubles };
}

/** Aims some of the objects at random places or positions: near, or far beyond the scene. */
function aim({ scene, counts, doubles }: Attacked, random: Random): void {
  const far = random.next() < 0.2 ? 1e6 : random.next() < 0.5 ? 2 : 0.1;
  for (const [id, count] of counts) {
    const kind = random.next();
    if (kind < 0.25) continue;
    if (kind < 0.5) {
      scene.aim(id, matrix(random));
      continue;
    }
    const values = Array.from({ length: 3 * count }, () => far * random.real(-1, 1));
    scene.aim(id, doubles.has(id) ? Float64Array.from(values) : Float32Array.from(values));
  }
}

async function collidingPairs(scene: Scene): Promise<Set<string>> {
  const { trianglePairs } = await scene.collide({ self: true });
  const pairs = new Set<string>();
  for (let i = 0; i < trianglePairs.length; i += 4) pairs.add(trianglePairs.subarray(i, i + 4).join(' '));
  return pairs;
}

const listed = (before: Uint32Array) =>
  new Set(Array.from({ length: before.length / 4 }, (_, i) => before.subarray(4 * i, 4 * i + 4).join(' ')));

describe('steps under attack', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))('nothing new collides, seed %i', async (seed) => {
    const random = new Random(seed);
    const attacked = build(engine, random);
    const { scene, counts } = attacked;
    for (let step = 0; step < 3; step++) {
      const before = await collidingPairs(scene);
      aim(attacked, random);
      const inverseMasses = [...counts].map(([object, count]) => {
        const values = Float64Array.from({ length: count }, () => (random.next() < 0.4 ? 0 : random.real(0, 3)));
        return { object, values: random.next() < 0.3 ? 0 : values };
      });
      const answer = await scene.advance({
        self: true,
        gap: random.next() < 0.3 ? 10 : 0.05,
        friction: random.real(0, 1),
        rounds: Math.floor(random.real(0, 6)),
        inverseMasses,
      });
      const after = await collidingPairs(scene);
      const known = listed(answer.before);
      expect(
        [...after].filter((pair) => !before.has(pair) && !known.has(pair)),
        `step ${step}`,
      ).toEqual([]);
      expect(
        [...before].filter((pair) => !known.has(pair)),
        `step ${step}: before`,
      ).toEqual([]);
      for (const [i, end] of answer.ends.entries()) {
        if (end) expect(answer.corrections[i].length).toBe(end.length);
        expect(answer.steps[i].every((part) => part >= 0 && part <= 1)).toBe(true);
      }
    }
    scene.dispose();
  });

  it.each(['scene', 'object', 'vertex'] as const)('safeStep per %s makes nothing collide', async (each) => {
    for (let seed = 0; seed < SEEDS / 2; seed++) {
      const random = new Random(1000 + seed);
      const attacked = build(engine, random);
      const { scene } = attacked;
      const before = await collidingPairs(scene);
      aim(attacked, random);
      const { objects, ends, places, steps } = await scene.safeStep({
        self: true,
        each,
        gap: seed % 2 === 0 ? 0 : 0.02,
      });
      expect(steps.every((part) => part >= 0 && part <= 1)).toBe(true);
      for (const [i, id] of objects.entries()) {
        if (ends[i]) scene.move(id, ends[i]);
        if (places[i]) scene.place(id, places[i]);
      }
      // Pairs that collide already may go on to collide otherwise; where none did, none may.
      if (before.size === 0) expect([...(await collidingPairs(scene))], `seed ${seed}`).toEqual([]);
      scene.dispose();
    }
  });

  it('aborted in the middle, positions are the old ones', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const attacked = build(engine, new Random(2000 + seed));
      const { scene } = attacked;
      const old = await scene.contacts(0.5, { self: true });
      aim(attacked, new Random(3000 + seed));
      const controller = new AbortController();
      const stepping = scene.advance({ self: true, gap: 0.1, rounds: 50, signal: controller.signal });
      setTimeout(() => controller.abort(new Error('enough')), seed);
      const outcome = await stepping.then(
        () => 'new',
        (error: Error) => error.message,
      );
      if (outcome === 'new') continue;
      expect(outcome).toBe('enough');
      expect((await scene.contacts(0.5, { self: true })).distances).toEqual(old.distances);
      scene.dispose();
    }
  });
});
