/** One test: many scenes of one kind on the engines of a file, their segments with them. */
import { expect, it } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { attack } from './attack.ts';
import { seeds } from './engines.ts';
import { reachOf } from './scenes/placing.ts';
import { bakedMeshes, type Generator } from './scenes/scene.ts';
import { segmentErrors } from './segments.ts';

const SCENES_PER_KIND = 70;
/** Exact distances of points are slow, so a few segments of each scene. */
const SEGMENTS_PER_SCENE = 4;
/** A few roundings of the largest coordinate. */
const ULPS_MOST = 16;

export function attackKind(engines: readonly Engine[], name: string, generator: Generator): void {
  it('pairs, kinds, objects, triangles without area', async () => {
    for (const seed of seeds(SCENES_PER_KIND)) {
      const { scene, found } = await attack(engines, name, generator, seed);
      const reaches = scene.meshes.map((mesh, object) => reachOf(mesh, scene.places[object]));
      const errors = segmentErrors(bakedMeshes(scene), found.pairs, found.segments, SEGMENTS_PER_SCENE, reaches);
      const wrong = errors.filter(({ ulps }) => !(ulps <= ULPS_MOST));
      expect(wrong, `${name}, seed ${seed}: ends of segments off by so many 2^-53 of the largest coordinate`).toEqual(
        [],
      );
    }
  });
}
