/** Plain shapes of a URDF as polyhedra: boxes as they are; cylinders and spheres within what is made of them. */

export interface Shape {
  /** Sides of a box. */
  readonly box?: readonly number[];
  readonly radius?: number;
  /** Of a cylinder, along z. */
  readonly length?: number;
}

export interface ShapeMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** Sides of a cylinder: corners are farther from its axis than its surface by 0.03 %. */
const AROUND = 128;
/** Circles of a sphere from pole to pole. */
const RINGS = 64;

const BOX = [
  [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4],
  [1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
].flat();

function boxMesh(sides: readonly number[]): ShapeMesh {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => {
    const signs = [(i & 3) === 1 || (i & 3) === 2 ? 1 : -1, (i & 3) > 1 ? 1 : -1, i > 3 ? 1 : -1];
    return signs.map((sign, k) => (sign * sides[k]) / 2);
  });
  return { positions: Float64Array.from(corners), indices: Uint32Array.from(BOX) };
}

/** Circles of corners one above the other, closed by a point below and one above. */
function turnedMesh(profile: readonly (readonly [number, number])[], low: number, high: number): ShapeMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [radius, z] of profile) {
    for (let k = 0; k < AROUND; k++) {
      const angle = (2 * Math.PI * k) / AROUND;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
  }
  const [bottom, top] = [positions.length / 3, positions.length / 3 + 1];
  positions.push(0, 0, low, 0, 0, high);
  const last = (profile.length - 1) * AROUND;
  for (let k = 0; k < AROUND; k++) {
    const next = (k + 1) % AROUND;
    indices.push(bottom, next, k, top, last + k, last + next);
    for (let ring = 0; ring < last; ring += AROUND) {
      indices.push(ring + k, ring + next, ring + AROUND + next, ring + k, ring + AROUND + next, ring + AROUND + k);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

export function shapeMesh({ box, radius = 0, length }: Shape): ShapeMesh {
  if (box) return boxMesh(box);
  const outer = radius / Math.cos(Math.PI / AROUND);
  if (length !== undefined) {
    return turnedMesh(
      [
        [outer, -length / 2],
        [outer, length / 2],
      ],
      -length / 2,
      length / 2,
    );
  }
  // Chords of a meridian stay outside the sphere when its corners lie on a larger circle; facets around then do by the same factor.
  const corner = outer / Math.cos(Math.PI / (2 * RINGS));
  const profile = Array.from({ length: RINGS - 1 }, (_, i): [number, number] => {
    const angle = (Math.PI * (i + 1)) / RINGS;
    return [corner * Math.sin(angle), -corner * Math.cos(angle)];
  });
  return turnedMesh(profile, -corner, corner);
}
