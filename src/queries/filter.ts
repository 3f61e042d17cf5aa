/** Which objects are compared: categories and masks of 32 bits, as physics engines have them. */
import { ALL_MEET, type CheckedFilter } from '../backend/wasm/object-state.ts';
import type { SceneObject } from '../backend/wasm/scene-object.ts';
import type { ObjectPair } from './options.ts';
import { checkOptionNames, checkWhole } from './options.ts';

const NAMES = ['category', 'mask'];
const BITS_MAX = 0xffffffff;

export function checkFilter(filter: { category?: number; mask?: number }): CheckedFilter {
  checkOptionNames('filter', filter, NAMES);
  const { category = ALL_MEET.category, mask = ALL_MEET.mask } = filter;
  checkWhole('filter', 'category', category, 0, BITS_MAX);
  checkWhole('filter', 'mask', mask, 0, BITS_MAX);
  return category === ALL_MEET.category && mask === ALL_MEET.mask ? ALL_MEET : { category, mask };
}

/** Whether two objects are compared. The kernels have the same in regions.ts. */
export function meet(a: CheckedFilter, b: CheckedFilter): boolean {
  return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;
}

/** Pairs of objects that are not compared because of their masks, for a backend that knows lists of pairs only. */
export function maskedPairs(objects: ReadonlyMap<number, SceneObject>): ObjectPair[] {
  const all = [...objects].map(([id, { filter }]) => ({ id, filter }));
  if (all.every(({ filter }) => filter === ALL_MEET)) return [];
  return all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b): ObjectPair[] => (meet(a.filter, b.filter) ? [] : [[a.id, b.id]])),
  );
}
