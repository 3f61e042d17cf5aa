/** Sets as the GPU leaves them, sixteen in a word, and the elements that are not pruned. */
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import { CULL_SET } from '../cull.ts';
import { type Elements, newElements, withoutSet } from '../elements.ts';

const PER_WORD = 16;
const ALL_PRUNED = 0xffffffff;
const { BFV } = CULL_SET;

export function unpackSets(packed: Uint32Array, count: number): Uint8Array {
  const sets = new Uint8Array(count);
  for (let i = 0; i < count; i++) sets[i] = (packed[i >>> 4] >>> (2 * (i & 15))) & 3;
  return sets;
}

/** The numbers of elements that are not pruned. */
export function elementsLeft(packed: Uint32Array, count: number): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(count);
  let left = 0;
  for (let word = 0; word < packed.length; word++) {
    // Words that are pruned as a whole are not looked into.
    if (packed[word] === ALL_PRUNED) continue;
    const end = Math.min(count, PER_WORD * (word + 1));
    for (let i = PER_WORD * word; i < end; i++) {
      if (((packed[word] >>> (2 * (i & 15))) & 3) !== BFV) found[left++] = i;
    }
  }
  return found.slice(0, left);
}

/** The elements that are left, in the same order. */
export function leftOf(elements: Elements, packed: Uint32Array, list: readonly Participant[]): Elements {
  if (elements.isWhole) return leftOfWhole(elements.count, packed, list);
  elements.sets.set(unpackSets(packed, elements.count));
  return withoutSet(elements, BFV);
}

/** The same where elements are all triangles. */
function leftOfWhole(count: number, packed: Uint32Array, list: readonly Participant[]): Elements {
  const found = elementsLeft(packed, count);
  const left = found.length;
  const elements = newElements(left, true);
  const starts = Uint32Array.from(list, ({ triangleStart }) => triangleStart);
  let object = 0;
  for (let at = 0; at < left; at++) {
    const i = found[at];
    while (object + 1 < starts.length && i >= starts[object + 1]) object++;
    elements.object[at] = object;
    elements.from[at] = i - starts[object];
    elements.to[at] = elements.from[at] + 1;
    elements.sets[at] = (packed[i >>> 4] >>> (2 * (i & 15))) & 3;
  }
  return elements;
}
