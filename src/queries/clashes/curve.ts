/** The curves along which two surfaces meet, and the area in which they lie on each other. */
import type { ClashCurve } from './clashes.ts';
import type { Contact } from './contact.ts';
import { EdgeTable } from './edge-table.ts';
import type { Region } from './regions.ts';

/** Neighbours of each point along the segments of a region, each segment once. */
function linksOf(contact: Contact, { pairs }: Region): Map<number, number[]> {
  const { starts, pairPoints, coplanar } = contact;
  const links = new Map<number, number[]>();
  const segments = new EdgeTable(pairs.length);
  const link = (p: number, q: number) => {
    const list = links.get(p);
    if (list) list.push(q);
    else links.set(p, [q]);
  };
  for (const pair of pairs) {
    if (coplanar[pair] || starts[pair + 1] - starts[pair] !== 2) continue;
    const p = pairPoints[starts[pair]];
    const q = pairPoints[starts[pair] + 1];
    const known = segments.count;
    if (segments.take(p, q) < known) continue;
    link(p, q);
    link(q, p);
  }
  return links;
}

/** Takes segments from a point on, up to a point where curves branch or end, or back to the start. */
function follow(links: Map<number, number[]>, start: number): number[] {
  const line = [start];
  for (let at = start; ; ) {
    const next = links.get(at)?.shift();
    if (next === undefined) break;
    const back = links.get(next)!;
    const branches = back.length !== 2;
    back.splice(back.indexOf(at), 1);
    line.push(next);
    at = next;
    if (branches || at === start) break;
  }
  return line;
}

/**
 * Polylines, each segment in one of them. They begin and end where curves branch or end; those that do neither close.
 * Where surfaces lie on each other the curve is the edge of that area.
 */
export function curvesOf(contact: Contact, region: Region): ClashCurve[] {
  const links = linksOf(contact, region);
  const { points } = contact;
  const lines: number[][] = [];
  const starts = [...links.keys()];
  for (const start of starts.filter((point) => links.get(point)!.length !== 2)) {
    while (links.get(start)!.length > 0) lines.push(follow(links, start));
  }
  for (const start of starts) while (links.get(start)!.length > 0) lines.push(follow(links, start));
  return lines.map((line) => {
    const closed = line.length > 3 && line[0] === line.at(-1);
    const kept = closed ? line.slice(0, -1) : line;
    return { points: Float64Array.from(kept.flatMap((p) => [points.x[p], points.y[p], points.z[p]])), closed };
  });
}

/** The area of the polygons in which coplanar triangles overlap. */
export function flushArea(contact: Contact, { pairs }: Region): number {
  let area = 0;
  for (const pair of pairs) if (contact.coplanar[pair]) area += polygonArea(contact, pair);
  return area;
}

/** The area of a convex polygon whose corners come in any order. */
function polygonArea({ points, starts, pairPoints }: Contact, pair: number): number {
  const corners = Array.from(pairPoints.subarray(starts[pair], starts[pair + 1]));
  if (corners.length < 3) return 0;
  const [first, second] = corners;
  const from = (p: number, q: number) => [
    points.x[q] - points.x[p],
    points.y[q] - points.y[p],
    points.z[q] - points.z[p],
  ];
  const cross = ([a, b, c]: number[], [d, e, f]: number[]) => [b * f - c * e, c * d - a * f, a * e - b * d];
  const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  // Seen from the first corner all others lie within half a turn, so they can be sorted by their turn from one of them.
  const axis = from(first, second);
  const normals = corners.slice(2).map((corner) => cross(axis, from(first, corner)));
  const normal = normals.reduce((p, q) => (dot(q, q) > dot(p, p) ? q : p));
  const sorted = corners
    .slice(1)
    .sort((p, q) => -dot(cross(from(first, p), from(first, q)), normal) || dot(from(first, p), from(first, p)));
  let twice = 0;
  for (let i = 1; i < sorted.length; i++) {
    const spanned = cross(from(first, sorted[i - 1]), from(first, sorted[i]));
    twice += Math.sqrt(dot(spanned, spanned));
  }
  return twice / 2;
}
