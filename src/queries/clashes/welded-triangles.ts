/** Triangles of a skin joined where points are in the same place; those that lose their area by that are left out. */
import { IntList } from './int-list.ts';

/** The triangles of the surface that each triangle of a skin is, or is a part of: `list[starts[t]]` to `list[starts[t + 1]]`. */
export interface Parents {
  readonly starts: Uint32Array;
  readonly list: Uint32Array;
}

export interface WeldedMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly parents: Parents;
}

export class WeldedTriangles {
  readonly #coordinates: Float64Array;
  readonly #targets: Uint32Array;
  /** The vertex of each target, −1 before it has one. */
  readonly #numbers: Int32Array;
  readonly #positions: Float64Array;
  #vertexCount = 0;
  readonly #indices: IntList;
  readonly #starts: IntList;
  readonly #list: IntList;

  /** `targets` has the same number for all places with the same coordinates; about `expected` triangles will be added. */
  constructor(coordinates: Float64Array, targets: Uint32Array, expected: number) {
    this.#coordinates = coordinates;
    this.#targets = targets;
    this.#numbers = new Int32Array(targets.length).fill(-1);
    this.#positions = new Float64Array(coordinates.length);
    this.#indices = new IntList(3 * expected + 64);
    this.#starts = new IntList(expected + 64);
    this.#list = new IntList(expected + 64);
    this.#starts.push(0);
  }

  /** A triangle between three places, with its parents. */
  add(corners: ArrayLike<number>, parents: readonly number[]): void {
    if (!this.#addCorners(corners, 0)) return;
    for (const parent of parents) this.#list.push(parent);
    this.#starts.push(this.#list.count);
  }

  /** Triangles of a list, with three places and one parent each. */
  addAll(corners: Uint32Array, parents: Uint32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      if (this.#addCorners(corners, 3 * i)) this.#starts.push(this.#list.push(parents[i]) + 1);
    }
  }

  /** False for a triangle that has lost its area. */
  #addCorners(corners: ArrayLike<number>, at: number): boolean {
    const targets = this.#targets;
    const p = targets[corners[at]];
    const q = targets[corners[at + 1]];
    const r = targets[corners[at + 2]];
    if (p === q || q === r || r === p) return false;
    const first = this.#vertexOf(corners[at], p);
    const second = this.#vertexOf(corners[at + 1], q);
    this.#indices.push3(first, second, this.#vertexOf(corners[at + 2], r));
    return true;
  }

  #vertexOf(place: number, target: number): number {
    const known = this.#numbers[target];
    return known >= 0 ? known : this.#addVertex(place, target);
  }

  #addVertex(place: number, target: number): number {
    const vertex = this.#vertexCount++;
    this.#numbers[target] = vertex;
    for (let k = 0; k < 3; k++) this.#positions[3 * vertex + k] = this.#coordinates[3 * place + k];
    return vertex;
  }

  finish(): WeldedMesh {
    return {
      positions: this.#positions.slice(0, 3 * this.#vertexCount),
      indices: numbersOf(this.#indices),
      parents: { starts: numbersOf(this.#starts), list: numbersOf(this.#list) },
    };
  }
}

function numbersOf({ values, count }: IntList): Uint32Array {
  return new Uint32Array(values.subarray(0, count));
}
