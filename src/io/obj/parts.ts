/**
 * Which triangles of an OBJ file belong to which part, and the parts as meshes of their own.
 *
 * Promise: parts come in the order of their first line; triangles keep their order within a part. A group that comes again
 * goes on, for `g` says which groups the next elements belong to; an `o` line always begins another object, for exporters give
 * equal bolts one name. With more than one part each gets the vertices it uses, in the order it first uses them;
 * a single part keeps all vertices of the file as they are numbered there.
 */
import { partNameOf } from '../file-error.ts';
import type { ModelPart, ReadOptions } from '../model.ts';

/** Triangles `start` to `end` − 1. */
interface Run {
  readonly start: number;
  end: number;
}

interface NamedRuns {
  readonly name: string;
  readonly runs: Run[];
}

const UNNAMED = '';

export class ObjParts {
  readonly #parts: NamedRuns[] = [];
  /** By name, where a name that comes again goes on. */
  readonly #known: Map<string, NamedRuns> | undefined;
  #open: Run | undefined;

  constructor({ continues }: { readonly continues: boolean }) {
    this.#known = continues ? new Map() : undefined;
  }

  /** No `begin` so far. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** The triangles from `triangle` on belong to this name. */
  begin(name: string, triangle: number): void {
    if (this.isEmpty && triangle > 0) this.#start(UNNAMED, 0);
    if (this.#open) this.#open.end = triangle;
    this.#start(name, triangle);
  }

  /** The parts as meshes; takes over `positions` and `corners`. */
  split(
    positions: Float64Array<ArrayBuffer>,
    corners: Uint32Array<ArrayBuffer>,
    options: ReadOptions,
  ): readonly ModelPart[] {
    if (this.#open) this.#open.end = corners.length / 3;
    const parts = this.#parts
      .map(({ name, runs }) => ({
        name: name || partNameOf(options),
        runs: runs.filter(({ start, end }) => end > start),
      }))
      .filter(({ runs }) => runs.length > 0);
    if (parts.length <= 1) return [{ name: parts[0]?.name ?? partNameOf(options), positions, indices: corners }];
    const compactor = new Compactor(positions, corners);
    return parts.map(({ name, runs }) => compactor.part(name, runs));
  }

  #start(name: string, triangle: number): void {
    let part = this.#known?.get(name);
    if (!part) {
      part = { name, runs: [] };
      this.#parts.push(part);
      this.#known?.set(name, part);
    }
    this.#open = { start: triangle, end: triangle };
    part.runs.push(this.#open);
  }
}

/** Cuts parts out of one numbering. The work is linear in the corners, however many parts there are. */
class Compactor {
  readonly #positions: Float64Array;
  readonly #corners: Uint32Array;
  /** Number of a vertex within the part that used it last, and that part (from 1). */
  readonly #localVertex: Uint32Array;
  readonly #usedBy: Uint32Array;
  /** Vertices of the current part, in the order of first use. */
  readonly #used: Uint32Array;
  #partCount = 0;

  constructor(positions: Float64Array, corners: Uint32Array) {
    const vertexCount = positions.length / 3;
    this.#positions = positions;
    this.#corners = corners;
    this.#localVertex = new Uint32Array(vertexCount);
    this.#usedBy = new Uint32Array(vertexCount);
    this.#used = new Uint32Array(vertexCount);
  }

  part(name: string, runs: readonly Run[]): ModelPart {
    const part = ++this.#partCount;
    const indices = new Uint32Array(runs.reduce((sum, { start, end }) => sum + 3 * (end - start), 0));
    let cornerCount = 0;
    let vertexCount = 0;
    for (const { start, end } of runs) {
      for (let corner = 3 * start; corner < 3 * end; corner++) {
        const vertex = this.#corners[corner];
        if (this.#usedBy[vertex] !== part) {
          this.#usedBy[vertex] = part;
          this.#localVertex[vertex] = vertexCount;
          this.#used[vertexCount++] = vertex;
        }
        indices[cornerCount++] = this.#localVertex[vertex];
      }
    }
    return { name, positions: this.#gather(vertexCount), indices };
  }

  #gather(vertexCount: number): Float64Array {
    const positions = new Float64Array(3 * vertexCount);
    for (let i = 0; i < vertexCount; i++) {
      const from = 3 * this.#used[i];
      positions[3 * i] = this.#positions[from];
      positions[3 * i + 1] = this.#positions[from + 1];
      positions[3 * i + 2] = this.#positions[from + 2];
    }
    return positions;
  }
}
