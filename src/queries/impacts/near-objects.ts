/**
 * The objects that can meet another during the motion, or touch it: those whose box over the whole motion, grown by the gap, overlaps
 * that of another. In a scene of many objects of which few move or are near each other, the rest need not be placed or listed.
 *
 * Two objects that do not move meet only if they touch, and then at time 0. Once a query has found that they do not, the pair is not
 * searched again until one of them changes.
 *
 * Degenerate triangles of all objects are listed. So objects are left out only when they are known to have none.
 */
import type { Participant } from '../../backend/wasm/participants.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { keepsAreas } from '../keep/placed-degenerate.ts';
import type { Impacts } from './impacts.ts';
import type { CheckedImpactsOptions } from './options.ts';

interface Swept {
  readonly entry: Participant;
  readonly box: readonly number[];
  readonly isSettled: boolean;
  isNear: boolean;
}

/**
 * Objects that touch no other of them and have no degenerate triangle, as a query about all objects of their scene has found, with
 * their stamps at that time.
 */
const settled = new WeakMap<SceneObject, number>();

/** Whether it is known that an object touches none of those of which that is known too. */
const isSettled = (object: SceneObject): boolean => !object.aimed && settled.get(object) === object.stamp;

/** Whether an answer contains all contacts between objects that do not move. */
export const coversAll = ({ self, between, pairs, ignore, first, approaching }: CheckedImpactsOptions): boolean =>
  !self && between && !pairs && !ignore?.length && !first && !approaching;

/** Records what an answer about all objects says of those that do not move. */
export function noteSettled(
  all: readonly Participant[],
  { objectPairs, degenerateTriangles }: Pick<Impacts, 'objectPairs' | 'degenerateTriangles'>,
): void {
  const isMoving = new Set(all.flatMap(({ id, object }) => (object.aimed ? [id] : [])));
  const unsettled = new Set<number>();
  for (let i = 0; i < objectPairs.length; i += 3) {
    const [a, b] = [objectPairs[i], objectPairs[i + 1]];
    if (!isMoving.has(a) && !isMoving.has(b)) unsettled.add(a).add(b);
  }
  for (let i = 0; i < degenerateTriangles.length; i += 2) unsettled.add(degenerateTriangles[i]);
  for (const { id, object } of all) {
    if (isMoving.has(id) || unsettled.has(id)) settled.delete(object);
    else settled.set(object, object.stamp);
  }
}

/** Around an object at both ends of its motion, and so far around that. */
function sweptBox({ box, aimed }: SceneObject, around: number): readonly number[] {
  if (!aimed && around === 0) return box;
  const end = aimed?.box ?? box;
  let size = 0;
  for (let k = 0; k < 6; k++) size = Math.max(size, Math.abs(box[k]), Math.abs(end[k]));
  // Allows for the rounding of these sums.
  const more = around > 0 ? around + 2 ** -50 * (size + around) : 0;
  const swept = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    swept[k] = Math.min(box[k], end[k]) - more;
    swept[k + 3] = Math.max(box[k + 3], end[k + 3]) + more;
  }
  return swept;
}

function hasAllAreas({ kept, matrix, restBox }: SceneObject): boolean {
  if (!kept.clusters || (kept.degenerate?.length ?? 0) + kept.fragile.length > 0) return false;
  return !matrix || keepsAreas(matrix, restBox);
}

const overlap = (p: readonly number[], q: readonly number[]): boolean =>
  p[0] <= q[3] && q[0] <= p[3] && p[1] <= q[4] && q[1] <= p[4] && p[2] <= q[5] && q[2] <= p[5];

/** Below this number of objects, all are searched. */
const WORTHWHILE = 8;
/** Up to this many objects that are not settled, each is compared with all. */
const FEW = 32;

/** Marks what is near each other, of which not both are settled. */
function markNear(swept: readonly Swept[]): void {
  const sorted = [...swept].sort((p, q) => p.box[0] - q.box[0]);
  for (let i = 0; i < sorted.length; i++) {
    const p = sorted[i];
    for (let j = i + 1; j < sorted.length && sorted[j].box[0] <= p.box[3]; j++) {
      const q = sorted[j];
      if ((p.isNear && q.isNear) || (p.isSettled && q.isSettled) || !overlap(p.box, q.box)) continue;
      p.isNear = true;
      q.isNear = true;
    }
  }
}

/** The same by comparing one by one. */
function markNearTo(few: readonly Swept[], swept: readonly Swept[]): void {
  for (const p of few) {
    for (const q of swept) {
      if (p === q || !overlap(p.box, q.box)) continue;
      p.isNear = true;
      q.isNear = true;
    }
  }
}

/** The objects of a list that must be searched for impacts between them; the list itself when that is all. */
export function nearObjects(list: readonly Participant[], gap: number): readonly (readonly [number, SceneObject])[] {
  const entries = (of: readonly Participant[]) => of.map(({ id, object }) => [id, object] as const);
  if (list.length < WORTHWHILE) return entries(list);
  const swept = list.map((entry): Swept => {
    const isKnown = isSettled(entry.object);
    return { entry, box: sweptBox(entry.object, isKnown ? 0 : gap), isSettled: isKnown, isNear: false };
  });
  const unsettled = swept.filter(({ isSettled }) => !isSettled);
  if (unsettled.length <= FEW) markNearTo(unsettled, swept);
  else markNear(swept);
  const isLookedAt = ({ entry, isSettled, isNear }: Swept) => isNear || !(isSettled || hasAllAreas(entry.object));
  return entries(swept.filter(isLookedAt).map(({ entry }) => entry));
}
