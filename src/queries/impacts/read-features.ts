/** Reads pairs of features, as kernels tell them (kernels/reported-features.ts), and numbers them as the caller does. */
import type { Participant } from '../../backend/wasm/participants.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';

/** Fields of a job that hold the lists. */
export interface FeatureFields {
  readonly kinds: number;
  readonly features: number;
  readonly vertices: number;
}

export interface FeatureLists {
  readonly kinds: Uint8Array;
  /** Six numbers a pair. */
  readonly features: Uint32Array;
  /** Four numbers a pair. */
  readonly vertices: Uint32Array;
}

/** So many numbers from an address on, copied. */
export const copied = (from: Float64Array, address: number, count: number): Float64Array =>
  from.slice(address >>> 3, (address >>> 3) + count);

/** The same of bytes. Of none, the address may be any number. */
export const copiedBytes = (buffer: ArrayBufferLike, address: number, count: number): Uint8Array<ArrayBuffer> =>
  count === 0 ? new Uint8Array(0) : new Uint8Array(buffer, address, count).slice();

/** Welded vertices are told as the lowest of those that were given. */
function unweld(list: readonly Participant[], { kinds, features, vertices }: FeatureLists): void {
  const given = (index: number, vertex: number) => list[index].object.sources?.[vertex] ?? vertex;
  for (let i = 0; i < kinds.length; i++) {
    const at = 6 * i;
    const isFace = kinds[i] === 0;
    const [a, b] = [features[at], features[at + 3]];
    for (let k = at + 1; k < at + 3; k++) features[k] = given(a, features[k]);
    if (!isFace) for (let k = at + 4; k < at + 6; k++) features[k] = given(b, features[k]);
    for (let k = 0; k < 4; k++) {
      vertices[4 * i + k] = given(k === 0 || (k === 1 && !isFace) ? a : b, vertices[4 * i + k]);
    }
  }
}

/** The first `count` pairs of a job's lists. */
export function readFeatures(
  { memory: { buffer, u32 } }: WasmRuntime,
  list: readonly Participant[],
  fields: FeatureFields,
  count: number,
): FeatureLists {
  const [features, vertices] = [u32[fields.features >>> 2] >>> 2, u32[fields.vertices >>> 2] >>> 2];
  const lists = {
    kinds: copiedBytes(buffer, u32[fields.kinds >>> 2], count),
    features: u32.slice(features, features + 6 * count),
    vertices: u32.slice(vertices, vertices + 4 * count),
  };
  if (count > 0 && list.some(({ object }) => object.sources)) unweld(list, lists);
  if (list.some(({ id }, i) => id !== i)) {
    for (let i = 0; i < lists.features.length; i += 3) lists.features[i] = list[lists.features[i]].id;
  }
  return lists;
}
