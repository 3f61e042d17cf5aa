/**
 * The value of one animated property at a moment, between its keyframes.
 *
 * Promise: before the first keyframe the first value, after the last the last; between them rotations are unit quaternions.
 * Source: glTF 2.0 specification, appendix C "Animation Sampler Interpolation Modes".
 */

export type Interpolation = 'LINEAR' | 'STEP' | 'CUBICSPLINE';

export interface GltfSampler {
  /** Ascending, at least one. */
  readonly times: ArrayLike<number>;
  /** `size` numbers per keyframe; with CUBICSPLINE three times as many: in-tangent, value, out-tangent. */
  readonly values: ArrayLike<number>;
  readonly size: number;
  readonly interpolation: Interpolation;
  readonly isRotation: boolean;
}

/** Cosine of half the angle between two rotations that are blended in a line. */
const NEARLY_EQUAL = 0.9995;

export function sampleAt(sampler: GltfSampler, time: number): number[] {
  const { times, size, interpolation } = sampler;
  const last = times.length - 1;
  if (time <= times[0]) return keyframe(sampler, 0);
  if (time >= times[last]) return keyframe(sampler, last);
  const before = keyframeBefore(times, time);
  if (interpolation === 'STEP') return keyframe(sampler, before);
  const span = times[before + 1] - times[before];
  const share = (time - times[before]) / span;
  if (interpolation === 'CUBICSPLINE') return spline(sampler, before, share, span);
  const start = keyframe(sampler, before);
  const end = keyframe(sampler, before + 1);
  if (sampler.isRotation) return slerp(start, end, share);
  return Array.from({ length: size }, (_, i) => start[i] + share * (end[i] - start[i]));
}

/** The last keyframe at or before a time that lies within the keyframes. */
function keyframeBefore(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

function keyframe({ values, size, interpolation }: GltfSampler, index: number): number[] {
  const start = interpolation === 'CUBICSPLINE' ? (3 * index + 1) * size : index * size;
  return Array.from({ length: size }, (_, i) => values[start + i]);
}

/** Hermite spline; tangents are per unit of time, hence the span. */
function spline({ values, size, isRotation }: GltfSampler, before: number, t: number, span: number): number[] {
  const start = 3 * before * size;
  const value = Array.from({ length: size }, (_, i) => {
    const valueStart = values[start + size + i];
    const tangentStart = span * values[start + 2 * size + i];
    const tangentEnd = span * values[start + 3 * size + i];
    const valueEnd = values[start + 4 * size + i];
    return (
      (2 * t ** 3 - 3 * t ** 2 + 1) * valueStart +
      (t ** 3 - 2 * t ** 2 + t) * tangentStart +
      (-2 * t ** 3 + 3 * t ** 2) * valueEnd +
      (t ** 3 - t ** 2) * tangentEnd
    );
  });
  return isRotation ? normalize(value) : value;
}

/** Along the shorter arc; linear if less than about 4° apart, as three.js and most players do. */
function slerp(start: readonly number[], end: readonly number[], share: number): number[] {
  const dot = start.reduce((sum, value, i) => sum + value * end[i], 0);
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const isNear = Math.abs(dot) > NEARLY_EQUAL;
  const weightStart = isNear ? 1 - share : Math.sin((1 - share) * angle) / Math.sin(angle);
  const weightEnd = (isNear ? share : Math.sin(share * angle) / Math.sin(angle)) * Math.sign(dot || 1);
  return normalize(start.map((value, i) => weightStart * value + weightEnd * end[i]));
}

function normalize(value: readonly number[]): number[] {
  const length = Math.hypot(...value);
  return length === 0 ? [...value] : value.map((entry) => entry / length);
}
