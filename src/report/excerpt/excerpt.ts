/**
 * The surroundings of a clash: what lies in a cube around it, in coordinates from -1 to 1 along its sides.
 *
 * How large the cube is follows from the contact and from the smaller of the two objects: the contact must be large enough to be
 * seen, and enough of the objects must be there to tell what they are.
 */
import { GrowableFloat64 } from '../../io/growable.ts';
import type { ReportClash } from '../clash-list.ts';
import type { Vector } from '../picture/vector.ts';
import { CubeClipper } from './clip-cube.ts';
import { EMPTY_GRID_MESH, type GridMesh, gridMesh, reducedMesh, type Simplifier } from './coarse-mesh.ts';
import type { ClashEvidence, EvidenceCurve } from './evidence.ts';
import type { ObjectIndex } from './object-index.ts';

export interface Excerpt {
  /** Of the cube, and half its side, in the coordinates of the model. */
  readonly centre: readonly number[];
  readonly half: number;
  /** Radius of the ball around the middle that the picture shows. */
  readonly radius: number;
  readonly first: GridMesh;
  /** Without triangles where an object meets itself. */
  readonly second: GridMesh;
  readonly context: GridMesh;
  /** In the cube's coordinates. */
  readonly curves: readonly EvidenceCurve[];
  readonly measured?: readonly [Vector, Vector];
}

/** The picture's radius: at least so many times that of the contact, so that its surroundings are seen. */
const AROUND_LEAST = 2.4;
/** And no more than so many times, so that it is not lost. */
const AROUND_MOST = 7;
/** As a part of the radius of the smaller object: enough to tell what it is. */
const OBJECT_PART = 0.55;
/** The same when the contact is a point, or nearly: no radius of its own says how near to go. */
const OBJECT_PART_LEAST = 0.14;
/** The cube is larger than what the picture shows, so that one can look around. */
const BEYOND_PICTURE = 2;
/** Share of the triangles that go to what only surrounds the two. */
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

/** What the picture has to show: the contact and what is measured; where there is no contact, the object that lies inside. */
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

/** Triangles of an object inside the cube, as corners in its coordinates. */
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

/** Lists of points in the cube's coordinates; in single precision, as they are drawn. */
function localCurves(curves: readonly EvidenceCurve[], centre: readonly number[], half: number): EvidenceCurve[] {
  return curves.map(({ points, closed }) => ({
    points: Float32Array.from(points, (value, i) => (value - centre[i % 3]) / half),
    closed,
  }));
}

/** Cuts out what surrounds a clash, with all its triangles. */
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

/** The same in about as many triangles as given: most of them for the two objects, more for the one that has more. */
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
