/**
 * Collects the triangles of PLY faces: polygons fanned from their first corner, or strips in which each corner makes a
 * triangle with the two before it, every other one reversed; −1 starts a new strip.
 *
 * Promise: a corner beyond the vertices throws and names its face.
 */
import { fileError } from '../file-error.ts';
import { GrowableUint32 } from '../growable.ts';
import type { ReadOptions } from '../model.ts';

export class PlyFaces {
  /** The lists to come are strips, not polygons. */
  strips = false;
  readonly #corners: GrowableUint32;
  readonly #vertexCount: number;
  readonly #options: ReadOptions;
  #first = 0;
  #previous = 0;
  #cornerCount = 0;

  /** Allocates capacity for `triangleCount` triangles; more may come. */
  constructor(vertexCount: number, triangleCount: number, options: ReadOptions) {
    this.#corners = new GrowableUint32(3 * triangleCount);
    this.#vertexCount = vertexCount;
    this.#options = options;
  }

  /** The next list begins. */
  begin(): void {
    this.#cornerCount = 0;
  }

  /** The next corner of the current list; `where` makes the place for a message. */
  corner(vertex: number, where: () => string): void {
    if (vertex >>> 0 !== vertex || vertex >= this.#vertexCount) {
      if (!this.strips || vertex !== -1) throw this.#outOfRange(vertex, where());
      this.begin();
      return;
    }
    const count = this.#cornerCount++;
    if (count >= 2) {
      if (this.strips && (count & 1) === 1) this.#corners.push3(this.#previous, this.#first, vertex);
      else this.#corners.push3(this.#first, this.#previous, vertex);
    }
    if (count === 0 || (this.strips && count > 1)) this.#first = count === 0 ? vertex : this.#previous;
    this.#previous = vertex;
  }

  take(): Uint32Array {
    return this.#corners.take();
  }

  #outOfRange(vertex: number, where: string): Error {
    const vertexCount = this.#vertexCount;
    return fileError('index-range', this.#options, {
      where,
      found: `the face uses vertex ${vertex}, but the file has ${vertexCount}, counted from 0`,
      advice: 'Check that the file is complete; export it again if it numbers vertices from 1.',
      details: { vertex, vertexCount },
    });
  }
}
