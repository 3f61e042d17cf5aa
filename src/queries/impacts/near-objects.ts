/**
 * The objects that can meet another on their way, or touch it: those whose box over the whole motion, grown by the gap, overlaps that
 * of another. In a scene of many of which few move or are near each other, the rest need not be placed, nor put into lists.
 *
 * Triangles without area are listed of all objects. So objects are left out only when it is known that they have none.
 */
import type { Participant } from '../../backend/wasm/participants.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { keepsAreas } from '../keep/placed-degenerate.ts';

interface Swept {
  readonly entry: Participant;
  readonly box: readonly number[];
  isNear: boolean;
}

/** Around an object at both ends of its motion, and half of the gap. */
function sweptBox({ box, aimed }: SceneObject, gap: number): number[] {
  const end = aimed?.box ?? box;
  // Half of the gap on both sides, and something for rounding these sums.
  const size = Math.max(...box.map(Math.abs), ...end.map(Math.abs));
  const more = gap * 0.5 + (gap > 0 ? 2 ** -50 * (size + gap) : 0);
  return [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? Math.min(box[k], end[k]) - more : Math.max(box[k], end[k]) + more));
}

function hasAllAreas({ kept, matrix, restBox }: SceneObject): boolean {
  if (!kept.clusters || (kept.degenerate?.length ?? 0) + kept.fragile.length > 0) return false;
  return !matrix || keepsAreas(matrix, restBox);
}

const overlap = (p: readonly number[], q: readonly number[]): boolean =>
  p[0] <= q[3] && q[0] <= p[3] && p[1] <= q[4] && q[1] <= p[4] && p[2] <= q[5] && q[2] <= p[5];

/** Fewer objects are not worth looking for. */
const WORTHWHILE = 8;

/** Those of a list that have to be looked at for what happens between them; the list itself when that is all. */
export function nearObjects(list: readonly Participant[], gap: number): readonly (readonly [number, SceneObject])[] {
  const entries = (of: readonly Participant[]) => of.map(({ id, object }) => [id, object] as const);
  if (list.length < WORTHWHILE) return entries(list);
  const swept = list.map((entry): Swept => ({ entry, box: sweptBox(entry.object, gap), isNear: false }));
  const sorted = [...swept].sort((p, q) => p.box[0] - q.box[0]);
  for (let i = 0; i < sorted.length; i++) {
    const p = sorted[i];
    for (let j = i + 1; j < sorted.length && sorted[j].box[0] <= p.box[3]; j++) {
      const q = sorted[j];
      if ((p.isNear && q.isNear) || !overlap(p.box, q.box)) continue;
      p.isNear = true;
      q.isNear = true;
    }
  }
  return entries(swept.filter(({ entry, isNear }) => isNear || !hasAllAreas(entry.object)).map(({ entry }) => entry));
}
