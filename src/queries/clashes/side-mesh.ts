/**
 * One side of a contact: its triangles that meet the other surface, cut along the arcs.
 *
 * Every small triangle lies inside, outside or on the other surface as a whole. What holds together, across edges and
 * vertices that are not on the other surface, is numbered as a group; the rest of the surface is not looked at here.
 */

import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import type { Contact } from './contact.ts';
import { EdgeTable } from './edge-table.ts';
import { FaceMesh } from './face-mesh.ts';
import { FaceFlattener } from './flatten.ts';
import { OF_FACE, OF_VERTEX } from './pair-meeting.ts';
import type { Points } from './points.ts';
import type { Surface } from './surface.ts';
import type { Marks } from './surface-topology.ts';
import { signOf } from './whole-points.ts';

/** A triangle that is on no coplanar one of the other surface. */
export const NOT_ON = -1;

const NO_POINTS: readonly number[] = [];

export class SideMesh {
  readonly side: 0 | 1;
  readonly surface: Surface;
  readonly #contact: Contact;
  readonly #points: Points;
  readonly #flattener: FaceFlattener;
  readonly #mesh: FaceMesh;
  /** The triangles of the surface that are in a pair. */
  readonly faces: number[] = [];
  /** Per small triangle: its face, three points, three flags for edges that are arcs, the coplanar pair it lies in. */
  readonly faceOf: number[] = [];
  readonly corners: number[] = [];
  readonly isArc: number[] = [];
  readonly onPair: number[] = [];
  /** Two small triangles on either side of each arc. */
  readonly acrossArcs: number[] = [];
  /** Points of vertices: contact points, others as needed; and the places of `faces`. */
  readonly #marks: Marks;
  readonly #firstFree: number;
  readonly #freeVertices: number[] = [];
  readonly #edges: EdgeTable;
  readonly #edgeNodes: number[][] = [];
  readonly #isSorted: boolean[] = [];
  readonly #same = new Map<number, number>();
  readonly #polygonStamps: Int32Array;
  readonly groups = new DisjointSets(0);
  /** A small triangle at each vertex that is not on the other surface, in the order of `freeVertices`. */
  readonly #triangleAtFree: number[] = [];

  constructor(contact: Contact, side: 0 | 1) {
    this.#contact = contact;
    this.#points = contact.points;
    this.side = side;
    this.surface = contact.points.surfaces[side];
    this.#flattener = new FaceFlattener(this.surface);
    this.#mesh = new FaceMesh(contact.points);
    this.#marks = this.surface.topology.freshNumbers();
    this.#edges = new EdgeTable(contact.nodeCount);
    this.#polygonStamps = new Int32Array(contact.nodeCount);
    const { pairs } = contact;
    for (let at = side; at < pairs.length; at += 2) {
      if (this.#marks.triangle(pairs[at]) >= 0) continue;
      this.#marks.setTriangle(pairs[at], this.faces.push(pairs[at]) - 1);
    }
    this.#firstFree = contact.points.count;
    this.#noteNodes();
    this.#cutFaces();
    this.#joinGroups();
  }

  /** Whether a triangle of the surface is in a pair. */
  has(face: number): boolean {
    return this.#marks.triangle(face) >= 0;
  }

  get count(): number {
    return this.faceOf.length;
  }

  /** Vertices of these triangles that are not on the other surface. */
  get freeVertices(): readonly number[] {
    return this.#freeVertices;
  }

  /** The vertex of a point that is one, and is not on the other surface; −1 for others. */
  freeVertex(point: number): number {
    const free = this.#placeOfFree(point);
    return free < 0 ? -1 : this.#freeVertices[free];
  }

  /** A small triangle at a vertex that is not on the other surface; −1 when there is none. */
  triangleAt(vertex: number): number {
    const point = this.#marks.vertex(vertex);
    const free = point < 0 ? -1 : this.#placeOfFree(point);
    return free < 0 ? -1 : this.#triangleAtFree[free];
  }

  #placeOfFree(point: number): number {
    if (point < this.#firstFree) return -1;
    return this.#placeByPoint.get(point) ?? -1;
  }

  readonly #placeByPoint = new Map<number, number>();

  #noteNodes(): void {
    const contact = this.#contact;
    for (let node = 0; node < contact.nodeCount; node++) {
      const word0 = contact.name0(this.side, node);
      const word1 = contact.name1(this.side, node);
      if (word1 === OF_FACE) continue;
      if (word1 === OF_VERTEX) {
        // Where the other surface meets itself a vertex can have several names; the first stands for all.
        const first = this.#marks.vertex(word0);
        if (first < 0) this.#marks.setVertex(word0, node);
        else this.#same.set(node, first);
        continue;
      }
      const edge = this.#edges.take(word0, word1);
      if (edge === this.#edgeNodes.length) {
        this.#edgeNodes.push([node]);
        this.#isSorted.push(true);
      } else {
        this.#edgeNodes[edge].push(node);
        this.#isSorted[edge] = false;
      }
    }
  }

  #vertexPoint(vertex: number): number {
    const known = this.#marks.vertex(vertex);
    if (known >= 0) return known;
    const point = this.#points.addVertex(this.side, vertex);
    this.#marks.setVertex(vertex, point);
    this.#placeByPoint.set(point, this.#freeVertices.push(vertex) - 1);
    this.#triangleAtFree.push(-1);
    return point;
  }

  /** The points on an edge, from its lower vertex to its higher. */
  #pointsOnEdge(p: number, q: number): readonly number[] {
    const edge = this.#edges.find(p, q);
    if (edge < 0) return NO_POINTS;
    if (!this.#isSorted[edge]) {
      this.#isSorted[edge] = true;
      this.#sortAlong(this.#edgeNodes[edge], Math.min(p, q), Math.max(p, q));
    }
    return this.#edgeNodes[edge];
  }

  #sortAlong(nodes: number[], low: number, high: number): void {
    const { positions } = this.surface;
    const length = (k: number) => Math.abs(positions[3 * high + k] - positions[3 * low + k]);
    const axis = length(0) >= length(1) && length(0) >= length(2) ? 0 : length(1) >= length(2) ? 1 : 2;
    const direction = Math.sign(positions[3 * high + axis] - positions[3 * low + axis]);
    const compare = (p: number, q: number): number => {
      const difference = this.#points.coordinate(p, axis) - this.#points.coordinate(q, axis);
      const error = this.#points.error[p] + this.#points.error[q];
      if (Math.abs(difference) > 2 * error) return direction * difference;
      const [a, b] = [this.#points.whole(p), this.#points.whole(q)];
      return direction * signOf(a[axis] * b[3] - b[axis] * a[3]);
    };
    nodes.sort((p, q) => compare(p, q) || p - q);
    let kept = 1;
    for (let i = 1; i < nodes.length; i++) {
      if (compare(nodes[kept - 1], nodes[i]) === 0) this.#same.set(nodes[i], nodes[kept - 1]);
      else nodes[kept++] = nodes[i];
    }
    nodes.length = kept;
  }

  #cutFaces(): void {
    const { arcs, pairs, coplanar } = this.#contact;
    const placeOfPair = (pair: number) => this.#marks.triangle(pairs[2 * pair + this.side]);
    const arcsOf = groupBy(arcs.length / 3, this.faces.length, (arc) => placeOfPair(arcs[3 * arc + 2]));
    const pairsOf = groupBy(pairs.length / 2, this.faces.length, placeOfPair);
    for (let place = 0; place < this.faces.length; place++) {
      const face = this.faces[place];
      const first = this.count;
      const own = pairsOf.items.subarray(pairsOf.starts[place], pairsOf.starts[place + 1]);
      this.#cutFace(face, own, arcsOf.items.subarray(arcsOf.starts[place], arcsOf.starts[place + 1]));
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
    const e0 = this.#pointsOnEdge(v0, v1);
    const e1 = this.#pointsOnEdge(v1, v2);
    const e2 = this.#pointsOnEdge(v2, v0);
    const { arcs, starts, pairPoints } = this.#contact;
    if (e0.length + e1.length + e2.length === 0 && this.#isUncut(ownPairs)) {
      this.#appendUncut(face, p0, p1, p2, ownArcs);
      return;
    }
    if (ownPairs.length === 1 && ownArcs.length === 1 && this.#cutOnce(face, p0, p1, p2, e0, e1, e2)) return;
    const mesh = this.#mesh;
    mesh.begin(p0, p1, p2, this.#flattener.flatten(face));
    mesh.addOnEdge(0, e0, v0 > v1);
    mesh.addOnEdge(1, e1, v1 > v2);
    mesh.addOnEdge(2, e2, v2 > v0);
    // All points first, also those of contacts in a single point: then every contact point is a corner.
    for (let i = 0; i < ownPairs.length; i++) {
      for (let at = starts[ownPairs[i]]; at < starts[ownPairs[i] + 1]; at++) mesh.insert(this.#known(pairPoints[at]));
    }
    for (let i = 0; i < ownArcs.length; i++) {
      mesh.addArc(this.#known(arcs[3 * ownArcs[i]]), this.#known(arcs[3 * ownArcs[i] + 1]));
    }
    this.#take(face, mesh);
  }

  /**
   * A face in one pair, whose arc runs from one of its edges to another, is three triangles. Returns false for others. The
   * lists hold the points on its edges.
   */
  #cutOnce(
    face: number,
    p0: number,
    p1: number,
    p2: number,
    e0: readonly number[],
    e1: readonly number[],
    e2: readonly number[],
  ): boolean {
    if (e0.length > 1 || e1.length > 1 || e2.length > 1 || e0.length + e1.length + e2.length !== 2) return false;
    if (e0.length === 0) this.#appendCut(face, p2, p0, p1, e2[0], e1[0]);
    else if (e1.length === 0) this.#appendCut(face, p0, p1, p2, e0[0], e2[0]);
    else this.#appendCut(face, p1, p2, p0, e1[0], e0[0]);
    return true;
  }

  /** The corner p is cut off by an arc from the edge p q, at `after`, to the edge r p, at `before`. */
  #appendCut(face: number, p: number, q: number, r: number, after: number, before: number): void {
    const first = this.count;
    this.#append(face, p, after, before, 0, 1, 0);
    this.#append(face, after, q, r, 0, 0, 0);
    this.#append(face, after, r, before, 0, 0, 1);
    this.groups.union(first + 1, first + 2);
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
    this.#append(face, p0, p1, p2, isArc[0], isArc[1], isArc[2]);
  }

  #take(face: number, mesh: FaceMesh): void {
    const first = this.count;
    const { ids, corners, isArc, across, triangleCount } = mesh;
    for (let at = 0; at < 3 * triangleCount; at += 3) {
      const [p, q, r] = [ids[corners[at]], ids[corners[at + 1]], ids[corners[at + 2]]];
      this.#append(face, p, q, r, isArc[at], isArc[at + 1], isArc[at + 2]);
    }
    for (let t = 0; t < triangleCount; t++) {
      for (let k = 0; k < 3; k++) {
        const other = across[3 * t + k];
        if (other > t && !isArc[3 * t + k]) this.groups.union(first + t, first + other);
      }
    }
  }

  #append(face: number, p: number, q: number, r: number, arc0: number, arc1: number, arc2: number): void {
    this.faceOf.push(face);
    this.corners.push(p, q, r);
    this.isArc.push(arc0, arc1, arc2);
    this.onPair.push(NOT_ON);
    this.groups.grow(this.count);
  }

  /**
   * Marks the small triangles of a face, from `first` on, that lie in the polygon of a coplanar pair: those whose corners
   * are all its corners.
   */
  #markOn(first: number, pair: number): void {
    const { starts, pairPoints, nodeCount } = this.#contact;
    // A polygon has three corners at least.
    if (starts[pair + 1] - starts[pair] < 3) return;
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
    const edges = new EdgeTable(2 * this.count);
    const firsts: number[] = [];
    for (let t = 0; t < this.count; t++) {
      for (let k = 0; k < 3; k++) {
        const from = this.corners[3 * t + k];
        const free = this.#placeOfFree(from);
        if (free >= 0) {
          if (this.#triangleAtFree[free] < 0) this.#triangleAtFree[free] = t;
          else this.groups.union(this.#triangleAtFree[free], t);
        }
        const edge = edges.take(from, this.corners[3 * t + (k === 2 ? 0 : k + 1)]);
        if (edge === firsts.length) firsts.push(t);
        else if (this.isArc[3 * t + k]) this.acrossArcs.push(firsts[edge], t);
        else this.groups.union(firsts[edge], t);
      }
    }
  }
}

/** Lists the items 0 to `count` by their key. */
function groupBy(count: number, keys: number, keyOf: (item: number) => number) {
  const starts = new Uint32Array(keys + 1);
  const keyOfItem = new Uint32Array(count);
  for (let item = 0; item < count; item++) {
    keyOfItem[item] = keyOf(item);
    starts[keyOfItem[item] + 1]++;
  }
  for (let key = 0; key < keys; key++) starts[key + 1] += starts[key];
  const items = new Uint32Array(count);
  const places = starts.slice();
  for (let item = 0; item < count; item++) items[places[keyOfItem[item]]++] = item;
  return { starts, items };
}
