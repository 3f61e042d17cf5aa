/** The triangles of one space tile, object by object, as a scene takes them. */
import type { MeshInput } from '../mesh/mesh-input.ts';
import type { Run } from './spill.ts';

export interface TileObject {
  /** Number of the object in the model. */
  readonly object: number;
  /** Number of each triangle in its object, ascending. */
  readonly numbers: Uint32Array;
  /** Nine per triangle. */
  readonly corners: Float32Array | Float64Array;
  /** Where vertices are told apart by number: three per triangle. */
  readonly vertices: Uint32Array | undefined;
}

/** Runs must come in the order of the model; those of one object are joined. */
export function joinRuns(runs: readonly Run[]): TileObject[] {
  const byObject = new Map<number, Run[]>();
  for (const run of runs) {
    const known = byObject.get(run.object);
    if (known) known.push(run);
    else byObject.set(run.object, [run]);
  }
  return [...byObject.entries()].sort(([a], [b]) => a - b).map(([object, own]) => joined(object, own));
}

function joined(object: number, runs: readonly Run[]): TileObject {
  if (runs.length === 1) return runs[0];
  const count = runs.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const numbers = new Uint32Array(count);
  const Coordinates = runs[0].corners instanceof Float32Array ? Float32Array : Float64Array;
  const corners = new Coordinates(9 * count);
  const vertices = runs[0].vertices && new Uint32Array(3 * count);
  let at = 0;
  for (const run of runs) {
    numbers.set(run.numbers, at);
    corners.set(run.corners, 9 * at);
    if (run.vertices) vertices?.set(run.vertices, 3 * at);
    at += run.numbers.length;
  }
  return { object, numbers, corners, vertices };
}

/** Welded, vertices of equal places are one, in a tile as in the whole; otherwise those of equal numbers are. */
export function meshOf({
  corners,
  vertices,
}: Pick<TileObject, 'corners' | 'vertices'>): MeshInput & { indices: Uint32Array } {
  if (!vertices) {
    const indices = new Uint32Array(corners.length / 3);
    for (let i = 0; i < indices.length; i++) indices[i] = i;
    return { positions: corners, indices, weld: true };
  }
  const places = new Map<number, number>();
  const sources: number[] = [];
  const indices = Uint32Array.from(vertices, (vertex, corner) => {
    let place = places.get(vertex);
    if (place === undefined) {
      place = sources.push(corner) - 1;
      places.set(vertex, place);
    }
    return place;
  });
  const positions =
    corners instanceof Float32Array ? new Float32Array(3 * sources.length) : new Float64Array(3 * sources.length);
  for (const [place, corner] of sources.entries())
    positions.set(corners.subarray(3 * corner, 3 * corner + 3), 3 * place);
  return { positions, indices, weld: false };
}
