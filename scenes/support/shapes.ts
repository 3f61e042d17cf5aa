/** Generated surfaces: sheets, tubes, closed round things, boxes, turned parts. */
import { cos, PI, sin, TAU } from './maths.ts';
import { type Mesh, MeshBuilder, type Point } from './mesh.ts';

/** A surface over (u, v) in the unit square: 2 · columns · rows triangles. */
export function sheet(columns: number, rows: number, at: (u: number, v: number) => Point): Mesh {
  const mesh = new MeshBuilder();
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) mesh.vertex(...at(column / columns, row / rows));
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corner = row * (columns + 1) + column;
      mesh.quad(corner, corner + 1, corner + columns + 2, corner + columns + 1);
    }
  }
  return mesh.build();
}

/**
 * A closed surface of sphere type: u goes round, v from pole to pole; all u give one point at v = 0 and at v = 1.
 * 2 · around · (rings − 1) triangles, outward when u turns from z to x and v goes up.
 */
export function closedSurface(around: number, rings: number, at: (u: number, v: number) => Point): Mesh {
  const mesh = new MeshBuilder();
  const bottom = mesh.vertex(...at(0, 0));
  for (let ring = 1; ring < rings; ring++) {
    for (let step = 0; step < around; step++) mesh.vertex(...at(step / around, ring / rings));
  }
  const top = mesh.vertex(...at(0, 1));
  const vertex = (ring: number, step: number) => 1 + (ring - 1) * around + (step % around);
  for (let step = 0; step < around; step++) {
    mesh.triangle(bottom, vertex(1, step + 1), vertex(1, step));
    for (let ring = 1; ring < rings - 1; ring++) {
      mesh.quad(vertex(ring, step), vertex(ring, step + 1), vertex(ring + 1, step + 1), vertex(ring + 1, step));
    }
    mesh.triangle(top, vertex(rings - 1, step), vertex(rings - 1, step + 1));
  }
  return mesh.build();
}

/** Numbers around and along that give nearly this many triangles when one is `aspect` times the other. */
export function closedSurfaceSteps(triangles: number, aspect = 1): { around: number; rings: number } {
  const around = Math.max(3, Math.round(Math.sqrt(triangles / 2 / aspect)));
  return { around, rings: Math.max(2, Math.round(triangles / 2 / around) + 1) };
}

export function ellipsoid(triangles: number, [rx, ry, rz]: Point): Mesh {
  const { around, rings } = closedSurfaceSteps(triangles);
  return closedSurface(around, rings, (u, v) => {
    const ring = sin(PI * v);
    return [rx * ring * sin(TAU * u), -ry * cos(PI * v), rz * ring * cos(TAU * u)];
  });
}

/** A tube along a line of points with a radius at each, closed by points at both ends. Not meant for sharp bends. */
export function limb(around: number, line: readonly Point[], radii: readonly number[]): Mesh {
  const last = line.length - 1;
  return closedSurface(around, last, (u, v) => {
    const step = Math.round(v * last);
    const [before, after] = [line[Math.max(0, step - 1)], line[Math.min(last, step + 1)]];
    const [side, front] = crossDirections(after[0] - before[0], after[1] - before[1], after[2] - before[2]);
    const radius = step === 0 || step === last ? 0 : radii[step];
    const [s, c] = [radius * sin(TAU * u), radius * cos(TAU * u)];
    const at = line[step];
    return [at[0] + side[0] * s + front[0] * c, at[1] + side[1] * s + front[1] * c, at[2] + side[2] * s + front[2] * c];
  });
}

/** Two unit vectors at right angles to a direction and to each other: front × side points along it. */
export function crossDirections(x: number, y: number, z: number): [Point, Point] {
  const size = Math.sqrt(x * x + y * y + z * z);
  const [dx, dy, dz] = [x / size, y / size, z / size];
  const [hx, hy, hz] = Math.abs(dx) < 0.7 ? [1, 0, 0] : [0, 0, 1];
  let [sx, sy, sz] = [hy * dz - hz * dy, hz * dx - hx * dz, hx * dy - hy * dx];
  const scale = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz);
  [sx, sy, sz] = [sx * scale, sy * scale, sz * scale];
  return [
    [sx, sy, sz],
    [sy * dz - sz * dy, sz * dx - sx * dz, sx * dy - sy * dx],
  ];
}

/** Twelve triangles. */
export function box([cx, cy, cz]: Point, [sx, sy, sz]: Point): Mesh {
  const mesh = new MeshBuilder();
  for (let corner = 0; corner < 8; corner++) {
    mesh.vertex(cx + (corner & 1 ? sx : -sx) / 2, cy + (corner & 2 ? sy : -sy) / 2, cz + (corner & 4 ? sz : -sz) / 2);
  }
  mesh.quad(0, 4, 6, 2);
  mesh.quad(1, 3, 7, 5);
  mesh.quad(0, 1, 5, 4);
  mesh.quad(2, 6, 7, 3);
  mesh.quad(0, 2, 3, 1);
  mesh.quad(4, 5, 7, 6);
  return mesh.build();
}

/** A closed profile of (radius, height) turned about the y axis: a ring when all radii are positive. */
export function turnedRing(around: number, profile: readonly (readonly [number, number])[]): Mesh {
  const mesh = new MeshBuilder();
  for (const [radius, height] of profile) {
    for (let step = 0; step < around; step++) {
      const angle = (TAU * step) / around;
      mesh.vertex(radius * sin(angle), height, radius * cos(angle));
    }
  }
  const vertex = (ring: number, step: number) => (ring % profile.length) * around + (step % around);
  for (let ring = 0; ring < profile.length; ring++) {
    for (let step = 0; step < around; step++) {
      mesh.quad(vertex(ring, step), vertex(ring, step + 1), vertex(ring + 1, step + 1), vertex(ring + 1, step));
    }
  }
  return mesh.build();
}

/** A profile of (radius, height), from below to above, turned about the y axis and closed at both ends. */
export function turnedSolid(around: number, profile: readonly (readonly [number, number])[]): Mesh {
  const [, low] = profile[0];
  const [, high] = profile[profile.length - 1];
  const rings = profile.length + 1;
  return closedSurface(around, rings, (u, v) => {
    const ring = Math.round(v * rings) - 1;
    if (ring < 0) return [0, low, 0];
    if (ring >= profile.length) return [0, high, 0];
    const [radius, height] = profile[ring];
    return [radius * sin(TAU * u), height, radius * cos(TAU * u)];
  });
}

export function cylinder(around: number, radius: number, low: number, high: number): Mesh {
  return turnedSolid(around, [
    [radius, low],
    [radius, high],
  ]);
}
