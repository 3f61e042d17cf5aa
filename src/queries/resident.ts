/**
 * Positions in GPU buffers: copied when they are given, and read back into the kernels' memory when a query needs them there.
 */

import {
  BOUNDS_WORDS,
  type PositionBounds,
  type PositionsInBuffer,
  ResidentPositions,
  readBounds,
} from '../backend/gpu/resident-positions.ts';
import type { Tally } from '../backend/gpu/tally.ts';
import type { SceneObject } from '../backend/wasm/scene-object.ts';
import { EngineError, MeshError, OptionError } from '../errors.ts';
import type { EngineContext } from './context.ts';

/** Copies positions now, in queue order; undefined where there are no vertices. */
export function takePositions({ gpus }: EngineContext, positions: PositionsInBuffer): ResidentPositions | undefined {
  if (gpus?.taker) return positions.vertexCount > 0 ? gpus.taker.take(positions) : undefined;
  throw new OptionError(
    'needs-device',
    "positions in a GPU buffer need an engine on the buffer's own device. Use createEngine({ backend: 'webgpu', device }).",
  );
}

/** The positions of an object that are on the GPU. */
export function residentPositions({ elsewhere }: SceneObject): ResidentPositions | undefined {
  return elsewhere instanceof ResidentPositions ? elsewhere : undefined;
}

/** The same where the copy on the CPU is out of date. */
export function positionsOnGpu(object: SceneObject): ResidentPositions | undefined {
  return object.isOnGpu ? residentPositions(object) : undefined;
}

/** Rejects with the error of the buffer that the positions were copied from. */
export async function checkTaken(object: SceneObject, positions: ResidentPositions): Promise<void> {
  try {
    await positions.ready;
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'internal') throw error;
    throw new MeshError(
      'gpu-buffer',
      `${object.label}: its positions could not be copied from the buffer: ${error.message} Pass a buffer of the engine's device that is neither destroyed nor mapped.`,
    );
  }
}

/** Records the box that the GPU has found for positions that lie there. */
export function noteBounds(object: SceneObject, { box, badVertex }: PositionBounds): void {
  if (badVertex !== undefined) {
    throw new MeshError(
      'not-finite',
      `${object.label}, vertex ${badVertex}: a coordinate in the GPU buffer is not a finite number. Mend the pass that writes it.`,
      { vertex: badVertex },
    );
  }
  object.noteBox(box);
}

/**
 * Gets the boxes of positions that are only on the GPU, for queries that leave them there. Positions of placed objects are read back,
 * because placing is done on the CPU, and so are those that the CPU never had.
 */
export async function learnBoxes(objects: readonly SceneObject[], tally?: Tally): Promise<void> {
  await bringToCpu(
    objects.filter((object) => object.isPlaced || !object.hasEarlierPositions),
    tally,
  );
  const onGpu = objects.filter((object) => object.isOnGpu);
  if (onGpu.length === 0) return;
  const held = onGpu.map((object) => positionsOnGpu(object)!);
  for (const [i, object] of onGpu.entries()) await checkTaken(object, held[i]);
  const reads = await held[0].gpu.run((pass) => held.map(({ bounds }) => pass.readBack(bounds, 0, 4 * BOUNDS_WORDS)), {
    purpose: 'boxes of positions on the GPU',
    tally,
  });
  for (const [i, object] of onGpu.entries()) noteBounds(object, readBounds(reads[i].u32));
}

/** Reads back all positions that are out of date on the CPU, in one run. */
export async function bringToCpu(objects: Iterable<SceneObject>, tally?: Tally): Promise<void> {
  const onGpu = [...objects].flatMap((object) => {
    const positions = positionsOnGpu(object);
    return positions ? [{ object, positions }] : [];
  });
  if (onGpu.length === 0) return;
  for (const { object, positions } of onGpu) await checkTaken(object, positions);
  const { gpu } = onGpu[0].positions;
  const reads = await gpu.run(
    (pass) => onGpu.map(({ positions }) => pass.readBack(positions.vertices, 0, 16 * positions.vertexCount)),
    { purpose: 'positions on the GPU', tally },
  );
  for (const [i, { object }] of onGpu.entries()) object.bringToCpu(packed(reads[i].f32));
}

/** From four numbers per vertex to three. */
function packed(spread: Float32Array): Float32Array {
  const positions = new Float32Array((spread.length / 4) * 3);
  for (let from = 0, to = 0; from < spread.length; from += 4, to += 3) {
    positions[to] = spread[from];
    positions[to + 1] = spread[from + 1];
    positions[to + 2] = spread[from + 2];
  }
  return positions;
}
