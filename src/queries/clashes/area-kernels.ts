/** Questions about areas of a surface, which the kernels answer on the calling thread: those of all queries, not only of `collide`. */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Adjacency } from '../../backend/wasm/scene-object.ts';
import { SurfaceKernels, type SurfaceTriangles } from './surface-kernels.ts';

/** Triangles that a kernel looks at before it is called again, compiled better by then. */
const AT_ONCE = 4096;

/** The area of a triangle that has none. */
export const NO_AREA = 0xffffffff;

export interface WholeAreas {
  /** The area of each triangle, NO_AREA for those skipped. */
  readonly ofFace: Uint32Array;
  /** The first triangle of each area. */
  readonly firsts: Uint32Array;
  /** A byte per vertex: 1 for those across whose edges nothing was joined. */
  readonly isLooked: Uint8Array;
  /** The triangles with two such vertices or three. */
  readonly near: Uint32Array;
}

/** What is written of a surface, in the kernels' memory until these are asked again: three vertices per triangle. */
export interface WrittenTriangles {
  readonly indices: Uint32Array;
  /** The triangle that each is. */
  readonly faces: Uint32Array;
  /** For each triangle its place among those written, −1 for none. */
  readonly places: Int32Array;
}

export class AreaKernels extends SurfaceKernels {
  readonly #all: AllKernelExports;

  constructor(runtime: WasmRuntime, all: AllKernelExports) {
    super(runtime);
    this.#all = all;
  }

  /** Whether the triangles go once round each vertex; `linked` is the adjacency of these vertices and triangles, if there is one. */
  isRegular(surface: SurfaceTriangles, linked: Adjacency | undefined): boolean {
    const { vertexCount } = surface;
    const [corners, list, notes, marks, ...spare] = this.bring(surface, ...irregularWords(surface, linked));
    const adjacency = this.#linked(surface, corners, list, linked, spare);
    return this.#markIrregular(corners, vertexCount, adjacency, notes, marks) === 0;
  }

  /** Adjacency of the triangles with area: what there is, unless it has others too, or one made in spare memory. */
  #linked(
    surface: SurfaceTriangles,
    corners: number,
    list: number,
    linked: Adjacency | undefined,
    [firstCorner, nextCorner, fans]: readonly number[],
  ): Adjacency {
    if (linked && areAll(surface)) return linked;
    const { vertexCount, triangles } = surface;
    this.#all.linkSurface(corners, list, triangles.length, vertexCount, firstCorner, nextCorner, fans);
    return { firstCorner, nextCorner, fans };
  }

  #markIrregular(
    corners: number,
    vertexCount: number,
    { firstCorner, nextCorner, fans }: Adjacency,
    notes: number,
    marks: number,
  ): number {
    return this.#all.markIrregular(corners, vertexCount, firstCorner, nextCorner, fans, notes, marks);
  }

  /**
   * Areas of triangles other than those skipped, connected across edges of two triangles. Edges between two vertices that are
   * `looked`, or that triangles do not go round just once, are left to the caller.
   */
  areas(surface: SurfaceTriangles, linked: Adjacency | undefined, skipped: Int32Array, looked: Int32Array): WholeAreas {
    const { vertexCount, triangles } = surface;
    const count = triangles.length;
    const triangleCount = surface.corners.length / 3;
    const words = [
      triangleCount,
      count,
      count,
      2,
      skipped.length,
      looked.length,
      triangleCount / 4 + 1,
      vertexCount,
      vertexCount,
    ];
    const [
      corners,
      list,
      areas,
      firsts,
      near,
      counts,
      skippedAt,
      lookedAt,
      isSkipped,
      parents,
      numbers,
      notes,
      marks,
      ...spare
    ] = this.bring(surface, ...words, ...irregularWords(surface, linked));
    this.#markIrregular(corners, vertexCount, this.#linked(surface, corners, list, linked, spare), notes, marks);
    this.write(skippedAt, skipped);
    this.write(lookedAt, looked);
    const all = this.#all;
    const marked = [isSkipped, marks, parents] as const;
    all.openAreas(triangleCount, vertexCount, skippedAt, skipped.length, lookedAt, looked.length, ...marked);
    eachSlice(0, count, (from, to) => all.joinAreas(corners, list, from, to, ...marked));
    this.words(areas, triangleCount).fill(NO_AREA);
    this.words(numbers, vertexCount).fill(NO_AREA);
    this.words(counts, 2).fill(0);
    eachSlice(0, count, (from, to) =>
      all.nameAreas(corners, list, from, to, ...marked, numbers, areas, firsts, near, counts),
    );
    const [areaCount, nearCount] = this.words(counts, 2);
    return {
      ofFace: new Uint32Array(this.words(areas, triangleCount)),
      firsts: new Uint32Array(this.words(firsts, areaCount)),
      near: new Uint32Array(this.words(near, nearCount)),
      isLooked: this.bytes(marks, vertexCount).slice(),
    };
  }

  /** Writes the triangles of areas that have a facing, turned outward. Places are counted from `first` on; with `targets`, a vertex is replaced by its target. */
  writeFacing(
    surface: SurfaceTriangles,
    ofFace: Uint32Array,
    facings: Int8Array,
    targets: Int32Array | undefined,
    first: number,
  ): WrittenTriangles {
    const { vertexCount, triangles } = surface;
    const total = ofFace.length;
    const most = triangles.length;
    const words = [total, facings.length / 4 + 1, targets ? vertexCount : 0, 3 * most, most, total, 1];
    const [corners, list, areas, facingsAt, targetsAt, indices, faces, places, counter] = this.bring(surface, ...words);
    this.write(areas, ofFace);
    this.bytes(facingsAt, facings.length).set(facings);
    if (targets) this.write(targetsAt, targets);
    this.words(places, total).fill(NO_AREA);
    this.words(counter, 1)[0] = 0;
    const known = [areas, facingsAt, targets ? targetsAt : 0] as const;
    eachSlice(0, most, (from, to) =>
      this.#all.writeFacing(corners, list, from, to, ...known, indices, faces, places, first, counter),
    );
    const [count] = this.words(counter, 1);
    return {
      indices: this.words(indices, 3 * count),
      faces: this.words(faces, count),
      places: new Int32Array(this.words(places, total)),
    };
  }
}

function areAll({ corners, triangles }: SurfaceTriangles): boolean {
  return 3 * triangles.length === corners.length;
}

/** Words that marking irregular vertices takes: notes, marks, and an adjacency if there is none. */
function irregularWords(surface: SurfaceTriangles, linked: Adjacency | undefined): number[] {
  const { vertexCount, corners } = surface;
  const bytes = vertexCount / 4 + 1;
  const spare = linked && areAll(surface) ? [0, 0, 0] : [vertexCount, corners.length, bytes];
  return [2 * vertexCount, bytes, ...spare];
}

function eachSlice(from: number, to: number, look: (from: number, to: number) => void): void {
  for (let start = from; start < to; start += AT_ONCE) look(start, Math.min(to, start + AT_ONCE));
}
