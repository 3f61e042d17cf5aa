/**
 * A surface cut along where it meets itself, and the areas that this leaves: on each side of an area the winding number is
 * the same everywhere.
 *
 * Triangles that meet others of the surface are cut into small ones; others stay whole. An area is what hangs together
 * across edges that have two triangles and lie on no other part of the surface.
 */
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { Contact } from './contact.ts';
import { EdgeTable } from './edge-table.ts';
import { FaceFlattener } from './flatten.ts';
import { MeetingRoom } from './meeting-room.ts';
import { OF_VERTEX } from './pair-meeting.ts';
import { Points } from './points.ts';
import { SideMesh } from './side-mesh.ts';
import type { Surface } from './surface.ts';
import { type Winding, windingsAt } from './winding.ts';

/** What triangles that meet others are cut into. */
interface SmallTriangles {
  readonly contact: Contact;
  readonly mesh: SideMesh;
}

export class CutSurface {
  readonly surface: Surface;
  readonly points: Points;
  /** The triangle of the surface that each triangle is, or is a part of. */
  readonly faceOf: Uint32Array;
  /** Three per triangle: vertices of the surface, then points, counted from `vertexCount` on. */
  readonly corners: Uint32Array;
  /** Whether each edge lies on another part of the surface. */
  readonly #isArc: Uint8Array;
  #filled = 0;

  /** `pairs`: triangles that meet each other and the kind, three numbers each. */
  constructor(surface: Surface, pairs: Uint32Array) {
    this.surface = surface;
    const { small, points } = pairs.length === 0 ? uncut(surface) : cutAlong(surface, pairs);
    this.points = points;
    const whole = small
      ? surface.topology.triangles.filter((face) => !small.mesh.has(face))
      : surface.topology.triangles;
    const count = whole.length + (small?.mesh.count ?? 0);
    this.faceOf = new Uint32Array(count);
    this.corners = new Uint32Array(3 * count);
    this.#isArc = new Uint8Array(3 * count);
    if (small) this.#addSmall(small);
    for (let i = 0; i < whole.length; i++) this.#addWhole(whole[i]);
  }

  get count(): number {
    return this.faceOf.length;
  }

  #addWhole(face: number): void {
    const { corners } = this.surface;
    const t = this.#filled++;
    this.faceOf[t] = face;
    for (let k = 0; k < 3; k++) this.corners[3 * t + k] = corners[3 * face + k];
  }

  #addSmall({ contact, mesh }: SmallTriangles): void {
    const { vertexCount } = this.surface.topology;
    const cornerOf = (point: number): number => {
      if (point < contact.nodeCount && contact.name1(0, point) === OF_VERTEX) return contact.name0(0, point);
      const vertex = mesh.freeVertex(point);
      return vertex >= 0 ? vertex : vertexCount + point;
    };
    for (let t = 0; t < mesh.count; t++) this.faceOf[t] = mesh.faceOf[t];
    for (let at = 0; at < 3 * mesh.count; at++) {
      this.corners[at] = cornerOf(mesh.corners[at]);
      this.#isArc[at] = mesh.isArc[at];
    }
    this.#filled = mesh.count;
  }

  /** The areas, each named by one of its triangles. */
  areas(): DisjointSets {
    const { corners, count } = this;
    const edges = new EdgeTable(2 * count);
    const edgeOf = new Uint32Array(3 * count);
    for (let at = 0; at < 3 * count; at++)
      edgeOf[at] = edges.take(corners[at], corners[at % 3 === 2 ? at - 2 : at + 1]);
    const uses = new Uint32Array(edges.count);
    for (let at = 0; at < 3 * count; at++) uses[edgeOf[at]] += this.#isArc[at] ? 3 : 1;
    const areas = new DisjointSets(count);
    const first = new Int32Array(edges.count).fill(-1);
    for (let at = 0; at < 3 * count; at++) {
      const edge = edgeOf[at];
      const triangle = Math.trunc(at / 3);
      if (first[edge] < 0) first[edge] = triangle;
      else if (uses[edge] === 2) areas.union(first[edge], triangle);
    }
    return areas;
  }

  /** How the surface winds round what is above and below the middles of triangles, each seen along an axis. */
  windings(triangles: readonly number[]): (Winding & { readonly turn: number })[] {
    const { points, corners, faceOf } = this;
    const flattener = new FaceFlattener(this.surface);
    const flats = triangles.map((t) => flattener.flatten(faceOf[t]));
    const middles = triangles.map((t) => {
      const [p, q, r] = [0, 1, 2].map((k) => this.pointOf(corners[3 * t + k]));
      return points.addMiddle(p, q, r);
    });
    const found: (Winding & { turn: number })[] = new Array(triangles.length);
    for (const axis of [0, 1, 2]) {
      const places = flats.flatMap(({ w }, i) => (w === axis ? [i] : []));
      const asked = places.map((i) => middles[i]);
      for (const [k, { winding, on, onCount, turnOn }] of windingsAt(points, asked, 1, axis).entries())
        found[places[k]] = { winding, on, onCount, turnOn, turn: flats[places[k]].turn };
    }
    return found;
  }

  readonly #vertexPoints = new Map<number, number>();

  /** The point of a corner. */
  pointOf(corner: number): number {
    const { vertexCount } = this.surface.topology;
    if (corner >= vertexCount) return corner - vertexCount;
    const known = this.#vertexPoints.get(corner);
    if (known !== undefined) return known;
    const point = this.points.addVertex(0, corner);
    this.#vertexPoints.set(corner, point);
    return point;
  }
}

function uncut(surface: Surface): { small?: SmallTriangles; points: Points } {
  return { points: new Points(surface, surface.twin()) };
}

function cutAlong(surface: Surface, pairs: Uint32Array): { small: SmallTriangles; points: Points } {
  const { triangles, kinds } = bothWays(pairs);
  const room = new MeetingRoom();
  const contact = new Contact(surface, surface.twin(), triangles, kinds, room);
  return { small: { contact, mesh: new SideMesh(contact, 0, room.sides[0]) }, points: contact.points };
}

/** Each pair from either of its triangles. */
function bothWays(pairs: Uint32Array): { triangles: Uint32Array; kinds: Uint8Array } {
  const count = pairs.length / 3;
  const triangles = new Uint32Array(4 * count);
  const kinds = new Uint8Array(2 * count);
  for (let i = 0; i < count; i++) {
    const [p, q, kind] = pairs.subarray(3 * i, 3 * i + 3);
    triangles.set([p, q, q, p], 4 * i);
    kinds.fill(kind, 2 * i, 2 * i + 2);
  }
  return { triangles, kinds };
}
