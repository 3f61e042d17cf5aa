/**
 * Times of named stages, from the GPU's own clock, where the device has `timestamp-query`.
 *
 * Promise: measures, never changes what is measured but for the passes being split where a stage begins. Browsers round
 * the clock (to 0.1 ms in Chromium), so short stages may show as 0; a stage that ran several times is summed.
 */
import { COPY_SRC, QUERY_RESOLVE } from './buffer-usage.ts';
import type { GpuMemory } from './buffers.ts';

/** The most stages of one run that are measured; those after show no time. */
export const STAGES_MAX = 64;
const BYTES_PER_STAGE = 16;

export class StageClock {
  readonly #memory: GpuMemory;
  readonly #queries: GPUQuerySet;
  readonly #ticks: GPUBuffer;

  constructor(memory: GpuMemory) {
    this.#memory = memory;
    const { handle } = memory.device;
    this.#queries = handle.createQuerySet({ label: 'stages', type: 'timestamp', count: 2 * STAGES_MAX });
    this.#ticks = memory.create('stage ticks', STAGES_MAX * BYTES_PER_STAGE, QUERY_RESOLVE | COPY_SRC);
  }

  /** Not after a run that failed while it was made. */
  get isUsable(): boolean {
    return this.#memory.has(this.#ticks);
  }

  /** What a pass needs to be timed as stage number `index`. */
  writes(index: number): GPUComputePassTimestampWrites | undefined {
    if (index >= STAGES_MAX) return undefined;
    return { querySet: this.#queries, beginningOfPassWriteIndex: 2 * index, endOfPassWriteIndex: 2 * index + 1 };
  }

  /** Records the copy of the ticks out of the query set; returns what to read back. */
  resolve(encoder: GPUCommandEncoder, stageCount: number): { buffer: GPUBuffer; bytes: number } {
    const count = Math.min(stageCount, STAGES_MAX);
    encoder.resolveQuerySet(this.#queries, 0, 2 * count, this.#ticks, 0);
    return { buffer: this.#ticks, bytes: count * BYTES_PER_STAGE };
  }

  dispose(): void {
    this.#queries.destroy();
    this.#memory.retire(this.#ticks);
  }
}

/** Adds the times of a run, in milliseconds, to those of earlier runs. */
export function addStageTimes(times: Map<string, number>, stages: readonly string[], ticks: BigUint64Array): void {
  for (const [index, stage] of stages.slice(0, ticks.length / 2).entries()) {
    // A clock may be reset between the two; such a stage counts as nothing.
    const nanoseconds = Math.max(0, Number(ticks[2 * index + 1] - ticks[2 * index]));
    times.set(stage, (times.get(stage) ?? 0) + nanoseconds / 1e6);
  }
}
