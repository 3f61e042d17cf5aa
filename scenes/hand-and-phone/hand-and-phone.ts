/**
 * A hand closes around a phone to a fist, in which fingers meet the palm and each other, and opens again; the phone turns in it.
 *
 * Source: the paper on layered depth images: hand 4 800, phone 900 triangles.
 */
import {
  type AnimatedScene,
  deformingObject,
  kinematicScene,
  rigidObject,
  type SceneOptions,
} from '../animated-scene.ts';
import { clamp, cos, PI, sin, TAU } from '../support/maths.ts';
import type { Mesh } from '../support/mesh.ts';
import { Random } from '../support/random.ts';
import { readPackageFile } from '../support/read-package-file.ts';
import { multiplied, turn, writeMatrix } from '../support/rotation.ts';
import { closedSurface } from '../support/shapes.ts';
import { HAND_FILE, skinnedHand } from './skinned-hand.ts';

export const HAND_AND_PHONE_SIZE = 4_800 + 900;

/** A slab with rounded corners, 14 cm by 7 cm. */
function phoneMesh(triangles: number): Mesh {
  // 18 around and 26 rings are the paper's 900.
  const around = Math.max(8, Math.round(18 * Math.sqrt(triangles / 900)));
  const rings = Math.max(6, Math.round(triangles / 2 / around) + 1);
  return closedSurface(around, rings, (u, v) => {
    const ring = 1.3 * sin(PI * v);
    const flat = (value: number, half: number) => half * clamp(value, -1, 1);
    return [flat(ring * sin(TAU * u), 0.005), flat(-1.3 * cos(PI * v), 0.07), flat(ring * cos(TAU * u), 0.034)];
  });
}

export async function handAndPhoneScene(options: SceneOptions = {}): Promise<AnimatedScene> {
  const { seed = 1, size = HAND_AND_PHONE_SIZE, readFile = readPackageFile } = options;
  const skinned = await skinnedHand(await readFile(HAND_FILE), Math.round((size * 4_800) / HAND_AND_PHONE_SIZE));
  const hand = deformingObject('hand', skinned.mesh);
  const phone = rigidObject('phone', phoneMesh((size * 900) / HAND_AND_PHONE_SIZE));
  const phase = new Random(seed).real(0, 1);
  return kinematicScene({
    name: 'hand-and-phone',
    seed,
    objects: [hand, phone],
    pose(seconds) {
      const grip = 0.65 - 0.6 * cos(0.9 * seconds + phase);
      const bends = [0, 1, 2, 3, 4].map((finger) => grip * (0.85 + 0.15 * sin(seconds + finger)));
      skinned.pose(bends, hand.positions);
      const rotation = multiplied(
        turn([1, 0, 0], 1.2 + 0.15 * sin(seconds)),
        turn([0, 1, 0], 0.2 * sin(1.3 * seconds)),
      );
      writeMatrix(phone.matrix, rotation, [0.004, -0.035, 0.01]);
    },
  });
}
