/**
 * Marks of walks over what lies inside are kept between queries, and begin anew when there are no more numbers for them. However often
 * objects are placed, they clash as they did the first time, and as in a new scene; and what is one clash when all that lies inside is
 * listed is one when walks only tell what is connected.
 */
import { expect, it } from 'vitest';
import { type Clashes, createEngine, type Engine, type MeshInput, type Scene } from '../../../src/index.ts';

/** Walks that marks can number, and more queries than that. */
const WALKS = 127;
const ROUNDS = 2 * WALKS + 2;
/** The first is asked for only when numbers begin anew: else others walk over the same triangles in between. */
const SHIFTS = [0.5, 4.6, 4.8, 5];

function torus(rings: number, sides: number): MeshInput {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < sides; j++) {
      const [u, v] = [(2 * Math.PI * i) / rings, (2 * Math.PI * j) / sides];
      const radius = 2 + Math.cos(v);
      positions.push(radius * Math.cos(u), radius * Math.sin(u), Math.sin(v));
      const corner = (ring: number, side: number) => ((i + ring) % rings) * sides + ((j + side) % sides);
      indices.push(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1));
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), weld: false };
}

const placeAt = (x: number) => [1, 0, 0, 0, 0, 0.8, 0.6, 0, 0, -0.6, 0.8, 0, x, 0.2, 0.1, 1];

async function answer(scene: Scene, x: number): Promise<string> {
  scene.place(1, placeAt(x));
  const whole = await scene.clashes({ volume: true });
  expect(pairsOf(await scene.clashes({ depth: false }))).toEqual(pairsOf(whole));
  return JSON.stringify(whole.clashes);
}

/** The kind and the pairs of each clash. */
function pairsOf({ clashes, pairOrder, offsets }: Clashes): string[] {
  return clashes.map(({ kind }, i) => `${kind} ${pairOrder.slice(offsets[i], offsets[i + 1]).sort()}`).sort();
}

function fill(engine: Engine): Scene {
  const scene = engine.createScene();
  for (let i = 0; i < 2; i++) scene.add(torus(32, 16));
  return scene;
}

it(`are of no matter to ${ROUNDS} queries`, async () => {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const expected = [];
  for (const x of SHIFTS) expected.push(await answer(fill(engine), x));
  expect(new Set(expected).size).toBe(SHIFTS.length);
  const scene = fill(engine);
  for (let round = 0; round < ROUNDS; round++) {
    const i = round % WALKS === 0 ? 0 : 1 + (round % (SHIFTS.length - 1));
    expect(await answer(scene, SHIFTS[i]), `round ${round}`).toBe(expected[i]);
  }
  engine.dispose();
});
