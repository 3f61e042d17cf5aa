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
  #count = 0;
  readonly #indices = new IntList();
  readonly #starts = new IntList();
  readonly #list = new IntList();

  /** `targets` has the same number for all places with the same coordinates. */
  constructor(coordinates: Float64Array, targets: Uint32Array) {
    this.#coordinates = coordinates;
    this.#targets = targets;
    this.#numbers = new Int32Array(targets.length).fill(-1);
    this.#positions = new Float64Array(coordinates.length);
    this.#starts.push(0);
  }

  /** Three places from `corners[at]` on, and parents from `from` up to `to`. */
  add(corners: ArrayLike<number>, at: number, parents: ArrayLike<number>, from: number, to: number): void {
    const targets = this.#targets;
    const [p, q, r] = [targets[corners[at]], targets[corners[at + 1]], targets[corners[at + 2]]];
    if (p === q || q === r || r === p) return;
    for (let k = at; k < at + 3; k++) this.#indices.push(this.#vertexOf(corners[k]));
    for (let i = from; i < to; i++) this.#list.push(parents[i]);
    this.#starts.push(this.#list.count);
  }

  #vertexOf(place: number): number {
    const target = this.#targets[place];
    const known = this.#numbers[target];
    if (known >= 0) return known;
    const vertex = this.#count++;
    this.#numbers[target] = vertex;
    for (let k = 0; k < 3; k++) this.#positions[3 * vertex + k] = this.#coordinates[3 * place + k];
    return vertex;
  }

  finish(): WeldedMesh {
    return {
      positions: this.#positions.slice(0, 3 * this.#count),
      indices: numbersOf(this.#indices),
      parents: { starts: numbersOf(this.#starts), list: numbersOf(this.#list) },
    };
  }
}

function numbersOf({ values, count }: IntList): Uint32Array {
  return new Uint32Array(values.subarray(0, count));
}
