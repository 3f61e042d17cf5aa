/** Scenes of every size that is answered, from 2^-999 to 2^249. */
import type { MeshInput } from '../../src/index.ts';
import { type AttackScene, attackScene, bakedMeshes, type Generator, usedCoordinates } from './scenes/scene.ts';

/** Exponents over the whole range, this far apart. */
export function exponents(step: number): number[] {
  return Array.from({ length: Math.floor(1240 / step) }, (_, index) => -994 + index * step);
}

/** A scene in double precision whose largest coordinate is about 2^`exponent`. */
export function sceneOfSize(generator: Generator, exponent: number): AttackScene {
  for (let seed = exponent + 9000; ; seed += 10_000) {
    const scene = attackScene(generator, seed);
    const meshes = bakedMeshes(scene);
    const largest = Math.max(...meshes.flatMap((mesh) => Array.from(mesh.positions, Math.abs)));
    const factor = 2 ** (exponent - Math.ceil(Math.log2(largest)));
    if (!Number.isFinite(factor) || factor === 0) continue;
    const sized: MeshInput[] = meshes.map((mesh) => ({
      ...mesh,
      positions: Float64Array.from(mesh.positions, (value) => value * factor),
    }));
    if (extentOf(sized) < 2 ** (exponent - 5)) continue;
    const { self, between } = scene.options;
    return { meshes: sized, places: sized.map(() => undefined), options: { self, between } };
  }
}

function extentOf(meshes: readonly MeshInput[]): number {
  const along = (axis: number) => {
    const values = meshes.flatMap(usedCoordinates).filter((_, index) => index % 3 === axis);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.max(along(0), along(1), along(2));
}
