/**
 * Triangles that a GPU left open, voxelized by the kernels: a mesh of these alone, and the voxels that it touches as a list of
 * words that are not empty.
 */
import type { KernelMemory } from '../../../backend/wasm/kernel-memory.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../../../memory/constants.ts';
import type { CheckedRunningOptions } from '../../options.ts';
import type { SlabPlan, SlabRange } from '../backend.ts';
import { WasmVoxels } from '../wasm.ts';

/** The corners of listed triangles, as exact tests use them. */
export function cornersOf(
  { f32, f64, u32 }: KernelMemory,
  object: SceneObject,
  triangles: Uint32Array,
): Float32Array | Float64Array {
  const { address, format } = object.exact;
  const isSingle = format === FORMAT_F32;
  const values = isSingle ? f32 : f64;
  const [from, stride] = isSingle ? [address >>> 2, 4] : [address >>> 3, 3];
  const positions = isSingle ? new Float32Array(9 * triangles.length) : new Float64Array(9 * triangles.length);
  const indices = object.indices >>> 2;
  let to = 0;
  for (let i = 0; i < triangles.length; i++) {
    for (let corner = 0; corner < 3; corner++) {
      const at = from + stride * u32[indices + 3 * triangles[i] + corner];
      positions[to++] = values[at];
      positions[to++] = values[at + 1];
      positions[to++] = values[at + 2];
    }
  }
  return positions;
}

/** Words that are not empty: where each lies, and its bits. */
function wordsSet(bits: Uint32Array): Uint32Array<ArrayBuffer> {
  let count = 0;
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) count++;
  const words: Uint32Array<ArrayBuffer> = new Uint32Array(2 * count);
  let to = 0;
  for (let word = 0; word < bits.length; word++) {
    if (bits[word] === 0) continue;
    words[to++] = word;
    words[to++] = bits[word];
  }
  return words;
}

/** The voxels that triangles with these corners set in a slab: pairs of a word and its bits. */
export async function settleTriangles(
  runtime: WasmRuntime,
  positions: Float32Array | Float64Array,
  plan: SlabPlan,
  range: SlabRange,
  options: CheckedRunningOptions,
): Promise<{ readonly words: Uint32Array<ArrayBuffer>; readonly exactFallbacks: number }> {
  if (positions.length === 0) return { words: new Uint32Array(0), exactFallbacks: 0 };
  const vertexCount = positions.length / 3;
  const open = new SceneObject(runtime, {
    name: '',
    positions,
    indices: undefined,
    givenVertexCount: vertexCount,
    triangleCount: vertexCount / 3,
    isWelded: false,
  });
  try {
    const voxels = new WasmVoxels(runtime);
    const list = [{ id: 0, object: open, triangleStart: 0, vertexStart: 0 }];
    const alone = { ...plan, solid: [false], early: false, identify: false, keepCommon: false };
    voxels.open(list, alone);
    const found = await voxels.runSlab(range, options);
    return { words: wordsSet(found.bits()), exactFallbacks: voxels.report(list).exactFallbacks };
  } finally {
    open.free();
  }
}
