/**
 * One side of a contact: its triangles that meet the other surface, cut along the arcs.
 *
 * Every small triangle lies inside, outside or on the other surface as a whole. Triangles connected across edges and vertices
 * that are not on the other surface form a numbered group; the rest of the surface is not examined.
 */

import type { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { NOT_ON } from './constants.ts';
import type { Contact } from './contact.ts';
import type { ContactSide } from './contact-side.ts';
import { FaceCutter } from './face-cutter.ts';
import type { IntList } from './int-list.ts';
import { groupBy } from './int-list.ts';
import type { Surface } from './surface.ts';
import type { Marks } from './surface-topology.ts';
import type { SideWorkspace } from './workspace.ts';

export class SideMesh implements ContactSide {
  readonly side: 0 | 1;
  readonly surface: Surface;
  readonly errorScale = 1;
  readonly #contact: Contact;
  readonly #workspace: SideWorkspace;
  readonly #cutter: FaceCutter;
  /** Points of vertices: contact points, others as needed; and the places of `faces`. */
  readonly #marks: Marks;
  #polygonStamps = new Int32Array(0);

  /** Its lists lie in `workspace`, and are gone when that is reused. */
  constructor(contact: Contact, side: 0 | 1, workspace: SideWorkspace) {
    this.#contact = contact;
    this.side = side;
    this.surface = contact.points.surfaces[side];
    this.#marks = this.surface.topology.freshNumbers();
    this.#workspace = workspace;
    workspace.clear();
    const { pairs } = contact;
    for (let at: number = side; at < pairs.length; at += 2) {
      if (this.#marks.triangle(pairs[at]) < 0) this.#marks.setTriangle(pairs[at], workspace.faces.push(pairs[at]));
    }
    this.#cutter = new FaceCutter(contact, side, workspace, this.#marks);
    this.#cutFaces();
    this.#joinGroups();
  }

  has(face: number): boolean {
    return this.#marks.triangle(face) >= 0;
  }

  /** Groups connected across edges and vertices that are not on the other surface. */
  get groups(): DisjointSets {
    return this.#workspace.groups;
  }

  /** Two small triangles on either side of each arc. */
  get acrossArcs(): IntList {
    return this.#workspace.acrossArcs;
  }

  get faces(): Int32Array {
    return this.#workspace.faces.values.subarray(0, this.#workspace.faces.count);
  }

  /** How many small triangles there are. */
  get count(): number {
    return this.#workspace.faceOf.count;
  }

  get faceOf(): Int32Array {
    return this.#workspace.faceOf.values;
  }

  get corners(): Int32Array {
    return this.#workspace.corners.values;
  }

  get isArc(): Int32Array {
    return this.#workspace.isArc.values;
  }

  get onPair(): Int32Array {
    return this.#workspace.onPair.values;
  }

  get freeVertices(): Int32Array {
    return this.#workspace.freeVertices.values.subarray(0, this.#workspace.freeVertices.count);
  }

  freeVertex(point: number): number {
    const free = this.#placeOfFree(point);
    return free < 0 ? -1 : this.#workspace.freeVertices.values[free];
  }

  groupOf(small: number): number {
    return this.groups.find(small);
  }

  /** A small triangle. */
  memberOf(place: number): number {
    return this.#workspace.triangleAtFree.values[place];
  }

  memberAt(vertex: number): number {
    const point = this.#marks.vertex(vertex);
    const free = point < 0 ? -1 : this.#placeOfFree(point);
    return free < 0 ? -1 : this.memberOf(free);
  }

  #placeOfFree(point: number): number {
    const at = point - this.#cutter.firstFree;
    return at >= 0 && at < this.#workspace.placeOfPoint.count ? this.#workspace.placeOfPoint.values[at] : -1;
  }

  #cutFaces(): void {
    const { arcs, arcCount, pairs, coplanar } = this.#contact;
    const { values: faces, count } = this.#workspace.faces;
    const placeOfPair = (pair: number) => this.#marks.triangle(pairs[2 * pair + this.side]);
    const arcsOf = groupBy(arcCount, count, (arc) => placeOfPair(arcs[3 * arc + 2]));
    const pairsOf = groupBy(pairs.length / 2, count, placeOfPair);
    for (let place = 0; place < count; place++) {
      const first = this.count;
      this.#cutter.cut(faces[place], place, pairsOf, arcsOf);
      for (let i = pairsOf.starts[place]; i < pairsOf.starts[place + 1]; i++)
        if (coplanar[pairsOf.items[i]]) this.#markOn(first, pairsOf.items[i]);
    }
  }

  /**
   * Marks the small triangles of a face, from `first` on, that lie in the polygon of a coplanar pair: those whose corners
   * are all its corners.
   */
  #markOn(first: number, pair: number): void {
    const { starts, pairPoints, nodeCount } = this.#contact;
    // A polygon has three corners at least.
    if (starts[pair + 1] - starts[pair] < 3) return;
    if (this.#polygonStamps.length === 0) this.#polygonStamps = new Int32Array(nodeCount);
    const stamps = this.#polygonStamps;
    const { corners, onPair } = this;
    for (let at = starts[pair]; at < starts[pair + 1]; at++) stamps[this.#cutter.known(pairPoints[at])] = pair + 1;
    for (let t = first; t < this.count; t++) {
      const p = corners[3 * t];
      const q = corners[3 * t + 1];
      const r = corners[3 * t + 2];
      if (p >= nodeCount || q >= nodeCount || r >= nodeCount || onPair[t] !== NOT_ON) continue;
      if (stamps[p] === pair + 1 && stamps[q] === pair + 1 && stamps[r] === pair + 1) onPair[t] = pair;
    }
  }

  /** Notes that small triangles of one face lie on a triangle of the other surface. */
  setOn(small: readonly number[], other: number): void {
    const { pairs } = this.#contact;
    const face = this.faceOf[small[0]];
    let pair = 0;
    while (pairs[2 * pair + this.side] !== face || pairs[2 * pair + 1 - this.side] !== other) pair++;
    for (const t of small) this.onPair[t] = pair;
  }

  /** Joins what meets across edges of the surface and at vertices, where these are not on the other surface. */
  #joinGroups(): void {
    this.#joinAtVertices();
    const { corners, isArc, groups, acrossArcs } = this;
    const { values: borders, count } = this.#workspace.borders;
    const edges = this.#workspace.borderEdges;
    edges.clear(count);
    const firsts = new Int32Array(count);
    let known = 0;
    for (let i = 0; i < count; i++) {
      const at = borders[i];
      if (at < 0) continue;
      const t = (at / 3) | 0;
      const edge = edges.take(corners[at], corners[at - 3 * t === 2 ? at - 2 : at + 1]);
      if (edge === known) firsts[known++] = t;
      else if (isArc[at]) {
        acrossArcs.push(firsts[edge]);
        acrossArcs.push(t);
      } else groups.union(firsts[edge], t);
    }
  }

  #joinAtVertices(): void {
    const { corners, groups, count } = this;
    const triangles = this.#workspace.triangleAtFree.values;
    for (let at = 0; at < 3 * count; at++) {
      const free = this.#placeOfFree(corners[at]);
      if (free < 0) continue;
      const t = (at / 3) | 0;
      if (triangles[free] < 0) triangles[free] = t;
      else groups.union(triangles[free], t);
    }
  }
}
