/** Pairs of triangles that collide, as the kernels list them (hits.ts), in the form of `collide`'s answer. */
import type { Participant } from '../../backend/wasm/scene-job.ts';

/** Sorted keys without repetitions: a pair may be met in several slabs. */
export function joinKeys(lists: readonly BigUint64Array[]): BigUint64Array {
  if (lists.length === 1) return lists[0];
  const joined = new BigUint64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  joined.sort();
  return joined.filter((key, i) => i === 0 || key !== joined[i - 1]);
}

/** Keys are triangleA << 32 | triangleB << 2 | kind, triangles numbered through the two objects. */
export function decodePairs(
  keys: BigUint64Array,
  [a, b]: readonly Participant[],
): { trianglePairs: Uint32Array; kinds: Uint8Array } {
  const words = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  const trianglePairs = new Uint32Array(4 * keys.length);
  const kinds = new Uint8Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const low = words[2 * i];
    trianglePairs[4 * i] = a.id;
    trianglePairs[4 * i + 1] = words[2 * i + 1];
    trianglePairs[4 * i + 2] = b.id;
    trianglePairs[4 * i + 3] = (low >>> 2) - b.triangleStart;
    kinds[i] = low & 3;
  }
  return { trianglePairs, kinds };
}
