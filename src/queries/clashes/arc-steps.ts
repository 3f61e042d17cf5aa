/**
 * Where triangles of a surface cross each other, winding numbers change by one: what lies in front of one triangle and behind it is
 * wound round once more behind the other.
 *
 * That holds along an arc if it runs inside both triangles and lies on no third one. Of all other arcs nothing is said here.
 */

import { NAME_OF_FACE, NAME_OF_VERTEX } from './constants.ts';
import type { Contact } from './contact.ts';
import type { Step } from './edge-steps.ts';
import { EdgeTable } from './edge-table.ts';
import { ExactSigns } from './exact-signs.ts';
import type { SideMesh } from './side-mesh.ts';
import type { Surface } from './surface.ts';

/**
 * For each arc that has a rule, the step from the small triangle of a face that lies in front of the triangle that crosses the face
 * there to the one behind it. `mesh` is the first side of the contact of a surface with its twin.
 */
export function arcSteps(contact: Contact, mesh: SideMesh): Step[] {
  const { arcs, arcCount, pairs } = contact;
  const { lefts, rights, isAlone } = besideArcs(contact, mesh);
  const isSimple = simpleFaces(contact, lefts, rights);
  const signs = new ExactSigns(mesh.surface.isWide);
  const steps: Step[] = [];
  for (let arc = 0; arc < arcCount; arc++) {
    const pair = arcs[3 * arc + 2];
    if (!isAlone[arc] || lefts[arc] < 0 || rights[arc] < 0 || !isSimple[pairs[2 * pair]]) continue;
    const sign = directionOf(contact, arc, signs);
    if (sign > 0) steps.push({ from: rights[arc], to: lefts[arc], more: 1 });
    else if (sign < 0) steps.push({ from: lefts[arc], to: rights[arc], more: 1 });
  }
  return steps;
}

interface BesideArcs {
  /** The small triangle of its face on the left of each arc, from its first end to the other, and the one on the right; −1 for none. */
  readonly lefts: Int32Array;
  readonly rights: Int32Array;
  /** Whether no other arc has the same ends. */
  readonly isAlone: Uint8Array;
}

function besideArcs({ arcs, arcCount, pairs, nodeCount }: Contact, mesh: SideMesh): BesideArcs {
  const lefts = new Int32Array(arcCount).fill(-1);
  const rights = new Int32Array(arcCount).fill(-1);
  const isAlone = new Uint8Array(arcCount).fill(1);
  const table = new EdgeTable(arcCount);
  const firsts: number[] = [];
  for (let arc = 0; arc < arcCount; arc++) {
    const number = table.take(arcs[3 * arc], arcs[3 * arc + 1]);
    if (number === firsts.length) firsts.push(arc);
    else {
      isAlone[arc] = 0;
      isAlone[firsts[number]] = 0;
    }
  }
  const { corners, faceOf, isArc, count } = mesh;
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const p = corners[3 * t + k];
      const q = corners[3 * t + ((k + 1) % 3)];
      if (!isArc[3 * t + k] || p >= nodeCount || q >= nodeCount) continue;
      const number = table.find(p, q);
      if (number < 0) continue;
      const arc = firsts[number];
      if (pairs[2 * arcs[3 * arc + 2]] !== faceOf[t]) continue;
      if (arcs[3 * arc] === p) lefts[arc] = t;
      else rights[arc] = t;
    }
  }
  return { lefts, rights, isAlone };
}

/** For each face, whether every arc in it is one edge of small triangles, so that each such edge lies on one arc only. */
function simpleFaces({ arcs, arcCount, pairs, coplanar }: Contact, lefts: Int32Array, rights: Int32Array): Uint8Array {
  let faceCount = 0;
  for (let at = 0; at < pairs.length; at += 2) faceCount = Math.max(faceCount, pairs[at] + 1);
  const isSimple = new Uint8Array(faceCount).fill(1);
  for (let pair = 0; pair < coplanar.length; pair++) if (coplanar[pair]) isSimple[pairs[2 * pair]] = 0;
  for (let arc = 0; arc < arcCount; arc++)
    if (lefts[arc] < 0 && rights[arc] < 0) isSimple[pairs[2 * arcs[3 * arc + 2]]] = 0;
  return isSimple;
}

/**
 * The direction of an arc of the faces f and g: 1 when it runs along n_f × n_g, n being their normals, so that what is on its left
 * in f is behind g; −1 when it runs the other way; 0 when that is not known, or the arc runs along an edge of g.
 */
function directionOf(contact: Contact, arc: number, signs: ExactSigns): number {
  const { arcs, pairs, points } = contact;
  const pair = arcs[3 * arc + 2];
  const [f, g] = [pairs[2 * pair], pairs[2 * pair + 1]];
  const [from, to] = [arcs[3 * arc], arcs[3 * arc + 1]];
  const surface = points.surfaces[0];
  if (areOnOneEdge(contact, from, to)) return 0;
  return entrySign(contact, from, f, g, surface, signs) || -entrySign(contact, to, f, g, surface, signs);
}

/** Whether one edge of the second triangle holds both ends of an arc. */
function areOnOneEdge(contact: Contact, from: number, to: number): boolean {
  const [p0, p1, q0, q1] = [contact.name0(1, from), contact.name1(1, from), contact.name0(1, to), contact.name1(1, to)];
  if (p1 === NAME_OF_FACE || q1 === NAME_OF_FACE) return false;
  if (p1 === NAME_OF_VERTEX) return q1 === NAME_OF_VERTEX || p0 === q0 || p0 === q1;
  if (q1 === NAME_OF_VERTEX) return q0 === p0 || q0 === p1;
  return p0 === q0 && p1 === q1;
}

/**
 * Whether the line along n_f × n_g enters one of the triangles f and g in the end of an arc, 1, or leaves it there, −1. It enters f
 * where an edge of f, in the direction in which f has it, comes from behind g, and g where one of g goes behind f. 0 where no
 * edge passes through the inside of the other triangle.
 */
function entrySign(contact: Contact, end: number, f: number, g: number, surface: Surface, signs: ExactSigns): number {
  const [own1, other1] = [contact.name1(0, end), contact.name1(1, end)];
  if (other1 === NAME_OF_FACE && own1 >= 0) return -startSide(surface, f, contact.name0(0, end), own1, g, signs);
  if (own1 === NAME_OF_FACE && other1 >= 0) return startSide(surface, g, contact.name0(1, end), other1, f, signs);
  return 0;
}

/** The side of the plane of `other` that an edge of a face starts on, in the direction in which the face has it. */
function startSide(
  { positions, corners }: Surface,
  face: number,
  low: number,
  high: number,
  other: number,
  signs: ExactSigns,
): number {
  const at = [0, 1, 2].find((k) => corners[3 * face + k] === low)!;
  const start = corners[3 * face + ((at + 1) % 3)] === high ? low : high;
  const [t0, t1, t2] = [0, 1, 2].map((k) => 3 * corners[3 * other + k]);
  return signs.side(positions, 3 * start, positions, t0, t1, t2);
}
