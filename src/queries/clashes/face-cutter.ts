/**
 * Cuts the triangles of one side of a contact along the arcs, one after the other, into small triangles.
 *
 * Small triangles that are connected within a face are joined in a group.
 */

import { NAME_OF_FACE, NAME_OF_VERTEX, NOT_ON } from './constants.ts';
import type { Contact } from './contact.ts';
import { EdgePoints } from './edge-points.ts';
import { FaceMesh } from './face-mesh.ts';
import { FaceProjector } from './face-projection.ts';
import type { Grouped } from './int-list.ts';
import type { Surface } from './surface.ts';
import type { Marks } from './surface-topology.ts';
import type { SideWorkspace } from './workspace.ts';

export class FaceCutter {
  readonly #contact: Contact;
  readonly #side: 0 | 1;
  readonly #surface: Surface;
  readonly #workspace: SideWorkspace;
  readonly #projector: FaceProjector;
  readonly #mesh: FaceMesh;
  readonly #marks: Marks;
  readonly #edgePoints: EdgePoints;
  /** Where the points on the edges of the current face begin, and how many there are. */
  readonly #edgeStart = new Int32Array(3);
  readonly #edgeCount = new Int32Array(3);
  readonly #same = new Map<number, number>();
  /** The first point that is none of the contact. */
  readonly firstFree: number;

  /** Writes to the lists of `workspace`; `marks` gets the points of vertices. */
  constructor(contact: Contact, side: 0 | 1, workspace: SideWorkspace, marks: Marks) {
    this.#contact = contact;
    this.#side = side;
    this.#surface = contact.points.surfaces[side];
    this.#workspace = workspace;
    this.#marks = marks;
    this.#projector = new FaceProjector(this.#surface);
    this.#mesh = FaceMesh.over(contact.points);
    this.#edgePoints = new EdgePoints(contact, this.#surface, this.#same, workspace);
    this.firstFree = contact.points.count;
    this.#noteNodes();
  }

  #noteNodes(): void {
    const { nodeCount, names } = this.#contact;
    const { words } = names;
    for (let node = 0; node < nodeCount; node++) {
      const word0 = words[4 * node + 2 * this.#side];
      const word1 = words[4 * node + 2 * this.#side + 1];
      if (word1 === NAME_OF_FACE) continue;
      if (word1 !== NAME_OF_VERTEX) {
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
    const { placeOfPoint, freeVertices, triangleAtFree } = this.#workspace;
    const point = this.#contact.points.addVertex(this.#side, vertex);
    this.#marks.setVertex(vertex, point);
    // Crossings of arcs may have been added in between.
    while (placeOfPoint.count < point - this.firstFree) placeOfPoint.push(-1);
    placeOfPoint.push(freeVertices.push(vertex));
    triangleAtFree.push(-1);
    return point;
  }

  #findOnEdge(k: number, p: number, q: number): number {
    const edgePoints = this.#edgePoints;
    edgePoints.find(p, q);
    this.#edgeStart[k] = edgePoints.start;
    this.#edgeCount[k] = edgePoints.count;
    return edgePoints.count;
  }

  /** The point that stands for one, where the other surface meets itself and points have several names. */
  known(point: number): number {
    return this.#same.size === 0 ? point : (this.#same.get(point) ?? point);
  }

  /** Cuts a face along arcs: the pairs that it is in, and their arcs, are those of key `place`. */
  cut(face: number, place: number, pairsOf: Grouped, arcsOf: Grouped): void {
    const { corners } = this.#surface;
    const v0 = corners[3 * face];
    const v1 = corners[3 * face + 1];
    const v2 = corners[3 * face + 2];
    const p0 = this.#vertexPoint(v0);
    const p1 = this.#vertexPoint(v1);
    const p2 = this.#vertexPoint(v2);
    const onEdges = this.#findOnEdge(0, v0, v1) + this.#findOnEdge(1, v1, v2) + this.#findOnEdge(2, v2, v0);
    const firstPair = pairsOf.starts[place];
    const endPair = pairsOf.starts[place + 1];
    const firstArc = arcsOf.starts[place];
    const endArc = arcsOf.starts[place + 1];
    const { items: ownPairs } = pairsOf;
    const { items: ownArcs } = arcsOf;
    if (onEdges === 0 && this.#isUncut(ownPairs, firstPair, endPair)) {
      this.#appendUncut(face, p0, p1, p2, ownArcs, firstArc, endArc);
      return;
    }
    const isOne = endPair - firstPair === 1 && endArc - firstArc === 1;
    if (onEdges === 2 && isOne && this.#cutOnce(face, p0, p1, p2)) return;
    const { arcs, starts, pairPoints } = this.#contact;
    const mesh = this.#mesh;
    mesh.begin(p0, p1, p2, this.#projector.project(face));
    this.#addOnEdge(0, v0 > v1);
    this.#addOnEdge(1, v1 > v2);
    this.#addOnEdge(2, v2 > v0);
    // All points first, also those of contacts in a single point: then every contact point is a corner.
    for (let i = firstPair; i < endPair; i++) {
      for (let at = starts[ownPairs[i]]; at < starts[ownPairs[i] + 1]; at++) mesh.insert(this.known(pairPoints[at]));
    }
    for (let i = firstArc; i < endArc; i++) {
      mesh.addArc(this.known(arcs[3 * ownArcs[i]]), this.known(arcs[3 * ownArcs[i] + 1]));
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
    const first = this.#workspace.faceOf.count;
    this.#append(face, p, after, before, 0, 1, 0);
    this.#append(face, after, q, r, 0, 0, 0);
    this.#append(face, after, r, before, 0, 0, 1);
    this.#workspace.groups.union(first + 1, first + 2);
    this.#workspace.acrossArcs.push(first);
    this.#workspace.acrossArcs.push(first + 2);
    const at = 3 * first;
    this.#workspace.borders.push3(at, at + 2, at + 3);
    this.#workspace.borders.push3(at + 4, at + 7, -1);
  }

  /** Whether no contact point lies inside the face, given that none lies on its edges between the corners. */
  #isUncut(ownPairs: Uint32Array, first: number, end: number): boolean {
    const contact = this.#contact;
    const { starts, pairPoints } = contact;
    for (let i = first; i < end; i++) {
      for (let at = starts[ownPairs[i]]; at < starts[ownPairs[i] + 1]; at++) {
        if (contact.name1(this.#side, pairPoints[at]) === NAME_OF_FACE) return false;
      }
    }
    return true;
  }

  /** A face that meets the other surface in whole edges and corners, if not as a whole. */
  #appendUncut(
    face: number,
    p0: number,
    p1: number,
    p2: number,
    ownArcs: Uint32Array,
    first: number,
    end: number,
  ): void {
    const { arcs } = this.#contact;
    let arc0 = 0;
    let arc1 = 0;
    let arc2 = 0;
    for (let i = first; i < end; i++) {
      const from = this.known(arcs[3 * ownArcs[i]]);
      const to = this.known(arcs[3 * ownArcs[i] + 1]);
      if ((from === p0 && to === p1) || (from === p1 && to === p0)) arc0 = 1;
      else if ((from === p1 && to === p2) || (from === p2 && to === p1)) arc1 = 1;
      else arc2 = 1;
    }
    const at = 3 * this.#workspace.faceOf.count;
    this.#append(face, p0, p1, p2, arc0, arc1, arc2);
    this.#workspace.borders.push3(at, at + 1, at + 2);
  }

  #take(face: number, mesh: FaceMesh): void {
    const first = this.#workspace.faceOf.count;
    const { ids, corners, arcOf, across, triangleCount } = mesh;
    for (let at = 0; at < 3 * triangleCount; at += 3) {
      this.#append(
        face,
        ids[corners[at]],
        ids[corners[at + 1]],
        ids[corners[at + 2]],
        Number(arcOf[at] !== 0),
        Number(arcOf[at + 1] !== 0),
        Number(arcOf[at + 2] !== 0),
      );
    }
    for (let t = 0, at = 0; t < triangleCount; t++) {
      for (let k = 0; k < 3; k++, at++) {
        const other = across[at];
        if (other < 0) this.#workspace.borders.push(3 * first + at);
        else if (other < t) continue;
        else if (arcOf[at] === 0) this.#workspace.groups.union(first + t, first + other);
        else {
          this.#workspace.acrossArcs.push(first + t);
          this.#workspace.acrossArcs.push(first + other);
        }
      }
    }
  }

  #append(face: number, p: number, q: number, r: number, arc0: number, arc1: number, arc2: number): void {
    this.#workspace.faceOf.push(face);
    this.#workspace.corners.push3(p, q, r);
    this.#workspace.isArc.push3(arc0, arc1, arc2);
    this.#workspace.onPair.push(NOT_ON);
    this.#workspace.groups.grow(this.#workspace.faceOf.count);
  }
}
