/**
 * Reliable culling never loses a triangle that collides: scenes made of what rasterizers get wrong. Slivers and needles, faces
 * that lie flush, stacks of coplanar triangles, everything parallel to the axes with edges through pixel borders and centres, and
 * huge beside tiny; at resolutions, depths, views and orders drawn at random.
 *
 * By default 500 scenes; COLLIDESCOPE_SLOW=1 takes 20 000. COLLIDESCOPE_FUZZ_SEED sets where the seeds begin.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { Random } from '../support/random.ts';
import { isLong } from '../support/thoroughness.ts';

const sceneCount = isLong ? 20_000 : 500;
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

type Point = readonly number[];
type Triangle = readonly Point[];

const near = (random: Random, point: Point, reach: number): Point =>
  point.map((value) => value + random.real(-reach, reach));
const anywhere = (random: Random): Point => random.times(3, () => random.real(-1, 1));
/** On a grid of eighths: corners and edges fall on borders and centres of pixels. */
const onGrid = (random: Random): Point => random.times(3, () => random.integer(-8, 8) / 8);

/** A long edge, and a third corner next to it or on it. */
function sliver(random: Random): Triangle {
  const a = anywhere(random);
  const b = anywhere(random);
  const t = random.next();
  const between = a.map((value, k) => value + t * (b[k] - value));
  const off = random.pick([0, 1e-12, 1e-7, 1e-4, 1e-2]);
  return [a, b, near(random, between, off)];
}

/** A triangle in a plane across an axis. */
function parallel(random: Random, axis: number, depth: number): Triangle {
  return random.times(3, () => onGrid(random).map((value, k) => (k === axis ? depth : value)));
}

const KINDS: Record<string, (random: Random) => Triangle[]> = {
  slivers: (random) => [
    ...random.times(random.integer(4, 12), () => sliver(random)),
    ...random.times(2, () => random.times(3, () => anywhere(random))),
  ],
  'flush faces': (random) => {
    // Two fans in one plane, the second moved within it: edges and corners lie on the faces of the other.
    const axis = random.integer(0, 2);
    const depth = random.integer(-4, 4) / 4;
    return random.times(random.integer(4, 10), () => parallel(random, axis, depth));
  },
  'coplanar stacks': (random) => {
    const base = random.times(3, () => anywhere(random));
    const gap = random.pick([0, 2 ** -40, 2 ** -24, 2 ** -20, 1e-3]);
    const way = anywhere(random);
    const layer = (i: number) => base.map((point) => point.map((value, k) => value + i * gap * way[k]));
    return [...random.times(random.integer(3, 9), (i: number) => layer(i)), sliver(random)];
  },
  'axis-parallel': (random) =>
    random.times(random.integer(5, 14), () => parallel(random, random.integer(0, 2), random.integer(-8, 8) / 8)),
  'huge and tiny': (random) => {
    const middle = anywhere(random);
    return random.times(random.integer(4, 12), () => {
      const size = random.pick([1e-6, 1e-3, 1, 1e3, 1e5]);
      return random.times(3, () => near(random, middle, size));
    });
  },
  'corners on a grid': (random) => random.times(random.integer(5, 14), () => random.times(3, () => onGrid(random))),
};

/** Each triangle an object of its own, or several in one. */
function objects(random: Random, triangles: readonly Triangle[]): MeshInput[] {
  const isSingle = random.chance(0.5);
  const soup = (list: readonly Triangle[]): MeshInput => {
    const numbers = list.flat(2);
    return { positions: isSingle ? Float32Array.from(numbers) : Float64Array.from(numbers), weld: false };
  };
  const perObject = random.integer(1, 4);
  const groups: MeshInput[] = [];
  for (let at = 0; at < triangles.length; at += perObject) groups.push(soup(triangles.slice(at, at + perObject)));
  return groups;
}

function options(random: Random): CullOptions {
  const axes = ['x', 'y', 'z', '-x', '-y', '-z', '1,2,3', '-1,1,0', '1,0,1e-9'];
  return {
    coverage: random.pick(['conservative', 'uobb']),
    passes: random.pick(['quick', 'cullide']),
    boxes: random.chance(0.4),
    self: random.chance(0.4),
    views: random.times(random.integer(1, 6), () => random.pick(axes)).join(' '),
    resolution: random.pick([1, 2, 16, 16, 33, 64, 128, 256, ...(isLong ? [1024, 4096] : [])]),
    depthBits: random.pick([16, 24, 32]),
    order: random.pick(['given', 'back-to-front', 'front-to-back']),
    level: random.pick(['object', 'cluster', 'triangle', 'triangle']),
    clusterSize: random.pick([2, 64]),
    iterations: random.pick([1, 2, Number.POSITIVE_INFINITY]),
    rounds: random.pick([1, 2, 4]),
    refit: random.chance(0.3),
  };
}

const keys = (list: Uint32Array) =>
  Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);

describe('reliable culling on scenes made to break it', () => {
  const kinds = Object.entries(KINDS);
  it.each(kinds)('%s', async (kind, make) => {
    let collisions = 0;
    for (let i = 0; i < Math.ceil(sceneCount / kinds.length); i++) {
      const seed = firstSeed + i;
      const random = new Random(seed * 6007 + kinds.findIndex(([name]) => name === kind));
      const meshes = objects(random, make(random));
      const asked = options(random);
      using scene = engine.createScene();
      for (const mesh of meshes) scene.add(mesh);
      const left = new Set(keys((await papers.cull(scene, asked)).survivorTriangles));
      const { trianglePairs } = oracle.collide(meshes, { self: asked.self, between: true });
      const lost = trianglePairs.flatMap(([a, t, b, u]) => [`${a}:${t}`, `${b}:${u}`]).filter((key) => !left.has(key));
      expect([...new Set(lost)], `${kind}, seed ${seed}, ${JSON.stringify(asked)}`).toEqual([]);
      collisions += trianglePairs.length;
    }
    expect(collisions).toBeGreaterThan(0);
  });
});
