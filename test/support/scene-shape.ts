/** Small meshes in the making: plain numbers, before they get a precision, a place and a scale. */

import type { Random } from './random.ts';

export type Vector = readonly [number, number, number];

export interface Shape {
  readonly vertices: readonly Vector[];
  /** Vertex numbers, three per triangle. */
  readonly triangles: readonly Vector[];
}

/** Makes the objects of one scene, 2 to about 60 triangles in all, coordinates mostly within ±64. */
export type SceneMaker = (random: Random) => Shape[];

/** A shape of separate triangles, each with its own three vertices. */
export function looseTriangles(triangles: readonly (readonly Vector[])[]): Shape {
  return {
    vertices: triangles.flat(),
    triangles: triangles.map((_, index): Vector => [3 * index, 3 * index + 1, 3 * index + 2]),
  };
}

export function joined(shapes: readonly Shape[]): Shape {
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  for (const shape of shapes) {
    const first = vertices.length;
    vertices.push(...shape.vertices);
    triangles.push(...shape.triangles.map(([a, b, c]): Vector => [a + first, b + first, c + first]));
  }
  return { vertices, triangles };
}

/** The triangles of a shape dealt out to one object, or to a few. */
export function asObjects(random: Random, shape: Shape, objectCount = random.pick([1, 1, 2, 3])): Shape[] {
  if (objectCount === 1) return [shape];
  const owners = shape.triangles.map(() => random.integer(0, objectCount - 1));
  return random
    .times(objectCount, (object) => onlyUsedVertices(shape, (triangle) => owners[triangle] === object))
    .filter((part) => part.triangles.length > 0);
}

function onlyUsedVertices(shape: Shape, keep: (triangle: number) => boolean): Shape {
  const triangles = shape.triangles.filter((_, index) => keep(index));
  const used = [...new Set(triangles.flat())].sort((a, b) => a - b);
  const renumbered = new Map(used.map((vertex, index) => [vertex, index]));
  return {
    vertices: used.map((vertex) => shape.vertices[vertex]),
    triangles: triangles.map((corners) => corners.map((vertex) => renumbered.get(vertex)!) as unknown as Vector),
  };
}

/** A point with whole coordinates from 0 to `most`. */
export function latticePoint(random: Random, most: number): Vector {
  return [random.integer(0, most), random.integer(0, most), random.integer(0, most)];
}

export function realPoint(random: Random, least: number, most: number): Vector {
  return [random.real(least, most), random.real(least, most), random.real(least, most)];
}

export function sum(a: Vector, b: Vector, timesB = 1): Vector {
  return [a[0] + timesB * b[0], a[1] + timesB * b[1], a[2] + timesB * b[2]];
}

/** The point that divides the way from a to b, t from 0 to 1 (exact on lattices when t is a dyadic fraction). */
export function between(a: Vector, b: Vector, t: number): Vector {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}
