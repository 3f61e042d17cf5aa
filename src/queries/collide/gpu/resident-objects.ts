/**
 * Objects whose positions are only on the GPU: what a query reads back of them, and what it learns about them.
 *
 * For unplaced positions in single precision, the corners of the triangles that need exact tests are enough; they come with the
 * lists, in the same read-back. All other positions are read back first.
 */

import type { Tally } from '../../../backend/gpu/tally.ts';
import type { KernelMemory } from '../../../backend/wasm/kernel-memory.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import type { UnitView } from '../../../tile-lists/unit-map.ts';
import { triangleOwners } from '../../pair-result.ts';
import { bringToCpu, checkTaken, noteBounds, positionsOnGpu } from '../../resident.ts';
import type { GpuFindings } from './search.ts';

/** Reads positions back if the query needs them on the CPU; reports errors of the buffers they came from. */
export async function receiveObjects(list: readonly Participant[], segments: boolean, tally: Tally): Promise<void> {
  const onGpu = list.flatMap(({ object }) => {
    const positions = positionsOnGpu(object);
    return positions ? [{ object, positions }] : [];
  });
  if (onGpu.length === 0) return;
  for (const { object, positions } of onGpu) await checkTaken(object, positions);
  const isEnough =
    list.every(({ object }) => object.hasSingleValues) && onGpu.every(({ object }) => object.hasEarlierPositions);
  if (segments || !isEnough) {
    await bringToCpu(
      onGpu.map(({ object }) => object),
      tally,
    );
  }
}

/** Records the boxes that the GPU has found. False when the view was made for smaller ones, and the query must be run again. */
export function noteBoxes(list: readonly Participant[], view: UnitView, { bounds }: GpuFindings): boolean {
  const onGpu = list.filter(({ object }) => object.isOnGpu);
  let fits = true;
  for (const [i, { object }] of onGpu.entries()) {
    noteBounds(object, bounds[i]);
    if (bounds[i].box.some((x) => Math.abs(x) * view.scale > 1)) fits = false;
  }
  return fits;
}

/** Writes the corners of triangles that need exact tests to where the kernels read them. */
export function placeCorners(memory: KernelMemory, list: readonly Participant[], findings: GpuFindings): void {
  for (const [i, words] of findings.undecided.entries()) place(memory, list, words, findings.undecidedCorners[i]);
  place(memory, list, findings.uncertain, findings.uncertainCorners);
}

function place(
  { u32, f32 }: KernelMemory,
  list: readonly Participant[],
  triangles: Uint32Array,
  corners: Float32Array,
) {
  if (corners.length === 0) return;
  const owners = triangleOwners(list);
  for (const [i, triangle] of triangles.entries()) {
    const { object, triangleStart } = list[owners.indexOf(triangle)];
    if (!object.isOnGpu) continue;
    const indices = (object.indices >>> 2) + 3 * (triangle - triangleStart);
    for (let k = 0; k < 3; k++) {
      const at = (object.rest >>> 2) + 4 * u32[indices + k];
      f32.set(corners.subarray(9 * i + 3 * k, 9 * i + 3 * k + 3), at);
    }
  }
}
