/** Closed spheres of 12 n² triangles, pushed about by noise: gently (bumpy) or until they fold over themselves (crumpled). */
import { type BenchMesh, MeshBuilder, named } from './mesh.ts';
import { cached } from './mesh-cache.ts';
import { type VectorNoise, vectorNoise } from './vector-noise.ts';

export interface SphereOptions {
  /** Cells along each edge of the cube that is blown up to the sphere. */
  readonly cells: number;
  /** How far vertices are pushed, in radii. */
  readonly amplitude: number;
  /** Moves the noise, for the frames of an animation. */
  readonly phase?: number;
}

const SEED = 20240611;
const FREQUENCY = 2.2;
const FINE_FREQUENCY = 2.3 * FREQUENCY;
const FINE_WEIGHT = 0.35;

type Vector = readonly [number, number, number];

/** The six sides of the cube: lattice point at (u, v) of a side, seen from outside counter-clockwise. */
const SIDES: readonly ((u: number, v: number, n: number) => Vector)[] = [
  (u, v, n) => [n, u, v],
  (u, v) => [0, v, u],
  (u, v, n) => [v, n, u],
  (u, v) => [u, 0, v],
  (u, v, n) => [u, v, n],
  (u, v) => [v, u, 0],
];

/** Lattice coordinate 0 … n to −1 … 1, so that cells are seen under equal angles from the middle. */
function equalAngle(index: number, n: number): number {
  if (index === 0) return -1;
  return index === n ? 1 : Math.tan(((index / n - 0.5) * Math.PI) / 2);
}

function onSphere(lattice: Vector, n: number): Vector {
  const [x, y, z] = lattice.map((index) => equalAngle(index, n));
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function pushed([x, y, z]: Vector, noise: VectorNoise, amplitude: number, phase: number): Vector {
  const f = FREQUENCY;
  const g = FINE_FREQUENCY;
  const coarse = noise(x * f + 17.3 + phase, y * f + 41.7 + phase * 0.7, z * f + 5.1 - phase * 0.4);
  const fine = noise(x * g + 77.3 - phase, y * g + 11.7, z * g + 55.1 + phase);
  const push = (axis: number) => amplitude * (coarse[axis] + FINE_WEIGHT * fine[axis]);
  return [x + push(0), y + push(1), z + push(2)];
}

export function noiseSphere(name: string, { cells: n, amplitude, phase = 0 }: SphereOptions): BenchMesh {
  const noise = vectorNoise(SEED);
  const mesh = new MeshBuilder();
  const numbers = new Map<number, number>();
  const vertex = (lattice: Vector): number => {
    const key = (lattice[0] * (n + 1) + lattice[1]) * (n + 1) + lattice[2];
    let number = numbers.get(key);
    if (number === undefined) {
      number = mesh.vertex(...pushed(onSphere(lattice, n), noise, amplitude, phase));
      numbers.set(key, number);
    }
    return number;
  };
  for (const side of SIDES) {
    for (let u = 0; u < n; u++) {
      for (let v = 0; v < n; v++) {
        const corners = [side(u, v, n), side(u + 1, v, n), side(u + 1, v + 1, n), side(u, v + 1, n)].map(vertex);
        addCell(mesh, corners, (u + v) % 2 === 1);
      }
    }
  }
  return named(name, mesh.build());
}

/** Diagonals change direction from cell to cell. */
function addCell(mesh: MeshBuilder, [a, b, c, d]: readonly number[], rising: boolean): void {
  if (rising) mesh.quad(a, b, c, d);
  else {
    mesh.triangle(a, b, d);
    mesh.triangle(b, c, d);
  }
}

/** The number of cells that comes nearest to a number of triangles. */
export function cellsFor(triangles: number): number {
  return Math.round(Math.sqrt(triangles / 12));
}

/** Folds over itself in many places: long curves of crossing triangles. */
export function crumpledSphere(triangles: number): BenchMesh {
  const cells = cellsFor(triangles);
  const name = `crumpled-sphere-${12 * cells * cells}`;
  return cached(name, () => noiseSphere(name, { cells, amplitude: 0.33 }));
}

/** Uneven but without folds: nothing to be found, everything to be tested. */
export function bumpySphere(triangles: number): BenchMesh {
  const cells = cellsFor(triangles);
  const name = `bumpy-sphere-${12 * cells * cells}`;
  return cached(name, () => noiseSphere(name, { cells, amplitude: 0.05 }));
}
