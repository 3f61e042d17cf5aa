/**
 * An object of the scene as a surface: exact coordinates, triangles with vertices of equal coordinates made one, and
 * what is asked of it again and again: its shells, its neighbours, a tree over its triangles.
 *
 * Kept as long as the object does not change; what depends on the triangles alone is kept while it moves.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import type { OpenEdges } from '../../mesh/open-edges.ts';
import { weld } from '../../mesh/weld.ts';
import { opennessOf } from '../open-mesh.ts';
import { SurfaceTopology } from './surface-topology.ts';
import { TriangleTree } from './triangle-tree.ts';
import { commonExponent } from './whole-points.ts';

/** Beyond this, adaptive arithmetic could overflow. */
const LARGEST = 2 ** 100;

export class Surface {
  readonly positions: Float64Array;
  readonly topology: SurfaceTopology;
  /** Undefined when closed. */
  readonly open: OpenEdges | undefined;
  /** Whether exact signs need whole numbers. */
  readonly isWide: boolean;
  /** low x y z, high x y z; exact. */
  readonly box: Float64Array;
  #tree: TriangleTree | undefined;
  #exponent: number | undefined;

  constructor(positions: Float64Array, topology: SurfaceTopology, open: OpenEdges | undefined, hasTiny: boolean) {
    this.positions = positions;
    this.topology = topology;
    this.open = open;
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

  get isClosed(): boolean {
    return this.open === undefined;
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
  const open = opennessOf(runtime, object);
  const lasting = object.edgesCancel === true && withoutArea.size === 0;
  const topology =
    before?.lasting && lasting ? before.surface.topology : topologyOf(runtime, object, positions, withoutArea);
  const surface = new Surface(positions, topology, open, object.isWide);
  kept.set(object, { version: object.version, surface, lasting });
  return surface;
}

function topologyOf(
  { memory }: WasmRuntime,
  object: SceneObject,
  positions: Float64Array,
  withoutArea: ReadonlySet<number>,
): SurfaceTopology {
  const given = memory.u32.slice(object.indices >>> 2, (object.indices >>> 2) + 3 * object.triangleCount);
  if (object.edgesCancel) return new SurfaceTopology(given, object.vertexCount, withoutArea);
  const { targets, sources } = weld(positions);
  const welded = given.map((vertex) => sources[targets[vertex]]);
  return new SurfaceTopology(welded, object.vertexCount, withoutArea);
}
