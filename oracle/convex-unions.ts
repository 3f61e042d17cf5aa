/**
 * What solids have in common that are made of convex parts with corners in whole numbers: volumes by listing the corners of what parts
 * have in common, in whole numbers, and by inclusion and exclusion. Parts may overlap, touch, lie in each other, and be inside out.
 * Shares nothing with src/.
 */

export type Point = readonly [number, number, number];

/** normal · x ≤ height, in whole numbers without a common divisor; the corners counter-clockwise as seen from outside. */
export interface Facet {
  readonly normal: Point;
  readonly height: number;
  readonly ring: readonly Point[];
}

/** A convex solid, and how often its surface winds round what is inside: 1, or −1 inside out. */
export interface Part {
  readonly facets: readonly Facet[];
  readonly turn: 1 | -1;
}

export interface UnionOverlap {
  /** The volumes of the two. */
  readonly volumes: readonly [number, number];
  /** The volume that they have in common. */
  readonly common: number;
  /** Whether some of their parts share a point. */
  readonly meet: boolean;
}

const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const divisor = (p: number, q: number): number => (q === 0 ? Math.abs(p) : divisor(q, p % q));
const middleOf = (points: readonly Point[]): Point =>
  [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length) as unknown as Point;

/** Points of a plane in the order in which they lie round their middle, counter-clockwise against the normal. */
function around(points: readonly Point[], normal: Point): Point[] {
  const middle = middleOf(points);
  const across = minus(points[0], middle);
  const up = cross(normal, across);
  const length = Math.hypot(...normal);
  const angle = (point: Point) => Math.atan2(dot(up, minus(point, middle)), length * dot(across, minus(point, middle)));
  return [...points].sort((p, q) => angle(p) - angle(q));
}

/** Whether a point of a plane is a corner of the others' hull: some edge leaves it with all of them on one side, and on its line ahead. */
function isCorner(point: Point, points: readonly Point[], normal: Point): boolean {
  return points.some((other) => {
    const along = minus(other, point);
    const side = cross(normal, along);
    return (
      other !== point &&
      points.every((p) => {
        const off = dot(side, minus(p, point));
        return off < 0 || (off === 0 && dot(along, minus(p, point)) >= 0);
      })
    );
  });
}

/** The convex hull of some points in whole numbers; null when it is flat. */
export function hullOf(points: readonly Point[]): Facet[] | null {
  const facets = new Map<string, Facet>();
  for (const [i, p] of points.entries()) {
    for (const [j, q] of points.entries()) {
      for (const r of points.slice(j + 1)) {
        if (j <= i) continue;
        const wide = cross(minus(q, p), minus(r, p));
        const common = wide.reduce(divisor, 0);
        if (common === 0) continue;
        const heights = points.map((point) => dot(wide, minus(point, p)));
        const [least, most] = [Math.min(...heights), Math.max(...heights)];
        if (least === most) return null;
        if (least < 0 && most > 0) continue;
        const sign = most > 0 ? -1 : 1;
        // Adding 0 makes −0 a plain 0.
        const normal = wide.map((value) => (sign * value) / common + 0) as unknown as Point;
        const height = dot(normal, p);
        if (facets.has(normal.join())) continue;
        const on = points.filter((point, at) => dot(normal, point) === height && isFirst(points, at));
        const corners = on.filter((point) => isCorner(point, on, normal));
        facets.set(normal.join(), { normal, height, ring: around(corners, normal) });
      }
    }
  }
  return facets.size > 0 ? [...facets.values()] : null;
}

const isFirst = (points: readonly Point[], at: number): boolean =>
  points.findIndex((point) => point.join() === points[at].join()) === at;

/** A corner: whole numbers x, y, z over a whole number w. */
interface Corner {
  readonly over: Point;
  readonly w: number;
  readonly at: Point;
}

function cornersOf(facets: readonly Facet[]): Corner[] {
  const corners = new Map<string, Corner>();
  for (const [i, p] of facets.entries()) {
    for (const [j, q] of facets.entries()) {
      if (j <= i) continue;
      const pq = cross(p.normal, q.normal);
      for (const r of facets.slice(j + 1)) {
        const w = dot(pq, r.normal);
        if (w === 0) continue;
        const [qr, rp] = [cross(q.normal, r.normal), cross(r.normal, p.normal)];
        const over = [0, 1, 2].map((k) => p.height * qr[k] + q.height * rp[k] + r.height * pq[k]) as unknown as Point;
        if (facets.some(({ normal, height }) => (dot(normal, over) - height * w) * Math.sign(w) > 0)) continue;
        const common = [...over, w].reduce(divisor, 0) * Math.sign(w);
        const at = over.map((value) => value / w) as unknown as Point;
        corners.set([...over, w].map((value) => value / common + 0).join(), { over, w, at });
      }
    }
  }
  return [...corners.values()];
}

/** The volume that convex solids have in common; undefined when they share no point. */
export function convexCommon(solids: readonly (readonly Facet[])[]): number | undefined {
  const lowest = new Map<string, Facet>();
  for (const facet of solids.flat()) {
    const before = lowest.get(facet.normal.join());
    if (!before || before.height > facet.height) lowest.set(facet.normal.join(), facet);
  }
  const facets = [...lowest.values()];
  const corners = cornersOf(facets);
  if (corners.length === 0) return undefined;
  let volume = 0;
  for (const { normal, height } of facets) {
    const on = corners.filter(({ over, w }) => dot(normal, over) === height * w).map(({ at }) => at);
    if (on.length < 3) continue;
    const ring = around(on, normal);
    let twiceArea = 0;
    for (let i = 2; i < ring.length; i++)
      twiceArea += dot(normal, cross(minus(ring[i - 1], ring[0]), minus(ring[i], ring[0])));
    volume += (Math.abs(twiceArea) * (height - dot(normal, corners[0].at))) / dot(normal, normal) / 6;
  }
  return volume;
}

/** What two solids have in common, each the set of points round which its parts wind other than 0 times. */
export function unionOverlap(solids: readonly [readonly Part[], readonly Part[]]): UnionOverlap {
  const parts = solids.flat();
  const sets = 1 << parts.length;
  const isIn = (part: number, set: number) => ((set >> part) & 1) === 1;
  const commons = Array.from({ length: sets }, (_, set) =>
    set === 0 ? undefined : convexCommon(parts.filter((_, i) => isIn(i, set)).map(({ facets }) => facets)),
  );
  const first = solids[0].length;
  const meet = solids[0].some((_, i) => solids[1].some((_, j) => commons[(1 << i) | (1 << (first + j))] !== undefined));
  // What is in the parts of a set and in no others.
  const alone = commons.map((volume) => volume ?? 0);
  for (const part of parts.keys())
    for (let set = 0; set < sets; set++) if (!isIn(part, set)) alone[set] -= alone[set | (1 << part)];
  const windingOf = (side: 0 | 1, set: number) =>
    solids[side].reduce((sum, { turn }, i) => sum + (isIn(side * first + i, set) ? turn : 0), 0);
  const [volumes, both] = [[0, 0] as [number, number], { volume: 0 }];
  for (let set = 1; set < sets; set++) {
    const inside = ([0, 1] as const).map((side) => windingOf(side, set) !== 0);
    for (const side of [0, 1] as const) if (inside[side]) volumes[side] += alone[set];
    if (inside[0] && inside[1]) both.volume += alone[set];
  }
  return { volumes, common: both.volume, meet };
}
