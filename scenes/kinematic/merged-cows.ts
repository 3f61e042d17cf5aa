/**
 * Two cows merged into one object; one walks through the other, so that the object intersects itself.
 *
 * Source: self-CULLIDE: two cows as one object, 3 K to 270 K triangles. The cow is generated.
 */
import { type AnimatedScene, deformingObject, kinematicScene, type SceneOptions } from '../animated-scene.ts';
import { cow } from '../support/animals.ts';
import { cos, sin } from '../support/maths.ts';
import { joinMeshes } from '../support/mesh.ts';
import { Random } from '../support/random.ts';

export const MERGED_COWS_SIZES = [3_000, 12_000, 50_000, 270_000] as const;

export async function mergedCowsScene({ seed = 1, size = 270_000 }: SceneOptions = {}): Promise<AnimatedScene> {
  const rest = await cow(Math.round(size / 2));
  const object = deformingObject('cows', joinMeshes([rest, rest]));
  const second = object.positions.subarray(rest.positions.length);
  const random = new Random(seed);
  const [angle, phase] = [random.real(0.4, 1), random.real(0, 2)];
  return kinematicScene({
    name: 'merged-cows',
    seed,
    objects: [object],
    pose(seconds) {
      const heading = angle + 0.3 * sin(0.7 * seconds + phase);
      const [s, c] = [sin(heading), cos(heading)];
      const shift = 0.6 * sin(0.5 * seconds + phase);
      const { positions } = rest;
      for (let at = 0; at < positions.length; at += 3) {
        const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
        second[at] = c * x + s * z + shift;
        second[at + 1] = y + 0.07;
        second[at + 2] = c * z - s * x + 0.2;
      }
    },
  });
}
