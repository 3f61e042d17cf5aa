/**
 * The vertices of a surface: exact coordinates, copied from the kernels' memory when they are first asked for, and what is known of all
 * of them.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import { SurfaceKernels, type VertexPlaces } from './surface-kernels.ts';
import { exponentOf, leastSize } from './whole-points.ts';

export class SurfaceVertices {
  /** low x y z, high x y z; exact. */
  readonly box: Float64Array;
  readonly #least: number | undefined;
  readonly #object: SceneObject;
  readonly #isGiven: boolean;
  #positions: Float64Array | undefined;
  #spare: Float64Array | undefined;

  /** Of an object as it was given, or as it is placed, up to date in memory; `spare` is an array that is no longer used. */
  constructor(runtime: WasmRuntime, object: SceneObject, isGiven: boolean, spare?: Float64Array) {
    this.#object = object;
    this.#isGiven = isGiven;
    this.#spare = spare;
    // Vertices that no triangle uses have the coordinates of one that is used.
    const measured = new SurfaceKernels(runtime).measure(this.places, object.vertexCount);
    this.box = measured?.box ?? boxOfPoints(this.positions);
    this.#least = measured?.least;
  }

  /** Where they are in the kernels' memory, as long as the query runs. */
  get places(): VertexPlaces {
    const { rest, format, exact } = this.#object;
    return this.#isGiven ? { address: rest, format } : exact;
  }

  /** Three per vertex. */
  get positions(): Float64Array {
    this.#positions ??= this.#copy();
    return this.#positions;
  }

  /** The array, when these vertices are not asked for any more: they are elsewhere now. */
  release(): Float64Array | undefined {
    const spare = this.#positions ?? this.#spare;
    this.#positions = undefined;
    this.#spare = undefined;
    return spare;
  }

  #copy(): Float64Array {
    const { address, format } = this.places;
    const { vertexCount, runtime } = this.#object;
    const { f32, f64 } = runtime.memory;
    const positions = this.#spare?.length === 3 * vertexCount ? this.#spare : new Float64Array(3 * vertexCount);
    this.#spare = undefined;
    if (format !== FORMAT_F32) {
      positions.set(f64.subarray(address >>> 3, (address >>> 3) + positions.length));
      return positions;
    }
    for (let to = 0, at = address >>> 2; to < positions.length; to += 3, at += 4) {
      positions[to] = f32[at];
      positions[to + 1] = f32[at + 1];
      positions[to + 2] = f32[at + 2];
    }
    return positions;
  }

  /** A power of two that all coordinates are whole multiples of, as an exponent. */
  get exponent(): number {
    return exponentOf(this.#least ?? leastSize(this.positions));
  }
}

/** The box around points, x y z each: low x y z, high x y z. Plain comparisons, which are faster than Math.min. */
export function boxOfPoints(points: Float64Array): Float64Array {
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  return new Float64Array([lowX, lowY, lowZ, highX, highY, highZ]);
}
