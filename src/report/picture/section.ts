/**
 * Section planes: what lies on the near side is left out, and where the plane is inside the object (the first surface behind it
 * is seen from its back) the pixel is a *cut*, at the depth of the plane.
 */
import { type Camera, HALF_OPENING } from './camera.ts';
import { CUT, type Layer } from './layer.ts';
import { dot, type Vector } from './vector.ts';

/** Cuts away where `normal · p > offset`. */
export interface SectionPlane {
  readonly normal: Vector;
  readonly offset: number;
}

/**
 * Moves what is seen from its back to the section plane, where that is within the cube from -1 to 1 that holds the geometry: there
 * the plane is inside the object. For a layer that is shaded, when all of the object is drawn.
 */
export function closeSection(layer: Layer, camera: Camera, { normal, offset }: SectionPlane): void {
  const { width, height, nearness, faces, seen } = layer;
  const { eye, right, up, forward } = camera;
  const pixels = height / (2 * HALF_OPENING);
  const above = offset - dot(normal, eye);
  for (let at = 0; at < faces.length; at++) {
    if (faces[at] <= CUT || !seen.isBack(faces[at])) continue;
    const x = ((at % width) + 0.5 - width / 2) / pixels;
    const y = (height / 2 - Math.floor(at / width) - 0.5) / pixels;
    const rayX = forward[0] + x * right[0] + y * up[0];
    const rayY = forward[1] + x * right[1] + y * up[1];
    const rayZ = forward[2] + x * right[2] + y * up[2];
    const depth = above / (normal[0] * rayX + normal[1] * rayY + normal[2] * rayZ);
    if (!(depth >= camera.near) || 1 / depth < nearness[at]) continue;
    if (Math.abs(eye[0] + depth * rayX) > 1 || Math.abs(eye[1] + depth * rayY) > 1) continue;
    if (Math.abs(eye[2] + depth * rayZ) > 1) continue;
    faces[at] = CUT;
    nearness[at] = 1 / depth;
  }
}
