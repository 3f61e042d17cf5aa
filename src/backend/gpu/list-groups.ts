/**
 * Dispatches one thread for each entry of a list that the GPU itself has made, without the CPU in between.
 *
 * Promise: a list that has not fitted gets no threads; the run that made it is to be repeated anyway (append-list.ts).
 */
import { struct } from '../../memory/struct.ts';
import type { AppendTargets } from './append-list.ts';
import { INDIRECT, STORAGE_USAGE } from './buffer-usage.ts';
import { GrowableBuffer } from './buffers.ts';
import type { BufferPart, ComputePass } from './compute-pass.ts';
import type { Gpu } from './gpu.ts';
import { type Shader, ShaderSource } from './pipelines.ts';

const GROUPS_PARAMETERS = struct('GroupsParameters', {
  counterIndex: 'u32',
  capacity: 'u32',
  groupsPerRowMax: 'u32',
});

const GROUPS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> list: GroupsParameters;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
@group(0) @binding(2) var<storage, read_write> groups: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let count = counters[list.counterIndex];
  let needed = select((count + THREADS - 1u) / THREADS, 0u, count > list.capacity);
  let rows = max(1u, (needed + list.groupsPerRowMax - 1u) / list.groupsPerRowMax);
  groups[0] = (needed + rows - 1u) / rows;
  groups[1] = rows;
  groups[2] = 1u;
}
`;

export const LIST_GROUPS = new ShaderSource(
  'list-groups',
  [GROUPS_PARAMETERS.wgsl, GROUPS_WGSL],
  ['uniform', 'read', 'write'],
  { THREADS: 32 },
);

export class ListGroups {
  readonly #gpu: Gpu;
  readonly #shader: Shader;
  readonly #groups: GrowableBuffer;

  private constructor(gpu: Gpu, shader: Shader) {
    this.#gpu = gpu;
    this.#shader = shader;
    this.#groups = new GrowableBuffer(gpu.memory, 'workgroups of a list', STORAGE_USAGE | INDIRECT);
  }

  static async create(gpu: Gpu): Promise<ListGroups> {
    return new ListGroups(gpu, await gpu.compile(LIST_GROUPS, { THREADS: gpu.workSizes.plain.threads }));
  }

  /** One thread of the shader, whose workgroups have as many as `workSizes.plain`, for each entry of the list. */
  dispatch<Name extends string>(
    pass: ComputePass,
    lists: AppendTargets<Name>,
    name: Name,
    shader: Shader,
    buffers: readonly BufferPart[],
    parameters: ArrayBuffer,
  ): void {
    const groups = this.#groups.reserve(12);
    const list = {
      counterIndex: lists.counters.index(name),
      capacity: lists.capacity(name),
      groupsPerRowMax: this.#gpu.device.limits.maxComputeWorkgroupsPerDimension,
    };
    pass.dispatch(this.#shader, 1, [lists.counters.buffer, groups], GROUPS_PARAMETERS.pack([list]));
    pass.dispatchIndirect(shader, { buffer: groups, offset: 0 }, buffers, parameters);
  }
}
