/**
 * Questions about the triangles of a surface that the kernels answer, on the calling thread.
 *
 * They work behind the blocks of the scenes, where memory belongs to the query that runs.
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { FORMAT_F32, GRID_CELLS } from '../../memory/constants.ts';
import type { Shells } from './surface-topology.ts';

const ALIGNMENT = 64;
/** Number of vertices or triangles from which a kernel is faster than going over them here. */
const KERNEL_FROM = 128;

/** The triangles of a surface: three vertices each. */
export interface SurfaceTriangles {
  readonly corners: Uint32Array;
  readonly vertexCount: number;
  /** Numbers of the triangles with area. */
  readonly triangles: Uint32Array;
  /** Where the corners lie in the kernels' memory, if they do. */
  readonly address: number | undefined;
}

/** Where vertices lie in the kernels' memory, and in which format. */
export interface VertexPlaces {
  readonly address: number;
  readonly format: number;
}

export class SurfaceKernels {
  readonly #runtime: WasmRuntime;

  constructor(runtime: WasmRuntime) {
    this.#runtime = runtime;
  }

  /** Allocates arrays of these numbers of words. */
  protected takeWords(...counts: readonly number[]): number[] {
    const { memory } = this.#runtime;
    let end = memory.blocks.top;
    const places = counts.map((count) => {
      const start = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
      end = start + 4 * count;
      return start;
    });
    memory.ensure(end, 'clashes');
    return places;
  }

  protected words(start: number, count: number): Uint32Array {
    return this.#runtime.memory.u32.subarray(start >>> 2, (start >>> 2) + count);
  }

  protected bytes(start: number, count: number): Uint8Array {
    return new Uint8Array(this.#runtime.memory.buffer, start, count);
  }

  protected write(start: number, words: Uint32Array | Int32Array): void {
    this.#runtime.memory.u32.set(words, start >>> 2);
  }

  /** Brings the triangles into memory: where their corners and their numbers are, and places for further arrays. */
  protected bring(
    { corners, triangles, address }: SurfaceTriangles,
    ...counts: readonly number[]
  ): [corners: number, triangles: number, ...places: number[]] {
    const areAll = 3 * triangles.length === corners.length;
    const needed = [address === undefined ? corners.length : 0, areAll ? 0 : triangles.length];
    const [at, list, ...places] = this.takeWords(...needed, ...counts);
    if (address === undefined) this.write(at, corners);
    if (!areAll) this.write(list, triangles);
    return [address ?? at, areAll ? 0 : list, ...places];
  }

  /** Whether every edge is met as often in one direction as in the other; `address` is where the corners are, if known. */
  edgesCancel(corners: Uint32Array, address: number | undefined): boolean {
    const [at] = address === undefined ? this.takeWords(corners.length) : [address];
    if (address === undefined) this.write(at, corners);
    return this.#runtime.kernels.edgesCancel(at, corners.length / 3) !== 0;
  }

  /** The box around vertices in memory, and the least size of a coordinate; undefined where calling a kernel does not pay. */
  measure({ address, format }: VertexPlaces, count: number): { box: Float64Array; least: number } | undefined {
    const { memory, kernels } = this.#runtime;
    const { measureVertices } = kernels as Partial<AllKernelExports>;
    if (!measureVertices || count < KERNEL_FROM) return undefined;
    const [out] = this.takeWords(14);
    measureVertices(address, format === FORMAT_F32 ? 1 : 0, count, out);
    const at = out >>> 3;
    return { box: memory.f64.slice(at, at + 6), least: memory.f64[at + 6] };
  }

  /**
   * All triangles whose boxes meet one of some boxes, six numbers each, and some others; undefined where calling a kernel does not pay,
   * or none can tell. All boxes meet `region`, which is finite and holds all of the surface that is of interest.
   */
  trianglesNear(
    surface: SurfaceTriangles,
    { address, format }: VertexPlaces,
    region: Float64Array,
    boxes: Float64Array,
  ): Uint32Array | undefined {
    const { memory, kernels } = this.#runtime;
    const { trianglesNear } = kernels as Partial<AllKernelExports>;
    const { vertexCount, triangles } = surface;
    if (!trianglesNear || surface.address === undefined || triangles.length < KERNEL_FROM) return undefined;
    const words = [12, 2 * boxes.length, 2 * GRID_CELLS ** 2, vertexCount, triangles.length];
    const [corners, list, regionAt, boxesAt, grid, cells, out] = this.bring(surface, ...words);
    memory.f64.set(region, regionAt >>> 3);
    memory.f64.set(boxes, boxesAt >>> 3);
    const count = trianglesNear(
      address,
      format === FORMAT_F32 ? 1 : 0,
      vertexCount,
      corners,
      list,
      triangles.length,
      regionAt,
      boxesAt,
      boxes.length / 6,
      grid,
      cells,
      out,
    );
    return new Uint32Array(this.words(out, count));
  }

  shells(surface: SurfaceTriangles): Shells {
    const { vertexCount, triangles } = surface;
    const [corners, list, parents, shells, firsts] = this.bring(surface, vertexCount, vertexCount, triangles.length);
    const { kernels } = this.#runtime;
    const count = kernels.numberShells(corners, list, triangles.length, vertexCount, parents, shells, firsts);
    return {
      count,
      ofVertex: new Int32Array(this.words(shells, vertexCount)),
      triangles: new Uint32Array(this.words(firsts, count)),
    };
  }

  /** For each of the vertices, the one that names its component, over triangles other than those skipped. */
  patches(surface: SurfaceTriangles, skipped: Int32Array, vertices: Int32Array): Uint32Array {
    const { vertexCount, triangles } = surface;
    const triangleCount = surface.corners.length / 3;
    const [corners, list, skippedAt, asked, parents, marks] = this.bring(
      surface,
      skipped.length,
      vertices.length,
      vertexCount,
      Math.ceil(triangleCount / 4),
    );
    this.write(skippedAt, skipped);
    this.write(asked, vertices);
    this.#runtime.kernels.namePatches(
      corners,
      list,
      triangles.length,
      triangleCount,
      vertexCount,
      skippedAt,
      skipped.length,
      asked,
      vertices.length,
      parents,
      marks,
    );
    return new Uint32Array(this.words(asked, vertices.length));
  }

  /** Lists the triangles around each vertex, at two places in memory: see neighbours.ts. */
  listNeighbours(surface: SurfaceTriangles, starts: number, lists: number): void {
    const [corners, list] = this.bring(surface);
    this.#runtime.kernels.listNeighbours(corners, list, surface.triangles.length, surface.vertexCount, starts, lists);
  }

  /**
   * The triangles over cells that are not empty, of a grid of 256 × 256: `cells` has the cell of each vertex, and cell c
   * holds something when `starts[c + 1]` is more than `starts[c]`.
   */
  trianglesOverCells(surface: SurfaceTriangles, cells: Uint16Array, starts: Uint32Array): Uint32Array {
    const { triangles } = surface;
    const words = Math.ceil(cells.length / 2);
    const [corners, list, cellsAt, startsAt, out] = this.bring(surface, words, starts.length, triangles.length);
    new Uint16Array(this.#runtime.memory.buffer, cellsAt, cells.length).set(cells);
    this.write(startsAt, starts);
    const { kernels } = this.#runtime;
    const count = kernels.trianglesOverCells(corners, list, triangles.length, cellsAt, startsAt, out);
    return new Uint32Array(this.words(out, count));
  }
}
