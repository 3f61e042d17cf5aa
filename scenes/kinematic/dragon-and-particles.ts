/**
 * Particles that swirl through a dragon: as query points, and as an object with one small triangle for each.
 *
 * Source: the paper on layered depth images: 50 K faces and 10 K points, 150 K and 30 K, 520 K and 100 K.
 */
import {
  type AnimatedScene,
  deformingObject,
  fixedObject,
  kinematicScene,
  type SceneOptions,
} from '../animated-scene.ts';
import { noise } from '../support/maths.ts';
import { boundsOf, type Mesh } from '../support/mesh.ts';
import { dragon, fitted } from '../support/models.ts';
import { Random } from '../support/random.ts';
import { resized } from '../support/resize.ts';

/** Dragon and particles together; five parts to one. */
export const DRAGON_AND_PARTICLES_SIZES = [60_000, 180_000, 620_000] as const;

const TRIANGLE_SIDE = 0.006;

function scattered(count: number, around: Mesh, random: Random): Float32Array {
  const { low, high } = boundsOf(around);
  return Float32Array.from({ length: 3 * count }, (_, at) => random.real(low[at % 3], high[at % 3]));
}

function swirl(rest: Float32Array, points: Float32Array, seconds: number): void {
  for (let at = 0; at < rest.length; at += 3) {
    const [x, y, z] = [rest[at], rest[at + 1], rest[at + 2]];
    for (let axis = 0; axis < 3; axis++) {
      points[at + axis] = rest[at + axis] + 0.15 * noise(2 * x + seconds, 2 * y, 2 * z - 0.5 * seconds, axis);
    }
  }
}

/** A small triangle about each point. */
function writeTriangles(points: Float32Array, positions: Float32Array): void {
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
    positions.set([x + TRIANGLE_SIDE, y, z - TRIANGLE_SIDE], 3 * at);
    positions.set([x - TRIANGLE_SIDE, y + TRIANGLE_SIDE, z], 3 * at + 3);
    positions.set([x, y - TRIANGLE_SIDE, z + TRIANGLE_SIDE], 3 * at + 6);
  }
}

export async function dragonAndParticlesScene(options: SceneOptions = {}): Promise<AnimatedScene> {
  const { seed = 1, size = DRAGON_AND_PARTICLES_SIZES[0] } = options;
  const [faces, count] = [Math.round((size * 5) / 6), Math.round(size / 6)];
  const body = fitted(await resized(await dragon(faces), faces), 2);
  const rest = scattered(count, body, new Random(seed));
  const points = rest.slice();
  const indices = Uint32Array.from({ length: 3 * count }, (_, corner) => corner);
  const particles = deformingObject('particles', { positions: new Float32Array(9 * count), indices });
  return kinematicScene({
    name: 'dragon-and-particles',
    seed,
    objects: [fixedObject('dragon', body), particles],
    points,
    selfCollisions: false,
    pose(seconds) {
      swirl(rest, points, seconds);
      writeTriangles(points, particles.positions);
    },
  });
}
