/**
 * A surface cut along where it meets itself.
 *
 * Triangles that meet others of the surface are cut into small ones; others stay whole. Both have numbers: those of small ones come
 * first, and a whole triangle has that of the surface, counted from there on. Triangles that cancel each other are left out.
 */
import { arcSteps } from './arc-steps.ts';
import { type CoincidentFaces, coincidentFaces } from './coincident-faces.ts';
import { NAME_OF_VERTEX } from './constants.ts';
import { Contact } from './contact.ts';
import type { ContactKernels } from './contact-kernels.ts';
import type { Step } from './edge-steps.ts';
import { FaceProjector } from './face-projection.ts';
import { Points } from './points.ts';
import { SideMesh } from './side-mesh.ts';
import type { Surface } from './surface.ts';
import { type Winding, windingsAt } from './winding.ts';
import { Workspace } from './workspace.ts';

/** The small triangles that triangles meeting others are cut into. */
interface SmallTriangles {
  readonly contact: Contact;
  readonly mesh: SideMesh;
}

const NO_FACES = new Int32Array(0);

export class CutSurface {
  readonly surface: Surface;
  readonly points: Points;
  /** Triangles before this one are small, those from it on are whole. */
  readonly smallCount: number;
  /** The triangle of the surface that each small triangle is part of. */
  readonly faceOf: Uint32Array;
  /** Three per small triangle: vertices of the surface, then points, counted from `vertexCount` on. */
  readonly corners: Uint32Array;
  /** How winding numbers differ between small triangles beyond each other's arcs. */
  readonly steps: readonly Step[];
  /** For each edge of small triangles, whether it lies on another part of the surface. */
  readonly #isArc: Uint8Array;
  /** The triangles of the surface that were cut. */
  readonly #cutFaces: Int32Array;
  /** For each triangle in coplanar pairs, the others of these pairs. */
  readonly #coplanar: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #coincident: CoincidentFaces;

  /** `pairs`: triangles that meet each other and the kind, three numbers each; `kernels` name the points of these where they can. */
  constructor(surface: Surface, pairs: Uint32Array, kernels?: ContactKernels) {
    this.surface = surface;
    this.#coincident = coincidentFaces(surface, pairs);
    const { pairs: left } = this.#coincident;
    const { small, points } = left.length === 0 ? uncut(surface) : cutAlong(surface, left, kernels);
    this.points = points;
    this.#coplanar = coplanarPartners(small?.contact);
    this.steps = small ? arcSteps(small.contact, small.mesh) : [];
    this.#cutFaces = small?.mesh.faces.slice() ?? NO_FACES;
    this.smallCount = small?.mesh.count ?? 0;
    this.faceOf = new Uint32Array(this.smallCount);
    this.corners = new Uint32Array(3 * this.smallCount);
    this.#isArc = new Uint8Array(3 * this.smallCount);
    if (small) this.#addSmall(small);
  }

  #addSmall({ contact, mesh }: SmallTriangles): void {
    const { vertexCount } = this.surface.topology;
    const cornerOf = (point: number): number => {
      if (point < contact.nodeCount && contact.name1(0, point) === NAME_OF_VERTEX) return contact.name0(0, point);
      const vertex = mesh.freeVertex(point);
      return vertex >= 0 ? vertex : vertexCount + point;
    };
    for (let t = 0; t < mesh.count; t++) this.faceOf[t] = mesh.faceOf[t];
    for (let at = 0; at < 3 * mesh.count; at++) {
      this.corners[at] = cornerOf(mesh.corners[at]);
      this.#isArc[at] = mesh.isArc[at];
    }
  }

  /** Corners are numbered up to this. */
  get cornerCount(): number {
    return this.surface.topology.vertexCount + this.points.count;
  }

  /** The triangle of the surface that a triangle is, or is part of. */
  faceAt(t: number): number {
    return t < this.smallCount ? this.faceOf[t] : t - this.smallCount;
  }

  /** A corner of a triangle, small or whole. */
  corner(t: number, k: number): number {
    return t < this.smallCount ? this.corners[3 * t + k] : this.surface.corners[3 * (t - this.smallCount) + k];
  }

  /** Whether an edge of a triangle lies on another part of the surface. */
  isArc(t: number, k: number): boolean {
    return t < this.smallCount && this.#isArc[3 * t + k] === 1 && !this.#coincident.weights.has(this.faceOf[t]);
  }

  /** Triangles of the surface that are not whole, or cancel each other. */
  get skipped(): Int32Array {
    const { cancelled } = this.#coincident;
    const skipped = new Int32Array(this.#cutFaces.length + cancelled.length);
    skipped.set(this.#cutFaces);
    skipped.set(cancelled, this.#cutFaces.length);
    return skipped;
  }

  /** The vertices of triangles that were cut, in ascending order. All points that coincide with another are such vertices. */
  get verticesAtCuts(): Int32Array {
    const { vertexCount } = this.surface.topology;
    return Int32Array.from(new Set(this.corners.filter((corner) => corner < vertexCount))).sort();
  }

  /** Whether a triangle of the surface may lie on others, in ways that its weight does not tell. */
  isCovered(face: number): boolean {
    return this.#coplanar.has(face) && !this.#coincident.weights.has(face);
  }

  /** What counts of a triangle of the surface: 1, unless it is one of several with the same corners; see coincident-faces.ts. */
  weight(face: number): number {
    return this.#coincident.weights.get(face) ?? 1;
  }

  /** How the surface winds round what is above and below the middles of triangles, each seen along an axis. */
  windings(triangles: readonly number[]): (Winding & { readonly orientation: number })[] {
    const { points } = this;
    const projector = new FaceProjector(this.surface);
    // One axis for nearly all, because each takes a look at the whole surface.
    const projections = triangles.map((t) => {
      const orientation = projector.orientationAlong(this.faceAt(t), 2);
      return orientation === 0 ? projector.project(this.faceAt(t)) : { w: 2, orientation };
    });
    const middles = triangles.map((t) => {
      const [p, q, r] = [0, 1, 2].map((k) => this.pointOf(this.corner(t, k)));
      return points.addMiddle(p, q, r);
    });
    const found: (Winding & { orientation: number })[] = new Array(triangles.length);
    for (const axis of [0, 1, 2]) {
      const places = projections.flatMap(({ w }, i) => (w === axis ? [i] : []));
      const asked = places.map((i) => middles[i]);
      const inPlane = places.map((i) => this.#planeOf(this.faceAt(triangles[i])));
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

function cutAlong(
  surface: Surface,
  pairs: Uint32Array,
  kernels: ContactKernels | undefined,
): { small: SmallTriangles; points: Points } {
  const { triangles, kinds } = bothWays(pairs);
  const workspace = new Workspace();
  const twin = surface.twin();
  const named = kernels?.name([surface, twin], triangles, kinds);
  const contact = new Contact(surface, twin, triangles, kinds, workspace, named);
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
