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

type Vector = readonly number[];

const minus = (p: Vector, q: Vector): Vector => p.map((value, k) => value - q[k]);
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d];
const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** The area of a convex polygon whose corners come in any order. */
function polygonArea({ points, starts, pairPoints }: Contact, pair: number): number {
  const corners = Array.from(pairPoints.subarray(starts[pair], starts[pair + 1]), (p) => [
    points.x[p],
    points.y[p],
    points.z[p],
  ]);
  if (corners.length < 3) return 0;
  // Seen from the middle, neighbours along an edge lie well apart, however they are rounded; seen from a corner they may not.
  const middle = [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k] / corners.length, 0));
  const spokes = corners.map((corner) => minus(corner, middle));
  const farthest = spokes.reduce((p, q) => (dot(q, q) > dot(p, p) ? q : p));
  const normal = spokes.map((spoke) => cross(farthest, spoke)).reduce((p, q) => (dot(q, q) > dot(p, p) ? q : p));
  const size = Math.sqrt(dot(normal, normal));
  if (!(size > 0)) return 0;
  const across = cross(normal, farthest).map((value) => value / size);
  const angle = (spoke: Vector) => Math.atan2(dot(spoke, across), dot(spoke, farthest));
  const sorted = spokes.map((spoke) => ({ spoke, angle: angle(spoke) })).sort((p, q) => p.angle - q.angle);
  let twice = 0;
  for (const [i, { spoke }] of sorted.entries()) {
    const spanned = cross(spoke, sorted[(i + 1) % sorted.length].spoke);
    twice += Math.sqrt(dot(spanned, spanned));
  }
  return twice / 2;
}
