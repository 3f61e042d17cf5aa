/**
 * One side of a contact in general position, not cut: sets of stretches of its edges instead of small triangles, and small triangles
 * only of what lies inside the other surface (kernels/contact-stretches.ts, cell-triangles.ts).
 */
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { INSIDE_VERTEX, NOT_ON, SMALL_WORDS } from './constants.ts';
import type { CellsOfSide } from './contact-kernels.ts';
import type { ContactSide } from './contact-side.ts';
import { IntList } from './int-list.ts';
import type { Points } from './points.ts';
import type { Surface } from './surface.ts';
import type { Marks } from './surface-topology.ts';

/**
 * Three corners that lie on one line as far as can be told span a triangle whose height, and so what it may reach out of its cell, is
 * less than this many times what a corner may be off: 2 (2√2 L · 2e) / L for a length L and an error e, and rounding.
 */
const FLAT_ERROR = 16;

export class CellMesh implements ContactSide {
  readonly side: 0 | 1;
  readonly surface: Surface;
  readonly faces: Int32Array;
  readonly freeVertices: Int32Array;
  /** Members are stretches, those at vertices first, in the order of `freeVertices`; then arcs that close within a triangle. */
  readonly groups = new DisjointSets();
  readonly faceOf: Int32Array;
  readonly corners: Int32Array;
  readonly isArc: Int32Array;
  readonly onPair: Int32Array;
  /** The member that each small triangle belongs to. */
  readonly #memberOf: Int32Array;
  /** A vertex of each part outside the other surface. */
  readonly outside: Int32Array;
  /** The places of triangles in `faces`, and of vertices in `freeVertices`. */
  readonly #places: Marks;
  /** The vertices of the points from `firstFree` on. */
  readonly #firstFree: number;
  readonly #vertexOf = new IntList();
  readonly errorScale: number;

  /** Adds the vertices of small triangles to `points`. */
  constructor(points: Points, side: 0 | 1, { faces, vertices, sets, outside, small, isFlat }: CellsOfSide) {
    this.side = side;
    this.errorScale = isFlat ? FLAT_ERROR : 1;
    this.surface = points.surfaces[side];
    this.faces = faces;
    this.freeVertices = vertices;
    this.groups.assign(sets);
    this.outside = outside;
    this.#places = this.surface.topology.freshNumbers();
    for (let i = 0; i < faces.length; i++) this.#places.setTriangle(faces[i], i);
    for (let i = 0; i < vertices.length; i++) this.#places.setVertex(vertices[i], i);
    const count = small.length / SMALL_WORDS;
    this.faceOf = new Int32Array(count);
    this.corners = new Int32Array(3 * count);
    this.isArc = new Int32Array(3 * count);
    this.onPair = new Int32Array(count).fill(NOT_ON);
    this.#memberOf = new Int32Array(count);
    this.#firstFree = points.count;
    this.#take(points, small);
  }

  /** How many small triangles there are. */
  get count(): number {
    return this.faceOf.length;
  }

  has(face: number): boolean {
    return this.#places.triangle(face) >= 0;
  }

  groupOf(small: number): number {
    return this.groups.find(this.#memberOf[small]);
  }

  memberAt(vertex: number): number {
    return this.#places.vertex(vertex);
  }

  freeVertex(point: number): number {
    const at = point - this.#firstFree;
    return at >= 0 && at < this.#vertexOf.count ? this.#vertexOf.values[at] : -1;
  }

  #take(points: Points, small: Int32Array): void {
    const pointOf = new Int32Array(this.freeVertices.length).fill(-1);
    for (let t = 0, at = 0; t < this.count; t++, at += SMALL_WORDS) {
      for (let k = 0; k < 3; k++) {
        this.corners[3 * t + k] = this.#pointOf(points, small[at + k], pointOf);
        this.isArc[3 * t + k] = (small[at + 5] >> k) & 1;
      }
      this.faceOf[t] = small[at + 3];
      this.#memberOf[t] = small[at + 4];
    }
  }

  #pointOf(points: Points, corner: number, pointOf: Int32Array): number {
    if ((corner & INSIDE_VERTEX) === 0) return corner;
    const place = corner & ~INSIDE_VERTEX;
    if (pointOf[place] < 0) {
      const vertex = this.freeVertices[place];
      pointOf[place] = points.addVertex(this.side, vertex);
      this.#vertexOf.push(vertex);
    }
    return pointOf[place];
  }
}
