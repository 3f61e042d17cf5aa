/**
 * Walls thinner than a length: segments inside the solid, shorter than it, whose ends' outward normals differ by at least 120°; with
 * less, every edge of a solid would be thin.
 *
 * Two faces are nearest each other at a vertex of one, or at edges of both, so all near pairs of those are looked at (`contacts`, exact).
 * Features with a common vertex are not: a wedge is as thin as one likes at its tip.
 */
import type { Engine } from '../engine.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { weld } from '../mesh/weld.ts';
import type { FeatureContacts } from '../queries/contacts/contacts.ts';
import { IMPACT_KIND } from '../queries/impacts/impacts.ts';
import { POINT_PLACE } from '../queries/inside/inside.ts';

export interface ThinPlace {
  readonly thickness: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export interface ThinWalls {
  /** What walls are compared with. */
  readonly limit: number;
  /** Places that are more than twice the limit apart, and the thinnest of all; null where there is none. */
  readonly count: number;
  readonly least: number | null;
  /** The thinnest first, at most a hundred. */
  readonly places: readonly ThinPlace[];
  /** True where there were too many near features to look at all. */
  readonly limited?: true;
}

/** cos 120° */
const OPPOSITE = -0.5;
const CONTACTS_MOST = 4_000_000;
const PLACES_MOST = 100;

type Vector = readonly [number, number, number];

const dot = (p: Vector, q: Vector) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** Outward normals of the triangles around vertices and edges; vertices of equal coordinates are one. */
class Surroundings {
  readonly #normals: readonly (Vector | undefined)[];
  readonly #targets: Uint32Array;
  readonly #ofVertex = new Map<number, number[]>();

  constructor(positions: Positions, indices: Uint32Array) {
    this.#targets = weld(positions).targets;
    this.#normals = Array.from({ length: indices.length / 3 }, (_, t) => normalOf(positions, indices, 3 * t));
    for (let corner = 0; corner < indices.length; corner++) {
      const vertex = this.#targets[indices[corner]];
      const list = this.#ofVertex.get(vertex);
      const triangle = Math.floor(corner / 3);
      if (list) list.push(triangle);
      else this.#ofVertex.set(vertex, [triangle]);
    }
  }

  ofTriangle(triangle: number): readonly Vector[] {
    const normal = this.#normals[triangle];
    return normal ? [normal] : [];
  }

  /** Around a vertex, or an edge: triangles that both of its ends have. */
  around(from: number, to: number): Vector[] {
    const own = this.#ofVertex.get(this.#targets[from]) ?? [];
    const other = from === to ? own : (this.#ofVertex.get(this.#targets[to]) ?? []);
    return own.flatMap((triangle) => (from === to || other.includes(triangle) ? this.ofTriangle(triangle) : []));
  }
}

function normalOf(positions: Positions, indices: Uint32Array, corner: number): Vector | undefined {
  const at = (k: number, axis: number) =>
    positions[3 * indices[corner + k] + axis] - positions[3 * indices[corner] + axis];
  const [a, b] = [1, 2].map((k) => [0, 1, 2].map((axis) => at(k, axis)));
  const normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const length = Math.hypot(...normal);
  return length > 0 ? [normal[0] / length, normal[1] / length, normal[2] / length] : undefined;
}

/** Whether matter lies between the ends: faces there point away from each other, and away from the segment. */
function looksAway(first: readonly Vector[], second: readonly Vector[], along: Vector): boolean {
  return first.some((p) => dot(p, along) < 0 && second.some((q) => dot(q, along) > 0 && dot(p, q) <= OPPOSITE));
}

function candidates({ kinds, features, distances, points, leads }: FeatureContacts, around: Surroundings): ThinPlace[] {
  const found: ThinPlace[] = [];
  for (let i = 0; i < kinds.length; i++) {
    const thickness = distances[i];
    if (leads[i] === 0 || thickness === 0) continue;
    const [, a0, a1, , b0, b1] = features.subarray(6 * i, 6 * i + 6);
    const ends = points.subarray(6 * i, 6 * i + 6);
    const along: Vector = [
      (ends[3] - ends[0]) / thickness,
      (ends[4] - ends[1]) / thickness,
      (ends[5] - ends[2]) / thickness,
    ];
    const second = kinds[i] === IMPACT_KIND.vertexFace ? around.ofTriangle(b0) : around.around(b0, b1);
    if (!looksAway(around.around(a0, a1), second, along)) continue;
    found.push({ thickness, from: Array.from(ends.subarray(0, 3)), to: Array.from(ends.subarray(3)) });
  }
  return found.sort((p, q) => p.thickness - q.thickness);
}

const middle = ({ from, to }: ThinPlace) => from.map((value, axis) => value / 2 + to[axis] / 2);

/** One of those that are near each other, the thinnest. */
function spread(places: readonly ThinPlace[], apart: number): ThinPlace[] {
  const cells = new Map<string, number[][]>();
  const cellOf = (point: readonly number[]) => point.map((value) => Math.floor(value / apart));
  return places.filter((place) => {
    const point = middle(place);
    const [x, y, z] = cellOf(point);
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          const near = cells.get(`${x + dx} ${y + dy} ${z + dz}`) ?? [];
          if (near.some((q) => Math.hypot(q[0] - point[0], q[1] - point[1], q[2] - point[2]) <= apart)) return false;
        }
    const key = `${x} ${y} ${z}`;
    cells.set(key, [...(cells.get(key) ?? []), point]);
    return true;
  });
}

/** Of a closed mesh. */
export async function findThinWalls(
  engine: Engine,
  positions: Positions,
  indices: Uint32Array,
  limit: number,
): Promise<ThinWalls> {
  const scene = engine.createScene();
  try {
    const id = scene.add({ positions, indices, weld: true });
    const contacts = await scene.contacts(limit, { self: true, between: false, limit: CONTACTS_MOST });
    const facing = candidates(contacts, new Surroundings(positions, indices));
    const places = await scene.inside(id, Float64Array.from(facing.flatMap(middle)));
    // A segment along a side of the wall is on its surface, and as long as the wall is thick.
    const thin = spread(
      facing.filter((_, i) => places[i] !== POINT_PLACE.outside),
      2 * limit,
    );
    return {
      limit,
      count: thin.length,
      least: thin[0]?.thickness ?? null,
      places: thin.slice(0, PLACES_MOST),
      ...(contacts.limited && { limited: true }),
    };
  } finally {
    scene.dispose();
  }
}
