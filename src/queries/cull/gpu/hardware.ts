/**
 * The hardware generator: depth buffers and occlusion queries, as the papers did it.
 *
 * Elements are drawn into a depth buffer in the order of the pass; an element is asked by drawing it with the depth test
 * turned round and no writing, within an occlusion query: it is fully visible when no sample passes. A render pass has at
 * most 1024 queries; the next one goes on with the same depth buffer. Answers are resolved into a buffer, from which a compute
 * pass marks what is hidden; what is drawn and asked for in a pass, another one writes as indirect arguments, from the sets. So
 * nothing comes back between passes. Queries need calls for every element, the one work per element that JavaScript does.
 */

import { INDIRECT, QUERY_RESOLVE, STORAGE, STORAGE_USAGE } from '../../../backend/gpu/buffer-usage.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import { OptionError } from '../../../errors.ts';
import type { CheckedCullOptions } from '../options.ts';
import { ASKED_PARAMETERS } from './flow.ts';
import { DEPTH_FORMATS, hardwarePipelines, type Pipelines } from './hardware-pipelines.ts';
import { CULL_READ_ANSWERS, CULL_WRITE_ARGUMENTS } from './shaders.ts';

const QUERIES_PER_PASS = 1024;
const BYTES_PER_QUERY = 8;
const BYTES_PER_DRAWING = 16;
/** `GPUTextureUsage.RENDER_ATTACHMENT`; Node has no global of it. */
const RENDER_ATTACHMENT = 0x10;

/** Refuses what hardware cannot do, instead of doing it by other means. */
export function checkHardware({ resolution }: CheckedCullOptions, gpu: Gpu): void {
  const most = gpu.device.limits.maxTextureDimension2D;
  if (resolution <= most) return;
  throw new OptionError(
    'option-range',
    `cull: resolution is ${resolution}; this device draws images of at most ${most} pixels a side. Use generator "layered".`,
    { option: 'resolution' },
  );
}

/** What is drawn, in which order. */
export interface Drawn {
  readonly elementCount: number;
  /** The object of each element. */
  readonly objectOf: Uint32Array;
  /** Elements that are left, in the order of drawing; none: all of them. */
  readonly left: Uint32Array<ArrayBuffer> | undefined;
}

/** On the device: the state of the flow, sets, first ranks of elements, what is hidden, and what drawing binds. */
export interface DrawnBuffers {
  readonly state: GPUBuffer;
  readonly sets: GPUBuffer;
  readonly firstRanks: GPUBuffer;
  readonly hidden: GPUBuffer;
  readonly drawn: readonly GPUBuffer[];
}

/** Pipelines and buffers; one per GPU, coverage and depth format, used by one query at a time. */
export class HardwarePasses {
  readonly #gpu: Gpu;
  readonly #options: Pick<CheckedCullOptions, 'coverage' | 'depthBits' | 'self'>;
  readonly #pipelines: Pipelines;
  readonly #writeArguments: Shader;
  readonly #readAnswers: Shader;
  readonly #drawings: GrowableBuffer;
  readonly #answers: GrowableBuffer;
  readonly #shown: GrowableBuffer;
  #image: { readonly depth: GPUTexture; readonly queries: GPUQuerySet } | undefined;

  private constructor(gpu: Gpu, options: CheckedCullOptions, pipelines: Pipelines, shaders: readonly Shader[]) {
    this.#gpu = gpu;
    this.#options = options;
    this.#pipelines = pipelines;
    [this.#writeArguments, this.#readAnswers] = shaders;
    this.#drawings = new GrowableBuffer(gpu.memory, 'cull drawings', STORAGE_USAGE | INDIRECT);
    this.#answers = new GrowableBuffer(gpu.memory, 'cull answers', STORAGE | QUERY_RESOLVE);
    this.#shown = new GrowableBuffer(gpu.memory, 'cull elements shown');
  }

  static async create(gpu: Gpu, options: CheckedCullOptions): Promise<HardwarePasses> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const writeArguments = CULL_WRITE_ARGUMENTS[options.coverage === 'sampled' ? 'triangles' : 'pieces'];
    const [pipelines, ...shaders] = await Promise.all([
      hardwarePipelines(gpu, options),
      gpu.compile(writeArguments, constants),
      gpu.compile(CULL_READ_ANSWERS, constants),
    ]);
    return new HardwarePasses(gpu, options, pipelines, shaders);
  }

  get bytes(): number {
    const { width = 0, height = 0 } = this.#image?.depth ?? {};
    const buffers = [this.#drawings, this.#answers, this.#shown];
    return 4 * width * height + buffers.reduce((sum, { capacityBytes }) => sum + capacityBytes, 0);
  }

  /** Makes an image of `resolution` pixels a side. Within a run, where lack of memory is noticed. */
  open(resolution: number): void {
    this.close();
    const { handle } = this.#gpu.device;
    const format = DEPTH_FORMATS[this.#options.depthBits];
    this.#image = {
      depth: handle.createTexture({ size: [resolution, resolution], format, usage: RENDER_ATTACHMENT }),
      queries: handle.createQuerySet({ type: 'occlusion', count: QUERIES_PER_PASS }),
    };
  }

  /** Gives the image back. */
  close(): void {
    this.#image?.depth.destroy();
    this.#image?.queries.destroy();
    this.#image = undefined;
  }

  /** Elements that the passes of a run draw and ask for. */
  show(pass: ComputePass, { left }: Drawn): void {
    if (left) pass.upload(this.#shown.reserve(left.byteLength), left);
  }

  /** A pass over all that is shown, forward or backward. */
  record(pass: ComputePass, shown: Drawn, buffers: DrawnBuffers, parameters: ArrayBuffer, isBackward: boolean): void {
    const { threads } = this.#gpu.workSizes.plain;
    const { state, sets, firstRanks, hidden } = buffers;
    const count = shown.left?.length ?? shown.elementCount;
    const drawings = this.#drawings.reserve(2 * BYTES_PER_DRAWING * shown.elementCount);
    const chunks = Math.ceil(count / QUERIES_PER_PASS);
    const answers = this.#answers.reserve(chunks * QUERIES_PER_PASS * BYTES_PER_QUERY);
    const groups = Math.ceil(shown.elementCount / threads);
    pass.dispatch(this.#writeArguments, groups, [state, sets, firstRanks, drawings], parameters);
    pass.render((encoder, uniform) => {
      const bound = [uniform(parameters), ...buffers.drawn.map((buffer) => ({ buffer }))];
      const entries = bound.map((resource, binding) => ({ binding, resource }));
      const group = this.#gpu.device.handle.createBindGroup({ layout: this.#pipelines.layout, entries });
      new Drawing(encoder, this.#pipelines, group, this.#image!, drawings, answers).draw(
        groupsOf(shown, isBackward, this.#isOneByOne),
        this.#isOneByOne && !isBackward,
      );
    });
    const asked = ASKED_PARAMETERS.pack([{ count, isAll: Number(!shown.left), isBackward: Number(isBackward) }]);
    pass.dispatch(this.#readAnswers, Math.ceil(count / threads), [answers, this.#shown.reserve(4), hidden], asked);
  }

  /** Sampled within objects; else all of an object is asked for before anything of it is drawn. */
  get #isOneByOne(): boolean {
    return this.#options.self && this.#options.coverage === 'sampled';
  }
}

/** Elements that are drawn together, in the order of the pass: those of an object, or one by one. */
function* groupsOf(
  { elementCount, objectOf, left }: Drawn,
  isBackward: boolean,
  isOneByOne: boolean,
): Generator<readonly number[]> {
  const count = left?.length ?? elementCount;
  let group: number[] = [];
  for (let i = 0; i < count; i++) {
    const place = isBackward ? count - 1 - i : i;
    const element = left ? left[place] : place;
    if (group.length > 0 && (isOneByOne || objectOf[element] !== objectOf[group[0]])) {
      yield group;
      group = [];
    }
    group.push(element);
  }
  if (group.length > 0) yield group;
}

/** One pass: as many render passes as its queries need. */
class Drawing {
  readonly #encoder: GPUCommandEncoder;
  readonly #pipelines: Pipelines;
  readonly #group: GPUBindGroup;
  readonly #queries: GPUQuerySet;
  readonly #view: GPUTextureView;
  readonly #drawings: GPUBuffer;
  readonly #answers: GPUBuffer;
  #pass: GPURenderPassEncoder | undefined;
  #current: GPURenderPipeline | undefined;
  #asked = 0;
  #resolved = 0;
  #isBegun = false;

  constructor(
    encoder: GPUCommandEncoder,
    pipelines: Pipelines,
    group: GPUBindGroup,
    { depth, queries }: { readonly depth: GPUTexture; readonly queries: GPUQuerySet },
    drawings: GPUBuffer,
    answers: GPUBuffer,
  ) {
    this.#encoder = encoder;
    this.#pipelines = pipelines;
    this.#group = group;
    this.#queries = queries;
    this.#view = depth.createView();
    this.#drawings = drawings;
    this.#answers = answers;
  }

  draw(groups: Iterable<readonly number[]>, drawsFirst: boolean): void {
    for (const group of groups) {
      if (drawsFirst) for (const element of group) this.#drawOne(element);
      for (const element of group) this.#ask(element);
      if (!drawsFirst) for (const element of group) this.#drawOne(element);
    }
    this.#end();
  }

  #drawOne(element: number): void {
    this.#open(this.#pipelines.draw).drawIndirect(this.#drawings, (2 * element + 1) * BYTES_PER_DRAWING);
  }

  #ask(element: number): void {
    if (this.#asked - this.#resolved === QUERIES_PER_PASS) this.#end();
    const pass = this.#open(this.#pipelines.ask);
    pass.beginOcclusionQuery(this.#asked++ - this.#resolved);
    pass.drawIndirect(this.#drawings, 2 * element * BYTES_PER_DRAWING);
    pass.endOcclusionQuery();
  }

  #open(pipeline: GPURenderPipeline): GPURenderPassEncoder {
    if (!this.#pass) {
      this.#pass = this.#encoder.beginRenderPass({
        colorAttachments: [],
        depthStencilAttachment: {
          view: this.#view,
          depthLoadOp: this.#isBegun ? 'load' : 'clear',
          depthClearValue: 1,
          depthStoreOp: 'store',
        },
        occlusionQuerySet: this.#queries,
      });
      this.#pass.setBindGroup(0, this.#group);
      this.#current = undefined;
      this.#isBegun = true;
    }
    if (this.#current !== pipeline) this.#pass.setPipeline(pipeline);
    this.#current = pipeline;
    return this.#pass;
  }

  #end(): void {
    this.#pass?.end();
    this.#pass = undefined;
    const count = this.#asked - this.#resolved;
    if (count === 0) return;
    this.#encoder.resolveQuerySet(this.#queries, 0, count, this.#answers, this.#resolved * BYTES_PER_QUERY);
    this.#resolved = this.#asked;
  }
}
