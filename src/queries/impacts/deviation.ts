/**
 * How far the straight paths of `impacts` leave the motion that an aimed matrix is usually meant for: the shortest screw, a rotation
 * around an axis by an angle α up to 180° with a shift along it.
 *
 * A point at radius r is farthest from its chord half-way, by r (1 − cos(α/2)): with θ the angle from the middle, the square of
 * the distance between arc and chord falls on both sides, because its derivative is θ times at most k (cos(α/2) − cos θ) < 0,
 * k = sin(α/2) / (α/2). What the matrices or end positions change beside the rotation (e below) is taken to change evenly while
 * it is carried along; that adds at most |e| α/4.
 */
import type { Participant } from '../../backend/wasm/participants.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Positions } from '../../mesh/mesh-input.ts';

type Vector = readonly [number, number, number];
/** Three columns. */
type Matrix3 = readonly [Vector, Vector, Vector];

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const times = (p: Vector, factor: number): Vector => [p[0] * factor, p[1] * factor, p[2] * factor];
const length = (p: Vector): number => Math.hypot(p[0], p[1], p[2]);
const apply = (m: Matrix3, p: Vector): Vector => [
  m[0][0] * p[0] + m[1][0] * p[1] + m[2][0] * p[2],
  m[0][1] * p[0] + m[1][1] * p[1] + m[2][1] * p[2],
  m[0][2] * p[0] + m[1][2] * p[1] + m[2][2] * p[2],
];

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

const linearPart = (m: Float64Array): Matrix3 => [
  [m[0], m[1], m[2]],
  [m[4], m[5], m[6]],
  [m[8], m[9], m[10]],
];

/** The inverse, transposed; columns not finite when there is none. */
function inverseTransposed([a, b, c]: Matrix3): Matrix3 {
  const bc = cross(b, c);
  const factor = 1 / dot(a, bc);
  return [times(bc, factor), times(cross(c, a), factor), times(cross(a, b), factor)];
}

const transposed = (m: Matrix3): Matrix3 => [
  [m[0][0], m[1][0], m[2][0]],
  [m[0][1], m[1][1], m[2][1]],
  [m[0][2], m[1][2], m[2][2]],
];

const STEPS_MAX = 60;

/** The rotation nearest to a matrix, by Newton's method (Higham 1986); undefined when it mirrors or flattens. */
function nearestRotation(matrix: Matrix3): Matrix3 | undefined {
  if (!(dot(matrix[0], cross(matrix[1], matrix[2])) > 0)) return undefined;
  let q = matrix;
  for (let step = 0; step < STEPS_MAX; step++) {
    const other = inverseTransposed(q);
    let change = 0;
    const half = (p: Vector, r: Vector): Vector => {
      const next: Vector = [(p[0] + r[0]) / 2, (p[1] + r[1]) / 2, (p[2] + r[2]) / 2];
      change = Math.max(change, length(minus(next, p)));
      return next;
    };
    q = [half(q[0], other[0]), half(q[1], other[1]), half(q[2], other[2])];
    if (!(change > 1e-15)) break;
  }
  return q.every((column) => column.every(Number.isFinite)) ? q : undefined;
}

interface Rotation {
  readonly matrix: Matrix3;
  /** From 0 to π. */
  readonly angle: number;
  /** Of length 1. */
  readonly axis: Vector;
}

function rotationOf(matrix: Matrix3): Rotation {
  const [a, b, c] = matrix;
  const turn: Vector = [(b[2] - c[1]) / 2, (c[0] - a[2]) / 2, (a[1] - b[0]) / 2];
  const sine = length(turn);
  const cosine = (a[0] + b[1] + c[2] - 1) / 2;
  const angle = Math.atan2(sine, cosine);
  if (cosine > -0.5 && sine > 0) return { matrix, angle, axis: times(turn, 1 / sine) };
  if (cosine > -0.5) return { matrix, angle: 0, axis: [0, 0, 1] };
  // Towards a half turn: the largest column of the symmetric part less its multiple of the identity.
  const column = (k: 0 | 1 | 2): Vector => {
    const s: [number, number, number] = [
      (matrix[k][0] + matrix[0][k]) / 2,
      (matrix[k][1] + matrix[1][k]) / 2,
      (matrix[k][2] + matrix[2][k]) / 2,
    ];
    s[k] -= cosine;
    return s;
  };
  const columns = [column(0), column(1), column(2)].sort((p, q) => length(q) - length(p));
  const sign = dot(columns[0], turn) < 0 ? -1 : 1;
  return { matrix, angle, axis: times(columns[0], sign / length(columns[0])) };
}

/** The rotation from one linear part to the other; undefined when there is none, because it mirrors or flattens. */
function rotationBetween(start: Matrix3, end: Matrix3): Rotation | undefined {
  // end · start⁻¹, which is end · (its inverse transposed), transposed.
  const back = transposed(inverseTransposed(start));
  const relative: Matrix3 = [apply(end, back[0]), apply(end, back[1]), apply(end, back[2])];
  const nearest = nearestRotation(relative);
  return nearest && rotationOf(nearest);
}

const pointOf = (m: Float64Array, x: number, y: number, z: number): Vector => [
  m[0] * x + m[4] * y + m[8] * z + m[12],
  m[1] * x + m[5] * y + m[9] * z + m[13],
  m[2] * x + m[6] * y + m[10] * z + m[14],
];

const sameLinear = (p: Float64Array, q: Float64Array): boolean =>
  [0, 1, 2, 4, 5, 6, 8, 9, 10].every((i) => p[i] === q[i]);

/** For rounding, with ample reserve, as part of the largest coordinates. */
const ROUNDING = 2 ** -46;

/** Squares of what is above this are exact enough, and what is less by this part is less in spite of rounding. */
const SQUARES_FROM = 1e-140;
const LESS = 1 - 2 ** -40;

/** The largest distance of any vertex from where the screw motion has it, at any time; Infinity when there is none. */
export function screwDeviation(
  startMatrix: Float64Array,
  endMatrix: Float64Array,
  startPositions: Positions,
  endPositions: Positions,
  centre: Vector,
): number {
  if (sameLinear(startMatrix, endMatrix)) return 0;
  const rotation = rotationBetween(linearPart(startMatrix), linearPart(endMatrix));
  if (!rotation) return Number.POSITIVE_INFINITY;
  const { matrix, angle, axis } = rotation;
  if (angle === 0) return 0;
  const c0 = pointOf(startMatrix, ...centre);
  const shift = minus(pointOf(endMatrix, ...centre), c0);
  const along = dot(axis, shift);
  const across = minus(shift, times(axis, along));
  // The axis goes through c0 + (across + cot(α/2) axis × across) / 2; radii are multiplied by 1 − cos(α/2).
  const sagitta = 2 * Math.sin(angle / 4) ** 2;
  const lever = times(cross(axis, across), (Math.cos(angle / 2) * Math.tan(angle / 4)) / 2);
  const halfAcross = times(across, 0.5);
  const [[r0, r1, r2], [r3, r4, r5], [r6, r7, r8]] = matrix;
  const [m, n] = [startMatrix, endMatrix];
  let most = 0;
  let size = length(c0) + length(shift);
  // Below these, a vertex changes neither; of nearly all vertices, squares tell that. Without lists, because there are many vertices.
  let [mostBelow, sizeBelow] = [0, 0];
  for (let i = 0; i < startPositions.length; i += 3) {
    const px = startPositions[i];
    const py = startPositions[i + 1];
    const pz = startPositions[i + 2];
    const qx = endPositions[i];
    const qy = endPositions[i + 1];
    const qz = endPositions[i + 2];
    const x0 = m[0] * px + m[4] * py + m[8] * pz + m[12];
    const y0 = m[1] * px + m[5] * py + m[9] * pz + m[13];
    const z0 = m[2] * px + m[6] * py + m[10] * pz + m[14];
    const x1 = n[0] * qx + n[4] * qy + n[8] * qz + n[12];
    const y1 = n[1] * qx + n[5] * qy + n[9] * qz + n[13];
    const z1 = n[2] * qx + n[6] * qy + n[10] * qz + n[14];
    const armX = x0 - c0[0];
    const armY = y0 - c0[1];
    const armZ = z0 - c0[2];
    const onAxis = armX * axis[0] + armY * axis[1] + armZ * axis[2];
    const radiusX = (armX - axis[0] * onAxis - halfAcross[0]) * sagitta - lever[0];
    const radiusY = (armY - axis[1] * onAxis - halfAcross[1]) * sagitta - lever[1];
    const radiusZ = (armZ - axis[2] * onAxis - halfAcross[2]) * sagitta - lever[2];
    const restX = x1 - c0[0] - shift[0] - (r0 * armX + r3 * armY + r6 * armZ);
    const restY = y1 - c0[1] - shift[1] - (r1 * armX + r4 * armY + r7 * armZ);
    const restZ = z1 - c0[2] - shift[2] - (r2 * armX + r5 * armY + r8 * armZ);
    const radius = Math.sqrt(radiusX * radiusX + radiusY * radiusY + radiusZ * radiusZ);
    const rest = Math.sqrt(restX * restX + restY * restY + restZ * restZ);
    const farthest = Math.max(x0 * x0 + y0 * y0 + z0 * z0, x1 * x1 + y1 * y1 + z1 * z1);
    if (radius + (rest * angle) / 4 < mostBelow && farthest < sizeBelow) continue;
    most = Math.max(most, Math.hypot(radiusX, radiusY, radiusZ) + (Math.hypot(restX, restY, restZ) * angle) / 4);
    size = Math.max(size, Math.hypot(x0, y0, z0), Math.hypot(x1, y1, z1));
    // Where squares may vanish, they tell nothing.
    const tells = most > SQUARES_FROM && size > SQUARES_FROM;
    mostBelow = tells ? most * LESS : 0;
    sizeBelow = tells ? size * size * LESS : 0;
  }
  return most * (1 + ROUNDING) + size * ROUNDING;
}

function deviationOf(object: SceneObject, end: SceneObject): number {
  const start = object.matrix ?? IDENTITY;
  const goal = end.matrix ?? IDENTITY;
  if (sameLinear(start, goal)) return 0;
  const box = object.restBox;
  const centre: Vector = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
  return screwDeviation(start, goal, object.positions, end.positions, centre);
}

/** How much nearer two objects can be on screw motions than on straight paths: the two largest deviations together. */
export function sceneDeviation(list: readonly Participant[]): number {
  let [most, second] = [0, 0];
  for (const { object } of list) {
    if (!object.aimed) continue;
    const deviation = deviationOf(object, object.aimed);
    if (deviation > most) [most, second] = [deviation, most];
    else if (deviation > second) second = deviation;
  }
  return most + second;
}
