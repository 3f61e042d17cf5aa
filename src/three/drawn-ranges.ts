/**
 * Which corners of a geometry are drawn: its draw range, and with several materials the groups of those that are visible.
 *
 * A range is a first corner and the corner behind the last, both counted through the index, or through the vertices when
 * there is none. Ranges hold whole triangles, ascend, and hold no triangle twice.
 */
import type { Material, Mesh } from 'three';
import { readableAttribute } from './attributes.ts';

/** Start and end, start and end, … */
export type CornerRanges = readonly number[];

/** With `invisible`, materials that are not drawn count too. */
export function drawnRanges(mesh: Mesh, invisible: boolean): CornerRanges {
  const { geometry } = mesh;
  const position = readableAttribute(mesh, 'position', geometry.attributes.position, 3);
  const cornerCount = geometry.index ? geometry.index.count : position.count;
  const material = mesh.material as Material | Material[] | undefined;
  const isDrawn = (one: Material | undefined) => invisible || (one?.visible ?? false);
  const first = Math.max(0, geometry.drawRange.start);
  const end = Math.min(cornerCount, geometry.drawRange.start + geometry.drawRange.count);
  if (!Array.isArray(material)) return isDrawn(material) ? wholeTriangles(first, end) : [];
  const groups = geometry.groups.filter(({ materialIndex }) => isDrawn(material[materialIndex ?? 0]));
  return joined(groups.map(({ start, count }) => wholeTriangles(Math.max(first, start), Math.min(end, start + count))));
}

export function wholeTriangles(start: number, end: number): number[] {
  const triangles = Math.floor((end - start) / 3);
  return triangles > 0 ? [start, start + 3 * triangles] : [];
}

/** Joins ranges that overlap or follow each other; those not aligned to the same triangles have none in common. */
function joined(ranges: readonly number[][]): CornerRanges {
  const result: number[][] = [];
  const last = new Map<number, number[]>();
  for (const [start, end] of ranges.filter(({ length }) => length > 0).sort(([a], [b]) => a - b)) {
    const open = last.get(start % 3);
    if (open && start <= open[1]) {
      open[1] = Math.max(open[1], end);
      continue;
    }
    const range = [start, end];
    last.set(start % 3, range);
    result.push(range);
  }
  return result.flat();
}
