/** Where a picture is taken from: a perspective camera that looks at a ball. */
import { add, cross, dot, scale, subtract, unit, type Vector } from './vector.ts';

/** Half the vertical opening: the tangent of 22.5°, so that the field of view is 45°, the least that BCF 2.1 names. */
export const HALF_OPENING = Math.SQRT2 - 1;
export const FIELD_OF_VIEW_DEGREES = 45;

/** Nearer than this part of the distance to the target, nothing is drawn. */
const NEAR_PART = 0.04;

export interface Camera {
  readonly eye: Vector;
  /** The three are of length 1 and at right angles; `forward` points into the picture. */
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  readonly target: Vector;
  /** From the eye to the target. */
  readonly distance: number;
  readonly near: number;
  /** Width by height. */
  readonly aspect: number;
}

/** What a viewer chooses: from which side a ball of which size is seen. */
export interface View {
  readonly target: Vector;
  /** From the target to the eye, of length 1. */
  readonly towards: Vector;
  /** What is upright in the picture, roughly. */
  readonly up: Vector;
  /** Of the ball that fills the picture from top to bottom. */
  readonly radius: number;
}

export function cameraOf({ target, towards, up, radius }: View, aspect: number): Camera {
  const forward = scale(towards, -1);
  const level = cross(forward, up);
  // Seen from straight above there is no upright; any will do.
  const right = dot(level, level) > 1e-6 ? unit(level) : unit(cross(forward, [up[1], up[2], up[0]]));
  const distance = radius / HALF_OPENING;
  return {
    eye: add(target, scale(towards, distance)),
    right,
    up: cross(right, forward),
    forward,
    target,
    distance,
    near: NEAR_PART * distance,
    aspect,
  };
}

/** Where a point is seen: pixels from the top left, and the depth along the view. Behind the eye the depth is below 0. */
export function project(camera: Camera, point: ArrayLike<number>, width: number, height: number): Vector {
  const seen = subtract(point, camera.eye);
  const depth = dot(seen, camera.forward);
  const pixels = height / (2 * HALF_OPENING * depth);
  return [width / 2 + dot(seen, camera.right) * pixels, height / 2 - dot(seen, camera.up) * pixels, depth];
}
