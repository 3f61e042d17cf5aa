/** Prisms with coordinates that doubles hold exactly, and changes that keep them so. */
import type { Random } from './random.ts';

export type Vector = readonly [number, number, number];
export type Flat = readonly [number, number];

export interface Solid {
  readonly vertices: readonly Vector[];
  /** Three vertices each, seen counter-clockwise from outside. */
  readonly triangles: readonly Vector[];
}

/** Triangles of a polygon that turns counter-clockwise, by cutting ears. */
function cutEars(polygon: readonly Flat[]): Vector[] {
  const turn = (p: Flat, q: Flat, r: Flat) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const left = polygon.map((_, i) => i);
  const triangles: Vector[] = [];
  while (left.length > 2) {
    const ear = left.findIndex((_, at) => {
      const corners = [left.at(at - 1)!, left[at], left[(at + 1) % left.length]];
      const [p, q, r] = corners.map((i) => polygon[i]);
      if (turn(p, q, r) <= 0) return false;
      return left.every((i) => {
        const x = polygon[i];
        return corners.includes(i) || turn(p, q, x) < 0 || turn(q, r, x) < 0 || turn(r, p, x) < 0;
      });
    });
    if (ear < 0) throw new Error('the polygon meets itself');
    triangles.push([left.at(ear - 1)!, left[ear], left[(ear + 1) % left.length]]);
    left.splice(ear, 1);
  }
  return triangles;
}

/** A polygon of the xy plane, counter-clockwise, from z = low to z = high. */
export function prism(polygon: readonly Flat[], low: number, high: number): Solid {
  const count = polygon.length;
  const vertices = [low, high].flatMap((z) => polygon.map(([x, y]): Vector => [x, y, z]));
  const caps = cutEars(polygon).flatMap(([p, q, r]): Vector[] => [
    [r, q, p],
    [p + count, q + count, r + count],
  ]);
  const walls = polygon.flatMap((_, i): Vector[] => {
    const j = (i + 1) % count;
    return [
      [i, j, j + count],
      [i, j + count, i + count],
    ];
  });
  return { vertices, triangles: [...caps, ...walls] };
}

export function box(low: Vector, high: Vector): Solid {
  const base: Flat[] = [
    [low[0], low[1]],
    [high[0], low[1]],
    [high[0], high[1]],
    [low[0], high[1]],
  ];
  return prism(base, low[2], high[2]);
}

/** A ring: between an inner and an outer polygon of as many corners, both counter-clockwise and seen alike from the middle. */
export function ring(inner: readonly Flat[], outer: readonly Flat[], low: number, high: number): Solid {
  const count = inner.length;
  const vertices = [inner, outer].flatMap((polygon) =>
    [low, high].flatMap((z) => polygon.map(([x, y]): Vector => [x, y, z])),
  );
  const triangles = inner.flatMap((_, i): Vector[] => {
    const j = (i + 1) % count;
    const [il, ih, ol, oh] = [0, count, 2 * count, 3 * count];
    const quad = (p: number, q: number, r: number, s: number): Vector[] => [
      [p, q, r],
      [p, r, s],
    ];
    return [
      ...quad(ol + i, ol + j, oh + j, oh + i),
      ...quad(il + j, il + i, ih + i, ih + j),
      ...quad(ih + i, oh + i, oh + j, ih + j),
      ...quad(il + j, ol + j, ol + i, il + i),
    ];
  });
  return { vertices, triangles };
}

export function joined(...solids: readonly Solid[]): Solid {
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  for (const solid of solids) {
    const first = vertices.length;
    vertices.push(...solid.vertices);
    triangles.push(...solid.triangles.map(([p, q, r]): Vector => [p + first, q + first, r + first]));
  }
  return { vertices, triangles };
}

export function insideOut({ vertices, triangles }: Solid): Solid {
  return { vertices, triangles: triangles.map(([p, q, r]): Vector => [q, p, r]) };
}

/** The same surface after `map`, which must keep doubles exact for the surface to be the same shape. */
export function mapped({ vertices, triangles }: Solid, map: (p: Vector) => Vector): Solid {
  return { vertices: vertices.map(map), triangles };
}

export function moved(solid: Solid, [dx, dy, dz]: Vector): Solid {
  return mapped(solid, ([x, y, z]) => [x + dx, y + dy, z + dz]);
}

/** The same surface with some edges halved, which no double is too short for. */
export function refined({ vertices, triangles }: Solid, random: Random, splits: number): Solid {
  const points = [...vertices];
  let faces = [...triangles];
  for (let split = 0; split < splits; split++) {
    const chosen = random.pick(faces);
    const k = random.integer(0, 2);
    const [p, q] = [chosen[k], chosen[(k + 1) % 3]];
    const middle =
      points.push([0, 1, 2].map((axis) => (points[p][axis] + points[q][axis]) / 2) as unknown as Vector) - 1;
    faces = faces.flatMap((face) => {
      const at = [0, 1, 2].find((i) => [p, q].includes(face[i]) && [p, q].includes(face[(i + 1) % 3]));
      if (at === undefined) return [face];
      const [a, b, c] = [face[at], face[(at + 1) % 3], face[(at + 2) % 3]];
      return [
        [a, middle, c],
        [middle, b, c],
      ] as Vector[];
    });
  }
  return { vertices: points, triangles: random.shuffle(faces) };
}

export function meshOf({ vertices, triangles }: Solid) {
  return { positions: Float64Array.from(vertices.flat()), indices: Uint32Array.from(triangles.flat()) };
}
