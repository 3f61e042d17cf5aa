/** The corners of the four triangles that FAR's boxes are made of at a time (box.ts): by triangle, or all at once. */

import { cullJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { lowUVW, vertexUVW } from './shape';

/** Corners of the four triangles as they are read, f32x4 each: across, down and depth. First those of all corners a. */
const corners = reserveScratch(192);
const CORNER: usize = 64;

/** For a vertex as it is read, across, down and depth: the sign, the frame's low corner, and the scale. */
let signs: v128 = f32x4.splat(0);
let low: v128 = f32x4.splat(0);
let scale: v128 = f32x4.splat(0);

/** Readies the view; `perUnit` are pixels and steps per image unit. */
export function openPlaces(perUnit: v128): void {
  signs = f32x4(1, 1, <f32>cullJob.sign, 0);
  low = lowUVW();
  scale = perUnit;
}

/** Reads the triangle of which the corners lie at `indices` into a lane. */
export function placeTriangle(lane: u32, image: usize, indices: usize): void {
  const at = corners + ((<usize>lane) << 4);
  v128.store(at, vertexUVW(image, load<u32>(indices)));
  v128.store(at, vertexUVW(image, load<u32>(indices, 4)), CORNER);
  v128.store(at, vertexUVW(image, load<u32>(indices, 8)), 2 * CORNER);
}

// @inline
function cornerOf(lane: u32, corner: usize): v128 {
  return f32x4.sub(f32x4.mul(v128.load(corners + ((<usize>lane) << 4) + corner * CORNER), signs), low);
}

/** A point of the triangle in a lane, in pixels and steps: its corner 0, 1 or 2, or its middle (3). */
// @inline
export function pointOf(lane: u32, which: usize): v128 {
  if (which < 3) return f32x4.mul(cornerOf(lane, which), scale);
  const sum = f32x4.add(f32x4.add(cornerOf(lane, 0), cornerOf(lane, 1)), cornerOf(lane, 2));
  return f32x4.mul(f32x4.mul(sum, f32x4.splat(0.333333343)), scale);
}

/** A corner of all four triangles, in image units. */
export let pointX: v128 = f32x4.splat(0);
export let pointY: v128 = f32x4.splat(0);
export let pointZ: v128 = f32x4.splat(0);

/** Reads the corner 0, 1 or 2 of all triangles. */
// @inline
export function readPoint(corner: usize): void {
  const at = corners + corner * CORNER;
  const first = v128.load(at);
  const second = v128.load(at, 16);
  const third = v128.load(at, 32);
  const fourth = v128.load(at, 48);
  const lowA = v128.shuffle<f32>(first, second, 0, 4, 1, 5);
  const lowB = v128.shuffle<f32>(third, fourth, 0, 4, 1, 5);
  const highA = v128.shuffle<f32>(first, second, 2, 6, 2, 6);
  const highB = v128.shuffle<f32>(third, fourth, 2, 6, 2, 6);
  pointX = f32x4.sub(v128.shuffle<f32>(lowA, lowB, 0, 1, 4, 5), v128.shuffle<f32>(low, low, 0, 0, 0, 0));
  pointY = f32x4.sub(v128.shuffle<f32>(lowA, lowB, 2, 3, 6, 7), v128.shuffle<f32>(low, low, 1, 1, 1, 1));
  pointZ = f32x4.sub(
    f32x4.mul(v128.shuffle<f32>(highA, highB, 0, 1, 4, 5), v128.shuffle<f32>(signs, signs, 2, 2, 2, 2)),
    v128.shuffle<f32>(low, low, 2, 2, 2, 2),
  );
}
