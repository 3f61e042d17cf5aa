/**
 * Scenes large enough that tiles are split, cells of all levels are used and pixels are listed: against the oracle, with
 * every number of threads.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { engineAnswer } from '../../support/engine-answer.ts';
import { Random } from '../../support/random.ts';
import { sheet } from '../../support/shapes.ts';

/** A soup of triangles with middles in [0, spread)³ and a size each. */
function soup(seed: number, count: number, spread: number, size: (random: Random) => number): MeshInput {
  const random = new Random(seed);
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) {
    const middle = [0, 1, 2].map(() => random.real(0, spread));
    const extent = size(random);
    for (let k = 0; k < 9; k++) positions[9 * t + k] = middle[k % 3] + random.real(-extent, extent);
  }
  return { positions, weld: false };
}

/** Long thin triangles from face to face of [0, spread)³. */
function needles(seed: number, count: number, spread: number): MeshInput {
  const random = new Random(seed);
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) {
    const axis = random.integer(0, 2);
    for (let corner = 0; corner < 3; corner++) {
      for (let k = 0; k < 3; k++) {
        positions[9 * t + 3 * corner + k] = k === axis ? (corner === 0 ? 0 : spread) : random.real(0, spread);
      }
    }
    for (let k = 0; k < 3; k++) positions[9 * t + 6 + k] = positions[9 * t + 3 + k] + random.real(0, spread / 500);
  }
  return { positions, weld: false };
}

function moved(mesh: MeshInput, x: number, y: number, z: number): MeshInput {
  return { ...mesh, positions: mesh.positions.map((value, i) => value + [x, y, z][i % 3]) as Float32Array };
}

const hall = (): MeshInput => ({
  positions: Float32Array.of(-4000, -4000, 0.3, 4000, -4000, 0.3, 4000, 4000, 0.3, -4000, 4000, 0.3, 0, 0, 900),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4),
});

const scenes: [string, () => MeshInput[]][] = [
  ['a scan in a huge hall', () => [hall(), sheet(50, 1, (x, y) => Math.sin(9 * x) * Math.cos(8 * y))]],
  [
    'two scans in a huge hall',
    () => [sheet(32, 1, (x) => Math.sin(9 * x)), hall(), sheet(32, 1, (x, y) => Math.cos(7 * x * y))],
  ],
  ['a soup of one size', () => [soup(1, 3000, 10, () => 0.4)]],
  ['a soup of all sizes', () => [soup(2, 1500, 64, (random) => 2 ** random.real(-6, 4))]],
  ['needles among crumbs', () => [needles(3, 150, 16), soup(4, 2500, 16, () => 0.1)]],
  [
    'a column of triangles',
    () =>
      [
        soup(5, 2500, 1, () => 0.5),
        moved(
          soup(6, 200, 1, () => 0.5),
          0,
          0,
          90,
        ),
      ].map((mesh) => ({
        ...mesh,
        positions: mesh.positions.map((v, i) => (i % 3 === 2 ? 60 * v : v)) as Float32Array,
      })),
  ],
  [
    'a flat crowd, all coplanar',
    () =>
      [soup(7, 700, 12, () => 0.5)].map((mesh) => ({
        ...mesh,
        positions: mesh.positions.map((v, i) => (i % 3 === 1 ? 5 : v)) as Float32Array,
      })),
  ],
  [
    'many small objects',
    () =>
      Array.from({ length: 300 }, (_, i) =>
        moved(
          sheet(2, 1, (x, y) => x * y),
          (i % 20) * 0.7,
          Math.floor(i / 20) * 0.7,
          0.1 * (i % 7),
        ),
      ),
  ],
  ['everything in one place', () => [soup(8, 400, 0.001, () => 1)]],
];

describe.each([0, 1, 2])('collide = oracle on large scenes, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads });
  });
  afterAll(() => engine.dispose());

  it.each(scenes)('%s', async (_name, make) => {
    const meshes = make();
    for (const options of [{ self: true }, { self: false }]) {
      expect(await engineAnswer(engine, meshes, options)).toEqual(expectedAnswer(_name, meshes, options.self));
    }
  });
});

const known = new Map<string, ReturnType<typeof oracle.collide>>();
/** The oracle is asked once per scene, not once per number of threads. */
function expectedAnswer(name: string, meshes: MeshInput[], self: boolean): ReturnType<typeof oracle.collide> {
  const key = `${name} ${self}`;
  const answer = known.get(key) ?? oracle.collide(meshes, { self });
  known.set(key, answer);
  return answer;
}
