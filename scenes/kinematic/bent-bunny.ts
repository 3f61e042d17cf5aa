/**
 * A bunny that is bent, twisted and straightened again, so that its ears and flanks run into each other.
 *
 * Source: self-CULLIDE: a deformed bunny of 5 K to 270 K triangles.
 */
import { type AnimatedScene, deformingObject, kinematicScene, type SceneOptions } from '../animated-scene.ts';
import { cos, noise, sin } from '../support/maths.ts';
import { bunny, fitted } from '../support/models.ts';
import { Random } from '../support/random.ts';
import { resized } from '../support/resize.ts';

export const BENT_BUNNY_SIZES = [5_000, 20_000, 70_000, 270_000] as const;

/** Bends the y axis into an arc that turns by `bend` for each unit of length, and twists about it. */
function bendInto(rest: Float32Array, bent: Float32Array, bend: number, twist: number, crumple: number): void {
  const radius = 1 / bend;
  for (let at = 0; at < rest.length; at += 3) {
    const [x, y, z] = [rest[at], rest[at + 1] + 1, rest[at + 2]];
    const [s, c] = [sin(twist * y), cos(twist * y)];
    const out = c * x + s * z - radius;
    bent[at] = out * cos(bend * y) + radius;
    bent[at + 1] = -out * sin(bend * y) - 1 + crumple * noise(4 * x, 4 * y, 4 * z, 2);
    bent[at + 2] = c * z - s * x + crumple * noise(4 * x, 4 * y, 4 * z, 3);
  }
}

export async function bentBunnyScene({ seed = 1, size = 270_000 }: SceneOptions = {}): Promise<AnimatedScene> {
  const rest = fitted(await resized(await bunny(), size), 2);
  const object = deformingObject('bunny', rest);
  const phase = new Random(seed).real(0, 1);
  return kinematicScene({
    name: 'bent-bunny',
    seed,
    objects: [object],
    pose(seconds) {
      const swing = sin(0.8 * seconds + 0.6 + phase);
      bendInto(rest.positions, object.positions, 1.05 + 0.7 * swing, 0.6 * sin(0.5 * seconds + phase), 0.06);
    },
  });
}
