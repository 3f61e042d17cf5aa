/** Overlap volumes of real meshes agree with the exact booleans of manifold-3d, within the bound they state. */
import Module from 'manifold-3d';
import { describe, expect, it } from 'vitest';
import type { MeshInput } from '../../../src/index.ts';
import { readModel } from '../../../src/io/read-model.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { expectWithin, useVolumes } from '../../support/volumes.ts';

const { overlap } = useVolumes();

/** Closed manifold meshes of the shared folder, from 12 to some ten thousand triangles. */
const REAL = [
  '3torus',
  'anchor',
  'bull',
  'cactus',
  'couplingdown',
  'cow',
  'cross',
  'cube_meshed',
  'double-torus-example',
  'eight',
  'elephant',
  'fandisk',
  'geosphere',
  'hand',
  'handle',
  'helmet',
  'icosahedron',
  'joint',
  'knot1',
  'knot2',
  'mannequin-devil',
  'mushroom',
  'oblong',
  'pinion_small',
  'retinal',
  'rotor_small',
  'sphere',
  'spool',
  'star',
  'triceratops',
  'tetrahedron',
];

describe.skipIf(sharedFolder === undefined)('overlapVolume = manifold-3d', () => {
  it('on real meshes against turned copies of themselves and of each other', async () => {
    const wasm = await Module();
    wasm.setup();
    const solids: { name: string; mesh: MeshInput; volume: (other: MeshInput) => number }[] = [];
    const manifoldOf = ({ positions, indices }: MeshInput) =>
      new wasm.Manifold(
        new wasm.Mesh({
          numProp: 3,
          vertProperties: Float32Array.from(positions),
          triVerts: Uint32Array.from(indices!),
        }),
      );
    for (const name of REAL) {
      const { parts } = await readModel(readShared(`meshes/cgal-data/${name}.off`), { name });
      const mesh = unitSize(parts[0].positions, parts[0].indices);
      try {
        const own = manifoldOf(mesh);
        if (own.volume() <= 0) continue;
        solids.push({ name, mesh, volume: (other) => own.intersect(manifoldOf(other)).volume() });
      } catch {
        // Not a manifold; manifold-3d has no answer for it.
      }
    }
    expect(solids.length).toBeGreaterThanOrEqual(20);
    for (const [i, { name, mesh, volume }] of solids.entries()) {
      for (const other of [solids[(i + 1) % solids.length].mesh, mesh]) {
        const turned = { positions: turn(other.positions as Float32Array), indices: other.indices! };
        for (const resolution of [24, 96]) {
          const found = await overlap(mesh, turned, { resolution, stacks: false });
          expectWithin({ ...found, errorBound: found.errorBound + 1e-6 }, volume(turned), `${name} at ${resolution}`);
        }
      }
    }
  });
});

/** Scaled to a box of size 1 around the origin, in single precision, as manifold-3d has it. */
function unitSize(positions: Float32Array | Float64Array, indices: Uint32Array): MeshInput {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const [at, value] of positions.entries()) {
    low[at % 3] = Math.min(low[at % 3], value);
    high[at % 3] = Math.max(high[at % 3], value);
  }
  const size = Math.max(...high.map((value, k) => value - low[k]));
  const scaled = Float32Array.from(positions, (value, at) => (value - (low[at % 3] + high[at % 3]) / 2) / size);
  return { positions: scaled, indices };
}

function turn(positions: Float32Array): Float32Array {
  const [c, s] = [Math.cos(0.6), Math.sin(0.6)];
  return positions.map((_, at) => {
    const [x, y, z] = positions.subarray(at - (at % 3), at - (at % 3) + 3);
    return [c * x - s * z + 0.1, y + 0.05, s * x + c * z - 0.07][at % 3];
  });
}
