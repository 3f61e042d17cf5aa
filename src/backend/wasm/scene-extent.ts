/** How large a scene is: its box, which must not be too small, and where most of it lies. */

import { MeshError } from '../../errors.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import { findBulk } from '../../tile-lists/bulk.ts';
import { type Box, extentOf, unionBox } from '../../tile-lists/image-map.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { Participant } from './scene-job.ts';
import type { SceneObject } from './scene-object.ts';

/** Below this the map to image coordinates would need a scale that is no double. */
const EXTENT_MIN = 2 ** -1000;
const SAMPLES = 1024;

/** The box around all objects. */
export function sceneBox(list: readonly Participant[]): Box {
  return unionBox(list.map(({ object }) => object.box));
}

/**
 * Refuses a scene whose extent, the longest side of its box, is below 2^-1000. One whose points all coincide has no extent;
 * no triangle of it has area, which is an answer.
 */
export function checkExtent(list: readonly Participant[]): void {
  const extent = extentOf(sceneBox(list));
  if (extent > 0 && extent < EXTENT_MIN) {
    throw new MeshError(
      'extent-too-small',
      `the scene: its longest side is ${extent}; expected at least 2^-1000 (about 9.3e-302), or 0. Scale the meshes up, by a power of two to keep them exact.`,
      { extent },
    );
  }
}

/** The first corner of a triangle as it stands in the world, up to rounding. */
function cornerOf(
  { u32, f32, f64 }: KernelMemory,
  object: SceneObject,
  triangle: number,
  m: Float64Array | undefined,
  out: number[],
): void {
  const vertex = u32[(object.indices >>> 2) + 3 * triangle];
  const single = object.format === FORMAT_F32;
  const at = single ? (object.rest >>> 2) + 4 * vertex : (object.rest >>> 3) + 3 * vertex;
  const values = single ? f32 : f64;
  const [x, y, z] = [values[at], values[at + 1], values[at + 2]];
  for (let k = 0; k < 3; k++) out[k] = m ? m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k] : [x, y, z][k];
}

/** Where most of the scene lies, when that is a small part of its box. */
export function sceneBulk(memory: KernelMemory, list: readonly Participant[]): Box | undefined {
  const last = list[list.length - 1];
  const total = last.triangleStart + last.object.triangleCount;
  const stride = Math.max(1, Math.floor(total / SAMPLES)) | 1;
  const points: number[] = [];
  const corner = [0, 0, 0];
  for (const { object, triangleStart } of list) {
    for (let t = (stride - (triangleStart % stride)) % stride; t < object.triangleCount; t += stride) {
      cornerOf(memory, object, t, object.matrix, corner);
      points.push(corner[0], corner[1], corner[2]);
    }
  }
  return findBulk(Float64Array.from(points), sceneBox(list));
}

/** The same of one object as it was given. */
export function givenBulk(memory: KernelMemory, object: SceneObject): Box | undefined {
  const stride = Math.max(1, Math.floor(object.triangleCount / SAMPLES)) | 1;
  const points: number[] = [];
  const corner = [0, 0, 0];
  for (let t = 0; t < object.triangleCount; t += stride) {
    cornerOf(memory, object, t, undefined, corner);
    points.push(corner[0], corner[1], corner[2]);
  }
  return findBulk(Float64Array.from(points), object.restBox);
}
