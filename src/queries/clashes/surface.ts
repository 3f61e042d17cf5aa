/**
 * An object of the scene as a surface: exact coordinates, triangles with vertices of equal coordinates made one, and
 * what is asked of it again and again: its shells, its neighbours, a tree over its triangles.
 *
 * Kept as long as the object does not change; what depends on the triangles alone is kept while it moves.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import { weld } from '../../mesh/weld.ts';
import { SurfaceTopology } from './surface-topology.ts';
import { TriangleTree } from './triangle-tree.ts';
import { commonExponent } from './whole-points.ts';

/** Beyond this, adaptive arithmetic could overflow. */
const LARGEST = 2 ** 100;

export class Surface {
  readonly positions: Float64Array;
  readonly topology: SurfaceTopology;
  /** Whether each edge is met as often in one direction as in the other. */
  readonly isClosed: boolean;
  /** Whether exact signs need whole numbers. */
  readonly isWide: boolean;
  /** low x y z, high x y z; exact. */
  readonly box: Float64Array;
  #tree: TriangleTree | undefined;
  #exponent: number | undefined;

  constructor(positions: Float64Array, topology: SurfaceTopology, isClosed: boolean, hasTiny: boolean) {
    this.positions = positions;
    this.topology = topology;
    this.isClosed = isClosed;
    this.box = boxOf(positions, topology.corners);
    this.isWide = hasTiny || this.box.some((value) => Math.abs(value) > LARGEST);
  }

  /** Three vertices per triangle. */
  get corners(): Uint32Array {
    return this.topology.corners;
  }

  get triangleCount(): number {
    return this.topology.triangleCount;
  }

  get tree(): TriangleTree {
    this.#tree ??= new TriangleTree(this.positions, this.corners, this.topology.triangles);
    return this.#tree;
  }

  /** The largest power of two that all coordinates are whole multiples of, as an exponent. */
  get exponent(): number {
    this.#exponent ??= commonExponent(this.positions);
    return this.#exponent;
  }
}

function boxOf(positions: Float64Array, corners: Uint32Array): Float64Array {
  const box = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (const vertex of corners) {
    for (let k = 0; k < 3; k++) {
      const value = positions[3 * vertex + k];
      if (value < box[k]) box[k] = value;
      if (value > box[k + 3]) box[k + 3] = value;
    }
  }
  return box;
}

/** The coordinates that the exact tests use, as doubles. */
function exactPositions({ memory }: WasmRuntime, object: SceneObject): Float64Array {
  const { address, format } = object.exact;
  const { vertexCount } = object;
  if (format !== FORMAT_F32) return memory.f64.slice(address >>> 3, (address >>> 3) + 3 * vertexCount);
  const positions = new Float64Array(3 * vertexCount);
  const { f32 } = memory;
  for (let to = 0, at = address >>> 2; to < positions.length; to += 3, at += 4) {
    positions[to] = f32[at];
    positions[to + 1] = f32[at + 1];
    positions[to + 2] = f32[at + 2];
  }
  return positions;
}

interface Kept {
  readonly version: number;
  readonly surface: Surface;
  /** Whether the topology follows from vertex numbers alone. */
  readonly lasting: boolean;
}

const kept = new WeakMap<SceneObject, Kept>();

/**
 * The object's surface. Its placed coordinates must be up to date; `withoutArea` are its triangles whose corners lie on
 * one line.
 */
export function surfaceOf(runtime: WasmRuntime, object: SceneObject, withoutArea: ReadonlySet<number>): Surface {
  const before = kept.get(object);
  if (before?.version === object.version) return before.surface;
  const positions = exactPositions(runtime, object);
  const lasting = withoutArea.size === 0 && before?.lasting === true;
  const corners = lasting ? before.surface.corners : cornersOf(runtime, object);
  object.edgesCancel ??= cancelsByHash(corners);
  // Vertices of equal coordinates are one, unless the mesh is closed without that.
  const joined = object.edgesCancel ? corners : joinedCorners(corners, positions);
  const topology = lasting ? before.surface.topology : new SurfaceTopology(joined, object.vertexCount, withoutArea);
  const isClosed = object.edgesCancel || cancelsByHash(joined);
  const surface = new Surface(positions, topology, isClosed, object.isWide);
  kept.set(object, { version: object.version, surface, lasting: object.edgesCancel && withoutArea.size === 0 });
  return surface;
}

function cornersOf({ memory }: WasmRuntime, { indices, triangleCount }: SceneObject): Uint32Array {
  return memory.u32.slice(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
}

function joinedCorners(corners: Uint32Array, positions: Float64Array): Uint32Array {
  const { targets, sources } = weld(positions);
  return corners.map((vertex) => sources[targets[vertex]]);
}

/**
 * Whether all edges cancel, by a sum of hashes with the sign of their direction: 0 when they do, and with one chance in
 * 2^64 when they do not.
 */
function cancelsByHash(corners: Uint32Array): boolean {
  let first = 0;
  let second = 0;
  for (let corner = 0; corner < corners.length; corner++) {
    const from = corners[corner];
    const to = corners[corner % 3 === 2 ? corner - 2 : corner + 1];
    if (from === to) continue;
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    const sign = from < to ? 1 : -1;
    const one = mixed(Math.imul(low, 0x9e3779b1) ^ mixed(high + 0x7f4a7c15));
    const other = mixed(Math.imul(high, 0x85ebca6b) ^ mixed(low ^ 0x165667b1));
    first = (first + sign * one) | 0;
    second = (second + sign * other) | 0;
  }
  return first === 0 && second === 0;
}

function mixed(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}
