import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import { type Model, readModel } from '../../src/io/index.ts';
import { triangleCountOf } from '../support/reading.ts';
import { readShared, sharedFolder } from '../support/shared.ts';

/** Summed up from the JSON of each file by another program: index counts of the primitives, node by node of the scene. */
const TRIANGLES: Readonly<Record<string, number>> = {
  'khronos/AnimatedMorphCube.glb': 12,
  'khronos/AnimatedMorphSphere.glb': 960,
  'khronos/Fox.glb': 576,
  'khronos/MorphStressTest.glb': 2412,
  'khronos/RecursiveSkeletons.glb': 6384,
  'khronos/RiggedFigure.glb': 256,
  'khronos/RiggedSimple.glb': 188,
  'khronos/ToyCar/ToyCar.gltf': 108936,
  'nasa/Robonaut2.glb': 213244,
  'threejs/RobotExpressive.glb': 3237,
  'trimesh/cube.glb': 12,
};

function read(file: string): Promise<Model> {
  const resolve = async (uri: string) => readShared(`meshes/${join(dirname(file), decodeURIComponent(uri))}`);
  return readModel(readShared(`meshes/${file}`), { name: file, resolve });
}

/** u32 vertices, u32 triangles, f64 xyz per vertex, u32 per corner, u32 part per triangle. */
function readAssembly(name: string) {
  const { buffer } = Uint8Array.from(gunzipSync(readShared(`meshes/derived/asm/${name}.tri.gz`)));
  const [vertexCount, triangleCount] = new Uint32Array(buffer, 0, 2);
  return {
    positions: new Float64Array(buffer, 8, 3 * vertexCount),
    corners: new Uint32Array(buffer, 8 + 24 * vertexCount, 3 * triangleCount),
    parts: new Uint32Array(buffer, 8 + 24 * vertexCount + 12 * triangleCount, triangleCount),
  };
}

describe.skipIf(sharedFolder === undefined)('the glTF and 3MF readers on the shared meshes', () => {
  it.each(Object.entries(TRIANGLES))('give the triangles of %s: %i', async (file, triangleCount) => {
    expect(triangleCountOf(await read(file))).toBe(triangleCount);
  });

  it('give an answer or a MeshError that names the file, on every file', async () => {
    const paths = readdirSync(join(sharedFolder!, 'meshes'), { recursive: true }) as string[];
    const files = paths.filter((path) => /\.(glb|gltf|3mf)$/i.test(path));
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const outcome = await read(file).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) continue;
      expect(outcome, file).toBeInstanceOf(MeshError);
      expect(outcome.message).toContain(file);
    }
  });

  // The clash answers in truth/clash were computed on these coordinates.
  it.each([
    ['ToyCar', 'khronos/ToyCar/ToyCar.gltf'],
    ['Robonaut2', 'nasa/Robonaut2.glb'],
  ])('place the parts of %s to the last bit where the exact clash answers have them', async (name, file) => {
    const expected = readAssembly(name);
    const { parts } = await read(file);
    let corner = 0;
    let differences = 0;
    for (const [part, { positions, indices }] of parts.entries()) {
      for (const vertex of indices) {
        if (expected.parts[Math.floor(corner / 3)] !== part) differences++;
        const other = expected.corners[corner++];
        for (let k = 0; k < 3; k++) if (positions[3 * vertex + k] !== expected.positions[3 * other + k]) differences++;
      }
    }
    expect(corner).toBe(expected.corners.length);
    expect(differences).toBe(0);
  });
});
