/**
 * A soft hat is pulled over the head of a mouse and taken off again.
 *
 * Source: the paper on layered depth images: hat 1 500, mouse 15 000 triangles. Both are generated.
 */
import {
  type AnimatedScene,
  deformingObject,
  kinematicScene,
  rigidObject,
  type SceneOptions,
} from '../animated-scene.ts';
import { mouse } from '../support/animals.ts';
import { cos, mix, sin, smoothStep, TAU } from '../support/maths.ts';
import type { Mesh } from '../support/mesh.ts';
import { Random } from '../support/random.ts';
import { turn, writeMatrix } from '../support/rotation.ts';
import { closedSurface, closedSurfaceSteps } from '../support/shapes.ts';

export const HAT_AND_MOUSE_SIZE = 1_500 + 15_000;

/** A closed skin: up the outside from the brim's edge… the inner side is the outer one, 0.02 inwards. */
const PROFILE = [
  [0, 0.38],
  [0.2, 0.36],
  [0.235, 0.08],
  [0.4, 0.02],
  [0.4, 0],
  [0.21, 0.05],
  [0.18, 0.33],
  [0, 0.35],
] as const;

function hatMesh(triangles: number): Mesh {
  const { around, rings } = closedSurfaceSteps(triangles, 0.8);
  return closedSurface(around, rings, (u, v) => {
    const at = (1 - v) * (PROFILE.length - 1);
    const from = Math.min(PROFILE.length - 2, Math.floor(at));
    const radius = v === 0 || v === 1 ? 0 : mix(PROFILE[from][0], PROFILE[from + 1][0], at - from);
    const height = mix(PROFILE[from][1], PROFILE[from + 1][1], at - from);
    return [radius * sin(TAU * u), height, radius * cos(TAU * u)];
  });
}

/** The brim flaps and the crown leans; more the further up or out. */
function flap(rest: Float32Array, now: Float32Array, lift: number, seconds: number): void {
  for (let at = 0; at < rest.length; at += 3) {
    const [x, y, z] = [rest[at], rest[at + 1], rest[at + 2]];
    const brim = smoothStep(0.22, 0.4, Math.sqrt(x * x + z * z));
    const lean = 0.3 * y * sin(1.7 * seconds);
    now[at] = x + lean;
    now[at + 1] = y + lift + 0.08 * brim * sin(3 * seconds + 6 * x);
    now[at + 2] = z + 0.5 * lean;
  }
}

export async function hatAndMouseScene({
  seed = 1,
  size = HAT_AND_MOUSE_SIZE,
}: SceneOptions = {}): Promise<AnimatedScene> {
  const hat = hatMesh((size * 1_500) / HAT_AND_MOUSE_SIZE);
  const softHat = deformingObject('hat', hat);
  const animal = rigidObject('mouse', await mouse(Math.round((size * 15_000) / HAT_AND_MOUSE_SIZE)));
  const phase = new Random(seed).real(0, 0.5);
  return kinematicScene({
    name: 'hat-and-mouse',
    seed,
    objects: [softHat, animal],
    pose(seconds) {
      flap(hat.positions, softHat.positions, 0.86 + 0.15 * sin(0.9 * seconds + phase), seconds + phase);
      writeMatrix(animal.matrix, turn([0, 1, 0], 0.2 * sin(1.1 * seconds)), [0, 0.03 * sin(2 * seconds), 0]);
    },
  });
}
