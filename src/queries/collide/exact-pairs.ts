/**
 * What single precision could not decide, decided exactly on the CPU, by the kernels of the wasm engine.
 *
 * Promise: the exact kind of a pair on the coordinates as given, by the same code as on the wasm engine.
 */
import { JOB_WIDE, KIND_COPLANAR } from '../../kernels/layout.ts';
import { WasmRuntime } from '../../wasm/runtime.ts';

/** Vertices and triangles numbered through the scene; four words per triangle, the last is not looked at. */
export interface ExactTriangles {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Coordinates so small that exact arithmetic must mind underflow. */
  readonly isWide: boolean;
}

const CORNER_BYTES = 24;
const TRIANGLE_BYTES = 72;

type Corners = readonly [number, number, number];

export class ExactPairs {
  readonly #runtime: WasmRuntime;
  readonly #first: number;
  readonly #second: number;
  #wide: boolean | undefined;

  private constructor(runtime: WasmRuntime) {
    this.#runtime = runtime;
    this.#first = runtime.memory.allocate(2 * TRIANGLE_BYTES, 'the exact tests');
    this.#second = this.#first + TRIANGLE_BYTES;
  }

  static async open(): Promise<ExactPairs> {
    return new ExactPairs(await WasmRuntime.open(0));
  }

  /** Has the triangle no area: are its corners on a line? */
  isDegenerate(scene: ExactTriangles, triangle: number): boolean {
    this.#setWide(scene.isWide);
    const { kernels } = this.#runtime;
    const { positions } = scene;
    const [a, b, c] = cornersOf(scene, triangle).map((vertex) => 3 * vertex);
    for (let k = 0; k < 3; k++) {
      const m = (k + 1) % 3;
      const turn = kernels.orient2d(
        positions[a + k],
        positions[a + m],
        positions[b + k],
        positions[b + m],
        positions[c + k],
        positions[c + m],
      );
      if (turn !== 0) return false;
    }
    return true;
  }

  /** The kind of a pair of triangles that both have area, or −1 when they do not collide. */
  kind(scene: ExactTriangles, a: number, b: number): number {
    this.#setWide(scene.isWide);
    const { kernels } = this.#runtime;
    const p = cornersOf(scene, a);
    const q = cornersOf(scene, b);
    const common = p.filter((vertex) => q.includes(vertex));
    if (common.length === 3) return KIND_COPLANAR;
    // Common corners come first, in the same order.
    this.#writeCorners(scene, this.#first, [...common, ...p.filter((vertex) => !common.includes(vertex))]);
    this.#writeCorners(scene, this.#second, [...common, ...q.filter((vertex) => !common.includes(vertex))]);
    if (common.length === 0) return kernels.pairKind(this.#first, this.#second);
    if (common.length === 1) return kernels.vertexPairKind(this.#first, this.#second);
    return kernels.edgePairKind(this.#first, this.#second);
  }

  dispose(): void {
    this.#runtime.dispose();
  }

  #writeCorners({ positions }: ExactTriangles, at: number, corners: readonly number[]): void {
    const { f64 } = this.#runtime.memory;
    for (let k = 0; k < 3; k++) {
      const from = 3 * corners[k];
      const to = (at + k * CORNER_BYTES) >>> 3;
      f64[to] = positions[from];
      f64[to + 1] = positions[from + 1];
      f64[to + 2] = positions[from + 2];
    }
  }

  /** Kernels take it over when a thread opens a job. */
  #setWide(isWide: boolean): void {
    if (this.#wide === isWide) return;
    const { memory, kernels } = this.#runtime;
    this.#runtime.resetJob(Math.ceil(memory.blocks.top / 64) * 64);
    memory.u32[JOB_WIDE >>> 2] = Number(isWide);
    kernels.openThread();
    this.#wide = isWide;
  }
}

function cornersOf({ triangles }: ExactTriangles, triangle: number): Corners {
  return [triangles[4 * triangle], triangles[4 * triangle + 1], triangles[4 * triangle + 2]];
}
