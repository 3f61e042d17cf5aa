/** Meshes of the shared folder. */
import type { MeshInput } from '../../src/index.ts';
import { readModel } from '../../src/io/read-model.ts';
import { readShared } from './shared.ts';

/** All parts of a file as one welded mesh, in file order; in single precision if all parts are. */
export async function readSharedMesh(file: string): Promise<MeshInput> {
  const { parts } = await readModel(readShared(`meshes/${file}`), { name: file });
  const single = parts.every((part) => part.positions instanceof Float32Array);
  const positions = new (single ? Float32Array : Float64Array)(total(parts.map((part) => part.positions.length)));
  const indices = new Uint32Array(total(parts.map((part) => part.indices.length)));
  let [atValue, atCorner] = [0, 0];
  for (const part of parts) {
    const firstVertex = atValue / 3;
    positions.set(part.positions, atValue);
    indices.set(
      part.indices.map((vertex) => vertex + firstVertex),
      atCorner,
    );
    atValue += part.positions.length;
    atCorner += part.indices.length;
  }
  return { name: file, positions, indices, weld: true };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
