/** Pairs of objects that can meet, or come nearer than a distance: those whose boxes do. Rules are asked of no others. */
import { type Box, boxOf } from '../box.ts';
import type { FileObject } from '../objects.ts';

export function candidatePairs(objects: readonly FileObject[], distance: number): [number, number][] {
  const boxes = objects.map((object) => boxOf(object));
  const order = [...boxes.keys()].filter((i) => boxes[i]).sort((p, q) => boxes[p]!.min[0] - boxes[q]!.min[0]);
  const pairs: [number, number][] = [];
  const isNear = (p: Box, q: Box) =>
    [1, 2].every((axis) => p.min[axis] <= q.max[axis] + distance && q.min[axis] <= p.max[axis] + distance);
  for (const [place, i] of order.entries()) {
    const own = boxes[i]!;
    for (let at = place + 1; at < order.length && boxes[order[at]]!.min[0] <= own.max[0] + distance; at++) {
      const j = order[at];
      if (isNear(own, boxes[j]!)) pairs.push(i < j ? [i, j] : [j, i]);
    }
  }
  return pairs;
}
