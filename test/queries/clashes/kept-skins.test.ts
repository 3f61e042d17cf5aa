/**
 * Skins stay in memory between queries. Whatever happens to a scene in between, its clashes are those of a scene made anew;
 * and without depths they are of the same kinds as with them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Scene } from '../../../src/index.ts';
import { brickShells, drawn, randomBricks } from '../../support/brick-meshes.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const seeds = seedsOf(400);
const STEPS = 6;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** What a scene is to hold. */
interface Part {
  mesh: MeshInput;
  matrix: number[] | undefined;
  mask: number;
}

function randomMesh(random: Random): MeshInput {
  const { positions, indices } = drawn(brickShells(randomBricks(random, 4, 4, true)), random, random.chance(0.5));
  // Corners that are no whole numbers, so that points of skins have to be rounded.
  const scale = random.pick([1, 1 / 3, 0.7]);
  return { positions: Float64Array.from(positions, (value) => scale * value), indices, weld: false };
}

/** A turn about an axis and a translation, by numbers that are rounded or not. */
function randomMatrix(random: Random): number[] {
  const angle = random.pick([0, Math.PI / 2, 0.3, -1.1]);
  const [cos, sin] = angle === Math.PI / 2 ? [0, 1] : [Math.cos(angle), Math.sin(angle)];
  const [x, y, z] = random.times(3, () => random.integer(-4, 4) / 4);
  return [cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

/** Changes one part, and the scene alike. */
function change(random: Random, parts: Part[], scene: Scene): void {
  const id = random.integer(0, parts.length - 1);
  const part = parts[id];
  const what = random.integer(0, 3);
  if (what === 0) {
    part.mesh = randomMesh(random);
    scene.replace(id, part.mesh);
  } else if (what === 1) {
    const positions = (part.mesh.positions as Float64Array).map((value) => value + 0.25);
    part.mesh = { ...part.mesh, positions };
    scene.move(id, positions);
  } else if (what === 2) {
    part.mask = random.pick([0xffffffff, 0xffffffff, 2]);
    scene.filter(id, { mask: part.mask });
  } else {
    part.matrix = randomMatrix(random);
    scene.place(id, part.matrix);
  }
}

function sceneOf(parts: readonly Part[]): Scene {
  const scene = engine.createScene();
  for (const { mesh, matrix, mask } of parts) {
    const id = scene.add(mesh);
    if (matrix) scene.place(id, matrix);
    scene.filter(id, { mask });
  }
  return scene;
}

async function answerOf(scene: Scene, depth: boolean) {
  const { clashes, pairOrder, offsets } = await scene.clashes({ depth });
  return { clashes, pairOrder, offsets };
}

it(`gives the answers of a new scene after every change, ${seeds} scenes`, async () => {
  let seen = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const random = new Random(seed);
    const parts: Part[] = random.times(3, () => ({ mesh: randomMesh(random), matrix: undefined, mask: 0xffffffff }));
    // The last is an instance of the first, until one of them changes its shape.
    parts[2].mesh = parts[0].mesh;
    using kept = engine.createScene();
    for (const { mesh } of parts.slice(0, 2)) kept.add(mesh);
    kept.addInstance(0);
    for (let step = 0; step < STEPS; step++) {
      change(random, parts, kept);
      using fresh = sceneOf(parts);
      const [now, then] = [await answerOf(kept, true), await answerOf(fresh, true)];
      expect(now, `seed ${seed}, step ${step}`).toEqual(then);
      const bare = await answerOf(kept, false);
      expect(bare, `seed ${seed}, step ${step}`).toEqual(await answerOf(fresh, false));
      const kinds = (all: typeof now) => all.clashes.map(({ a, b, kind }) => `${a} ${b} ${kind}`).sort();
      expect(kinds(bare), `seed ${seed}, step ${step}`).toEqual(kinds(now));
      seen += bare.clashes.length;
    }
  }
  expect(seen).toBeGreaterThan(seeds);
});
