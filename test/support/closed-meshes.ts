/** Closed meshes for tests of filling: all triangles face outwards. */
import type { MeshInput } from '../../src/index.ts';

/** The faces of a box whose corners are numbered by bits: 1 for the greater x, 2 for y, 4 for z. */
const BOX_QUADS = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** The triangles of such a box. */
export const BOX_TRIANGLES = BOX_QUADS.flatMap(([a, b, c, d]): [number, number, number][] => [
  [a, b, c],
  [a, c, d],
]);

/** An axis-parallel box from `low` to `high`. */
export function boxMesh(low: readonly number[], high: readonly number[]) {
  const positions = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    for (let k = 0; k < 3; k++) positions[3 * corner + k] = (corner >> k) & 1 ? high[k] : low[k];
  }
  return { positions, indices: Uint32Array.from(BOX_TRIANGLES.flat()) };
}

/** A sphere of 8 · 4^steps triangles, or what `shape` makes of it. */
export function ballMesh(
  steps: number,
  shape: (x: number, y: number, z: number) => readonly [number, number, number] = (x, y, z) => [x, y, z],
): MeshInput {
  let triangles = [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ];
  const points = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  for (let step = 0; step < steps; step++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      let found = middles.get(key);
      if (found === undefined) {
        const sum = points[a].map((value, k) => value + points[b][k]);
        const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
        found = points.push(sum.map((value) => value / length)) - 1;
        middles.set(key, found);
      }
      return found;
    };
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  const positions = Float64Array.from(points.flatMap(([x, y, z]) => [...shape(x, y, z)]));
  return { positions, indices: Uint32Array.from(triangles.flat()) };
}

/** Several meshes as one. */
export function joinMeshes(...meshes: readonly MeshInput[]) {
  const positions = Float64Array.from(meshes.flatMap((mesh) => [...mesh.positions]));
  let first = 0;
  const indices = meshes.flatMap((mesh) => {
    const moved = [...(mesh.indices ?? [])].map((vertex) => vertex + first);
    first += mesh.positions.length / 3;
    return moved;
  });
  return { positions, indices: Uint32Array.from(indices) };
}
