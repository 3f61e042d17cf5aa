/** How large a scene is: its box, which must not be too small, and where most of it lies. */

import { MeshError } from '../../errors.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import { findBulk } from '../../tile-lists/bulk.ts';
import { type Box, extentOf } from '../../tile-lists/image-map.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { columnsOf, type Participant } from './participants.ts';
import type { SceneObject } from './scene-object.ts';
import { surveyOf } from './survey.ts';

/** Below this the map to image coordinates would need a scale that is no double. */
const EXTENT_MIN = 2 ** -1000;
const SAMPLES = 1024;

/** The box around all objects of a list, of which there is one at least. */
export function sceneBox(list: readonly Participant[]): Box {
  return surveyOf(list).box;
}

/**
 * Refuses a scene whose extent, the longest side of its box, is below 2^-1000. One whose points all coincide has no extent;
 * no triangle of it has area, which is an answer.
 */
export function checkExtent(list: readonly Participant[]): void {
  if (list.length === 0) return;
  const extent = extentOf(sceneBox(list));
  if (extent > 0 && extent < EXTENT_MIN) {
    throw new MeshError(
      'extent-too-small',
      `the scene: its longest side is ${extent}; expected at least 2^-1000 (about 9.3e-302), or 0. Scale the meshes up, by a power of two to keep them exact.`,
      { extent },
    );
  }
}

/** First corners of an object's triangles as given, every `stride`th from `from` on. Kept, because most objects stay as they are. */
function sampleCorners(
  { u32, f32, f64 }: KernelMemory,
  object: SceneObject,
  from: number,
  stride: number,
): Float64Array {
  const { kept, triangleCount } = object;
  if (kept.sample?.from === from && kept.sample.stride === stride) return kept.sample.points;
  const single = object.format === FORMAT_F32;
  const values = single ? f32 : f64;
  const start = single ? object.rest >>> 2 : object.rest >>> 3;
  const step = single ? 4 : 3;
  const indices = object.indices >>> 2;
  const points = new Float64Array(3 * Math.max(0, Math.ceil((triangleCount - from) / stride)));
  for (let t = from, i = 0; t < triangleCount; t += stride, i += 3) {
    const at = start + step * u32[indices + 3 * t];
    points[i] = values[at];
    points[i + 1] = values[at + 1];
    points[i + 2] = values[at + 2];
  }
  kept.sample = { from, stride, points };
  return points;
}

/** The matrix that an object is placed by, where it lies in memory. */
function placeOf({ f64 }: KernelMemory, { isPlaced, state }: SceneObject): Float64Array | undefined {
  const at = state.matrixAt >>> 3;
  return isPlaced ? f64.subarray(at, at + 16) : undefined;
}

/** Writes points, placed by a matrix up to rounding, at `at` of a list. Returns where they end. */
function placePoints(points: Float64Array, m: Float64Array | undefined, list: Float64Array, at: number): number {
  if (!m) {
    list.set(points, at);
    return at + points.length;
  }
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    list[at + i] = m[0] * x + m[4] * y + m[8] * z + m[12];
    list[at + i + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    list[at + i + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  }
  return at + points.length;
}

/** Where most of the scene lies, when that is a small part of its box. */
export function sceneBulk(memory: KernelMemory, list: readonly Participant[]): Box | undefined {
  const last = list[list.length - 1];
  const total = last.triangleStart + last.object.triangleCount;
  const stride = Math.max(1, Math.floor(total / SAMPLES)) | 1;
  const points = new Float64Array(3 * Math.ceil(total / stride));
  const { triangleStarts } = columnsOf(list);
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    const start = triangleStarts[i];
    const from = (stride - (start % stride)) % stride;
    if (start + from >= triangleStarts[i + 1]) continue;
    const { object } = list[i];
    if (from >= object.triangleCount) continue;
    at = placePoints(sampleCorners(memory, object, from, stride), placeOf(memory, object), points, at);
  }
  return findBulk(points, sceneBox(list));
}

/** The same of one object as it was given. */
export function givenBulk(memory: KernelMemory, object: SceneObject): Box | undefined {
  const stride = Math.max(1, Math.floor(object.triangleCount / SAMPLES)) | 1;
  return findBulk(sampleCorners(memory, object, 0, stride), object.restBox);
}
