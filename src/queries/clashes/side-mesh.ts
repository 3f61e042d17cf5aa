/**
 * One side of a contact: its triangles that meet the other surface, cut along the arcs.
 *
 * Every small triangle lies inside, outside or on the other surface as a whole. What holds together, across edges and
 * vertices that are not on the other surface, is numbered as a group; the rest of the surface is not looked at here.
 */
import type { Contact } from './contact.ts';
import { ExactSigns } from './exact-signs.ts';
import { FaceMesh } from './face-mesh.ts';
import { OF_FACE, OF_VERTEX } from './pair-meeting.ts';
import type { Flat, Points } from './points.ts';
import type { Surface } from './surface.ts';
import { UnionFind } from './union-find.ts';
import { signOf } from './whole-points.ts';

/** A triangle that is on no coplanar one of the other surface. */
export const NOT_ON = -1;

export class SideMesh {
  readonly side: number;
  readonly surface: Surface;
  readonly #contact: Contact;
  readonly #points: Points;
  readonly #signs: ExactSigns;
  /** The triangles of the surface that are in a pair, and their place in that list. */
  readonly faces: number[] = [];
  readonly #places = new Map<number, number>();
  /** Per small triangle: its face, three points, three flags for edges that are arcs, the coplanar pair it lies in. */
  readonly faceOf: number[] = [];
  readonly corners: number[] = [];
  readonly isArc: number[] = [];
  readonly onPair: number[] = [];
  /** Points of vertices: contact points first, others as needed. */
  readonly #pointOfVertex = new Map<number, number>();
  readonly #vertexOfPoint = new Map<number, number>();
  readonly #edgeNodes = new Map<number, number[]>();
  readonly #same = new Map<number, number>();
  readonly groups = new UnionFind(0);
  /** A group at each vertex that is not on the other surface. */
  readonly groupAtVertex = new Map<number, number>();

  constructor(contact: Contact, side: number) {
    this.#contact = contact;
    this.#points = contact.points;
    this.side = side;
    this.surface = contact.points.surfaces[side];
    this.#signs = new ExactSigns(this.surface.isWide);
    const { pairs } = contact;
    for (let at = side; at < pairs.length; at += 2) {
      if (this.#places.has(pairs[at])) continue;
      this.#places.set(pairs[at], this.faces.push(pairs[at]) - 1);
    }
    this.#noteNodes();
    this.#cutFaces();
    this.#joinGroups();
  }

  /** Whether a triangle of the surface is in a pair. */
  has(face: number): boolean {
    return this.#places.has(face);
  }

  get count(): number {
    return this.faceOf.length;
  }

  /** The vertex of a point that is one, and is not on the other surface; −1 for others. */
  freeVertex(point: number): number {
    return point < this.#contact.nodeCount ? -1 : (this.#vertexOfPoint.get(point) ?? -1);
  }

  #noteNodes(): void {
    const contact = this.#contact;
    for (let node = 0; node < contact.nodeCount; node++) {
      const word0 = contact.name0(this.side, node);
      const word1 = contact.name1(this.side, node);
      if (word1 === OF_VERTEX) {
        // Where the other surface meets itself a vertex can have several names; the first stands for all.
        const first = this.#pointOfVertex.get(word0);
        if (first === undefined) this.#pointOfVertex.set(word0, node);
        else this.#same.set(node, first);
      } else if (word1 !== OF_FACE) {
        const key = word0 * this.surface.topology.vertexCount + word1;
        const list = this.#edgeNodes.get(key);
        if (list) list.push(node);
        else this.#edgeNodes.set(key, [node]);
      }
    }
  }

  #vertexPoint(vertex: number): number {
    let point = this.#pointOfVertex.get(vertex);
    if (point === undefined) {
      point = this.#points.addVertex(this.side, vertex);
      this.#pointOfVertex.set(vertex, point);
      this.#vertexOfPoint.set(point, vertex);
    }
    return point;
  }

  /** The points on the edge from p to q, in that order. */
  #pointsOnEdge(p: number, q: number): readonly number[] {
    const [low, high] = [Math.min(p, q), Math.max(p, q)];
    const nodes = this.#edgeNodes.get(low * this.surface.topology.vertexCount + high);
    if (!nodes) return [];
    if (nodes.length > 1 && !this.#sorted.has(nodes)) this.#sortAlong(nodes, low, high);
    return p === low ? nodes : nodes.toReversed();
  }

  readonly #sorted = new Set<number[]>();

  #sortAlong(nodes: number[], low: number, high: number): void {
    this.#sorted.add(nodes);
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
    const { arcs, pairs } = this.#contact;
    const arcsOf = groupBy(
      arcs.length / 3,
      this.faces.length,
      (arc) => this.#places.get(pairs[2 * arcs[3 * arc + 2] + this.side])!,
    );
    const pairsOf = groupBy(
      pairs.length / 2,
      this.faces.length,
      (pair) => this.#places.get(pairs[2 * pair + this.side])!,
    );
    for (let place = 0; place < this.faces.length; place++) {
      const face = this.faces[place];
      const first = this.count;
      const own = pairsOf.items.subarray(pairsOf.starts[place], pairsOf.starts[place + 1]);
      this.#cutFace(face, own, arcsOf.items.subarray(arcsOf.starts[place], arcsOf.starts[place + 1]));
      for (const pair of own) if (this.#contact.coplanar[pair]) this.#markOn(first, pair);
    }
  }

  #cutFace(face: number, ownPairs: Uint32Array, ownArcs: Uint32Array): void {
    const vertices = [0, 1, 2].map((k) => this.surface.corners[3 * face + k]);
    const corners = vertices.map((vertex) => this.#vertexPoint(vertex));
    const onEdges = vertices.map((vertex, k) => this.#pointsOnEdge(vertex, vertices[(k + 1) % 3]));
    const mesh = new FaceMesh(this.#points, corners, this.#flatten(face));
    onEdges.forEach((points, k) => {
      mesh.addOnEdge(k, points);
    });
    const { arcs, starts, pairPoints } = this.#contact;
    const known = (point: number) => this.#same.get(point) ?? point;
    // All points first, also those of contacts in a single point: then every contact point is a corner.
    for (const pair of ownPairs) {
      for (let at = starts[pair]; at < starts[pair + 1]; at++) mesh.insert(known(pairPoints[at]));
    }
    for (const arc of ownArcs) mesh.addArc(known(arcs[3 * arc]), known(arcs[3 * arc + 1]));
    this.#take(face, mesh);
  }

  #take(face: number, mesh: FaceMesh): void {
    const first = this.count;
    for (let t = 0; t < mesh.triangleCount; t++) {
      const ids = [0, 1, 2].map((k) => mesh.ids[mesh.corners[3 * t + k]]);
      this.#append(face, ids, mesh.isArc.slice(3 * t, 3 * t + 3));
    }
    for (let t = 0; t < mesh.triangleCount; t++) {
      for (let k = 0; k < 3; k++) {
        const other = mesh.across[3 * t + k];
        if (other > t && !mesh.isArc[3 * t + k]) this.groups.union(first + t, first + other);
      }
    }
  }

  #append(face: number, corners: readonly number[], arcs: readonly number[]): void {
    this.faceOf.push(face);
    this.corners.push(...corners);
    this.isArc.push(...arcs);
    this.onPair.push(NOT_ON);
    this.groups.grow(this.count);
  }

  /** Marks the small triangles of a face, from `first` on, that lie in the polygon of a coplanar pair. */
  #markOn(first: number, pair: number): void {
    const contact = this.#contact;
    const other = contact.pairs[2 * pair + 1 - this.side];
    const isIn = (point: number) => point < contact.nodeCount && contact.isInTriangle(1 - this.side, point, other);
    for (let t = first; t < this.count; t++) {
      if (isIn(this.corners[3 * t]) && isIn(this.corners[3 * t + 1]) && isIn(this.corners[3 * t + 2])) {
        this.onPair[t] = pair;
      }
    }
  }

  /** Two coordinates in which the face does not collapse. */
  #flatten(face: number): Flat {
    const { positions, corners } = this.surface;
    const at = [0, 1, 2].map((k) => 3 * corners[3 * face + k]);
    const size = (w: number) => {
      const [u, v] = [(w + 1) % 3, (w + 2) % 3];
      const d = (i: number, axis: number) => positions[at[i] + axis] - positions[at[0] + axis];
      return Math.abs(d(1, u) * d(2, v) - d(1, v) * d(2, u));
    };
    const order = ([0, 1, 2] as const).toSorted((p, q) => size(q) - size(p));
    for (const w of order) {
      const [u, v] = [((w + 1) % 3) as 0 | 1 | 2, ((w + 2) % 3) as 0 | 1 | 2];
      const [p, q, r] = at;
      const turn = this.#signs.orient2d(
        positions[p + u],
        positions[p + v],
        positions[q + u],
        positions[q + v],
        positions[r + u],
        positions[r + v],
      );
      if (turn !== 0) return { u, v, w, turn };
    }
    throw new Error(`triangle ${face} of a pair has no area`);
  }

  /** Joins what meets across edges of the surface and at vertices, where these are not on the other surface. */
  #joinGroups(): void {
    const edges = new Map<number, number>();
    const pointCount = this.#points.count;
    for (let t = 0; t < this.count; t++) {
      for (let k = 0; k < 3; k++) {
        const from = this.corners[3 * t + k];
        const vertex = this.freeVertex(from);
        if (vertex >= 0) {
          const group = this.groupAtVertex.get(vertex);
          if (group === undefined) this.groupAtVertex.set(vertex, t);
          else this.groups.union(group, t);
        }
        if (this.isArc[3 * t + k]) continue;
        const to = this.corners[3 * t + ((k + 1) % 3)];
        const key = Math.min(from, to) * pointCount + Math.max(from, to);
        const other = edges.get(key);
        if (other === undefined) edges.set(key, t);
        else this.groups.union(other, t);
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
