/**
 * A surface cut along where it meets itself, and the areas that this leaves: on each side of an area the winding number is
 * the same everywhere.
 *
 * Triangles that meet others of the surface are cut into small ones; others stay whole. An area is what is connected
 * across edges that have two triangles and lie on no other part of the surface.
 */
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { Contact } from './contact.ts';
import { EdgeTable } from './edge-table.ts';
import { FaceProjector } from './face-projection.ts';
import { IntList } from './int-list.ts';
import { OF_VERTEX } from './pair-meeting.ts';
import { Points } from './points.ts';
import { SideMesh } from './side-mesh.ts';
import type { Surface } from './surface.ts';
import type { SurfaceKernels } from './surface-kernels.ts';
import { type Winding, windingsAt } from './winding.ts';
import { Workspace } from './workspace.ts';

/** The small triangles that triangles meeting others are cut into. */
interface SmallTriangles {
  readonly contact: Contact;
  readonly mesh: SideMesh;
}

/** Connected areas of a surface that was cut. */
export interface Areas {
  /** The area of each triangle. */
  readonly ofTriangle: Int32Array;
  /** A triangle of each area. */
  readonly samples: readonly number[];
}

const NO_FACES = new Int32Array(0);

export class CutSurface {
  readonly surface: Surface;
  readonly points: Points;
  /** Triangles before this one are small, those from it on are whole. */
  readonly smallCount: number;
  /** The triangle of the surface that each triangle is, or is a part of. */
  readonly faceOf: Uint32Array;
  /** Three per triangle: vertices of the surface, then points, counted from `vertexCount` on. */
  readonly corners: Uint32Array;
  /** For each edge of small triangles, whether it lies on another part of the surface. */
  readonly #isArc: Uint8Array;
  /** The triangles of the surface that were cut. */
  readonly #cutFaces: Int32Array;
  /** For each triangle in coplanar pairs, the others of these pairs. */
  readonly #coplanar: ReadonlyMap<number, ReadonlySet<number>>;

  /** `pairs`: triangles that meet each other and the kind, three numbers each. */
  constructor(surface: Surface, pairs: Uint32Array) {
    this.surface = surface;
    const { small, points } = pairs.length === 0 ? uncut(surface) : cutAlong(surface, pairs);
    this.points = points;
    this.#coplanar = coplanarPartners(small?.contact);
    const { triangles } = surface.topology;
    this.#cutFaces = small?.mesh.faces.slice() ?? NO_FACES;
    this.smallCount = small?.mesh.count ?? 0;
    const count = triangles.length - this.#cutFaces.length + this.smallCount;
    this.faceOf = new Uint32Array(count);
    this.corners = new Uint32Array(3 * count);
    this.#isArc = new Uint8Array(3 * this.smallCount);
    if (small) this.#addSmall(small);
    this.#addWhole(triangles);
  }

  get count(): number {
    return this.faceOf.length;
  }

  #addWhole(triangles: Uint32Array): void {
    const { corners, topology } = this.surface;
    const isCut = new Uint8Array(topology.triangleCount);
    for (let i = 0; i < this.#cutFaces.length; i++) isCut[this.#cutFaces[i]] = 1;
    for (let i = 0, t = this.smallCount; i < triangles.length; i++) {
      const face = triangles[i];
      if (isCut[face]) continue;
      this.faceOf[t] = face;
      this.corners[3 * t] = corners[3 * face];
      this.corners[3 * t + 1] = corners[3 * face + 1];
      this.corners[3 * t + 2] = corners[3 * face + 2];
      t++;
    }
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
  }

  /** For each vertex, whether a triangle that was cut has it. All points that coincide with another are such vertices. */
  get isAtCut(): Uint8Array {
    const isAtCut = new Uint8Array(this.surface.topology.vertexCount);
    for (let at = 0; at < 3 * this.smallCount; at++)
      if (this.corners[at] < isAtCut.length) isAtCut[this.corners[at]] = 1;
    return isAtCut;
  }

  /** Areas connected across edges that have two triangles and lie on no other part of the surface. */
  areas(kernels: SurfaceKernels): Areas {
    const { faceOf, count, smallCount } = this;
    const names = kernels.areas(this.surface.topology, this.#cutFaces);
    const numbers = new Int32Array(names.length).fill(-1);
    const ofTriangle = new Int32Array(count);
    for (let t = 0; t < smallCount; t++) ofTriangle[t] = t;
    const firsts: number[] = [];
    for (let t = smallCount; t < count; t++) {
      const name = names[faceOf[t]];
      if (numbers[name] < 0) numbers[name] = smallCount + firsts.push(t) - 1;
      ofTriangle[t] = numbers[name];
    }
    const sets = new DisjointSets(smallCount + firsts.length);
    this.#joinAtCuts(ofTriangle, sets);
    return this.#numbered(ofTriangle, firsts, sets);
  }

  /** Joins areas across edges that small triangles have. */
  #joinAtCuts(ofTriangle: Int32Array, sets: DisjointSets): void {
    const { corners, smallCount, isAtCut } = this;
    const isLooked = (corner: number) => corner >= isAtCut.length || isAtCut[corner] === 1;
    const near = new IntList();
    for (let t = 0; t < smallCount; t++) near.push(t);
    for (let t = smallCount; t < this.count; t++) {
      const at = 3 * t;
      if (isAtCut[corners[at]] + isAtCut[corners[at + 1]] + isAtCut[corners[at + 2]] > 1) near.push(t);
    }
    const edges = new EdgeTable(2 * near.count);
    const firsts = new IntList();
    const seconds = new IntList();
    const uses = new IntList();
    for (let i = 0; i < near.count; i++) {
      const t = near.values[i];
      for (let at = 3 * t; at < 3 * t + 3; at++) {
        const [p, q] = [corners[at], corners[at === 3 * t + 2 ? 3 * t : at + 1]];
        // All triangles at an edge between such corners are examined.
        if (!isLooked(p) || !isLooked(q)) continue;
        const edge = edges.take(p, q);
        const use = t < smallCount && this.#isArc[at] ? 3 : 1;
        if (edge === uses.count) {
          firsts.push(t);
          seconds.push(t);
          uses.push(use);
        } else {
          seconds.values[edge] = t;
          uses.values[edge] += use;
        }
      }
    }
    for (let edge = 0; edge < edges.count; edge++)
      if (uses.values[edge] === 2) sets.union(ofTriangle[firsts.values[edge]], ofTriangle[seconds.values[edge]]);
  }

  /** With areas numbered from 0 on, and whole triangles as samples where there are any. */
  #numbered(ofTriangle: Int32Array, firsts: readonly number[], sets: DisjointSets): Areas {
    const areaOf = new Int32Array(sets.count).fill(-1);
    const samples: number[] = [];
    const number = (set: number, sample: number) => {
      const root = sets.find(set);
      if (areaOf[root] < 0) areaOf[root] = samples.push(sample) - 1;
      areaOf[set] = areaOf[root];
    };
    for (const [i, t] of firsts.entries()) number(this.smallCount + i, t);
    for (let t = 0; t < this.smallCount; t++) number(t, t);
    for (let t = 0; t < ofTriangle.length; t++) ofTriangle[t] = areaOf[ofTriangle[t]];
    return { ofTriangle, samples };
  }

  /** How the surface winds round what is above and below the middles of triangles, each seen along an axis. */
  windings(triangles: readonly number[]): (Winding & { readonly orientation: number })[] {
    const { points, corners, faceOf } = this;
    const projector = new FaceProjector(this.surface);
    // One axis for nearly all, because each takes a look at the whole surface.
    const projections = triangles.map((t) => {
      const orientation = projector.orientationAlong(faceOf[t], 2);
      return orientation === 0 ? projector.project(faceOf[t]) : { w: 2, orientation };
    });
    const middles = triangles.map((t) => {
      const [p, q, r] = [0, 1, 2].map((k) => this.pointOf(corners[3 * t + k]));
      return points.addMiddle(p, q, r);
    });
    const found: (Winding & { orientation: number })[] = new Array(triangles.length);
    for (const axis of [0, 1, 2]) {
      const places = projections.flatMap(({ w }, i) => (w === axis ? [i] : []));
      const asked = places.map((i) => middles[i]);
      const inPlane = places.map((i) => this.#planeOf(faceOf[triangles[i]]));
      for (const [k, { winding, on, onCount, orientationOn }] of windingsAt(points, asked, 1, axis, inPlane).entries())
        found[places[k]] = { winding, on, onCount, orientationOn, orientation: projections[places[k]].orientation };
    }
    return found;
  }

  /** The triangles that are known to lie in the plane of one. */
  #planeOf(face: number): (triangle: number) => boolean {
    const coplanar = this.#coplanar.get(face);
    return coplanar ? (triangle) => triangle === face || coplanar.has(triangle) : (triangle) => triangle === face;
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
  const workspace = new Workspace();
  const contact = new Contact(surface, surface.twin(), triangles, kinds, workspace);
  return { small: { contact, mesh: new SideMesh(contact, 0, workspace.sides[0]) }, points: contact.points };
}

function coplanarPartners(contact: Contact | undefined): Map<number, Set<number>> {
  const partners = new Map<number, Set<number>>();
  if (!contact) return partners;
  const { pairs, coplanar } = contact;
  for (let pair = 0; pair < coplanar.length; pair++) {
    if (!coplanar[pair]) continue;
    const known = partners.get(pairs[2 * pair]);
    if (known) known.add(pairs[2 * pair + 1]);
    else partners.set(pairs[2 * pair], new Set([pairs[2 * pair + 1]]));
  }
  return partners;
}

/** Each pair from either of its triangles. */
function bothWays(pairs: Uint32Array): { triangles: Uint32Array; kinds: Uint8Array } {
  const count = pairs.length / 3;
  const triangles = new Uint32Array(4 * count);
  const kinds = new Uint8Array(2 * count);
  for (let i = 0; i < count; i++) {
    triangles[4 * i] = pairs[3 * i];
    triangles[4 * i + 1] = pairs[3 * i + 1];
    triangles[4 * i + 2] = pairs[3 * i + 1];
    triangles[4 * i + 3] = pairs[3 * i];
    kinds[2 * i] = pairs[3 * i + 2];
    kinds[2 * i + 1] = pairs[3 * i + 2];
  }
  return { triangles, kinds };
}
