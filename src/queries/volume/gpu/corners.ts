/**
 * The triangles of one object in a view, as the rasterizer wants them: corners in clip space, on the GPU.
 *
 * Vertices come from the mesh as it lies there, in single or double precision, and are brought to whole quarter steps of a grid over the
 * view (src/queries/voxels/gpu/grid-units.ts): 2^26 of them along its longest side, off by less than two. An object that reaches
 * farther than 16 such sides beyond the view is projected in JavaScript.
 */

import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import type { Triple } from '../../../mesh/bounds.ts';
import { meshesOn } from '../../gpu-meshes.ts';
import { placedPositions } from '../../open-mesh.ts';
import { type GridUnits, gridUnits, QUARTERS } from '../../voxels/gpu/grid-units.ts';
import { stepsParameters } from '../../voxels/gpu/passes.ts';
import { VOXEL_STEPS } from '../../voxels/gpu/shaders.ts';
import { sidesOf, type View } from '../view.ts';
import { PROJECT_CORNERS, PROJECT_PARAMETERS } from './layers-shaders.ts';

/** Depths keep clear of 0 and 1, so that nothing is clipped and an empty pixel (1) differs from a surface. */
const DEPTH_LOW = 0.001;
const DEPTH_RANGE = 0.998;
/** Steps of the grid along the longest side, and how many such sides away vertices may be. */
const SIDE_STEPS = 4096;
const SIDES_MOST = 16;
const VERTEX = 0x0020;
const CORNERS_USAGE = VERTEX | 0x80 | 0x4 | 0x8;

export class DrawnObject {
  readonly triangleCount: number;
  readonly #runtime: WasmRuntime;
  readonly #gpu: Gpu;
  readonly #object: SceneObject;
  readonly #view: View;
  readonly #shaders: readonly [steps: Shader, project: Shader];
  readonly #corners: GrowableBuffer;
  readonly #steps: GrowableBuffer;
  /** Depths of the object along the axis. */
  readonly #low: number;
  readonly #range: number;

  private constructor(
    runtime: WasmRuntime,
    gpu: Gpu,
    object: SceneObject,
    view: View,
    shaders: readonly [Shader, Shader],
  ) {
    this.#runtime = runtime;
    this.#gpu = gpu;
    this.#object = object;
    this.#view = view;
    this.#shaders = shaders;
    this.triangleCount = object.triangleCount;
    this.#corners = new GrowableBuffer(gpu.memory, 'corners', CORNERS_USAGE);
    this.#steps = new GrowableBuffer(gpu.memory, 'vertices in steps');
    const depth = view.order[2];
    this.#low = object.box[depth];
    const range = object.box[depth + 3] - this.#low;
    this.#range = range > 0 ? range : 1;
  }

  static async open(runtime: WasmRuntime, gpu: Gpu, object: SceneObject, view: View): Promise<DrawnObject> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const sources = [VOXEL_STEPS, PROJECT_CORNERS];
    const [steps, project] = await Promise.all(sources.map((source) => gpu.compile(source, constants)));
    return new DrawnObject(runtime, gpu, object, view, [steps, project]);
  }

  get byteLength(): number {
    return 36 * this.triangleCount;
  }

  /** The depth of a coordinate along the axis. */
  depthAt(coordinate: number): number {
    return DEPTH_LOW + (DEPTH_RANGE * (coordinate - this.#low)) / this.#range;
  }

  /** x, y, z of each corner: −1 to 1 over the image, depth 0 to 1 over the object. Within a run. */
  record(pass: ComputePass): GPUBuffer {
    const corners = this.#corners.reserve(this.byteLength);
    const units = this.#units();
    if (units) this.#project(pass, corners, units);
    else pass.upload(corners, this.#projected());
    return corners;
  }

  release(): void {
    this.#corners.release();
    this.#steps.release();
  }

  #units(): { readonly units: GridUnits; readonly perUnit: number } | undefined {
    const { box } = this.#view;
    const side = Math.max(...sidesOf(box));
    const reach = Math.max(...box.map((_, k) => Math.abs(this.#object.box[k] - box[k])));
    if (!(reach < SIDES_MOST * side)) return undefined;
    const voxelSize = side / SIDE_STEPS;
    const units = gridUnits({ origin: [box[0], box[1], box[2]] as Triple, voxelSize });
    return units && { units, perUnit: QUARTERS / voxelSize };
  }

  #project(pass: ComputePass, corners: GPUBuffer, { units, perUnit }: { units: GridUnits; perUnit: number }): void {
    const [steps, project] = this.#shaders;
    const { vertexCount } = this.#object;
    const [across, down, depth] = this.#view.order;
    const { box } = this.#view;
    const sides = sidesOf(box);
    const mesh = meshesOn(this.#gpu).bring(pass, this.#runtime.memory, this.#object);
    const quarters = this.#steps.reserve(16 * vertexCount);
    const { threads } = this.#gpu.workSizes.plain;
    pass.stage('project');
    const parameters = stepsParameters(units, vertexCount, mesh.isDouble);
    pass.dispatch(steps, Math.ceil(vertexCount / threads), [mesh.positions, quarters], parameters);
    const projected = {
      corners: 3 * this.triangleCount,
      across,
      down,
      depth,
      perAcross: 2 / (sides[across] * perUnit),
      perDown: 2 / (sides[down] * perUnit),
      perDepth: DEPTH_RANGE / (this.#range * perUnit),
      depthLow: this.depthAt(box[depth]),
    };
    const groups = Math.ceil(projected.corners / threads);
    pass.dispatch(project, groups, [quarters, mesh.indices, corners], PROJECT_PARAMETERS.pack([projected]));
  }

  /** The same in JavaScript. */
  #projected(): Float32Array<ArrayBuffer> {
    const positions = placedPositions(this.#runtime, this.#object);
    const { indices, triangleCount } = this.#object;
    const vertices = this.#runtime.memory.u32.subarray(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
    const [across, down, depth] = this.#view.order;
    const { box } = this.#view;
    const sides = sidesOf(box);
    const perDepth = DEPTH_RANGE / this.#range;
    const corners = new Float32Array(9 * triangleCount);
    for (let corner = 0; corner < vertices.length; corner++) {
      const at = 3 * vertices[corner];
      corners[3 * corner] = (2 * (positions[at + across] - box[across])) / sides[across] - 1;
      // Rows go down, clip space goes up.
      corners[3 * corner + 1] = 1 - (2 * (positions[at + down] - box[down])) / sides[down];
      corners[3 * corner + 2] = DEPTH_LOW + perDepth * (positions[at + depth] - this.#low);
    }
    return corners;
  }
}
