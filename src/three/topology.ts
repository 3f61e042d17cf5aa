/**
 * The triangles of some ranges of a geometry, on the vertices that they use.
 *
 * Render meshes split vertices along seams, so vertices are welded when they coincide and always will: equal positions,
 * equal positions in every morph target, equal bones and weights. Lips that touch in one pose stay separate.
 * Only one vertex of each weld is read and deformed from then on.
 *
 * Positions are equal when they agree to 2^-40 of the size of what is drawn. The geometries of three.js need that: along
 * their seams a coordinate is sin 0 on one side and sin 2π, which is not quite 0, on the other. Vertices that single
 * precision tells apart elsewhere than beside zero stay apart.
 */
import type { Mesh } from 'three';
import type { Positions } from '../index.ts';
import { weldRows } from '../mesh/weld.ts';
import { type Attribute, arrayOf, gather } from './attributes.ts';
import type { CornerRanges } from './drawn-ranges.ts';
import { meshError } from './object-label.ts';

export interface Topology {
  /** Three vertices per triangle, numbered as in `sources`. */
  readonly indices: Uint32Array;
  /** The vertex of the geometry that each vertex is read from. */
  readonly sources: Uint32Array;
  /** Two per vertex that was welded to another: the vertex of the geometry, and its number among `sources`. */
  readonly welded: Uint32Array;
  /** The largest distance between welded vertices. */
  readonly tolerance: number;
  readonly firstFace: number;
  readonly faces: Uint32Array | undefined;
}

/**
 * What a vertex must have in common with another to be the same: attributes and how many numbers of each, first the
 * position. Three numbers are a place, which may differ by the tolerance; four are not.
 */
export type WeldKey = readonly { readonly attribute: Attribute; readonly size: 3 | 4 }[];

/** The number that three.js gives the triangle, as in `faceIndex` of a ray's hit. */
export function faceOf({ firstFace, faces }: Topology, triangle: number): number {
  return faces ? faces[triangle] : firstFace + triangle;
}

/** Faces one by one, unless they are consecutive. */
function listFaces(ranges: CornerRanges, triangleCount: number): Uint32Array | undefined {
  if (ranges.length <= 2) return undefined;
  const faces = new Uint32Array(triangleCount);
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    for (let corner = ranges[i]; corner < ranges[i + 1]; corner += 3) faces[at++] = Math.floor(corner / 3);
  }
  return faces;
}

function readCorners(mesh: Mesh, ranges: CornerRanges, vertexCount: number): Uint32Array {
  const index = mesh.geometry.index && arrayOf(mesh.geometry.index);
  let count = 0;
  for (let i = 0; i < ranges.length; i += 2) count += ranges[i + 1] - ranges[i];
  const corners = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    for (let corner = ranges[i]; corner < ranges[i + 1]; corner++) {
      const vertex = index ? index[corner] : corner;
      if (!(vertex < vertexCount)) throw badIndex(mesh, corner, vertex, vertexCount);
      corners[at++] = vertex;
    }
  }
  return corners;
}

function badIndex(mesh: Mesh, corner: number, index: number, vertexCount: number): Error {
  const face = Math.floor(corner / 3);
  const found = `uses vertex ${index} in face ${face}; its geometry has ${vertexCount} vertices`;
  return meshError('index-range', mesh, found, 'Correct the index.', { face, index, vertexCount });
}

/** Numbers the vertices in the order in which corners use them; turns corners into those numbers. */
function numberVertices(corners: Uint32Array): Uint32Array {
  let low = 0xffffffff;
  let high = 0;
  for (const vertex of corners) {
    if (vertex < low) low = vertex;
    if (vertex > high) high = vertex;
  }
  const numbers = new Uint32Array(corners.length === 0 ? 0 : high - low + 1); // one more than the number; 0: none yet
  const used = new Uint32Array(Math.min(numbers.length, corners.length));
  let count = 0;
  for (let i = 0; i < corners.length; i++) {
    const slot = corners[i] - low;
    if (numbers[slot] === 0) {
      used[count++] = corners[i];
      numbers[slot] = count;
    }
    corners[i] = numbers[slot] - 1;
  }
  return used.slice(0, count);
}

function toleranceFor(used: Uint32Array, position: Attribute): number {
  const points = new Float64Array(3 * used.length);
  gather(position, used, 3, points);
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < points.length; i += 3) {
      if (points[i] < low) low = points[i];
      if (points[i] > high) high = points[i];
    }
    size = Math.max(size, high - low);
  }
  return Number.isFinite(size) ? size * 2 ** -40 : 0;
}

/**
 * Classes of equal vertices, by one attribute after the other: those equal so far are told apart by the next. `classes`
 * are known to differ before any attribute is compared.
 */
function equalVertices(used: Uint32Array, key: WeldKey, classes: Uint32Array, tolerance: number): Uint32Array {
  let targets = classes;
  for (const { attribute, size } of key) {
    const width = size + 1;
    const rows = new Float64Array(width * used.length);
    gather(attribute, used, size, rows, 1, width);
    if (size === 3 && tolerance > 0) for (let i = 0; i < rows.length; i++) rows[i] = Math.round(rows[i] / tolerance);
    for (let i = 0; i < used.length; i++) rows[width * i] = targets[i];
    targets = weldRows(rows, width).targets;
  }
  return targets;
}

/** Classes of an earlier topology of the same geometry; a vertex that it did not use gets its own class. */
function formerClasses(used: Uint32Array, { sources, welded }: Topology): Uint32Array {
  const classOf = new Map<number, number>();
  for (let i = 0; i < sources.length; i++) classOf.set(sources[i], i);
  for (let i = 0; i < welded.length; i += 2) classOf.set(welded[i], welded[i + 1]);
  let next = sources.length;
  return used.map((vertex) => classOf.get(vertex) ?? next++);
}

/**
 * Reads the triangles, and with a `key` welds them. With `former`, vertices separate there stay separate: those that coincide
 * only now have come into contact.
 */
export function readTopology(
  mesh: Mesh,
  ranges: CornerRanges,
  vertexCount: number,
  key?: WeldKey,
  former?: Topology,
): Topology {
  const corners = readCorners(mesh, ranges, vertexCount);
  const used = numberVertices(corners);
  const faces = listFaces(ranges, corners.length / 3);
  const common = { firstFace: Math.floor((ranges[0] ?? 0) / 3), faces };
  if (!key) return { ...common, indices: corners, sources: used, welded: new Uint32Array(0), tolerance: 0 };
  const tolerance = former?.tolerance ?? toleranceFor(used, key[0].attribute);
  const classes = former ? formerClasses(used, former) : new Uint32Array(used.length);
  return { ...common, tolerance, ...weldVertices(corners, used, equalVertices(used, key, classes, tolerance)) };
}

function weldVertices(
  corners: Uint32Array,
  used: Uint32Array,
  classes: Uint32Array,
): Pick<Topology, 'indices' | 'sources' | 'welded'> {
  const sources = new Uint32Array(used.length);
  const welded = new Uint32Array(2 * used.length);
  let kept = 0;
  let merged = 0;
  // Classes are numbered by their first vertices, so a vertex of a new class comes with the next number.
  for (let i = 0; i < used.length; i++) {
    if (classes[i] === kept) {
      sources[kept++] = used[i];
    } else {
      welded[merged++] = used[i];
      welded[merged++] = classes[i];
    }
  }
  const indices = corners.map((vertex) => classes[vertex]);
  return { indices, sources: sources.slice(0, kept), welded: welded.slice(0, merged) };
}

/** Whether welded vertices still lie where the vertices lie that are read for them. A bad coordinate is an error. */
export function weldHolds(mesh: Mesh, topology: Topology, position: Attribute, positions: Positions): boolean {
  const { welded, tolerance } = topology;
  const vertices = new Uint32Array(welded.length / 2).map((_, i) => welded[2 * i]);
  const found = new Float64Array(3 * vertices.length);
  gather(position, vertices, 3, found);
  let holds = true;
  for (let i = 0; i < found.length; i++) {
    const difference = found[i] - positions[3 * welded[2 * Math.floor(i / 3) + 1] + (i % 3)];
    if (Math.abs(difference) <= tolerance) continue;
    // The engine would see it only in a vertex that is read.
    if (!Number.isFinite(difference)) throw badPosition(mesh, topology, position);
    holds = false;
  }
  return holds;
}

function badPosition(mesh: Mesh, { sources, welded }: Topology, position: Attribute): Error {
  const used = [...sources, ...welded.filter((_, i) => i % 2 === 0)].sort((a, b) => a - b);
  const xyz = (vertex: number) => [position.getX(vertex), position.getY(vertex), position.getZ(vertex)];
  const vertex = used.find((one) => !xyz(one).every(Number.isFinite)) ?? 0;
  const axis = xyz(vertex).findIndex((value) => !Number.isFinite(value));
  const found = `has ${xyz(vertex)[axis]} as ${'xyz'[axis]} of vertex ${vertex}; expected a finite number`;
  return meshError('not-finite', mesh, found, 'Correct the attribute "position".', { vertex, axis: 'xyz'[axis] });
}
