/**
 * How far each vertex may go so that no two features without a common vertex meet, whatever the others do: of a pair at the
 * distance d, each vertex at most 0.45 (d − e), where e is the error of d. Both sides together then use up less than d − e.
 * What must keep a distance k of d goes at most (d − k) / 2.
 */
import type { FeatureContacts } from '../contacts/contacts.ts';
import type { Bodies } from './bodies.ts';
import type { Body, End } from './body.ts';
import { newFourVertices, readFour } from './four-vertices.ts';

/** Error bound of distances, relative to the extent. */
const DISTANCE_ERROR = 2 ** -48;
const SHARE = 0.45;
/** How often fractions of a path are reduced until the stored positions are within the bound. */
const SHRINKS = 60;

/** What a pair of features at a distance keeps. */
export function keptDistance(distance: number, gap: number, keep: number): number {
  return Math.min(gap, keep * distance);
}

/** A step ends at least this fraction of its path before an impact, so that the next one is not stuck there. */
export const LEAST_BEFORE = 2 ** -8;

/** The part of a motion to take before what is apart at the start meets at a time, so that it keeps its distance. */
export function partBefore(time: number, apart: number, gap: number, keep: number): number {
  const before = apart > 0 ? Math.max(LEAST_BEFORE, keptDistance(apart, gap, keep) / apart) : 1;
  return time * (1 - before);
}

export function vertexBounds(
  bodies: Bodies,
  contacts: FeatureContacts,
  beyond: number,
  { gap, keep }: { gap: number; keep: number },
): Map<Body, Float64Array> {
  const error = DISTANCE_ERROR * bodies.extent;
  const boundOf = (d: number) =>
    Math.max(0, Math.min(SHARE * (d - error), (d - keptDistance(d, gap, keep)) / 2 - error));
  const ofBody = ({ id }: Body) => (bodies.asked.has(id) ? boundOf(beyond) : Number.POSITIVE_INFINITY);
  const bounds = new Map(bodies.aimed.map((body) => [body, new Float64Array(body.vertexCount).fill(ofBody(body))]));
  const four = newFourVertices(bodies);
  for (let i = 0; i < contacts.distances.length; i++) {
    const bound = boundOf(contacts.distances[i]);
    readFour(bodies, contacts, i, four);
    for (let k = 0; k < 4; k++) {
      const own = bounds.get(four.bodies[k]);
      if (own) own[four.vertices[k]] = Math.min(own[four.vertices[k]], bound);
    }
  }
  return bounds;
}

function lengthOf(p: Float64Array, q: Float64Array, v: number): number {
  const [x, y, z] = [p[3 * v] - q[3 * v], p[3 * v + 1] - q[3 * v + 1], p[3 * v + 2] - q[3 * v + 2]];
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  // Scaled, so that squares neither overflow nor vanish.
  return size === 0 ? 0 : size * Math.sqrt((x / size) ** 2 + (y / size) ** 2 + (z / size) ** 2);
}

/** The longest path of a vertex of an aimed body. */
export function longestPath(bodies: Bodies): number {
  let longest = 0;
  for (const body of bodies.aimed) {
    const [start, aim] = [body.world(body.start), body.world(body.aim)];
    for (let v = 0; v < body.vertexCount; v++) longest = Math.max(longest, lengthOf(start, aim, v));
  }
  return longest;
}

/** Fractions of the path of each vertex of a body, such that the stored positions are within their bounds. */
export function boundedParts(body: Body, bounds: Float64Array, to: End = body.aim): { parts: Float64Array; end: End } {
  const start = body.world(body.start);
  const aim = body.world(to);
  const parts = new Float64Array(body.vertexCount);
  for (let v = 0; v < parts.length; v++) {
    const distance = lengthOf(start, aim, v);
    parts[v] = distance <= bounds[v] ? 1 : bounds[v] / distance;
  }
  if (!body.isDynamic) parts.fill(parts.reduce((least, part) => Math.min(least, part), 1));
  for (let i = 0; i < SHRINKS; i++) {
    const end = body.between(parts, to);
    const there = body.world(end);
    let isWithin = true;
    for (let v = 0; v < parts.length; v++) {
      if (parts[v] === 0 || lengthOf(start, there, v) <= bounds[v]) continue;
      isWithin = false;
      parts[v] = i < SHRINKS / 2 ? parts[v] * 0.99 : 0;
    }
    if (isWithin) return { parts, end };
    if (!body.isDynamic) parts.fill(parts.reduce((least, part) => Math.min(least, part), 1));
  }
  return { parts: parts.fill(0), end: body.start };
}
