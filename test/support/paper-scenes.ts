/** Scenes and settings of the papers' pseudocode, and an engine's sampled culling held to it: sets, passes, queries and renders. */
import { expect } from 'vitest';
import { type BufferOptions, cullByDepthBuffer } from '../../oracle/depth-buffer.ts';
import type { Engine } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { triangleNames } from './cull-engines.ts';
import { type NpmModel, npmModel } from './npm-model.ts';
import type { Random } from './random.ts';

export interface Soup {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** Strips of triangles at random places. */
export function randomSoups(random: Random): Soup[] {
  return random.times(random.integer(2, 7), () => {
    const middle = random.times(3, () => random.real(-1, 1));
    const vertexCount = random.integer(3, 9);
    const positions = Float32Array.from({ length: 3 * vertexCount }, (_, i) => middle[i % 3] + random.real(-0.7, 0.7));
    const indices = Uint32Array.from({ length: 3 * (vertexCount - 2) }, (_, i) => Math.floor(i / 3) + (i % 3));
    return { positions, indices };
  });
}

async function engineAnswer(engine: Engine, meshes: readonly Soup[], options: BufferOptions) {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add({ ...mesh, weld: false });
  const { survivorTriangles, passes, stats } = await papers.cull(scene, { ...options, coverage: 'sampled' });
  const survivors = triangleNames(survivorTriangles);
  const counts = passes.map(({ triangles: _triangles, milliseconds: _milliseconds, ...pass }) => pass);
  return { survivors, passes: counts, backend: stats.backend };
}

/** Returns where the engine answered. */
export async function expectPaper(engine: Engine, meshes: readonly Soup[], options: BufferOptions, name: string) {
  const expected = cullByDepthBuffer(meshes, options);
  const found = await engineAnswer(engine, meshes, options);
  expect(found.survivors, name).toEqual([...expected.survivors].sort(byNumbers));
  expect(found.passes, name).toEqual(expected.passes);
  return found.backend;
}

function byNumbers(a: string, b: string): number {
  const [[a0, a1], [b0, b1]] = [a, b].map((name) => name.split(':').map(Number));
  return a0 - b0 || a1 - b1;
}

export const METHODS: Record<string, Pick<BufferOptions, 'passes' | 'self'>> = {
  cullide: { passes: 'cullide', self: false },
  'self-cullide': { passes: 'cullide', self: true },
  'quick-cullide': { passes: 'quick', self: false },
  'quick-cullide with self': { passes: 'quick', self: true },
};
const ORDERS = ['given', 'back-to-front', 'front-to-back'] as const;

export function randomOptions(random: Random, self: boolean): Omit<BufferOptions, 'passes' | 'self'> {
  return {
    views: random.pick(['x', 'y', 'z', 'xz', 'zyx']),
    resolution: random.pick([1, 3, 8, 16, 21, 130]),
    depthBits: random.pick([16, 24, 32]),
    level: random.pick(['object', 'triangle', 'triangle']),
    hierarchy: random.chance(0.4),
    order: random.pick(ORDERS),
    iterations: random.pick([1, 1, 3]),
    rounds: random.pick([1, 2]),
    sweep: random.chance(0.4) && !self,
  };
}

/** A scan twice, the second moved along x by this part of its size. */
export function twice(model: NpmModel, part: number): Soup[] {
  const { positions, indices } = npmModel(model);
  const xs = positions.filter((_, i) => i % 3 === 0);
  const shift = part * (xs.reduce((a, b) => Math.max(a, b)) - xs.reduce((a, b) => Math.min(a, b)));
  return [
    { positions, indices },
    { positions: positions.map((value, i) => (i % 3 === 0 ? value + shift : value)), indices },
  ];
}
