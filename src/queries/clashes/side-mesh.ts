/**
 * One side of a contact: its triangles that meet the other surface, cut along the arcs.
 *
 * Every small triangle lies inside, outside or on the other surface as a whole. What holds together, across edges and
 * vertices that are not on the other surface, is numbered as a group; the rest of the surface is not looked at here.
 */

import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import type { Contact } from './contact.ts';
import { EdgePoints } from './edge-points.ts';
import { EdgeTable } from './edge-table.ts';
import { FaceMesh } from './face-mesh.ts';
import { FaceFlattener } from './flatten.ts';
import { groupBy } from './group-by.ts';
import { IntList } from './int-list.ts';
import { OF_FACE, OF_VERTEX } from './pair-meeting.ts';
import type { Points } from './points.ts';
import type { Surface } from './surface.ts';
import type { Marks } from './surface-topology.ts';

/** A triangle that is on no coplanar one of the other surface. */
export const NOT_ON = -1;

/** Small triangles that a face is expected to become. */
const SMALL_PER_FACE = 4;

export class SideMesh {
  readonly side: 0 | 1;
  readonly surface: Surface;
  readonly #contact: Contact;
  readonly #points: Points;
  readonly #flattener: FaceFlattener;
  readonly #mesh: FaceMesh;
  /** The triangles of the surface that are in a pair. */
  readonly #faces: IntList;
  /** Per small triangle: its face, three points, three flags for edges that are arcs, the coplanar pair it lies in. */
  readonly #faceOf: IntList;
  readonly #corners: IntList;
  readonly #isArc: IntList;
  readonly #onPair: IntList;
  /** Two small triangles on either side of each arc. */
  readonly acrossArcs = new IntList();
  /** Edges of small triangles that lie on edges of faces: 3 · triangle + k. */
  readonly #borders: IntList;
  /** Points of vertices: contact points, others as needed; and the places of `faces`. */
  readonly #marks: Marks;
  readonly #firstFree: number;
  readonly #freeVertices = new IntList();
  /** Of points from `firstFree` on: the place of the vertex in `freeVertices`, or −1. */
  readonly #placeOfPoint = new IntList();
  /** A small triangle at each of them. */
  readonly #triangleAtFree = new IntList();
  readonly #edgePoints: EdgePoints;
  /** Where the points on the edges of the face at hand begin, and how many there are. */
  readonly #edgeStart = new Int32Array(3);
  readonly #edgeCount = new Int32Array(3);
  readonly #same = new Map<number, number>();
  #polygonStamps = new Int32Array(0);
  readonly groups = new DisjointSets(0);

  constructor(contact: Contact, side: 0 | 1) {
    this.#contact = contact;
    this.#points = contact.points;
    this.side = side;
    this.surface = contact.points.surfaces[side];
    this.#flattener = new FaceFlattener(this.surface);
    this.#mesh = FaceMesh.over(contact.points);
    this.#marks = this.surface.topology.freshNumbers();
    this.#edgePoints = new EdgePoints(contact, this.surface, this.#same);
    const { pairs } = contact;
    this.#faces = new IntList(pairs.length / 2);
    for (let at: number = side; at < pairs.length; at += 2) {
      if (this.#marks.triangle(pairs[at]) < 0) this.#marks.setTriangle(pairs[at], this.#faces.push(pairs[at]));
    }
    const room = SMALL_PER_FACE * this.#faces.count;
    this.#faceOf = new IntList(room);
    this.#corners = new IntList(3 * room);
    this.#isArc = new IntList(3 * room);
    this.#onPair = new IntList(room);
    this.#borders = new IntList(3 * room);
    this.#firstFree = contact.points.count;
    this.#noteNodes();
    this.#cutFaces();
    this.#joinGroups();
  }

  /** Whether a triangle of the surface is in a pair. */
  has(face: number): boolean {
    return this.#marks.triangle(face) >= 0;
  }

  /** How many small triangles there are. */
  get count(): number {
    return this.#faceOf.count;
  }

  /** The face of each small triangle. */
  get faceOf(): Int32Array {
    return this.#faceOf.values;
  }

  /** Three points per small triangle. */
  get corners(): Int32Array {
    return this.#corners.values;
  }

  /** Whether each edge of a small triangle, from a corner to the next, is an arc. */
  get isArc(): Int32Array {
    return this.#isArc.values;
  }

  /** The coplanar pair that each small triangle lies in, or NOT_ON. */
  get onPair(): Int32Array {
    return this.#onPair.values;
  }

  /** Vertices of these triangles that are not on the other surface. */
  get freeVertices(): Int32Array {
    return this.#freeVertices.values.subarray(0, this.#freeVertices.count);
  }

  /** The vertex of a point that is one, and is not on the other surface; −1 for others. */
  freeVertex(point: number): number {
    const free = this.#placeOfFree(point);
    return free < 0 ? -1 : this.#freeVertices.values[free];
  }

  /** A small triangle at a vertex that is not on the other surface; −1 when there is none. */
  triangleAt(vertex: number): number {
    const point = this.#marks.vertex(vertex);
    const free = point < 0 ? -1 : this.#placeOfFree(point);
    return free < 0 ? -1 : this.#triangleAtFree.values[free];
  }

  #placeOfFree(point: number): number {
    const at = point - this.#firstFree;
    return at >= 0 && at < this.#placeOfPoint.count ? this.#placeOfPoint.values[at] : -1;
  }

  #noteNodes(): void {
    const { nodeCount, names } = this.#contact;
    const { words } = names;
    for (let node = 0; node < nodeCount; node++) {
      const word0 = words[4 * node + 2 * this.side];
      const word1 = words[4 * node + 2 * this.side + 1];
      if (word1 === OF_FACE) continue;
      if (word1 !== OF_VERTEX) {
        this.#edgePoints.add(word0, word1, node);
        continue;
      }
      // Where the other surface meets itself a vertex can have several names; the first stands for all.
      const first = this.#marks.vertex(word0);
      if (first < 0) this.#marks.setVertex(word0, node);
      else this.#same.set(node, first);
    }
    this.#edgePoints.close();
  }

  #vertexPoint(vertex: number): number {
    const known = this.#marks.vertex(vertex);
    if (known >= 0) return known;
    const point = this.#points.addVertex(this.side, vertex);
    this.#marks.setVertex(vertex, point);
    // Crossings of arcs may have been added in between.
    while (this.#placeOfPoint.count < point - this.#firstFree) this.#placeOfPoint.push(-1);
    this.#placeOfPoint.push(this.#freeVertices.push(vertex));
    this.#triangleAtFree.push(-1);
    return point;
  }

  #findOnEdge(k: number, p: number, q: number): number {
    const edgePoints = this.#edgePoints;
    edgePoints.find(p, q);
    this.#edgeStart[k] = edgePoints.start;
    this.#edgeCount[k] = edgePoints.count;
    return edgePoints.count;
  }

  #cutFaces(): void {
    const { arcs, arcCount, pairs, coplanar } = this.#contact;
    const { values: faces, count } = this.#faces;
    const placeOfPair = (pair: number) => this.#marks.triangle(pairs[2 * pair + this.side]);
    const arcsOf = groupBy(arcCount, count, (arc) => placeOfPair(arcs[3 * arc + 2]));
    const pairsOf = groupBy(pairs.length / 2, count, placeOfPair);
    for (let place = 0; place < count; place++) {
      const first = this.count;
      const own = pairsOf.items.subarray(pairsOf.starts[place], pairsOf.starts[place + 1]);
      this.#cutFace(faces[place], own, arcsOf.items.subarray(arcsOf.starts[place], arcsOf.starts[place + 1]));
      for (let i = 0; i < own.length; i++) if (coplanar[own[i]]) this.#markOn(first, own[i]);
    }
  }

  #known(point: number): number {
    return this.#same.size === 0 ? point : (this.#same.get(point) ?? point);
  }

  #cutFace(face: number, ownPairs: Uint32Array, ownArcs: Uint32Array): void {
    const { corners } = this.surface;
    const v0 = corners[3 * face];
    const v1 = corners[3 * face + 1];
    const v2 = corners[3 * face + 2];
    const p0 = this.#vertexPoint(v0);
    const p1 = this.#vertexPoint(v1);
    const p2 = this.#vertexPoint(v2);
    const onEdges = this.#findOnEdge(0, v0, v1) + this.#findOnEdge(1, v1, v2) + this.#findOnEdge(2, v2, v0);
    if (onEdges === 0 && this.#isUncut(ownPairs)) {
      this.#appendUncut(face, p0, p1, p2, ownArcs);
      return;
    }
    if (onEdges === 2 && ownPairs.length === 1 && ownArcs.length === 1 && this.#cutOnce(face, p0, p1, p2)) return;
    const { arcs, starts, pairPoints } = this.#contact;
    const mesh = this.#mesh;
    mesh.begin(p0, p1, p2, this.#flattener.flatten(face));
    this.#addOnEdge(0, v0 > v1);
    this.#addOnEdge(1, v1 > v2);
    this.#addOnEdge(2, v2 > v0);
    // All points first, also those of contacts in a single point: then every contact point is a corner.
    for (let i = 0; i < ownPairs.length; i++) {
      for (let at = starts[ownPairs[i]]; at < starts[ownPairs[i] + 1]; at++) mesh.insert(this.#known(pairPoints[at]));
    }
    for (let i = 0; i < ownArcs.length; i++) {
      mesh.addArc(this.#known(arcs[3 * ownArcs[i]]), this.#known(arcs[3 * ownArcs[i] + 1]));
    }
    this.#take(face, mesh);
  }

  #addOnEdge(k: number, reversed: boolean): void {
    const from = this.#edgeStart[k];
    this.#mesh.addOnEdge(k, this.#edgePoints.list, from, from + this.#edgeCount[k], reversed);
  }

  /** A face in one pair, whose arc runs from one of its edges to another, is three triangles. Returns false for others. */
  #cutOnce(face: number, p0: number, p1: number, p2: number): boolean {
    const [n0, n1, n2] = this.#edgeCount;
    if (n0 > 1 || n1 > 1 || n2 > 1) return false;
    const { list } = this.#edgePoints;
    const e0 = list[this.#edgeStart[0]];
    const e1 = list[this.#edgeStart[1]];
    const e2 = list[this.#edgeStart[2]];
    if (n0 === 0) this.#appendCut(face, p2, p0, p1, e2, e1);
    else if (n1 === 0) this.#appendCut(face, p0, p1, p2, e0, e2);
    else this.#appendCut(face, p1, p2, p0, e1, e0);
    return true;
  }

  /** The corner p is cut off by an arc from the edge p q, at `after`, to the edge r p, at `before`. */
  #appendCut(face: number, p: number, q: number, r: number, after: number, before: number): void {
    const first = this.count;
    this.#append(face, p, after, before, 0, 1, 0);
    this.#append(face, after, q, r, 0, 0, 0);
    this.#append(face, after, r, before, 0, 0, 1);
    this.groups.union(first + 1, first + 2);
    this.acrossArcs.push(first);
    this.acrossArcs.push(first + 2);
    const at = 3 * first;
    this.#borders.push3(at, at + 2, at + 3);
    this.#borders.push3(at + 4, at + 7, -1);
  }

  /** Whether no contact point lies inside the face, given that none lies on its edges between the corners. */
  #isUncut(ownPairs: Uint32Array): boolean {
    const contact = this.#contact;
    const { starts, pairPoints } = contact;
    for (let i = 0; i < ownPairs.length; i++) {
      for (let at = starts[ownPairs[i]]; at < starts[ownPairs[i] + 1]; at++) {
        if (contact.name1(this.side, pairPoints[at]) === OF_FACE) return false;
      }
    }
    return true;
  }

  /** A face that meets the other surface in whole edges and corners, if not as a whole. */
  #appendUncut(face: number, p0: number, p1: number, p2: number, ownArcs: Uint32Array): void {
    const { arcs } = this.#contact;
    const isArc = [0, 0, 0];
    for (let i = 0; i < ownArcs.length; i++) {
      const from = this.#known(arcs[3 * ownArcs[i]]);
      const to = this.#known(arcs[3 * ownArcs[i] + 1]);
      const has = (p: number, q: number) => (from === p && to === q) || (from === q && to === p);
      if (has(p0, p1)) isArc[0] = 1;
      else if (has(p1, p2)) isArc[1] = 1;
      else isArc[2] = 1;
    }
    const at = 3 * this.count;
    this.#append(face, p0, p1, p2, isArc[0], isArc[1], isArc[2]);
    this.#borders.push3(at, at + 1, at + 2);
  }

  #take(face: number, mesh: FaceMesh): void {
    const first = this.count;
    const { ids, corners, isArc, across, triangleCount } = mesh;
    for (let at = 0; at < 3 * triangleCount; at += 3) {
      this.#append(
        face,
        ids[corners[at]],
        ids[corners[at + 1]],
        ids[corners[at + 2]],
        isArc[at],
        isArc[at + 1],
        isArc[at + 2],
      );
    }
    for (let t = 0, at = 0; t < triangleCount; t++) {
      for (let k = 0; k < 3; k++, at++) {
        const other = across[at];
        if (other < 0) this.#borders.push(3 * first + at);
        else if (other < t) continue;
        else if (!isArc[at]) this.groups.union(first + t, first + other);
        else {
          this.acrossArcs.push(first + t);
          this.acrossArcs.push(first + other);
        }
      }
    }
  }

  #append(face: number, p: number, q: number, r: number, arc0: number, arc1: number, arc2: number): void {
    this.#faceOf.push(face);
    this.#corners.push3(p, q, r);
    this.#isArc.push3(arc0, arc1, arc2);
    this.#onPair.push(NOT_ON);
    this.groups.grow(this.#faceOf.count);
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
    for (let at = starts[pair]; at < starts[pair + 1]; at++) stamps[this.#known(pairPoints[at])] = pair + 1;
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
    const { values: borders, count } = this.#borders;
    const edges = new EdgeTable(count);
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
    const triangles = this.#triangleAtFree.values;
    for (let at = 0; at < 3 * count; at++) {
      const free = this.#placeOfFree(corners[at]);
      if (free < 0) continue;
      const t = (at / 3) | 0;
      if (triangles[free] < 0) triangles[free] = t;
      else groups.union(triangles[free], t);
    }
  }
}
