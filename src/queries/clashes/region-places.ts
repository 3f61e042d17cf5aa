/**
 * Where the regions of two skins are, for pairs of triangles that no name tells the region of: the region nearest to a point.
 *
 * A region is where the surfaces meet, and what lies inside. Of the inside, only the parts nearer than where they meet are examined.
 */
import type { Contact } from './contact.ts';
import { copyFace } from './measures.ts';
import { distanceToTriangle, isFarther, SLACK } from './point-to-triangle.ts';
import type { PairRegions, Region } from './regions.ts';
import { boxAround, type Surface } from './surface.ts';
import { WholeTriangles } from './whole-triangles.ts';

/** Rounding of distances is less than this part of the magnitudes. */
const REACH_SLACK = 2 ** -36;

/** The nearest so far; of regions that are equally near, the first. */
class Nearest {
  region = -1;
  distance = Infinity;
  readonly at: readonly number[];
  /** What is farther along one axis is certainly not the nearest. */
  readonly #reach: number;

  constructor(at: readonly number[], contact: Contact | undefined) {
    this.at = at;
    this.#reach = contact ? reachOf(contact, at) : Infinity;
  }

  /** Whether three points are certainly all farther along one axis. */
  isBeyond({ x, y, z }: Contact['points'], p: number, q: number, r: number): boolean {
    const { at } = this;
    const limit = Math.min(this.distance * SLACK, this.#reach);
    return (
      areBeyond(x, p, q, r, at[0], limit) || areBeyond(y, p, q, r, at[1], limit) || areBeyond(z, p, q, r, at[2], limit)
    );
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

/** More than the distance from the nearest point of a contact, as rounded anywhere. */
function reachOf({ points: { x, y, z }, nodeCount }: Contact, [atX, atY, atZ]: readonly number[]): number {
  let least = Infinity;
  for (let node = 0; node < nodeCount; node++) {
    const dx = x[node] - atX;
    const dy = y[node] - atY;
    const dz = z[node] - atZ;
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) least = square;
  }
  const reach = Math.sqrt(least);
  return reach + REACH_SLACK * (reach + Math.abs(atX) + Math.abs(atY) + Math.abs(atZ)) + Number.MIN_VALUE;
}

function areBeyond(of: Float64Array, p: number, q: number, r: number, at: number, limit: number): boolean {
  const u = of[p] - at;
  const v = of[q] - at;
  const w = of[r] - at;
  return (u > limit && v > limit && w > limit) || (u < -limit && v < -limit && w < -limit);
}

export class RegionPlaces {
  readonly #found: PairRegions | undefined;
  readonly #regions: readonly Region[];
  readonly #surfaces: readonly [Surface, Surface];
  readonly #corners = new Float64Array(9);

  constructor(found: PairRegions | undefined, regions: readonly Region[], surfaces: readonly [Surface, Surface]) {
    this.#found = found;
    this.#regions = regions;
    this.#surfaces = surfaces;
  }

  /** The regions nearest to pairs of a contact, −1 when there are none. */
  nearest({ points: { x, y, z }, starts, pairPoints }: Contact, pairs: readonly number[]): number[] {
    if (this.#regions.length < 2 || pairs.length === 0) return pairs.map(() => this.#regions.length - 1);
    const asked = pairs.map((pair) => {
      const node = pairPoints[starts[pair]];
      return new Nearest([x[node], y[node], z[node]], this.#found?.contact);
    });
    for (const nearest of asked) {
      if (!this.#found) break;
      for (const [i, region] of this.#regions.entries()) {
        this.#lookAtContact(nearest, this.#found.contact, region, i);
        for (const side of [0, 1] as const) this.#lookAtSmall(nearest, this.#found, region, i, side);
      }
    }
    for (const side of [0, 1] as const) this.#lookAtWhole(asked, side);
    return asked.map(({ region }) => Math.max(0, region));
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
  #lookAtWhole(asked: readonly Nearest[], side: 0 | 1): void {
    const surface = this.#surfaces[side];
    const boxes = asked.map(({ at, distance }) => boxAround(at, distance));
    const wholes = new WholeTriangles(this.#found?.meshes?.[side], this.#regions, surface, side);
    surface.eachNearAny(boxes, (triangle, place) => {
      const nearest = asked[place];
      copyFace(surface, triangle, this.#corners, 0);
      if (isFarther(nearest.at, this.#corners, 0, nearest.distance)) return;
      const region = wholes.regionOf(triangle);
      if (region >= 0) nearest.look(this.#corners, region);
    });
  }
}
