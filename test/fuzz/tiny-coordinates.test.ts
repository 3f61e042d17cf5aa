/**
 * Coordinates next to nothing change no answer: the engine equals the oracle, whichever coordinate they are, in single and
 * double precision, placed and not, and with any number of threads. COLLIDESCOPE_FUZZ_SCENES and _SEED as in collide.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../src/index.ts';
import { asRows, engineAnswer } from '../support/engine-answer.ts';
import { Random } from '../support/random.ts';
import { toCase } from '../support/scene-case.ts';
import { seedsOf } from '../support/thoroughness.ts';
import { tinyCoordinates } from '../support/tiny-coordinates.ts';

const scenes = Math.ceil(Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(20_000)) / 25);
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

/** The corner that begins just before 0, in each coordinate, of a large triangle that crosses another in the middle. */
const roles = [0, 1, 2].flatMap((axis) => [-1e-43, -1e-40, 1e-43].map((tiny) => ({ axis, tiny })));

function crossingPair(axis: number, tiny: number): MeshInput[] {
  const turned = (positions: number[]) => positions.map((_, i) => positions[i - (i % 3) + ((i + axis) % 3)]);
  const lying = turned([tiny, 0, 5e4, 1e5, 0, 5e4, 0, 1e5, 5e4]);
  const standing = turned([tiny, tiny, 0, 2e4, 2.1e4, 1e5, 3e4, 3e4, 1e5]);
  return [lying, standing].map((positions) => ({ positions: Float32Array.from(positions) }));
}

describe.each([0, 1, 2])('collide with tiny coordinates, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it.each(roles)('finds a pair that crosses when coordinate $axis of a low corner is $tiny', async ({ axis, tiny }) => {
    const meshes = crossingPair(axis, tiny);
    const [a, b] = meshes;
    const joined = { positions: Float32Array.from([...a.positions, ...b.positions]) };
    expect((await engineAnswer(engine, meshes)).trianglePairs).toEqual([[0, 0, 1, 0, 1]]);
    expect((await engineAnswer(engine, [joined], { self: true })).trianglePairs).toEqual([[0, 0, 0, 1, 1]]);
  });

  it.each([true, false])('equals the oracle, single precision: %s', async (isSingle) => {
    for (let seed = firstSeed; seed < firstSeed + scenes; seed++) {
      const meshes = tinyCoordinates(new Random(2 * seed + Number(isSingle)), isSingle);
      const options = { self: seed % 3 > 0, between: seed % 4 > 0 };
      const answer = await engineAnswer(engine, meshes, options);
      const about = () => JSON.stringify(toCase(`tiny coordinates, seed ${seed}`, meshes, options));
      expect(answer, about()).toEqual(oracle.collide(meshes, options));
    }
  });

  it('equals the oracle on objects that are placed', async () => {
    for (let seed = firstSeed; seed < firstSeed + Math.ceil(scenes / 2); seed++) {
      const meshes = tinyCoordinates(new Random(3 * seed + 1), true);
      const scene = engine.createScene();
      for (const mesh of meshes) scene.place(scene.add(mesh), [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
      // Doubling is exact, and changes nothing about what touches what.
      const answer = asRows(await scene.collide({ self: true }));
      scene.dispose();
      expect(answer, `seed ${seed}`).toEqual(oracle.collide(meshes, { self: true }));
    }
  });
});
