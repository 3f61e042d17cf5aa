/** Pairs that a GPU has found in common voxels, settled by the kernels: as keys in the order of the answer (hits.ts). */
import type { JobOptions, WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import { RESULTS } from '../../../memory/records.ts';
import { settleFindings } from '../../collide/gpu/settle.ts';
import { checkCollideOptions } from '../../collide/options.ts';
import type { IdentifiedPairs } from './identify.ts';

/** Degenerate triangles are in no pair, so those of undecided pairs are tested. Triangles that certainly cross are not degenerate. */
function distinct(triangles: Uint32Array): Uint32Array {
  const sorted = triangles.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
  }
  return sorted.subarray(0, count);
}

/** `limit`: how many pairs are enough; 0 for all. */
export async function settlePairs(
  runtime: WasmRuntime,
  list: readonly Participant[],
  { crossings, undecided }: Pick<IdentifiedPairs, 'crossings' | 'undecided'>,
  limit: number,
  running: JobOptions,
): Promise<BigUint64Array> {
  if (crossings.length === 0 && undecided.length === 0) return new BigUint64Array(0);
  const findings = { crossings: [crossings], undecided: [undecided], uncertain: distinct(undecided) };
  const options = checkCollideOptions(limit > 0 ? { limit } : {});
  await settleFindings(runtime, list, undefined, findings, options, running);
  const { u32, buffer } = runtime.memory;
  const field = (offset: number) => u32[offset >>> 2];
  return new BigUint64Array(buffer, field(RESULTS.at.hits), field(RESULTS.at.hitCount)).slice();
}
