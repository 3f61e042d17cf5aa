/**
 * Where the regions of two skins are, for pairs of triangles that no name tells the region of: the region nearest to a point.
 *
 * A region is where the surfaces meet, and what lies inside. Of the inside, only the parts nearer than where they meet are examined.
 */
import type { Contact } from './contact.ts';
import { copyFace } from './measures.ts';
import { distanceToTriangle, isFarther, SLACK } from './point-to-triangle.ts';
import type { PairRegions, Region } from './regions.ts';
import type { SideMesh } from './side-mesh.ts';
import type { Surface } from './surface.ts';

const NO_FACES = new Int32Array(0);

/** The nearest so far; of regions that are equally near, the first. */
class Nearest {
  region = -1;
  distance = Infinity;
  readonly at: readonly number[];

  constructor(at: readonly number[]) {
    this.at = at;
  }

  /** Whether three points are certainly all farther along one axis. */
  isBeyond({ x, y, z }: Contact['points'], p: number, q: number, r: number): boolean {
    const limit = this.distance * SLACK;
    const [atX, atY, atZ] = this.at;
    return areBeyond(x, p, q, r, atX, limit) || areBeyond(y, p, q, r, atY, limit) || areBeyond(z, p, q, r, atZ, limit);
  }

  /** Looks at a triangle of a region: nine coordinates. */
  look(corners: Float64Array, region: number): void {
    if (isFarther(this.at, corners, 0, this.distance)) return;
    const distance = distanceToTriangle(this.at, corners, 0);
    if (distance > this.distance || (distance === this.distance && region >= this.region)) return;
    this.region = region;
    this.distance = distance;
  }
}

function areBeyond(of: Float64Array, p: number, q: number, r: number, at: number, limit: number): boolean {
  const [u, v, w] = [of[p] - at, of[q] - at, of[r] - at];
  return (u > limit && v > limit && w > limit) || (u < -limit && v < -limit && w < -limit);
}

export class RegionPlaces {
  readonly #found: PairRegions | undefined;
  readonly #regions: readonly Region[];
  readonly #surfaces: readonly [Surface, Surface];
  readonly #wholes: (WholeTriangles | undefined)[] = [undefined, undefined];
  readonly #corners = new Float64Array(9);

  constructor(found: PairRegions | undefined, regions: readonly Region[], surfaces: readonly [Surface, Surface]) {
    this.#found = found;
    this.#regions = regions;
    this.#surfaces = surfaces;
  }

  /** The region nearest to a pair, −1 when there is none. */
  nearest({ points: { x, y, z }, starts, pairPoints }: Contact, pair: number): number {
    if (this.#regions.length < 2) return this.#regions.length - 1;
    const node = pairPoints[starts[pair]];
    const nearest = new Nearest([x[node], y[node], z[node]]);
    for (const [i, region] of this.#regions.entries()) {
      if (!this.#found) break;
      this.#lookAtContact(nearest, this.#found.contact, region, i);
      for (const side of [0, 1] as const) this.#lookAtSmall(nearest, this.#found, region, i, side);
    }
    for (const side of [0, 1] as const) this.#lookAtWhole(nearest, side);
    return Math.max(0, nearest.region);
  }

  /** Points, segments and convex polygons in which triangles meet. */
  #lookAtContact(nearest: Nearest, { points, starts, pairPoints }: Contact, { pairs }: Region, region: number): void {
    for (let p = 0; p < pairs.length; p++) {
      const from = starts[pairs[p]];
      const to = starts[pairs[p] + 1];
      if (to - from < 3 && nearest.isBeyond(points, pairPoints[from], pairPoints[to - 1], pairPoints[to - 1])) continue;
      this.#take(points, 0, pairPoints[from]);
      // Corners come in any order: all triangles with the first corner cover the polygon.
      for (let i = Math.min(from + 1, to - 1); i < to; i++) {
        for (let j = i; j < to; j++) {
          this.#take(points, 3, pairPoints[i]);
          this.#take(points, 6, pairPoints[j]);
          nearest.look(this.#corners, region);
        }
      }
    }
  }

  #take({ x, y, z }: Contact['points'], to: number, point: number): void {
    this.#corners[to] = x[point];
    this.#corners[to + 1] = y[point];
    this.#corners[to + 2] = z[point];
  }

  #lookAtSmall(
    nearest: Nearest,
    { contact, meshes }: PairRegions,
    { pieces }: Region,
    region: number,
    side: 0 | 1,
  ): void {
    if (!meshes) return;
    const { corners } = meshes[side];
    for (const { small } of pieces[side]) {
      for (let i = 0; i < small.length; i++) {
        const at = 3 * small[i];
        if (nearest.isBeyond(contact.points, corners[at], corners[at + 1], corners[at + 2])) continue;
        for (let k = 0; k < 3; k++) this.#take(contact.points, 3 * k, corners[at + k]);
        nearest.look(this.#corners, region);
      }
    }
  }

  /** Whole triangles that are inside and in no pair. */
  #lookAtWhole(nearest: Nearest, side: 0 | 1): void {
    const surface = this.#surfaces[side];
    const [low, high] = [-1, 1].map((sign) => nearest.at.map((value) => value + sign * nearest.distance));
    surface.eachNear(low, high, (triangle) => {
      copyFace(surface, triangle, this.#corners, 0);
      if (isFarther(nearest.at, this.#corners, 0, nearest.distance)) return;
      this.#wholes[side] ??= new WholeTriangles(this.#found?.meshes?.[side], this.#regions, surface, side);
      const region = this.#wholes[side].regionOf(triangle);
      if (region >= 0) nearest.look(this.#corners, region);
    });
  }
}

/** Which regions the triangles of a skin belong to that are in no pair. */
class WholeTriangles {
  readonly #mesh: SideMesh | undefined;
  readonly #surface: Surface;
  /** For each vertex the one that names its component, over triangles in no pair; and the region of each component. */
  readonly #names: Uint32Array;
  readonly #ofName = new Map<number, number>();
  readonly #ofShell = new Map<number, number>();

  constructor(mesh: SideMesh | undefined, regions: readonly Region[], surface: Surface, side: 0 | 1) {
    const { topology } = surface;
    this.#mesh = mesh;
    this.#surface = surface;
    const all = new Int32Array(topology.vertexCount);
    for (let vertex = 0; vertex < all.length; vertex++) all[vertex] = vertex;
    this.#names = topology.patches(mesh?.faces ?? NO_FACES, all);
    for (const [i, { pieces, shells, inner }] of regions.entries()) {
      if (inner === side) for (const shell of shells) this.#ofShell.set(shell, i);
      for (const { small } of pieces[side]) {
        for (let at = 0; at < 3 * small.length; at++) {
          const vertex = mesh!.freeVertex(mesh!.corners[3 * small[Math.trunc(at / 3)] + (at % 3)]);
          if (vertex >= 0) this.#ofName.set(this.#names[vertex], i);
        }
      }
    }
  }

  /** −1 for none. */
  regionOf(triangle: number): number {
    if (this.#mesh?.has(triangle)) return -1;
    const { corners, topology } = this.#surface;
    return this.#ofName.get(this.#names[corners[3 * triangle]]) ?? this.#ofShell.get(topology.shellOf(triangle)) ?? -1;
  }
}
