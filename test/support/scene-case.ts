/** Scenes as JSON, the form in which a failing one is kept in test/repro, and the shrinking that comes before. */

import type { OracleOptions } from '../../oracle/oracle.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';

export interface SceneCase {
  /** What is tricky about it, and where it was found: generator and seed, or file and triangles. */
  readonly about: string;
  readonly options: OracleOptions;
  readonly meshes: readonly MeshCase[];
}

interface MeshCase {
  readonly precision: 'single' | 'double';
  /** JSON has no −0, so it is written as a string. */
  readonly positions: readonly (number | '-0')[];
  readonly indices?: readonly number[];
  readonly weld?: boolean;
}

export function toCase(about: string, meshes: readonly MeshInput[], options: OracleOptions): SceneCase {
  return {
    about,
    options,
    meshes: meshes.map(({ positions, indices, weld }) => ({
      precision: positions instanceof Float32Array ? 'single' : 'double',
      positions: Array.from(positions, (value) => (Object.is(value, -0) ? '-0' : value)),
      indices: indices && Array.from(indices),
      weld,
    })),
  };
}

export function fromCase({ meshes }: SceneCase): MeshInput[] {
  return meshes.map(({ precision, positions, indices, weld }) => ({
    positions: (precision === 'single' ? Float32Array : Float64Array).from(positions.map(Number)),
    indices: indices && Uint32Array.from(indices),
    weld,
  }));
}

/** The smallest scene that still fails, by leaving out objects, triangles and unused vertices as long as it does. */
export async function shrinkScene(
  meshes: readonly MeshInput[],
  fails: (meshes: readonly MeshInput[]) => Promise<boolean>,
): Promise<readonly MeshInput[]> {
  let smallest = meshes;
  for (let shrunk = true; shrunk; ) {
    shrunk = false;
    for (const smaller of smallerScenes(smallest)) {
      if (!(await fails(smaller))) continue;
      smallest = smaller;
      shrunk = true;
      break;
    }
  }
  return smallest;
}

/** From coarse to fine: without an object, without a half, a quarter … of the triangles of one, without spare vertices. */
function* smallerScenes(meshes: readonly MeshInput[]): Generator<MeshInput[]> {
  if (meshes.length > 1) for (const out of meshes.keys()) yield meshes.filter((_, object) => object !== out);
  for (const [object, mesh] of meshes.entries()) {
    const count = (mesh.indices?.length ?? mesh.positions.length / 3) / 3;
    const withMesh = (smaller: MeshInput) => meshes.map((other, index) => (index === object ? smaller : other));
    for (let length = count >> 1; length >= 1; length >>= 1) {
      for (let first = 0; first < count; first += length) {
        yield withMesh(withoutTriangles(mesh, first, Math.min(first + length, count)));
      }
    }
    const compact = withoutSpareVertices(mesh);
    if (compact.positions.length < mesh.positions.length) yield withMesh(compact);
  }
}

function withoutTriangles(mesh: MeshInput, first: number, end: number): MeshInput {
  const keep = (perTriangle: number) => (_: number, index: number) =>
    index < first * perTriangle || index >= end * perTriangle;
  if (mesh.indices === undefined) return { ...mesh, positions: mesh.positions.filter(keep(9)) };
  return { ...mesh, indices: mesh.indices.filter(keep(3)) };
}

function withoutSpareVertices(mesh: MeshInput): MeshInput {
  if (mesh.indices === undefined) return mesh;
  const used = [...new Set(mesh.indices)].sort((a, b) => a - b);
  const numberOf = new Map(used.map((vertex, index) => [vertex, index]));
  const values = used.flatMap((vertex) => Array.from(mesh.positions.subarray(3 * vertex, 3 * vertex + 3)));
  return {
    ...mesh,
    positions: mesh.positions instanceof Float32Array ? Float32Array.from(values) : Float64Array.from(values),
    indices: mesh.indices.map((vertex) => numberOf.get(vertex)!),
  };
}
