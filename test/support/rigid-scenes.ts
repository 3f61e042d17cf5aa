/** Rigid objects for scenes that keep clusters: bumpy spheres, and matrices that place them. */
import type { Engine, Scene } from '../../src/index.ts';
import type { Random } from './random.ts';

export interface RigidMesh {
  readonly positions: Float64Array | Float32Array;
  readonly indices: Uint32Array;
}

/** A bumpy sphere, in single or double precision; some of its triangles without area. */
export function bumpy(random: Random, rings: number): RigidMesh {
  const around = 2 * rings;
  const positions: number[] = [];
  for (let i = 0; i <= rings; i++) {
    for (let k = 0; k < around; k++) {
      const [polar, angle] = [(Math.PI * i) / rings, (2 * Math.PI * k) / around];
      const radius = 1 + 0.15 * random.real(-1, 1);
      positions.push(
        radius * Math.sin(polar) * Math.cos(angle),
        radius * Math.sin(polar) * Math.sin(angle),
        radius * Math.cos(polar),
      );
    }
  }
  const indices: number[] = [];
  for (let i = 0; i < rings; i++) {
    for (let k = 0; k < around; k++) {
      const [a, b] = [i * around + k, i * around + ((k + 1) % around)];
      indices.push(a, b, a + around, b, b + around, a + around);
    }
  }
  indices.push(0, 0, 5, 3, 3, 3);
  const Positions = random.real(0, 1) < 0.5 ? Float32Array : Float64Array;
  return { positions: Positions.from(positions), indices: Uint32Array.from(indices) };
}

/** Turned and shifted; every third one also scaled, sheared or mirrored. */
export function rigidMatrix(random: Random, spread: number): Float64Array {
  const [a, b] = [random.real(0, 6.3), random.real(0, 6.3)];
  const turn = [
    [Math.cos(a), Math.sin(a), 0],
    [-Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b), Math.sin(b)],
    [Math.sin(a) * Math.sin(b), -Math.cos(a) * Math.sin(b), Math.cos(b)],
  ];
  if (random.real(0, 3) < 1) {
    const factors = [random.real(0.3, 2), random.real(0.3, 2), random.real(-2, -0.3)];
    for (const [k, column] of turn.entries()) turn[k] = column.map((x, i) => factors[k] * x + (i === k ? 0 : 0.2));
  }
  const shift = [0, 1, 2].map(() => random.real(-spread, spread));
  return Float64Array.from([...turn[0], 0, ...turn[1], 0, ...turn[2], 0, ...shift, 1]);
}

/** A scene that has never been asked about: the meshes where they are placed, as given where they are not. */
export function freshScene(
  engine: Engine,
  meshes: readonly RigidMesh[],
  places: readonly (ArrayLike<number> | undefined)[],
): Scene {
  const scene = engine.createScene();
  for (const [i, mesh] of meshes.entries()) {
    scene.add(mesh);
    if (places[i]) scene.place(i, places[i]);
  }
  return scene;
}
