/**
 * A dolphin swims through a cylinder that bends; both deform in every frame.
 *
 * Source: the voxel paper ("Interactive Collision Detection for Complex and Deformable Models Using Programmable
 * Graphics Hardware"): dolphin 564, cylinder 6 804 triangles. Both are generated.
 */
import { type AnimatedScene, deformingObject, kinematicScene, type SceneOptions } from '../animated-scene.ts';
import { dolphin } from '../support/animals.ts';
import { cos, sin, TAU } from '../support/maths.ts';
import { Random } from '../support/random.ts';
import { closedSurface } from '../support/shapes.ts';

export const DOLPHIN_AND_CYLINDER_SIZE = 564 + 6_804;

const RADIUS = 0.35;

function cylinderMesh(triangles: number) {
  // 54 around and 64 along are the paper's 6 804.
  const around = Math.max(6, Math.round(54 * Math.sqrt(triangles / 6_804)));
  const rings = Math.max(4, Math.round(triangles / 2 / around) + 1);
  return closedSurface(around, rings, (u, v) => {
    const radius = v > 0 && v < 1 ? RADIUS : 0;
    return [radius * sin(TAU * u), 3 * (v - 0.5), radius * cos(TAU * u)];
  });
}

export async function dolphinAndCylinderScene(options: SceneOptions = {}): Promise<AnimatedScene> {
  const { seed = 1, size = DOLPHIN_AND_CYLINDER_SIZE } = options;
  const dolphinRest = await dolphin(Math.round((size * 564) / DOLPHIN_AND_CYLINDER_SIZE));
  const cylinderRest = cylinderMesh((size * 6_804) / DOLPHIN_AND_CYLINDER_SIZE);
  const [swimmer, pole] = [deformingObject('dolphin', dolphinRest), deformingObject('cylinder', cylinderRest)];
  const phase = new Random(seed).real(0, 1);
  return kinematicScene({
    name: 'dolphin-and-cylinder',
    seed,
    objects: [swimmer, pole],
    pose(seconds) {
      const ahead = 0.9 * sin(0.6 * seconds + phase);
      swim(dolphinRest.positions, swimmer.positions, ahead, 5 * seconds + phase);
      sway(cylinderRest.positions, pole.positions, 0.5 * sin(1.1 * seconds + phase), seconds);
    },
  });
}

function swim(rest: Float32Array, now: Float32Array, ahead: number, phase: number): void {
  for (let at = 0; at < rest.length; at += 3) {
    const behind = 1 - rest[at];
    now[at] = rest[at] + ahead;
    now[at + 1] = rest[at + 1] + 0.06 * behind * behind * sin(phase - 2 * behind);
    now[at + 2] = rest[at + 2];
  }
}

function sway(rest: Float32Array, now: Float32Array, bend: number, seconds: number): void {
  for (let at = 0; at < rest.length; at += 3) {
    const y = rest[at + 1];
    const swell = 1 + 0.25 * sin(3 * y + 2 * seconds);
    now[at] = rest[at] * swell + bend * y * y;
    now[at + 1] = y;
    now[at + 2] = rest[at + 2] * swell + 0.15 * sin(2 * y + seconds);
  }
}
