/**
 * Volumes of drawn parts lie within the bound they state: walls that lean by less than a pixel, flush faces, thin ribs, along
 * every axis and at every resolution. Against closed forms, and against manifold-3d. COLLIDESCOPE_SLOW=1 runs all cases.
 */
import Module from 'manifold-3d';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Volume, type VolumeOptions } from '../../../src/index.ts';
import { cadCase, ribInBlock } from '../../support/cad-solids.ts';
import { Random } from '../../support/random.ts';
import { asMesh } from '../../support/solids.ts';
import { isLong } from '../../support/thoroughness.ts';

const CASES = isLong ? 2000 : 250;
const MANIFOLD_CASES = isLong ? 400 : 60;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

function randomOptions(random: Random): VolumeOptions {
  const axis = random.pick(['auto', 'x', 'y', 'z', 'all'] as const);
  const resolution = random.pick([16, 33, 64, 100, 256, random.integer(16, 512)]);
  // Refinement may go up to 4096 pixels a side; tolerances that ask for less than that keep the test short.
  if (random.chance(0.75)) return { axis, resolution, stacks: false };
  return { axis, resolution: Math.min(100, resolution), stacks: false, tolerance: random.real(400, 4000) };
}

function expectWithin({ volume, errorBound }: Volume, exact: number, slack: number, about: string): void {
  expect(errorBound, about).toBeGreaterThanOrEqual(0);
  const off = Math.abs(volume - exact);
  expect(off, `${about}: ${volume} ± ${errorBound}, exactly ${exact}`).toBeLessThanOrEqual(errorBound + slack);
}

describe('volumes of drawn parts', () => {
  it(`are within their bound in ${CASES} cases, in closed form`, async () => {
    for (let seed = 0; seed < CASES; seed++) {
      const random = new Random(seed);
      const { kind, part, seat, overlap, selfOverlap, size } = cadCase(random);
      const options = randomOptions(random);
      const about = `seed ${seed} (${kind}), ${JSON.stringify(options)}`;
      // What turning rounds.
      const slack = 1e-12 * size;
      using scene = engine.createScene();
      const [a, b] = [part, seat].map((shape) => scene.add(asMesh(shape)));
      const found = await scene.overlapVolume(a, b, options);
      expectWithin(found, overlap, slack, about);
      const { tolerance } = options;
      expect(found.toleranceMet, about).toBe(tolerance === undefined || found.errorBound <= tolerance);
      expectWithin(await scene.selfOverlapVolume(a, options), selfOverlap, slack, `self, ${about}`);
    }
  });

  it(`agree with manifold-3d in ${MANIFOLD_CASES} cases`, async () => {
    const manifold = await Module();
    manifold.setup();
    for (let seed = 10_000; seed < 10_000 + MANIFOLD_CASES; seed++) {
      const random = new Random(seed);
      const { kind, part, seat } = cadCase(random);
      const options = randomOptions(random);
      const meshes = [part, seat].map((shape) => {
        const { positions, indices } = asMesh(shape);
        return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices!) };
      });
      const solids = meshes.map(({ positions, indices }) => {
        return new manifold.Manifold(new manifold.Mesh({ numProp: 3, vertProperties: positions, triVerts: indices }));
      });
      const common = solids[0].intersect(solids[1]);
      // Where surfaces are nearer than this, manifold-3d may take either side.
      const tolerance = Math.max(common.tolerance(), ...solids.map((solid) => solid.tolerance()));
      const slack = 2 * tolerance * solids.reduce((area, solid) => area + solid.surfaceArea(), 0);
      const exact = common.volume();
      for (const solid of [...solids, common]) solid.delete();
      using scene = engine.createScene();
      const [a, b] = meshes.map((mesh) => scene.add(mesh));
      const found = await scene.overlapVolume(a, b, options);
      expectWithin(found, exact, slack, `seed ${seed} (${kind}), ${JSON.stringify(options)}`);
    }
  });

  it.each([0.05, 0.3, 0.85])('see a drafted rib of %s mm that stands in a block', async (tip) => {
    const { part, seat, overlap } = ribInBlock(tip);
    using scene = engine.createScene();
    const [a, b] = [part, seat].map((shape) => scene.add(asMesh(shape)));
    for (const resolution of [8, 16, 64, 256]) {
      for (const axis of ['x', 'y', 'z', 'all'] as const) {
        const about = `${resolution} along ${axis}`;
        expectWithin(await scene.overlapVolume(a, b, { resolution, axis }), overlap, 1e-9, about);
      }
    }
    const refined = await scene.overlapVolume(a, b, { resolution: 64, tolerance: 20 });
    expectWithin(refined, overlap, 1e-9, 'refined');
    expect(refined.toleranceMet).toBe(refined.errorBound <= 20);
  });
});
