/** The same meshes written down in another way, and answers renamed to match; for tests that compare the two. */

import type { MeshInput, Positions } from '../../src/mesh/mesh-input.ts';
import type { Random } from './random.ts';

/** A row of numbers: corners of a triangle, or objectA, triangleA, objectB, triangleB, kind. */
export type Row = number[];

/** With indices and with its welding spelled out. */
export function withIndices(mesh: MeshInput): MeshInput {
  const indices = mesh.indices ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => vertex);
  return { ...mesh, indices, weld: mesh.weld ?? mesh.indices === undefined };
}

export function mapPositions(
  mesh: MeshInput,
  map: (value: number, index: number, all: Positions) => number,
): MeshInput {
  const { positions } = mesh;
  return { ...mesh, positions: positions.map(map as (value: number, index: number) => number) };
}

export function triangleCount(mesh: MeshInput): number {
  return mesh.indices!.length / 3;
}

/** Rows with A before B again and in ascending order, after objects and triangles have been renamed. */
export function sorted(rows: Row[]): Row[] {
  return rows
    .map(([a, i, b, j, ...kind]) => (a < b || (a === b && i < j) ? [a, i, b, j, ...kind] : [b, j, a, i, ...kind]))
    .sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
}

/** Whether nothing was rounded away and nothing left the range the engine accepts. */
export function isScaled(before: Positions, after: Positions, exponent: number): boolean {
  return before.every((value, index) => {
    const magnitude = Math.abs(after[index]);
    return (
      after[index] * 2 ** -exponent === value && (value === 0 || (magnitude >= 2 ** -250 && magnitude <= 2 ** 250))
    );
  });
}

export function mapTriangles(mesh: MeshInput, map: (corners: Row) => Row): Uint32Array {
  const triangles = [...Array(triangleCount(mesh)).keys()];
  return Uint32Array.from(
    triangles.flatMap((index) => map(Array.from(mesh.indices!.subarray(3 * index, 3 * index + 3)))),
  );
}

/** The indices of these triangles, in this order. */
export function pickTriangles(mesh: MeshInput, triangles: readonly number[]): Uint32Array {
  return Uint32Array.from(triangles.flatMap((index) => Array.from(mesh.indices!.subarray(3 * index, 3 * index + 3))));
}

/** Its vertices in another order. */
export function renumbered(mesh: MeshInput, random: Random): MeshInput {
  const order = random.shuffle([...Array(mesh.positions.length / 3).keys()]);
  const numberOf = new Map(order.map((vertex, index) => [vertex, index]));
  return {
    ...mapPositions(mesh, (_, index, all) => all[3 * order[Math.floor(index / 3)] + (index % 3)]),
    indices: Uint32Array.from(mesh.indices!, (vertex) => numberOf.get(vertex)!),
  };
}

/** Several meshes as one, and the number of the first triangle of each in it. */
export function joinedMesh(meshes: readonly MeshInput[]): { mesh: MeshInput; firstTriangles: number[] } {
  const positions: number[] = [];
  const indices: number[] = [];
  const firstTriangles = meshes.map((mesh) => {
    const [firstTriangle, firstVertex] = [indices.length / 3, positions.length / 3];
    positions.push(...mesh.positions);
    indices.push(...Array.from(mesh.indices!, (vertex) => vertex + firstVertex));
    return firstTriangle;
  });
  return { mesh: { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) }, firstTriangles };
}

/** For each triangle the places of its corners, as text: corners in one place are one vertex. */
export function weldedCorners({ positions, indices }: MeshInput): string[][] {
  const place = (vertex: number) => positions.subarray(3 * vertex, 3 * vertex + 3).join();
  const corners = Array.from(indices!, place);
  return Array.from({ length: corners.length / 3 }, (_, index) => corners.slice(3 * index, 3 * index + 3));
}

export function pairsOf(count: number): Row[] {
  const numbers = [...Array(count).keys()];
  return numbers.flatMap((i) => numbers.slice(i + 1).map((j) => [i, j]));
}
