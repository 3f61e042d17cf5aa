/**
 * The hardware generator: depth buffers and occlusion queries, as the papers did it.
 *
 * Elements are drawn into a depth buffer in the order of the pass; an element is asked by drawing it with the depth test
 * turned round and no writing, within an occlusion query: it is fully visible when no sample passes. A render pass has at
 * most 1024 queries; the next one goes on with the same depth buffer. All answers of a pass are resolved into one buffer
 * and read once.
 */

import {
  COPY_DST,
  COPY_SRC,
  MAP_MODE_READ,
  MAP_READ,
  QUERY_RESOLVE,
  STORAGE,
} from '../../../backend/gpu/buffer-usage.ts';
import { explainFailure, guarded } from '../../../backend/gpu/error-scopes.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import { OptionError } from '../../../errors.ts';
import type { Elements } from '../elements.ts';
import type { Frame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import { makePasses, type PassPlan } from '../passes.ts';
import type { Prune, Visit } from '../prune.ts';
import { type ViewTriangles, viewTriangles } from '../view-triangles.ts';
import { boxPlaces, boxView, trianglePlaces } from './hardware-geometry.ts';
import { DEPTH_FORMATS, hardwarePipelines, type Pipelines } from './hardware-pipelines.ts';

const QUERIES_PER_PASS = 1024;
const BYTES_PER_QUERY = 8;
/** `GPUBufferUsage.VERTEX` and `GPUTextureUsage.RENDER_ATTACHMENT`; Node has no globals of them. */
const VERTEX = 0x20;
const RENDER_ATTACHMENT = 0x10;

/** What hardware cannot do is refused, not done otherwise. */
export function checkHardware(options: CheckedCullOptions, gpu: Gpu): void {
  const { coverage, self, resolution } = options;
  if (coverage === 'conservative') {
    throw new OptionError(
      'option-conflict',
      'cull: no hardware rasterizes conservatively through WebGPU; with generator "hardware" expected coverage "sampled" or "uobb".',
      { option: 'coverage' },
    );
  }
  if (coverage === 'uobb' && self) {
    throw new OptionError(
      'option-conflict',
      'cull: boxes of neighbours overlap, and occlusion queries cannot leave neighbours out; with generator "hardware" and self expected coverage "sampled".',
      { option: 'self' },
    );
  }
  const most = gpu.device.limits.maxTextureDimension2D;
  if (resolution <= most) return;
  throw new OptionError(
    'option-range',
    `cull: resolution is ${resolution}; this device draws images of at most ${most} pixels a side. Use generator "layered".`,
    { option: 'resolution' },
  );
}

class HardwareVisit {
  readonly #gpu: Gpu;
  readonly #options: CheckedCullOptions;
  readonly #elements: Elements;
  readonly #triangles: ViewTriangles;
  readonly #pipelines: Pipelines;
  readonly #geometry: GPUBuffer;
  readonly #bindGroup: GPUBindGroup | undefined;
  readonly #depth: GPUTexture;
  readonly #queries: GPUQuerySet;
  readonly #answers: GPUBuffer;
  readonly #staging: GPUBuffer;
  readonly bytes: number;

  private constructor(
    gpu: Gpu,
    options: CheckedCullOptions,
    visit: Visit,
    triangles: ViewTriangles,
    places: Float32Array<ArrayBuffer>,
    pipelines: Pipelines,
  ) {
    const { handle } = gpu.device;
    const isBoxes = options.coverage === 'uobb';
    this.#gpu = gpu;
    this.#options = options;
    this.#elements = visit.elements;
    this.#triangles = triangles;
    this.#pipelines = pipelines;
    this.#geometry = handle.createBuffer({
      label: 'cull geometry',
      size: Math.max(64, places.byteLength),
      usage: (isBoxes ? STORAGE : VERTEX) | COPY_DST,
    });
    handle.queue.writeBuffer(this.#geometry, 0, places);
    this.#bindGroup = isBoxes
      ? handle.createBindGroup({
          layout: pipelines.layout,
          entries: [{ binding: 0, resource: { buffer: this.#geometry } }],
        })
      : undefined;
    const size = [options.resolution, options.resolution];
    this.#depth = handle.createTexture({ size, format: DEPTH_FORMATS[options.depthBits], usage: RENDER_ATTACHMENT });
    this.#queries = handle.createQuerySet({ type: 'occlusion', count: QUERIES_PER_PASS });
    const chunks = Math.max(1, Math.ceil(visit.elements.count / QUERIES_PER_PASS));
    const answerBytes = chunks * QUERIES_PER_PASS * BYTES_PER_QUERY;
    this.#answers = handle.createBuffer({ size: answerBytes, usage: QUERY_RESOLVE | COPY_SRC });
    this.#staging = handle.createBuffer({ size: answerBytes, usage: MAP_READ | COPY_DST });
    this.bytes = places.byteLength + 2 * answerBytes + options.resolution ** 2 * 4;
  }

  static async open(
    gpu: Gpu,
    options: CheckedCullOptions,
    visit: Visit,
    triangles: ViewTriangles,
    places: Float32Array<ArrayBuffer>,
  ): Promise<HardwareVisit> {
    const pipelines = await hardwarePipelines(gpu, options);
    return guarded(gpu.device, 'the culling buffers', () => {
      return new HardwareVisit(gpu, options, visit, triangles, places, pipelines);
    });
  }

  dispose(): void {
    for (const buffer of [this.#geometry, this.#answers, this.#staging]) buffer.destroy();
    this.#depth.destroy();
    this.#queries.destroy();
  }

  /** Makes a pass; one byte per element, 1 where a sample passed the turned test. */
  async walk(plan: PassPlan): Promise<Uint8Array> {
    const { device } = this.#gpu;
    const hidden = new Uint8Array(this.#elements.count);
    try {
      let asked: number[] = [];
      await guarded(device, 'a culling pass', () => {
        asked = this.#record(plan);
      });
      if (asked.length === 0) return hidden;
      await this.#staging.mapAsync(MAP_MODE_READ);
      const counts = new BigUint64Array(this.#staging.getMappedRange().slice(0));
      this.#staging.unmap();
      for (const [query, element] of asked.entries()) hidden[element] = Number(counts[query] !== 0n);
      return hidden;
    } catch (error) {
      throw await explainFailure(device, error);
    }
  }

  #record(plan: PassPlan): number[] {
    const { handle } = this.#gpu.device;
    const encoder = handle.createCommandEncoder();
    const asked: number[] = [];
    const view = this.#depth.createView();
    let pass: GPURenderPassEncoder | undefined;
    let current: GPURenderPipeline | undefined;
    let inPass = 0;
    const endPass = () => {
      pass?.end();
      pass = undefined;
      const place = (asked.length - inPass) * BYTES_PER_QUERY;
      if (inPass > 0) encoder.resolveQuerySet(this.#queries, 0, inPass, this.#answers, place);
      inPass = 0;
    };
    const open = (pipeline: GPURenderPipeline): GPURenderPassEncoder => {
      if (!pass) {
        pass = encoder.beginRenderPass({
          colorAttachments: [],
          depthStencilAttachment: {
            view,
            depthLoadOp: asked.length === 0 ? 'clear' : 'load',
            depthClearValue: 1,
            depthStoreOp: 'store',
          },
          occlusionQuerySet: this.#queries,
        });
        if (this.#bindGroup) pass.setBindGroup(0, this.#bindGroup);
        else pass.setVertexBuffer(0, this.#geometry);
        current = undefined;
      }
      if (current !== pipeline) pass.setPipeline(pipeline);
      current = pipeline;
      return pass;
    };
    const show = (target: GPURenderPassEncoder, element: number) => {
      const first = this.#triangles.firstOf[element];
      const count = this.#triangles.firstOf[element + 1] - first;
      if (this.#bindGroup) target.draw(18, count, 0, first);
      else target.draw(3 * count, 1, 3 * first);
    };
    const draw = (element: number) => show(open(this.#pipelines.draw), element);
    const ask = (element: number) => {
      if (inPass === QUERIES_PER_PASS) endPass();
      const target = open(this.#pipelines.ask);
      target.beginOcclusionQuery(inPass++);
      asked.push(element);
      show(target, element);
      target.endOcclusionQuery();
    };
    for (const group of this.#groups(plan)) this.#makeGroup(group, plan, draw, ask);
    endPass();
    if (asked.length > 0) {
      encoder.copyBufferToBuffer(this.#answers, 0, this.#staging, 0, asked.length * BYTES_PER_QUERY);
    }
    handle.queue.submit([encoder.finish()]);
    return asked;
  }

  /** Elements that are drawn together, in the order of the pass: those of an object, or one by one. */
  *#groups({ backward }: PassPlan): Generator<number[]> {
    const { count, object } = this.#elements;
    for (let i = 0; i < count; ) {
      const group: number[] = [];
      const at = (k: number) => (backward ? count - 1 - k : k);
      const owner = object[at(i)];
      do group.push(at(i++));
      while (!this.#options.self && i < count && object[at(i)] === owner);
      yield group;
    }
  }

  #makeGroup(
    group: readonly number[],
    plan: PassPlan,
    draw: (element: number) => void,
    ask: (element: number) => void,
  ): void {
    const isSelfTested = (element: number) =>
      this.#options.self &&
      !plan.backward &&
      this.#triangles.firstOf[element + 1] - this.#triangles.firstOf[element] > 1;
    for (const element of group) {
      // An element that is tested against itself has to be drawn first, and then stays in the buffer even if it need not be
      // there: that may hide others, which is safe.
      if (isSelfTested(element) && (plan.isAsked(element) || plan.isDrawn(element))) draw(element);
      if (plan.isAsked(element)) ask(element);
    }
    for (const element of group) if (plan.isDrawn(element) && !isSelfTested(element)) draw(element);
  }
}

/** What is drawn, in clip space; nothing where the view cannot tell anything. */
function placesOf(
  triangles: ViewTriangles,
  { view }: Visit,
  { coverage, resolution, depthBits }: CheckedCullOptions,
): Float32Array<ArrayBuffer> | undefined {
  if (coverage !== 'uobb') return trianglePlaces(triangles, view, resolution, depthBits);
  const shown = boxView(view, resolution, depthBits);
  return shown && boxPlaces(triangles, shown);
}

export function pruneOnHardware(
  runtime: WasmRuntime,
  gpu: Gpu,
  list: readonly Participant[],
  options: CheckedCullOptions,
  frame: Frame,
): Prune {
  return async (visit) => {
    const triangles = viewTriangles(runtime, list, visit, frame.map);
    const places = placesOf(triangles, visit, options);
    if (!places) return { passes: [], stable: true, fragments: 0, bytes: 0 };
    const hardware = await HardwareVisit.open(gpu, options, visit, triangles, places);
    try {
      const passes = await makePasses(visit, options, (plan) => hardware.walk(plan));
      return { ...passes, fragments: 0, bytes: hardware.bytes };
    } finally {
      hardware.dispose();
    }
  };
}
