/**
 * Closed surfaces of blended limbs: animals and hands made of a few capsules that flow into each other.
 *
 * The zero set of a smooth function, found by cutting the cells of a grid into tetrahedra ("marching tetrahedra"):
 * vertices lie on edges that neighbouring cells share, so the surface has no gaps and does not cross itself.
 */
import { clamp, mix } from './maths.ts';
import { type Mesh, MeshBuilder, type Point } from './mesh.ts';
import { simplified, subdivided } from './resize.ts';

/** A limb from one point to the other, with a radius at each. */
export interface Capsule {
  readonly from: Point;
  readonly to: Point;
  readonly radii: readonly [number, number];
}

export function capsule(from: Point, to: Point, radiusFrom: number, radiusTo = radiusFrom): Capsule {
  return { from, to, radii: [radiusFrom, radiusTo] };
}

function distanceTo({ from, to, radii }: Capsule, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [px, py, pz] = [x - from[0], y - from[1], z - from[2]];
  const square = dx * dx + dy * dy + dz * dz;
  const part = square === 0 ? 0 : clamp((px * dx + py * dy + pz * dz) / square, 0, 1);
  const [ex, ey, ez] = [px - part * dx, py - part * dy, pz - part * dz];
  return Math.sqrt(ex * ex + ey * ey + ez * ez) - mix(radii[0], radii[1], part);
}

/** Distance, about, from the union of the limbs; where two meet within `blend` they flow together. */
function blendedDistance(limbs: readonly Capsule[], blend: number, x: number, y: number, z: number): number {
  let distance = Infinity;
  for (const limb of limbs) {
    const next = distanceTo(limb, x, y, z);
    const overlap = Math.max(0, blend - Math.abs(distance - next)) / blend;
    distance = Math.min(distance, next) - (overlap * overlap * blend) / 4;
  }
  return distance;
}

/** The corners of a cell are numbered by bits x, y, z; six tetrahedra around the diagonal 0–7. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

class Grid {
  readonly #mesh = new MeshBuilder();
  readonly #vertices = new Map<number, number>();
  readonly #values: Float64Array;
  readonly #counts: readonly number[];
  readonly #low: Point;
  readonly #cell: number;

  constructor(low: Point, high: Point, cell: number, value: (x: number, y: number, z: number) => number) {
    this.#low = low;
    this.#cell = cell;
    this.#counts = low.map((from, axis) => Math.ceil((high[axis] - from) / cell) + 1);
    const [nx, ny, nz] = this.#counts;
    this.#values = new Float64Array(nx * ny * nz);
    for (let at = 0; at < this.#values.length; at++) this.#values[at] = value(...this.#point(at)) || 1e-9;
  }

  #point(at: number): [number, number, number] {
    const [nx, ny] = this.#counts;
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    return [this.#low[0] + i * this.#cell, this.#low[1] + j * this.#cell, this.#low[2] + k * this.#cell];
  }

  /** The vertex where the surface cuts the edge between two grid points, one inside, one outside. */
  #cut(a: number, b: number): number {
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * this.#values.length + high;
    let vertex = this.#vertices.get(key);
    if (vertex === undefined) {
      // Away from the ends, so that no triangle shrinks to nothing.
      const part = clamp(this.#values[low] / (this.#values[low] - this.#values[high]), 0.02, 0.98);
      const [from, to] = [this.#point(low), this.#point(high)];
      vertex = this.#mesh.vertex(mix(from[0], to[0], part), mix(from[1], to[1], part), mix(from[2], to[2], part));
      this.#vertices.set(key, vertex);
    }
    return vertex;
  }

  #tetrahedron(corners: readonly number[]): void {
    const inside = corners.filter((at) => this.#values[at] < 0);
    if (inside.length === 0 || inside.length === 4) return;
    const outside = corners.filter((at) => this.#values[at] >= 0);
    // An even arrangement keeps the orientation of the tetrahedron; swapping the first two or the last two mends an odd one.
    let [p, q, r, s] = [...inside, ...outside];
    if (!isEven([p, q, r, s], corners)) [p, q, r, s] = inside.length === 1 ? [p, q, s, r] : [q, p, r, s];
    if (inside.length === 1) this.#mesh.triangle(this.#cut(p, q), this.#cut(p, r), this.#cut(p, s));
    else if (inside.length === 3) this.#mesh.triangle(this.#cut(s, p), this.#cut(s, q), this.#cut(s, r));
    else this.#mesh.quad(this.#cut(p, r), this.#cut(p, s), this.#cut(q, s), this.#cut(q, r));
  }

  surface(): Mesh {
    const [nx, ny, nz] = this.#counts;
    for (let k = 0; k < nz - 1; k++) {
      for (let j = 0; j < ny - 1; j++) {
        for (let i = 0; i < nx - 1; i++) {
          const corner = (bits: number) => i + (bits & 1) + nx * (j + ((bits >> 1) & 1) + ny * (k + (bits >> 2)));
          for (const tetrahedron of TETRAHEDRA) this.#tetrahedron(tetrahedron.map(corner));
        }
      }
    }
    return this.#mesh.build();
  }
}

function isEven(arranged: readonly number[], corners: readonly number[]): boolean {
  const places = arranged.map((at) => corners.indexOf(at));
  let inversions = 0;
  for (let a = 0; a < 4; a++) for (let b = a + 1; b < 4; b++) if (places[a] > places[b]) inversions++;
  return inversions % 2 === 0;
}

export interface BlobOptions {
  readonly triangles: number;
  readonly blend: number;
  /** Edge of a grid cell. */
  readonly cell: number;
}

/** The blended limbs as a closed mesh of this many triangles. */
export async function blob(limbs: readonly Capsule[], { triangles, blend, cell }: BlobOptions): Promise<Mesh> {
  const reach = Math.max(...limbs.flatMap(({ radii }) => radii)) + blend + 2 * cell;
  const ends = limbs.flatMap(({ from, to }) => [from, to]);
  const low = [0, 1, 2].map((axis) => Math.min(...ends.map((end) => end[axis])) - reach) as unknown as Point;
  const high = [0, 1, 2].map((axis) => Math.max(...ends.map((end) => end[axis])) + reach) as unknown as Point;
  const base = new Grid(low, high, cell, (x, y, z) => blendedDistance(limbs, blend, x, y, z)).surface();
  let levels = 0;
  let coarse = triangles;
  for (; coarse > base.indices.length / 3; coarse /= 4) levels++;
  let mesh = await simplified(base, Math.round(coarse));
  for (let level = 0; level < levels; level++) mesh = subdivided(mesh);
  return mesh;
}
