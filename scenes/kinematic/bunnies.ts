/**
 * Two bunnies in deep penetration, one turning and swaying inside the other.
 *
 * Source: Govindaraju, Lin & Manocha, "Fast and Reliable Collision Culling Using Graphics Hardware", VRST 2004: two of
 * 68 K triangles each, 2 000 to 4 000 intersecting pairs.
 */
import { type AnimatedScene, fixedObject, kinematicScene, rigidObject, type SceneOptions } from '../animated-scene.ts';
import { sin } from '../support/maths.ts';
import { bunny, fitted } from '../support/models.ts';
import { Random } from '../support/random.ts';
import { resized } from '../support/resize.ts';
import { multiplied, turn, writeMatrix } from '../support/rotation.ts';

export const BUNNIES_SIZE = 2 * 68_000;

export async function bunniesScene({ seed = 1, size = BUNNIES_SIZE }: SceneOptions = {}): Promise<AnimatedScene> {
  const mesh = fitted(await resized(await bunny(), Math.round(size / 2)), 2);
  const random = new Random(seed);
  const moving = rigidObject('moving bunny', mesh);
  const start = turn([0, 1, 0], random.real(0.3, 1));
  const phase = random.real(0, 3);
  return kinematicScene({
    name: 'bunnies',
    seed,
    objects: [fixedObject('standing bunny', mesh), moving],
    selfCollisions: false,
    pose(seconds) {
      const rotation = multiplied(start, turn([0.2, 1, 0.1], 0.5 * seconds));
      const sway = 0.12 * sin(1.3 * seconds + phase);
      writeMatrix(moving.matrix, rotation, [0.18 + sway, 0.05 + 0.06 * sin(0.9 * seconds), 0.1 - sway / 2]);
    },
  });
}
