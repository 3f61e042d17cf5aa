/** What a region looks like: its box, a point of it, the direction in which it grows, and its triangles inside. */
import type { Bounds } from '../../mesh/bounds.ts';
import type { ClashPoint } from './clashes.ts';
import type { Contact } from './contact.ts';
import type { ContactSide } from './contact-side.ts';
import { boxOfShell } from './contained.ts';
import { addInside, type InsideParts } from './inside-parts.ts';
import type { Piece } from './pieces.ts';
import type { PairRegions, Region } from './regions.ts';
import { normalOf } from './regions.ts';
import { insideSign } from './solid-windings.ts';
import type { Surface } from './surface.ts';
import { boxOfPoints } from './surface-vertices.ts';

/** A sum of vectors shorter than this part of the sum of their lengths is zero but for rounding. */
const VANISHES = 2 ** -36;

/** A box that grows. */
export class Box {
  readonly min: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly max: [number, number, number] = [-Infinity, -Infinity, -Infinity];

  add(x: number, y: number, z: number): void {
    this.min[0] = Math.min(this.min[0], x);
    this.min[1] = Math.min(this.min[1], y);
    this.min[2] = Math.min(this.min[2], z);
    this.max[0] = Math.max(this.max[0], x);
    this.max[1] = Math.max(this.max[1], y);
    this.max[2] = Math.max(this.max[2], z);
  }

  /** Points, x y z each. */
  addAll(points: Float64Array): void {
    if (points.length === 0) return;
    const [lowX, lowY, lowZ, highX, highY, highZ] = boxOfPoints(points);
    this.add(lowX, lowY, lowZ);
    this.add(highX, highY, highZ);
  }

  get middle(): [number, number, number] {
    const { min, max } = this;
    return [min[0] / 2 + max[0] / 2, min[1] / 2 + max[1] / 2, min[2] / 2 + max[2] / 2];
  }
}

/** Copies the corners of a triangle; returns where the next goes. */
export function copyFace({ positions, corners }: Surface, face: number, to: Float64Array, start: number): number {
  const p = 3 * corners[3 * face];
  const q = 3 * corners[3 * face + 1];
  const r = 3 * corners[3 * face + 2];
  to[start] = positions[p];
  to[start + 1] = positions[p + 1];
  to[start + 2] = positions[p + 2];
  to[start + 3] = positions[q];
  to[start + 4] = positions[q + 1];
  to[start + 5] = positions[q + 2];
  to[start + 6] = positions[r];
  to[start + 7] = positions[r + 1];
  to[start + 8] = positions[r + 2];
  return start + 9;
}

/** The box around the points of a region's contact. */
export function contactBox({ points: { x, y, z }, starts, pairPoints }: Contact, { pairs }: Region): Box {
  const box = new Box();
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < pairs.length; i++) {
    const end = starts[pairs[i] + 1];
    for (let at = starts[pairs[i]]; at < end; at++) {
      const node = pairPoints[at];
      lowX = Math.min(lowX, x[node]);
      lowY = Math.min(lowY, y[node]);
      lowZ = Math.min(lowZ, z[node]);
      highX = Math.max(highX, x[node]);
      highY = Math.max(highY, y[node]);
      highZ = Math.max(highZ, z[node]);
    }
  }
  box.add(lowX, lowY, lowZ);
  box.add(highX, highY, highZ);
  return box;
}

/** Grows the box around the contact so that it holds the shells of the inner side that do not touch, and triangles inside, if known. */
export function boundsOf(contact: Box, region: Region, inner: Surface, inside: readonly InsideParts[]): Bounds {
  for (const parts of inside) addInside(contact, parts);
  for (const shell of region.shells) {
    const [lowX, lowY, lowZ, highX, highY, highZ] = boxOfShell(inner, shell);
    contact.add(lowX, lowY, lowZ);
    contact.add(highX, highY, highZ);
  }
  return { min: contact.min, max: contact.max };
}

/** The point of a region's contact nearest to the middle of its box; of several, the first in an order that does not depend on numbers. */
export function pointOf({ points: { x, y, z }, starts, pairPoints }: Contact, { pairs }: Region, box: Box): ClashPoint {
  const [middleX, middleY, middleZ] = box.middle;
  let best = pairPoints[starts[pairs[0]]];
  let least = Infinity;
  for (let i = 0; i < pairs.length; i++) {
    const end = starts[pairs[i] + 1];
    for (let at = starts[pairs[i]]; at < end; at++) {
      const node = pairPoints[at];
      const distance = (x[node] - middleX) ** 2 + (y[node] - middleY) ** 2 + (z[node] - middleZ) ** 2;
      if (distance > least) continue;
      if (distance === least && !isBefore(x, y, z, node, best)) continue;
      least = distance;
      best = node;
    }
  }
  return [x[best], y[best], z[best]];
}

/** By x, then y, then z. */
function isBefore(x: Float64Array, y: Float64Array, z: Float64Array, p: number, q: number): boolean {
  return x[p] < x[q] || (x[p] === x[q] && (y[p] < y[q] || (y[p] === y[q] && z[p] < z[q])));
}

/** Sums vectors, and the lengths of what was summed. */
class VectorSum {
  x = 0;
  y = 0;
  z = 0;
  size = 0;

  add(x: number, y: number, z: number, weight: number): void {
    this.x += weight * x;
    this.y += weight * y;
    this.z += weight * z;
    this.size += Math.abs(weight) * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  }

  /** Of length 1; null when what was summed cancels. */
  get direction(): ClashPoint | null {
    const length = Math.hypot(this.x, this.y, this.z);
    if (!(length > VANISHES * this.size)) return null;
    return [this.x / length, this.y / length, this.z / length];
  }
}

/** The small triangles of pieces, by number. Most are in order already. */
function ascending(pieces: readonly Piece[]): Uint32Array {
  let count = 0;
  for (const { small } of pieces) count += small.length;
  const all = new Uint32Array(count);
  let at = 0;
  let isSorted = true;
  for (const { small } of pieces) {
    for (let i = 0; i < small.length; i++) {
      if (at > 0 && small[i] < all[at - 1]) isSorted = false;
      all[at++] = small[i];
    }
  }
  return isSorted ? all : all.sort();
}

/** Adds ½ p × q for the arcs around the pieces of one side, which is the vector of their area. */
function addAround(sum: VectorSum, contact: Contact, mesh: ContactSide, region: Region, weight: number): void {
  const { x, y, z } = contact.points;
  const { corners, isArc } = mesh;
  const first = region.pairs.length > 0 ? contact.pairPoints[contact.starts[region.pairs[0]]] : 0;
  const ox = x[first];
  const oy = y[first];
  const oz = z[first];
  // In an order that does not depend on how far groups have been joined.
  const small = ascending(region.pieces[mesh.side]);
  for (let i = 0; i < small.length; i++) {
    const t = small[i];
    for (let at = 3 * t; at < 3 * t + 3; at++) {
      if (!isArc[at]) continue;
      const p = corners[at];
      const q = corners[at === 3 * t + 2 ? 3 * t : at + 1];
      const px = x[p] - ox;
      const py = y[p] - oy;
      const pz = z[p] - oz;
      const qx = x[q] - ox;
      const qy = y[q] - oy;
      const qz = z[q] - oz;
      sum.add(py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx, weight);
    }
  }
}

/** Adds the vectors of area of the small triangles of a that lie on b, outward. */
function addFlush(sum: VectorSum, contact: Contact, mesh: ContactSide, region: Region): void {
  const { points } = contact;
  if (region.on[0].length === 0) return;
  const weight = insideSign(mesh.surface) / 2;
  for (const t of region.on[0]) {
    const [p, q, r] = [0, 1, 2].map((k) => mesh.corners[3 * t + k]);
    const [ux, uy, uz] = [points.x[q] - points.x[p], points.y[q] - points.y[p], points.z[q] - points.z[p]];
    const [vx, vy, vz] = [points.x[r] - points.x[p], points.y[r] - points.y[p], points.z[r] - points.z[p]];
    sum.add(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, weight);
  }
}

/** Adds ½ p × q for the segments in which triangles meet, directed as the edge of what lies behind b's. */
function addSegments(sum: VectorSum, contact: Contact, region: Region): void {
  const { points, starts, pairPoints } = contact;
  const [a, b] = points.surfaces;
  const first = pairPoints[starts[region.pairs[0]]];
  for (const pair of region.pairs) {
    if (contact.coplanar[pair] || starts[pair + 1] - starts[pair] !== 2) continue;
    const [p, q] = [pairPoints[starts[pair]], pairPoints[starts[pair] + 1]];
    const [nx, ny, nz] = normalOf(a, contact.pairs[2 * pair]);
    const [mx, my, mz] = normalOf(b, contact.pairs[2 * pair + 1]);
    const d = (of: Float64Array) => of[q] - of[p];
    const along =
      (ny * mz - nz * my) * d(points.x) + (nz * mx - nx * mz) * d(points.y) + (nx * my - ny * mx) * d(points.z);
    const [px, py, pz] = [points.x, points.y, points.z].map((of) => of[p] - of[first]);
    const [qx, qy, qz] = [points.x, points.y, points.z].map((of) => of[q] - of[first]);
    sum.add(py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx, Math.sign(along) / 2);
  }
}

/** The direction from a to b: see `Clash.normal`. */
export function normalOfRegion({ contact, meshes }: PairRegions, region: Region): ClashPoint | null {
  const sum = new VectorSum();
  if (!meshes) addSegments(sum, contact, region);
  else if (region.kind === 'touching') addFlush(sum, contact, meshes[0], region);
  else {
    // The two differ by the faces on which the objects lie flush with each other; half of those count.
    addAround(sum, contact, meshes[0], region, 0.25 * insideSign(meshes[0].surface));
    addAround(sum, contact, meshes[1], region, -0.25 * insideSign(meshes[1].surface));
  }
  return sum.direction;
}
