/**
 * An object of the scene as a surface: exact coordinates, triangles with vertices of equal coordinates made one, and
 * what is asked of it again and again: its shells, its neighbours, a tree over its triangles.
 *
 * Kept as long as the object does not change; what depends on the triangles alone is kept while it moves.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { IDENTITY } from '../../mesh/placement.ts';
import { weld } from '../../mesh/weld.ts';
import { visitClusters } from './cluster-walk.ts';
import { ownerOf } from './placed-skins.ts';
import { SurfaceKernels } from './surface-kernels.ts';
import { SurfaceTopology } from './surface-topology.ts';
import { SurfaceVertices } from './surface-vertices.ts';
import { TriangleTree } from './triangle-tree.ts';

/** Beyond this, adaptive arithmetic could overflow. */
export const LARGEST = 2 ** 100;
/** Building a tree takes as long as this many passes over all triangles. */
const LOOKED_THROUGH_MOST = 12;
/** Cost of a search for the triangles near a box, relative to such a pass. */
const NEAR_LOOK = 1 / 8;

/** A box in which triangles are looked for. */
export interface NearBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The box around a point that holds all that is nearer than a distance. */
export function boxAround([x, y, z]: readonly number[], distance: number): NearBox {
  return {
    low: [x - distance, y - distance, z - distance],
    high: [x + distance, y + distance, z + distance],
  };
}

export class Surface {
  readonly object: SceneObject;
  readonly vertices: SurfaceVertices;
  readonly topology: SurfaceTopology;
  /** Whether each edge is met as often in one direction as in the other. */
  readonly isClosed: boolean;
  /** Whether exact signs need whole numbers. */
  readonly isWide: boolean;
  #tree: TriangleTree | undefined;
  #exponent: number | undefined;
  #lookedThrough = 0;
  #sides: Uint8Array | undefined;
  /** Where it is placed. */
  readonly #matrix: ArrayLike<number>;
  #hasArea: Uint8Array | undefined;

  constructor(
    object: SceneObject,
    vertices: SurfaceVertices,
    topology: SurfaceTopology,
    isClosed: boolean,
    hasTiny = object.isWide,
    matrix: ArrayLike<number> = object.matrix ?? IDENTITY,
  ) {
    this.#matrix = matrix;
    this.object = object;
    this.vertices = vertices;
    this.topology = topology;
    this.isClosed = isClosed;
    this.isWide = hasTiny || this.box.some((value) => Math.abs(value) > LARGEST);
  }

  /** The same surface, so that it can be met by itself. */
  twin(): Surface {
    return new Surface(this.object, this.vertices, this.topology, this.isClosed, this.isWide, this.#matrix);
  }

  /** Exact coordinates, three per vertex. */
  get positions(): Float64Array {
    return this.vertices.positions;
  }

  /** low x y z, high x y z; exact. */
  get box(): Float64Array {
    return this.vertices.box;
  }

  /** Three vertices per triangle. */
  get corners(): Uint32Array {
    return this.topology.corners;
  }

  /** The same before vertices of equal coordinates are made one. */
  get givenIndices(): Uint32Array {
    return cornersOf(this.object.runtime, this.object);
  }

  get triangleCount(): number {
    return this.topology.triangleCount;
  }

  /** Whether triangles near so many boxes are found without going over all of them: by clusters of the object, or of the one that it is the skin of. */
  hasClustersFor(boxes: number): boolean {
    if (this.object.kept.clusters) return true;
    const { skin, owner } = ownerOf(this.object) ?? {};
    return owner?.kept.clusters !== undefined && boxes * skin!.patch.length <= this.triangleCount;
  }

  /** Whether there is a tree, or so many passes over the triangles were made that one would have paid. */
  get wantsTree(): boolean {
    return this.#tree !== undefined || ++this.#lookedThrough > LOOKED_THROUGH_MOST;
  }

  get tree(): TriangleTree {
    this.#tree ??= new TriangleTree(this.positions, this.corners, this.topology.triangles);
    return this.#tree;
  }

  /** Calls `visit` with every triangle whose box meets one of the boxes, and perhaps with some others, and with the place of the box. */
  eachNearAny(boxes: readonly NearBox[], visit: (triangle: number, place: number) => void): void {
    const hasClusters = this.hasClustersFor(boxes.length);
    if (!hasClusters && boxes.length > 1 && !this.#paysTree()) this.#lookForAll(boxes, visit);
    else
      for (const [place, { low, high }] of boxes.entries()) {
        const visitHere = (triangle: number) => visit(triangle, place);
        if (hasClusters) this.#visitClusters(low, high, visitHere);
        else if (this.#paysTree()) this.tree.visit(low, high, visitHere);
        else this.#lookThrough([{ low, high }], visitHere);
      }
  }

  #visitClusters(low: readonly number[], high: readonly number[], visit: (triangle: number) => void): void {
    const look = (triangle: number) => this.#look(low, high, triangle, visit);
    if (visitClusters(this.object, this.#matrix, low, high, look)) return;
    const { owner, skin } = ownerOf(this.object)!;
    const { wholeOf, patch } = skin;
    visitClusters(owner, this.#matrix, low, high, (triangle) => {
      if (wholeOf[triangle] >= 0) look(wholeOf[triangle]);
    });
    for (let i = 0; i < patch.length; i++) look(patch[i]);
  }

  /** Counts a search for triangles near boxes; whether there is a tree, or one would have paid by now. */
  #paysTree(): boolean {
    this.#lookedThrough += NEAR_LOOK;
    return this.#tree !== undefined || this.#lookedThrough > LOOKED_THROUGH_MOST;
  }

  /** Goes over the triangles once for several boxes. */
  #lookForAll(boxes: readonly NearBox[], visit: (triangle: number, place: number) => void): void {
    const sides = sidesOf(boxes);
    const { positions, corners } = this;
    this.#lookThrough(boxes, (triangle) => {
      const p = 3 * corners[3 * triangle];
      const q = 3 * corners[3 * triangle + 1];
      const r = 3 * corners[3 * triangle + 2];
      const lowX = Math.min(positions[p], positions[q], positions[r]);
      const highX = Math.max(positions[p], positions[q], positions[r]);
      const lowY = Math.min(positions[p + 1], positions[q + 1], positions[r + 1]);
      const highY = Math.max(positions[p + 1], positions[q + 1], positions[r + 1]);
      const lowZ = Math.min(positions[p + 2], positions[q + 2], positions[r + 2]);
      const highZ = Math.max(positions[p + 2], positions[q + 2], positions[r + 2]);
      for (let at = 0; at < sides.length; at += 6) {
        if (highX < sides[at] || highY < sides[at + 1] || highZ < sides[at + 2]) continue;
        if (lowX > sides[at + 3] || lowY > sides[at + 4] || lowZ > sides[at + 5]) continue;
        visit(triangle, at / 6);
      }
    });
  }

  /** Calls `visit` with a triangle unless it has no area, or lies beyond one side of a box. */
  #look(low: readonly number[], high: readonly number[], triangle: number, visit: (triangle: number) => void): void {
    const { positions, corners, topology } = this;
    if (topology.triangles.length < topology.triangleCount) {
      this.#hasArea ??= marked(topology);
      if (this.#hasArea[triangle] === 0) return;
    }
    const p = 3 * corners[3 * triangle];
    const q = 3 * corners[3 * triangle + 1];
    const r = 3 * corners[3 * triangle + 2];
    for (let k = 0; k < 3; k++) {
      const u = positions[p + k];
      const v = positions[q + k];
      const w = positions[r + k];
      if ((u < low[k] && v < low[k] && w < low[k]) || (u > high[k] && v > high[k] && w > high[k])) return;
    }
    visit(triangle);
  }

  /** Calls `visit` with every triangle whose box meets some of the boxes, and with others. */
  #lookThrough(boxes: readonly NearBox[], visit: (triangle: number) => void): void {
    const near = boxes.filter(({ low, high }) =>
      [0, 1, 2].every((k) => low[k] <= this.box[k + 3] && high[k] >= this.box[k]),
    );
    if (near.length === 0) return;
    const low = [0, 1, 2].map((k) => Math.max(this.box[k], Math.min(...near.map((box) => box.low[k]))));
    const high = [0, 1, 2].map((k) => Math.min(this.box[k + 3], Math.max(...near.map((box) => box.high[k]))));
    const region = Float64Array.of(...low, ...high);
    const found = this.topology.trianglesNear(this.vertices.places, region, sidesOf(near));
    if (!found) this.#lookAtAll(low, high, visit);
    else for (let i = 0; i < found.length; i++) visit(found[i]);
  }

  /** Vertex by vertex first, in the order in which they lie in memory: a bit for each side of the box that a vertex is beyond. */
  #lookAtAll(low: readonly number[], high: readonly number[], visit: (triangle: number) => void): void {
    const { positions, corners } = this;
    const { triangles } = this.topology;
    const [lowX, lowY, lowZ] = low;
    const [highX, highY, highZ] = high;
    this.#sides ??= new Uint8Array(positions.length / 3);
    const sides = this.#sides;
    for (let vertex = 0, at = 0; vertex < sides.length; vertex++, at += 3) {
      const x = positions[at];
      const y = positions[at + 1];
      const z = positions[at + 2];
      sides[vertex] =
        (x < lowX ? 1 : 0) |
        (x > highX ? 2 : 0) |
        (y < lowY ? 4 : 0) |
        (y > highY ? 8 : 0) |
        (z < lowZ ? 16 : 0) |
        (z > highZ ? 32 : 0);
    }
    for (let i = 0; i < triangles.length; i++) {
      const t = 3 * triangles[i];
      if ((sides[corners[t]] & sides[corners[t + 1]] & sides[corners[t + 2]]) === 0) visit(triangles[i]);
    }
  }

  /** A power of two that all coordinates are whole multiples of, as an exponent. */
  get exponent(): number {
    this.#exponent ??= this.vertices.exponent;
    return this.#exponent;
  }
}

/** low x y z, high x y z of each. */
function sidesOf(boxes: readonly NearBox[]): Float64Array {
  return Float64Array.from(boxes.flatMap(({ low, high }) => [...low, ...high]));
}

/** A byte per triangle: 1 for those with area. */
function marked({ triangles, triangleCount }: SurfaceTopology): Uint8Array {
  const marks = new Uint8Array(triangleCount);
  for (let i = 0; i < triangles.length; i++) marks[triangles[i]] = 1;
  return marks;
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
  const vertices = new SurfaceVertices(runtime, object, false, before?.surface.vertices.release());
  // An instance that is moved has numbers of its own from then on.
  const isElsewhere = before?.surface.topology.address !== object.indices;
  const lasting = withoutArea.size === 0 && before?.lasting === true && !isElsewhere;
  const corners = lasting ? before.surface.corners : cornersOf(runtime, object);
  const kernels = new SurfaceKernels(runtime);
  const { vertexCount, indices: address } = object;
  object.edgesCancel ??= kernels.edgesCancel(corners, address);
  // Vertices of equal coordinates are one, unless the mesh is closed without that.
  const joined = object.edgesCancel ? corners : joinedCorners(corners, vertices.positions);
  const topology = lasting
    ? before.surface.topology
    : new SurfaceTopology(joined, vertexCount, withoutArea, kernels, joined === corners ? address : undefined);
  const isClosed = object.edgesCancel || kernels.edgesCancel(joined, undefined);
  const surface = new Surface(object, vertices, topology, isClosed);
  kept.set(object, { version: object.version, surface, lasting: object.edgesCancel && withoutArea.size === 0 });
  return surface;
}

/** The object's surface as it was given, before it is placed. */
export function givenSurfaceOf(
  runtime: WasmRuntime,
  object: SceneObject,
  corners: Uint32Array,
  withoutArea: ReadonlySet<number>,
): Surface {
  const vertices = new SurfaceVertices(runtime, object, true);
  const topology = new SurfaceTopology(
    corners,
    object.vertexCount,
    withoutArea,
    new SurfaceKernels(runtime),
    object.edgesCancel ? object.indices : undefined,
  );
  return new Surface(object, vertices, topology, true, object.isGivenWide, IDENTITY);
}

/** The corners of a closed surface that is placed, vertices of equal coordinates as given made one: rounding may have made more equal. */
export function givenCorners(runtime: WasmRuntime, { object, corners }: Surface): Uint32Array {
  if (object.edgesCancel || !object.matrix) return corners;
  const joined = joinedCorners(cornersOf(runtime, object), object.positions);
  return new SurfaceKernels(runtime).edgesCancel(joined, undefined) ? joined : corners;
}

function cornersOf({ memory }: WasmRuntime, { indices, triangleCount }: SceneObject): Uint32Array {
  return memory.u32.slice(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
}

function joinedCorners(corners: Uint32Array, positions: Positions): Uint32Array {
  const { targets, sources } = weld(positions);
  return corners.map((vertex) => sources[targets[vertex]]);
}
