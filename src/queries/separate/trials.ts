/** Two objects of a scene, the first in places where it is not: asked about through instances, so that the scene stays as it is. */
import { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Triple } from '../../mesh/bounds.ts';
import type { Clash, Clashes } from '../clashes/clashes.ts';
import { checkClashesOptions } from '../clashes/options.ts';
import { findClashes } from '../clashes/run.ts';
import type { Closest } from '../closest/closest.ts';
import { matrixOf } from '../closest/trees.ts';
import { closestWasm } from '../closest/wasm.ts';
import type { EngineContext } from '../context.ts';
import { freePair, unmaskedPair } from '../named-pair.ts';
import type { CheckedRunningOptions, ObjectPair } from '../options.ts';

/** Whether two objects are in each other's way. */
const isInTheWay = ({ kind }: Clash): boolean => kind !== 'touching';

const overlap = (p: readonly number[], q: readonly number[]): boolean =>
  [0, 1, 2].every((k) => p[k] <= q[k + 3] && q[k] <= p[k + 3]);

export class Trials {
  readonly a: number;
  readonly b: number;
  readonly #context: EngineContext;
  readonly #objects: ReadonlyMap<number, SceneObject>;
  readonly #running: CheckedRunningOptions;
  readonly #matrix: Float64Array;
  readonly #pair: ReadonlyMap<number, SceneObject>;

  constructor(
    { runtime }: EngineContext,
    objects: ReadonlyMap<number, SceneObject>,
    [a, b]: readonly [number, number],
    signal: CheckedRunningOptions['signal'],
  ) {
    this.a = a;
    this.b = b;
    // Without the GPU: every place would have to be uploaded.
    this.#context = { runtime };
    this.#objects = objects;
    this.#running = { signal, onProgress: undefined };
    this.#matrix = matrixOf(objects.get(a)!);
    this.#pair = unmaskedPair(runtime, objects, [a, b]);
  }

  get pair(): ReadonlyMap<number, SceneObject> {
    return this.#pair;
  }

  free(): void {
    freePair(this.#pair);
  }

  /** Where the first is from now on: its translation is added to the last column of its matrix, as the caller does. */
  place(move: Triple): void {
    const matrix = this.#matrix.slice();
    for (let k = 0; k < 3; k++) matrix[12 + k] += move[k];
    this.#pair.get(this.a)!.place(matrix);
  }

  /** How far numbers of this size are apart where the first is placed. */
  get grain(): number {
    const { restBox } = this.#pair.get(this.a)!;
    const sizes = [0, 1, 2].map((row) => {
      const columns = [0, 1, 2].map((column) => {
        const most = Math.max(Math.abs(restBox[column]), Math.abs(restBox[column + 3]));
        return Math.abs(this.#matrix[4 * column + row]) * most;
      });
      return Math.abs(this.#matrix[12 + row]) + columns[0] + columns[1] + columns[2];
    });
    const others = this.#pair.get(this.b)!.box.map(Math.abs);
    return Math.max(...sizes, ...others) * 2 ** -52;
  }

  clashes(depth: boolean): Promise<Clashes> {
    return findClashes(this.#context, this.#pair, { ...checkClashesOptions({ depth }), ...this.#running });
  }

  async isFree(): Promise<boolean> {
    return !(await this.clashes(false)).clashes.some(isInTheWay);
  }

  /** The distance of the surfaces, if it is below a limit. */
  closest(below: number): Promise<Closest> {
    return closestWasm(this.#context.runtime, this.#pair, [this.a, this.b], { below, ...this.#running });
  }

  /** The other objects that the first clashes with where it is, ascending. */
  async meets(): Promise<Uint32Array> {
    const { a, b } = this;
    const placed = this.#pair.get(a)!;
    const here = new SceneObject(this.#context.runtime, placed);
    try {
      here.filter = this.#objects.get(a)!.filter;
      if (placed.matrix) here.place(placed.matrix);
      const others = [...this.#objects].filter(
        ([id, object]) => id !== a && id !== b && object.triangleCount > 0 && overlap(object.box, here.box),
      );
      if (others.length === 0) return new Uint32Array(0);
      const near = new Map([...others, [a, here] as const].sort(([p], [q]) => p - q));
      const pairs = others.map(([id]): ObjectPair => [a, id]);
      const options = { ...checkClashesOptions({ pairs, depth: false }), ...this.#running };
      const { clashes } = await findClashes(this.#context, near, options);
      const met = clashes.filter(isInTheWay).map((clash) => (clash.a === a ? clash.b : clash.a));
      return Uint32Array.from(new Set(met)).sort();
    } finally {
      here.free();
    }
  }
}
