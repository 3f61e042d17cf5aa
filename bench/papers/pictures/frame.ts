/** A frame of a scene, as pictures are made of it. */

import { FRAME_SECONDS, openScene, SceneMirror, type SceneName } from '../../../scenes/index.ts';
import type { Engine } from '../../../src/index.ts';
import type { Canvas } from '../../../src/report/picture/canvas.ts';
import type { Triangles } from '../../../src/report/picture/drawn-mesh.ts';
import { withoutObjects } from '../scene-frames.ts';
import { joined, some, type Viewpoint } from './drawing.ts';

export interface Frame {
  readonly mirror: SceneMirror;
  readonly meshes: readonly (Triangles & { readonly id: number; readonly name: string })[];
}

function placed({ positions, matrix: m }: { positions: ArrayLike<number>; matrix?: ArrayLike<number> }): Float32Array {
  const world = Float32Array.from(positions);
  if (!m) return world;
  for (let at = 0; at < world.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    for (let k = 0; k < 3; k++) world[at + k] = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
  }
  return world;
}

/** Plays a scene and draws what it is at the end. */
export async function atFrame(
  engine: Engine,
  name: SceneName,
  {
    size,
    seconds,
    tangles,
    without = [],
  }: { size: number; seconds: number; tangles?: boolean; without?: readonly string[] },
  draw: (frame: Frame) => Promise<Canvas>,
): Promise<Canvas> {
  const scene = withoutObjects(await openScene(name, { seed: 1, size, engine, tangles }), without);
  try {
    for (let i = 0; i < Math.round(seconds / FRAME_SECONDS); i++) await scene.step(FRAME_SECONDS);
    const mirror = new SceneMirror(engine, scene);
    try {
      mirror.update();
      const meshes = scene.objects.map((object) => ({
        id: mirror.id(object)!,
        name: object.name,
        positions: placed(object),
        indices: Uint32Array.from(object.indices),
      }));
      return await draw({ mirror, meshes });
    } finally {
      mirror.dispose();
    }
  } finally {
    scene.dispose();
  }
}

export const keysOf = (list: Uint32Array) => {
  const keys = new Set<number>();
  for (let at = 0; at < list.length; at += 2) keys.add(list[at] * 2 ** 27 + list[at + 1]);
  return keys;
};

/** The triangles of all meshes that are, or are not, among those named. */
export function named({ meshes }: Frame, keys: ReadonlySet<number>, isNamed: boolean): Triangles {
  return joined(meshes.map((mesh) => some(mesh, (triangle) => keys.has(mesh.id * 2 ** 27 + triangle) === isNamed)));
}

export const FROM_ABOVE: Viewpoint = { towards: [0.6, 0.5, 0.9], up: [0, 1, 0] };
export const FROM_HIGH: Viewpoint = { towards: [0.35, 1.1, 0.6], up: [0, 1, 0] };
export const SIDE = 420;
