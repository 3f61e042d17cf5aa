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

/** Appends the first corners of an object's triangles, every `stride`th from `from` on; where it is placed up to rounding, or as given. */
function sampleCorners(
  { u32, f32, f64 }: KernelMemory,
  object: SceneObject,
  isPlaced: boolean,
  from: number,
  stride: number,
  points: number[],
): void {
  const single = object.format === FORMAT_F32;
  const values = single ? f32 : f64;
  const start = single ? object.rest >>> 2 : object.rest >>> 3;
  const step = single ? 4 : 3;
  const indices = object.indices >>> 2;
  const m = object.state.matrixAt >>> 3;
  for (let t = from; t < object.triangleCount; t += stride) {
    const at = start + step * u32[indices + 3 * t];
    const x = values[at];
    const y = values[at + 1];
    const z = values[at + 2];
    if (!isPlaced) points.push(x, y, z);
    else
      points.push(
        f64[m] * x + f64[m + 4] * y + f64[m + 8] * z + f64[m + 12],
        f64[m + 1] * x + f64[m + 5] * y + f64[m + 9] * z + f64[m + 13],
        f64[m + 2] * x + f64[m + 6] * y + f64[m + 10] * z + f64[m + 14],
      );
  }
}

/** Where most of the scene lies, when that is a small part of its box. */
export function sceneBulk(memory: KernelMemory, list: readonly Participant[]): Box | undefined {
  const last = list[list.length - 1];
  const total = last.triangleStart + last.object.triangleCount;
  const stride = Math.max(1, Math.floor(total / SAMPLES)) | 1;
  const points: number[] = [];
  const { triangleStarts } = columnsOf(list);
  for (let i = 0; i < list.length; i++) {
    const start = triangleStarts[i];
    const from = (stride - (start % stride)) % stride;
    if (start + from >= triangleStarts[i + 1]) continue;
    const { object } = list[i];
    if (from < object.triangleCount) sampleCorners(memory, object, object.isPlaced, from, stride, points);
  }
  return findBulk(Float64Array.from(points), sceneBox(list));
}

/** The same of one object as it was given. */
export function givenBulk(memory: KernelMemory, object: SceneObject): Box | undefined {
  const stride = Math.max(1, Math.floor(object.triangleCount / SAMPLES)) | 1;
  const points: number[] = [];
  sampleCorners(memory, object, false, 0, stride, points);
  return findBulk(Float64Array.from(points), object.restBox);
}
