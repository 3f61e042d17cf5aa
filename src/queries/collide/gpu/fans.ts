/**
 * Vertex fans on the GPU: corners listed by vertex and the shape of each fan, made once for a mesh; and their certificates,
 * made in every query that asks for collisions within objects.
 *
 * Promise: six dispatches at most for a new mesh, one otherwise.
 */
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { ExclusiveScan } from '../../../backend/gpu/exclusive-scan.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { GpuPlan } from './plan.ts';
import type { GpuScene, SceneBuffers } from './scene.ts';
import { FAN_CERTIFY, FAN_COUNT, FAN_FILL, FAN_SHAPE } from './shaders.ts';

interface FanShaders {
  readonly count: Shader;
  readonly fill: Shader;
  readonly shape: Shader;
  readonly certify: Shader;
  readonly scan: ExclusiveScan;
}

export class GpuFans {
  readonly #gpu: Gpu;
  readonly #shaders: FanShaders;
  readonly #starts: GrowableBuffer;
  readonly #corners: GrowableBuffer;
  readonly #fans: GrowableBuffer;
  #madeFor: { scene: GpuScene; topology: number; fans: GPUBuffer } | undefined;

  private constructor(gpu: Gpu, shaders: FanShaders) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    this.#starts = new GrowableBuffer(gpu.memory, 'ends of corner lists');
    this.#corners = new GrowableBuffer(gpu.memory, 'corner lists');
    this.#fans = new GrowableBuffer(gpu.memory, 'fans');
  }

  static async create(gpu: Gpu): Promise<GpuFans> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [count, fill, shape, certify, scan] = await Promise.all([
      gpu.compile(FAN_COUNT, constants),
      gpu.compile(FAN_FILL, constants),
      gpu.compile(FAN_SHAPE, constants),
      gpu.compile(FAN_CERTIFY, constants),
      ExclusiveScan.create(gpu),
    ]);
    return new GpuFans(gpu, { count, fill, shape, certify, scan });
  }

  /** A word for each vertex (fans.wgsl.ts), as recorded last; anything where neighbours were not asked for. */
  get buffer(): GPUBuffer {
    return this.#fans.reserve(4);
  }

  /** Certifies the fans of all vertices. */
  record(
    pass: ComputePass,
    scene: GpuScene,
    { vertices, triangles }: SceneBuffers,
    boxes: GPUBuffer,
    plan: GpuPlan,
    parameters: ArrayBuffer,
  ): void {
    const { vertexCount, triangleCount } = plan;
    const starts = this.#starts.reserve(4 * (vertexCount + 1));
    const corners = this.#corners.reserve(12 * triangleCount);
    const fans = this.#fans.reserve(4 * vertexCount);
    const made = this.#madeFor;
    if (made?.scene !== scene || made.topology !== scene.topology || made.fans !== fans) {
      pass.stage('neighbours');
      this.#recordLists(pass, triangles, starts, corners, fans, plan, parameters);
      this.#madeFor = { scene, topology: scene.topology, fans };
    }
    pass.stage('fans');
    const buffers = [vertices, triangles, boxes, starts, corners, fans];
    pass.dispatch(this.#shaders.certify, this.#groups(vertexCount), buffers, parameters);
  }

  release(): void {
    for (const buffer of [this.#starts, this.#corners, this.#fans]) buffer.release();
    this.#shaders.scan.release();
    this.#madeFor = undefined;
  }

  /** A run that failed may have made anything. */
  forget(): void {
    this.#madeFor = undefined;
  }

  #recordLists(
    pass: ComputePass,
    triangles: GPUBuffer,
    starts: GPUBuffer,
    corners: GPUBuffer,
    fans: GPUBuffer,
    { vertexCount, triangleCount }: GpuPlan,
    parameters: ArrayBuffer,
  ): void {
    const { count, fill, shape, scan } = this.#shaders;
    const perTriangle = this.#groups(triangleCount);
    pass.clear(starts, 0, 4 * (vertexCount + 1));
    pass.clear(fans, 0, 4 * vertexCount);
    pass.dispatch(count, perTriangle, [triangles, starts], parameters);
    scan.record(pass, { data: starts, capacity: vertexCount });
    pass.dispatch(fill, perTriangle, [triangles, starts, corners], parameters);
    pass.dispatch(shape, this.#groups(vertexCount), [triangles, starts, corners, fans], parameters);
  }

  #groups(items: number): number {
    return Math.ceil(items / this.#gpu.workSizes.plain.threads);
  }
}
