/**
 * The surroundings of a clash: what lies in a cube around it, in coordinates from -1 to 1 along its sides.
 *
 * The size of the cube depends on the contact and on the smaller of the two objects: the contact must be large enough to see, and
 * enough of the objects must be visible to recognise them.
 */
import { GrowableFloat64 } from '../../io/growable.ts';
import type { ReportClash } from '../clash-list.ts';
import type { Vector } from '../picture/vector.ts';
import { EMPTY_GRID_MESH, type GridMesh, gridMesh, reducedMesh, type Simplifier } from './coarse-mesh.ts';
import type { ClashEvidence, EvidenceCurve } from './evidence.ts';
import type { ObjectIndex } from './object-index.ts';

export interface Excerpt {
  /** Centre of the cube and half its side, in model coordinates. */
  readonly centre: readonly number[];
  readonly half: number;
  /** Radius of the ball around the centre that the picture shows. */
  readonly radius: number;
  readonly first: GridMesh;
  /** Empty for a self-intersection. */
  readonly second: GridMesh;
  readonly context: GridMesh;
  /** In the cube's coordinates. */
  readonly curves: readonly EvidenceCurve[];
  readonly measured?: readonly [Vector, Vector];
}

/** Least radius of the picture as a multiple of the contact's, so that the surroundings are visible. */
const AROUND_LEAST = 2.4;
/** Largest radius as a multiple of the contact's, so that the contact is not lost. */
const AROUND_MOST = 7;
/** Radius as a share of the smaller object's: enough to recognise it. */
const OBJECT_PART = 0.55;
/** The same for contacts that are (nearly) a point and so have no radius of their own. */
const OBJECT_PART_LEAST = 0.14;
/** Size of the cube relative to the picture; larger, so that the view can be turned. */
const BEYOND_PICTURE = 2;
/** Share of the triangle budget for objects other than the two. */
const CONTEXT_SHARE = 0.35;

interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

function boxAround(points: Iterable<ArrayLike<number>>): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const list of points) {
    for (let i = 0; i < list.length; i++) {
      low[i % 3] = Math.min(low[i % 3], list[i]);
      high[i % 3] = Math.max(high[i % 3], list[i]);
    }
  }
  return { low, high };
}

function halfDiagonal({ low, high }: Box): number {
  const [x, y, z] = low.map((value, axis) => high[axis] - value);
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

const middleOf = ({ low, high }: Box) => low.map((value, axis) => value / 2 + high[axis] / 2);

/** What the picture must show: the contact and the measurement, or the contained object where there is no contact. */
function focusOf(clash: ReportClash, { curves, measured = [[], []] }: ClashEvidence): Box {
  const lists = [...curves.map(({ points }) => points), ...measured].filter(({ length }) => length > 0);
  if (lists.length === 0 || (clash.kind === 'contained' && curves.length === 0)) {
    return { low: clash.bounds.min, high: clash.bounds.max };
  }
  return boxAround(lists);
}

function radiusOf(focus: number, smaller: number): number {
  const radius = Math.max(
    AROUND_LEAST * focus,
    Math.min(OBJECT_PART * smaller, Math.max(AROUND_MOST * focus, OBJECT_PART_LEAST * smaller)),
  );
  return radius > 0 && Number.isFinite(radius) ? radius : 1;
}

/** Triangles of an object inside the cube, as corners in the cube's coordinates. */
export function cutOut(indexes: readonly ObjectIndex[], centre: readonly number[], half: number): Float64Array {
  const kept = new GrowableFloat64();
  const clipper = new CubeClipper((corners) => {
    for (let i = 0; i < 9; i += 3) kept.push3(corners[i], corners[i + 1], corners[i + 2]);
  });
  const low = centre.map((value) => value - half);
  const high = centre.map((value) => value + half);
  const triangle = new Float64Array(9);
  for (const index of indexes) {
    const { positions, indices } = index.object;
    const order = index.isInsideOut ? [0, 2, 1] : [0, 1, 2];
    index.forEachNear(low, high, (corner) => {
      for (let k = 0; k < 3; k++) {
        const from = 3 * indices[corner + order[k]];
        for (let axis = 0; axis < 3; axis++) triangle[3 * k + axis] = (positions[from + axis] - centre[axis]) / half;
      }
      clipper.add(triangle);
    });
  }
  return kept.take();
}

/** Point lists in the cube's coordinates, in single precision as they are drawn. */
function localCurves(curves: readonly EvidenceCurve[], centre: readonly number[], half: number): EvidenceCurve[] {
  return curves.map(({ points, closed }) => ({
    points: Float32Array.from(points, (value, i) => (value - centre[i % 3]) / half),
    closed,
  }));
}

/** Cuts out the surroundings of a clash at full resolution. */
export function excerptOf(clash: ReportClash, evidence: ClashEvidence, indexes: readonly ObjectIndex[]): Excerpt {
  const { a, b } = clash;
  const focus = focusOf(clash, evidence);
  const centre = middleOf(focus);
  const smaller = Math.min(halfDiagonal(indexes[a]), halfDiagonal(indexes[b]));
  const radius = radiusOf(halfDiagonal(focus), smaller);
  const half = BEYOND_PICTURE * radius;
  const others = indexes.filter((_, object) => object !== a && object !== b);
  const { measured } = evidence;
  const local = (point: readonly number[]): Vector => [
    (point[0] - centre[0]) / half,
    (point[1] - centre[1]) / half,
    (point[2] - centre[2]) / half,
  ];
  return {
    centre,
    half,
    radius,
    first: gridMesh(cutOut([indexes[a]], centre, half)),
    second: a === b ? EMPTY_GRID_MESH : gridMesh(cutOut([indexes[b]], centre, half)),
    context: gridMesh(cutOut(others, centre, half)),
    curves: localCurves(evidence.curves, centre, half),
    ...(measured && { measured: [local(measured[0]), local(measured[1])] as const }),
  };
}

/** The same, simplified to about the given number of triangles, most of them for the two objects in proportion to their own. */
export function reducedExcerpt(excerpt: Excerpt, trianglesMost: number, simplifier: Simplifier): Excerpt {
  const { first, second, context } = excerpt;
  const own = trianglesMost * (1 - CONTEXT_SHARE);
  const share = ({ indices }: GridMesh, other: GridMesh) =>
    Math.max(own / 2, own - other.indices.length / 3) * Number(indices.length > 0);
  return {
    ...excerpt,
    first: reducedMesh(first, share(first, second), simplifier),
    second: reducedMesh(second, share(second, first), simplifier),
    context: reducedMesh(context, trianglesMost * CONTEXT_SHARE, simplifier),
  };
}

// Cuts triangles to a cube, so that a wall of a hundred metres brings only what lies around the clash.

/** A polygon has at most three corners and one more for each face that cuts it. */
const CORNERS_MOST = 9;

/** Receives the corners of a triangle: nine numbers, valid during the call. */
export type TakeTriangle = (corners: Float64Array) => void;

/**
 * Cuts triangles to the cube from -1 to 1 and hands over what is left of each as triangles. One object may be used for any
 * number of triangles.
 */
export class CubeClipper {
  readonly #take: TakeTriangle;
  readonly #triangle = new Float64Array(9);
  #polygon = new Float64Array(3 * CORNERS_MOST);
  #next = new Float64Array(3 * CORNERS_MOST);

  constructor(take: TakeTriangle) {
    this.#take = take;
  }

  /** `corners`: x, y, z of each of the three. */
  add(corners: Float64Array): void {
    let isInside = true;
    for (let axis = 0; axis < 3; axis++) {
      const [p, q, r] = [corners[axis], corners[3 + axis], corners[6 + axis]];
      if ((p > 1 && q > 1 && r > 1) || (p < -1 && q < -1 && r < -1)) return;
      if (!(Math.abs(p) <= 1 && Math.abs(q) <= 1 && Math.abs(r) <= 1)) isInside = false;
    }
    if (isInside) this.#take(corners);
    else this.#clip(corners);
  }

  #clip(corners: Float64Array): void {
    this.#polygon.set(corners);
    let count = 3;
    for (let axis = 0; axis < 3 && count > 0; axis++) {
      count = this.#clipFace(count, axis, 1);
      count = this.#clipFace(count, axis, -1);
    }
    for (let i = 1; i + 1 < count; i++) {
      this.#triangle.set(this.#polygon.subarray(0, 3));
      this.#triangle.set(this.#polygon.subarray(3 * i, 3 * i + 6), 3);
      this.#take(this.#triangle);
    }
  }

  /** Keeps what is on the inner side of one face of the cube; returns the number of corners left. */
  #clipFace(count: number, axis: number, side: number): number {
    const [from, to] = [this.#polygon, this.#next];
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const [p, q] = [3 * i, 3 * ((i + 1) % count)];
      const beyondP = side * from[p + axis] - 1;
      const beyondQ = side * from[q + axis] - 1;
      if (beyondP <= 0) {
        for (let k = 0; k < 3; k++) to[3 * kept + k] = from[p + k];
        kept++;
      }
      if (beyondP <= 0 === beyondQ <= 0) continue;
      const part = beyondP / (beyondP - beyondQ);
      for (let k = 0; k < 3; k++) to[3 * kept + k] = from[p + k] + part * (from[q + k] - from[p + k]);
      to[3 * kept + axis] = side;
      kept++;
    }
    this.#polygon = to;
    this.#next = from;
    return kept;
  }
}
