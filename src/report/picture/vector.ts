/** Three numbers as a point or a direction. Only operations that round alike on every machine, so pictures are the same everywhere. */
export type Vector = readonly [number, number, number];

export function subtract(p: ArrayLike<number>, q: ArrayLike<number>): Vector {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

export function add(p: ArrayLike<number>, q: ArrayLike<number>): Vector {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
}

export function scale(p: ArrayLike<number>, factor: number): Vector {
  return [p[0] * factor, p[1] * factor, p[2] * factor];
}

export function dot(p: ArrayLike<number>, q: ArrayLike<number>): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

export function cross(p: ArrayLike<number>, q: ArrayLike<number>): Vector {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** Math.hypot may round differently from machine to machine; a square root may not. */
export function lengthOf(p: ArrayLike<number>): number {
  return Math.sqrt(dot(p, p));
}

/** Of length 1; `fallback` when there is no direction. */
export function unit(p: ArrayLike<number>, fallback: Vector = [0, 0, 1]): Vector {
  const length = lengthOf(p);
  return length > 0 && Number.isFinite(length) ? scale(p, 1 / length) : fallback;
}

/** Some direction at a right angle to a direction of length 1. */
export function across(direction: Vector): Vector {
  const axis: Vector = Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  return unit(cross(axis, direction));
}
