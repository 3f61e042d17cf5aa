/**
 * Lists that the GPU appends to, whose length is not known in advance.
 *
 * Promise: no entry is lost. A pass that finds a list full keeps counting; the list is then enlarged to the size
 * needed, and everything runs again. The shader's side is `appendEntries` in counters.wgsl.ts.
 */
import { EngineError } from '../../errors.ts';
import { type GpuMemory, GrowableBuffer } from './buffers.ts';
import type { ComputePass } from './compute-pass.ts';
import { Counters } from './counters.ts';
import type { Gpu, RunOptions } from './gpu.ts';
import { Tally } from './tally.ts';

/** The most reruns; a need that keeps growing is a bug in the passes. */
const RERUNS_MAX = 16;

export interface AppendListOptions {
  readonly bytesPerEntry: number;
  /** Initial capacity, in entries. */
  readonly capacity: number;
}

/** What the recording of a run is given. */
export interface AppendTargets<Name extends string> {
  readonly counters: Counters<Name>;
  /** To be bound as a whole: shaders take the capacity from arrayLength. */
  buffer(name: Name): GPUBuffer;
  /** Entries that fit now: what a later pass of the same run takes as its capacity. */
  capacity(name: Name): number;
}

/** Must record the same each time; it is called again when a list was too short. */
export type RecordLists<Name extends string, T> = (pass: ComputePass, targets: AppendTargets<Name>) => T;

export interface ListsRun<Name extends string, T> {
  readonly result: T;
  /** Entries that there are, whether or not they fitted. */
  readonly counts: Readonly<Record<Name, number>>;
  /** Lists that did not hold all of theirs. */
  readonly short: readonly Name[];
}

export class AppendLists<Name extends string> implements AppendTargets<Name> {
  readonly counters: Counters<Name>;
  readonly #lists: ReadonlyMap<Name, { readonly options: AppendListOptions; readonly buffer: GrowableBuffer }>;

  constructor(memory: GpuMemory, lists: Readonly<Record<Name, AppendListOptions>>) {
    const names = Object.keys(lists) as Name[];
    this.counters = new Counters(memory, 'list lengths', names);
    this.#lists = new Map(
      names.map((name) => [name, { options: lists[name], buffer: new GrowableBuffer(memory, name) }]),
    );
  }

  buffer(name: Name): GPUBuffer {
    const { options, buffer } = this.#list(name);
    return buffer.reserve(Math.max(buffer.capacityBytes, options.capacity * options.bytesPerEntry));
  }

  capacity(name: Name): number {
    return Math.floor(this.buffer(name).size / this.#list(name).options.bytesPerEntry);
  }

  /** Runs `record` until every list has held all its entries; the counts are theirs. */
  async run<T>(gpu: Gpu, record: RecordLists<Name, T>, options: RunOptions = {}): Promise<ListsRun<Name, T>> {
    const tally = options.tally ?? new Tally();
    for (let reruns = 0; reruns <= RERUNS_MAX; reruns++) {
      const run = await this.runOnce(gpu, record, { ...options, tally });
      if (run.short.length === 0) return run;
      await this.grow(gpu, run, { ...options, tally });
    }
    throw new EngineError('internal', `append lists were too short ${RERUNS_MAX} times in a row. Please report this.`);
  }

  /** Runs `record` once and reports the lists that were too short. Lists that are not named keep their contents. */
  async runOnce<T>(
    gpu: Gpu,
    record: RecordLists<Name, T>,
    options: RunOptions = {},
    names?: readonly Name[],
  ): Promise<ListsRun<Name, T>> {
    const recordAll = (pass: ComputePass) => {
      this.counters.clear(pass, names);
      const result = record(pass, this);
      return { result, counts: this.counters.readBack(pass), capacities: this.#capacities() };
    };
    const run = await gpu.run(recordAll, options);
    const counts = run.counts();
    const short = [...run.capacities].filter(([name, capacity]) => counts[name] > capacity).map(([name]) => name);
    return { result: run.result, counts, short };
  }

  /** Grows the lists that were too short to what they needed, so that the same can be run again. */
  async grow(
    gpu: Gpu,
    { short, counts }: Pick<ListsRun<Name, unknown>, 'short' | 'counts'>,
    options: RunOptions = {},
  ): Promise<void> {
    if (options.tally) options.tally.reruns++;
    // Within a run, so that a lack of memory is reported; it does nothing else and is not counted.
    await gpu.run(() => this.#grow(short.map((name) => [name, counts[name]])), { purpose: options.purpose });
  }

  release(): void {
    this.counters.release();
    for (const { buffer } of this.#lists.values()) buffer.release();
  }

  #capacities(): ReadonlyMap<Name, number> {
    return new Map([...this.#lists.keys()].map((name) => [name, this.capacity(name)]));
  }

  #grow(needs: readonly (readonly [name: Name, need: number])[]): void {
    for (const [name, need] of needs) {
      const { options, buffer } = this.#list(name);
      if (need === Number.POSITIVE_INFINITY) {
        throw new EngineError(
          'gpu-limit',
          `the list "${name}" needs more than 2^32 entries. Query fewer objects at a time.`,
          { list: name },
        );
      }
      buffer.reserve(need * options.bytesPerEntry);
    }
  }

  #list(name: Name) {
    const list = this.#lists.get(name);
    if (!list) throw new EngineError('internal', `no list "${name}" among ${[...this.#lists.keys()].join(', ')}.`);
    return list;
  }
}
