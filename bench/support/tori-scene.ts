/** 500 tori of 156 triangles that fly and turn above, in and through a terrain of 40 000. */
import { FineRandom } from '../../scenes/support/random.ts';
import { addGridTriangles } from './cloth.ts';
import { type BenchMesh, MeshBuilder, named } from './mesh.ts';
import { moveInto, type Rigid, turnAbout } from './rigid.ts';
import { vectorNoise } from './vector-noise.ts';

export interface ToriScene {
  readonly torus: BenchMesh;
  readonly terrain: BenchMesh;
  /** For each frame, where each torus is. */
  readonly frames: readonly (readonly Rigid[])[];
}

const TERRAIN_SEED = 20240611;
const MOTION_SEED = 99;
const TORUS_COUNT = 500;
const WIDTH = 40;
const DEPTH = 20;
const FRAMES_PER_SECOND = 60;

function torusMesh(around: number, across: number, radius: number, tubeRadius: number): BenchMesh {
  const mesh = new MeshBuilder();
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [a, b] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const reach = radius + tubeRadius * Math.cos(b);
      mesh.vertex(reach * Math.cos(a), reach * Math.sin(a), tubeRadius * Math.sin(b));
    }
  }
  const at = (i: number, j: number) => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) mesh.quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }
  return named('torus', mesh.build());
}

function terrainMesh(columns: number, rows: number): BenchMesh {
  const noise = vectorNoise(TERRAIN_SEED);
  const mesh = new MeshBuilder();
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const [x, y] = [(column / columns) * WIDTH, (row / rows) * DEPTH];
      const hills = noise(x * 0.35 + 1, y * 0.35 + 2, 0.5)[2];
      mesh.vertex(x, y, 2 * hills + 0.4 * noise(x * 1.3, y * 1.3, 4.5)[2]);
    }
  }
  addGridTriangles(mesh, columns, rows);
  return named('terrain', mesh.build());
}

interface Flight {
  readonly start: readonly number[];
  readonly velocity: readonly number[];
  readonly axis: readonly number[];
  readonly startAngle: number;
  readonly turnSpeed: number;
}

/** The order of the random numbers is part of the scene. */
function randomFlight(random: FineRandom): Flight {
  const start = [random.next() * WIDTH, random.next() * DEPTH, -1.5 + random.next() * 6];
  const velocity = random.times(3, () => (random.next() - 0.5) * 2);
  const axis = random.times(3, () => random.next() - 0.5);
  return { start, velocity, axis, startAngle: random.next() * 6.28, turnSpeed: random.next() * 4 - 2 };
}

function placeAt({ start, velocity, axis, startAngle, turnSpeed }: Flight, seconds: number): Rigid {
  const [x, y, z] = start.map((value, k) => Math.fround(value + velocity[k] * seconds));
  return { quaternion: turnAbout(axis, startAngle + turnSpeed * seconds), translation: [x, y, z] };
}

export function toriScene(frameCount: number): ToriScene {
  const random = new FineRandom(MOTION_SEED);
  const flights = random.times(TORUS_COUNT, () => randomFlight(random));
  const frames = Array.from({ length: frameCount }, (_, frame) =>
    flights.map((flight) => placeAt(flight, frame / FRAMES_PER_SECOND)),
  );
  return { torus: torusMesh(13, 6, 0.5, 0.22), terrain: terrainMesh(200, 100), frames };
}

/** So many tori of 1 000 triangles in a cube that they fill closely: each meets a few others. */
export function crowdedTori(count: number): BenchMesh[] {
  const random = new FineRandom(MOTION_SEED);
  const torus = torusMesh(25, 20, 0.5, 0.2);
  const side = 1.09 * Math.cbrt(count);
  return random.times(count, (): BenchMesh => {
    const axis = random.times(3, () => random.next() - 0.5);
    const quaternion = turnAbout(axis, random.next() * 6.28);
    const [x, y, z] = random.times(3, () => Math.fround(random.next() * side));
    const positions = new Float32Array(torus.positions.length);
    moveInto(torus.positions, { quaternion, translation: [x, y, z] }, positions);
    return { name: 'torus', positions, indices: torus.indices };
  });
}
