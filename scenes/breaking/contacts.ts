/**
 * Contacts between rigid bodies, from the engine's pairs and where they meet.
 *
 * Two closed surfaces meet in closed curves. Traversed so that the triangles' normals rotate in the same direction everywhere,
 * a curve spans an area whose vector points from the one body into the other: the direction in which to separate them. It
 * needs no depth, no closest points and no convex shapes.
 */
import type { Collisions } from '../../src/index.ts';
import type { Point } from '../support/mesh.ts';
import { placed } from '../support/rotation.ts';
import type { RigidBody } from './rigid-body.ts';

export interface Contact {
  /** None is the floor. */
  readonly a: RigidBody | undefined;
  readonly b: RigidBody;
  readonly point: Point;
  /** Unit vector from a to b. */
  readonly normal: Point;
  readonly depth: number;
}

/** What is known of the curve in which two bodies meet. */
interface Meeting {
  readonly a: RigidBody;
  readonly b: RigidBody;
  readonly ends: Point[];
  readonly area: [number, number, number];
  /** Corners of the triangles that meet. */
  readonly cornersA: Point[];
  readonly cornersB: Point[];
}

const FLOOR_CORNERS_MOST = 4;
const DEPTH_MOST = 0.04;

function cross(a: readonly number[], b: readonly number[]): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function cornersOf({ object }: RigidBody, triangle: number): [Point, Point, Point] {
  const { indices, positions, matrix } = object;
  const corner = (at: number) => placed(matrix, positions[at], positions[at + 1], positions[at + 2]);
  return [
    corner(3 * indices[3 * triangle]),
    corner(3 * indices[3 * triangle + 1]),
    corner(3 * indices[3 * triangle + 2]),
  ];
}

function faceNormal([p, q, r]: readonly [Point, Point, Point]): Point {
  return cross(minus(q, p), minus(r, p));
}

function addSegment(meeting: Meeting, from: Point, to: Point, along: Point): void {
  const [p, q] = dot(minus(to, from), along) >= 0 ? [from, to] : [to, from];
  meeting.ends.push(p, q);
  // About the first end, so that places far from the origin lose nothing.
  const spanned = cross(minus(p, meeting.ends[0]), minus(q, meeting.ends[0]));
  for (let axis = 0; axis < 3; axis++) meeting.area[axis] += spanned[axis];
}

function meetingsOf({ trianglePairs, segments }: Collisions, bodyOf: (id: number) => RigidBody | undefined): Meeting[] {
  const meetings = new Map<number, Meeting>();
  for (let pair = 0; pair < trianglePairs.length / 4; pair++) {
    const [idA, triangleA, idB, triangleB] = trianglePairs.subarray(4 * pair, 4 * pair + 4);
    const [a, b] = [bodyOf(idA), bodyOf(idB)];
    if (!a || !b || !segments) continue;
    const key = idA * 0x100000 + idB;
    let meeting = meetings.get(key);
    if (!meeting) meetings.set(key, (meeting = { a, b, ends: [], area: [0, 0, 0], cornersA: [], cornersB: [] }));
    const [px, py, pz, qx, qy, qz] = segments.subarray(6 * pair, 6 * pair + 6);
    const [cornersA, cornersB] = [cornersOf(a, triangleA), cornersOf(b, triangleB)];
    meeting.cornersA.push(...cornersA);
    meeting.cornersB.push(...cornersB);
    addSegment(meeting, [px, py, pz], [qx, qy, qz], cross(faceNormal(cornersA), faceNormal(cornersB)));
  }
  return [...meetings.values()];
}

/**
 * The direction from a to b. Where the curve spans next to nothing or points against the line between the centres, the
 * bodies have run through each other: that line then leads out.
 */
function directionOf({ a, b, area, ends }: Meeting): Point {
  const between = unit(minus(b.centre, a.centre));
  const reach = ends.reduce((most, end) => Math.max(most, dot(minus(end, ends[0]), minus(end, ends[0]))), 0);
  const spanned = unit(area);
  const isClear = dot(area, area) > 0.0025 * reach * reach && dot(spanned, between) > 0.3;
  return isClear ? spanned : between;
}

function unit(vector: Point): Point {
  const scale = 1 / (Math.sqrt(dot(vector, vector)) || 1);
  return [vector[0] * scale, vector[1] * scale, vector[2] * scale];
}

/** How far the triangles that meet reach past each other, at most; deeper bodies come out in several steps. */
function depthOf({ cornersA, cornersB }: Meeting, normal: Point): number {
  let [highestA, lowestB] = [-Infinity, Infinity];
  for (const corner of cornersA) highestA = Math.max(highestA, dot(corner, normal));
  for (const corner of cornersB) lowestB = Math.min(lowestB, dot(corner, normal));
  return Math.min(DEPTH_MOST, Math.max(0, highestA - lowestB));
}

/** Up to four ends of the curve that lie far apart. */
function contactsOf(meeting: Meeting): Contact[] {
  const { a, b, ends } = meeting;
  const normal = directionOf(meeting);
  const depth = depthOf(meeting, normal);
  const side = cross(normal, Math.abs(normal[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]);
  const other = cross(normal, side);
  const chosen = new Set<number>();
  for (const direction of [side, other]) {
    const along = ends.map((end) => dot(end, direction));
    chosen.add(along.indexOf(Math.min(...along))).add(along.indexOf(Math.max(...along)));
  }
  return [...chosen].map((index) => ({ a, b, point: ends[index], normal, depth }));
}

/** The lowest corners of a body that are under the floor at y = 0. */
export function floorContacts(body: RigidBody, margin: number): Contact[] {
  const under: { point: Point; depth: number }[] = [];
  for (const [x, y, z] of body.corners) {
    const point = placed(body.object.matrix, x, y, z);
    if (point[1] < margin) under.push({ point, depth: margin - point[1] });
  }
  under.sort((p, q) => q.depth - p.depth);
  const chosen = under.slice(0, 1);
  while (chosen.length < Math.min(FLOOR_CORNERS_MOST, under.length)) {
    const apart = under.map(({ point }) =>
      Math.min(...chosen.map((other) => dot(minus(point, other.point), minus(point, other.point)))),
    );
    chosen.push(under[apart.indexOf(Math.max(...apart))]);
  }
  return chosen.map(({ point, depth }) => ({ a: undefined, b: body, point, normal: [0, 1, 0], depth }));
}

export function bodyContacts(collisions: Collisions, bodyOf: (id: number) => RigidBody | undefined): Contact[] {
  return meetingsOf(collisions, bodyOf).flatMap(contactsOf);
}
