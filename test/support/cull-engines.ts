/** Culling on both engines, for tests that hold one against the other or against the oracle. */
import { afterAll, beforeAll } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { oracleWithin } from '../../oracle/within.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { Culled, CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';

/** Triangles as `object:triangle`. */
export function triangleNames(list: Uint32Array): string[] {
  return Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);
}

/** What is left, by name, with the rest of the answer. */
export interface Left extends Culled {
  readonly names: readonly string[];
}

export async function cullOn(engine: Engine, meshes: readonly MeshInput[], options: CullOptions): Promise<Left> {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const culled = await papers.cull(scene, options);
  return { ...culled, names: triangleNames(culled.survivorTriangles) };
}

/** Both engines, for the tests of a suite. */
export function cullEngines(): Readonly<Record<'wasm' | 'webgpu', () => Engine>> {
  const engines: Partial<Record<'wasm' | 'webgpu', Engine>> = {};
  beforeAll(async () => {
    engines.wasm = await createEngine({ backend: 'wasm', threads: 0 });
    engines.webgpu = await createEngine({ backend: 'webgpu', threads: 0 });
  });
  afterAll(() => {
    for (const engine of Object.values(engines)) engine.dispose();
  });
  return { wasm: () => engines.wasm!, webgpu: () => engines.webgpu! };
}

/** Triangles that collide, or are nearer than the distance, by name; as the oracle says. */
export function neededTriangles(
  meshes: readonly MeshInput[],
  { self = false, distance = 0 }: Pick<CullOptions, 'self' | 'distance'>,
): Set<string> {
  const near = distance > 0 ? oracleWithin(meshes, distance).pairs.map(({ pair }) => pair) : [];
  const pairs = [...near, ...oracle.collide(meshes, { self, between: true }).trianglePairs];
  return new Set(pairs.flatMap(([a, i, b, j]) => [`${a}:${i}`, `${b}:${j}`]));
}

/** Those of them that are not left. */
export function lostTriangles(needed: ReadonlySet<string>, { names }: Left): string[] {
  const left = new Set(names);
  return [...needed].filter((triangle) => !left.has(triangle));
}
