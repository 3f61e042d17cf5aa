/**
 * Small scenes built to be nasty, each from a name and a seed.
 *
 * Promise: the same name and seed give the same scene on every machine (but for the last bit of Math.sin and cos in
 * the fans), and no scene holds what the engine refuses.
 */

import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { CONTACT_SCENES } from './contact-scenes.ts';
import { GRID_SCENES } from './grid-scenes.ts';
import { Random } from './random.ts';
import { dressed } from './scene-dressing.ts';
import { asObjects, joined, type SceneMaker, type Shape, sum, type Vector } from './scene-shape.ts';
import { SURFACE_SCENES } from './surface-scenes.ts';

const SCENES: Readonly<Record<string, SceneMaker>> = { ...CONTACT_SCENES, ...SURFACE_SCENES, ...GRID_SCENES };

export const sceneNames: readonly string[] = Object.keys(SCENES);

/** 2 to about 60 triangles. */
export function randomScene(name: string, seed: number): MeshInput[] {
  const random = new Random(seed * sceneNames.length + sceneNames.indexOf(name));
  return dressed(random, SCENES[name](random));
}

/** One to three thousand triangles: scenes of a few names, strewn about at many sizes. */
export function randomCrowd(seed: number): MeshInput[] {
  const random = new Random(seed);
  const spread = random.pick([16, 128, 1024]);
  const names = random.shuffle(sceneNames).slice(0, random.integer(2, 8));
  const shapes = random.times(random.integer(80, 200), (): Shape => {
    const scene = joined(SCENES[random.pick(names)](random));
    const size = 2 ** random.integer(-4, 2);
    const place: Vector = [random.integer(0, spread), random.integer(0, spread), random.integer(0, spread)];
    return { ...scene, vertices: scene.vertices.map((vertex) => sum(place, vertex, size)) };
  });
  return dressed(random, asObjects(random, joined(shapes), random.pick([1, 2, 20])));
}
