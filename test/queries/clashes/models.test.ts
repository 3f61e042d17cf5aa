/** Real models of the shared folder: every clash has a place, and a depth or the reason why it has none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { readModel } from '../../../src/io/index.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { readTriParts } from '../../support/tri-parts.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

const PATHS = [
  'derived/asm/Robonaut2.tri.gz',
  'derived/asm/ToyCar.tri.gz',
  'nasa/VikingLander.glb',
  'derived/ifc/pcert_building.tri.gz',
  'derived/ifc/pcert_infra.tri.gz',
];

async function partsOf(path: string) {
  if (path.endsWith('.tri.gz')) return readTriParts(`meshes/${path}`);
  const { parts } = await readModel(readShared(`meshes/${path}`), { name: path });
  return parts.map(({ positions, indices }) => ({ positions, indices, weld: true }));
}

describe.skipIf(!sharedFolder)('clashes of real models', () => {
  it.each(PATHS)('of %s have a place, and a depth or a reason', async (path) => {
    using scene = engine.createScene();
    for (const part of await partsOf(path)) scene.add(part);
    const { clashes, collisions, pairOrder } = await scene.clashes();
    expect(clashes.length).toBeGreaterThan(0);
    expect(clashes.reduce((sum, { pairCount }) => sum + pairCount, 0)).toBe(collisions.kinds.length);
    expect(pairOrder.length).toBe(collisions.kinds.length);
    for (const { a, b, kind, depth, deepest, reason, point, bounds } of clashes) {
      const about = `${kind} of ${a} and ${b}`;
      for (const [k, value] of point.entries()) {
        expect(value >= bounds.min[k] && value <= bounds.max[k], `${about}: the place lies in the bounds`).toBe(true);
      }
      expect(depth === null, about).toBe(reason !== undefined);
      if (!depth || !deepest) continue;
      expect(depth.least, about).toBeLessThanOrEqual(depth.most);
      const apart = Math.hypot(...deepest.a.map((x, k) => x - deepest.b[k]));
      expect(Math.abs(apart - depth.least), `${about}: the deepest points are as far apart`).toBeLessThan(1e-9);
    }
  });
});
