/** The same solid in other shapes and places: turned, mirrored, inside out; and what passes for the same, or is left out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clash, type ClashesOptions, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { brickShells, drawn, randomBricks, skinShell, turned } from '../../support/brick-meshes.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? (isLong ? 1000 : 20));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

interface Placed {
  readonly mesh: MeshInput;
  readonly matrix?: ArrayLike<number>;
}

async function ask(objects: readonly Placed[], options: ClashesOptions = {}): Promise<readonly Clash[]> {
  const scene = engine.createScene();
  for (const { mesh, matrix } of objects) {
    const id = scene.add(mesh);
    if (matrix) scene.place(id, matrix);
  }
  const { clashes } = await scene.clashes({ volume: true, ...options });
  scene.dispose();
  return clashes;
}

const boxMesh = (low: readonly number[], high: readonly number[], random = new Random(1)): MeshInput =>
  drawn(brickShells([{ low, high, turn: 1 }]), random, false);

/** A turn about any axis, a translation, and a mirror if wanted. */
function randomMatrix(random: Random, isMirrored: boolean): number[] {
  const [a, b, c, d] = random.times(4, () => random.real(-1, 1));
  const n = 2 / (a * a + b * b + c * c + d * d);
  const rows = [
    [1 - n * (c * c + d * d), n * (b * c - a * d), n * (b * d + a * c)],
    [n * (b * c + a * d), 1 - n * (b * b + d * d), n * (c * d - a * b)],
    [n * (b * d - a * c), n * (c * d + a * b), 1 - n * (b * b + c * c)],
  ];
  const column = (k: number) => [...rows.map((row) => (k === 0 && isMirrored ? -row[k] : row[k])), 0];
  return [...column(0), ...column(1), ...column(2), ...random.times(3, () => random.real(-3, 3)), 1];
}

/** Moved by a part of a cell, so that nothing is flush with the grid. */
function offGrid(mesh: MeshInput): MeshInput {
  const positions = mesh.positions as Float64Array;
  return { ...mesh, positions: positions.map((value, i) => value + [0.371, 0.293, 0.417][i % 3]) };
}

describe('the same solid', () => {
  it(`clashes alike as bricks and as one skin, however it is placed, ${count} from seed ${firstSeed} on`, async () => {
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const random = new Random(seed);
      const [first, second] = [randomBricks(random, 4, 5, false), randomBricks(random, 3, 5, false)];
      const forms = [() => [skinShell(first)], () => brickShells(first)];
      const others = [() => [skinShell(second)], () => brickShells(second)];
      const answers: (readonly Clash[])[] = [];
      for (const isMirrored of [false, true]) {
        const matrix = randomMatrix(random, isMirrored);
        for (const [i, form] of forms.entries()) {
          const a = drawn(form(), random, random.chance(0.5));
          const b = offGrid(drawn(others[i](), random, random.chance(0.5)));
          answers.push(
            await ask([
              { mesh: random.chance(0.3) ? turned(a) : a, matrix },
              { mesh: b, matrix },
            ]),
          );
        }
      }
      const told = answers.map((clashes) => clashes.map(({ kind, inner }) => `${kind} ${inner}`).sort());
      for (const other of told) expect(other, `seed ${seed}`).toEqual(told[0]);
      const measures = answers.map((clashes) =>
        clashes.map(({ depth, volume }) => [volume!.volume, depth!.least, depth!.most]).sort((p, q) => p[0] - q[0]),
      );
      for (const other of measures) {
        for (const [i, [volume, least, most]] of other.entries()) {
          const [knownVolume, knownLeast, knownMost] = measures[0][i];
          expect(Math.abs(volume - knownVolume), `seed ${seed}`).toBeLessThan(1e-9);
          expect(Math.max(least, knownLeast), `seed ${seed}`).toBeLessThanOrEqual(Math.min(most, knownMost) + 1e-9);
        }
      }
    }
  });

  it('has the same normal mirrored and inside out, entering and flush', async () => {
    const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const [block, mirrored] = [boxMesh([0, 0, 0], [4, 4, 4]), boxMesh([-4, 0, 0], [0, 4, 4])];
    for (const x of [3, 4]) {
      const others: Placed[] = [
        { mesh: boxMesh([x, 1, 1], [7, 3, 3]) },
        { mesh: turned(boxMesh([x, 1, 1], [7, 3, 3])) },
        { mesh: boxMesh([-7, 1, 1], [-x, 3, 3]), matrix: mirror },
      ];
      for (const a of [{ mesh: block }, { mesh: turned(block) }, { mesh: mirrored, matrix: mirror }]) {
        for (const b of others) {
          const [{ normal }] = await ask([a, b]);
          expect(normal![0]).toBeCloseTo(1, 9);
        }
      }
    }
  });
});

describe('duplicates', () => {
  const without = (mesh: MeshInput, from: number, to: number): MeshInput => ({
    ...mesh,
    indices: Uint32Array.from([...mesh.indices!.slice(0, 3 * from), ...mesh.indices!.slice(3 * to)]),
  });

  it('are open surfaces that lie on each other nearly everywhere', async () => {
    const fine = drawn([skinShell([{ low: [0, 0, 0], high: [4, 4, 4], turn: 1 }])], new Random(2), true);
    const kinds = async (a: MeshInput, b: MeshInput) => (await ask([{ mesh: a }, { mesh: b }])).map(({ kind }) => kind);
    expect(await kinds(without(fine, 0, 8), without(fine, 100, 110))).toEqual(['duplicate']);
    expect(await kinds(without(fine, 0, 8), without(fine, 20, 100))).not.toContain('duplicate');
  });

  it('of plates, and overlaps of half of them, are not forgiven by a larger tolerance', async () => {
    const plate = boxMesh([0, 0, 0], [100, 100, 1]);
    const higher = (by: number): Placed => ({
      mesh: plate,
      matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, by, 1],
    });
    const kindAt = async (by: number, tolerance: number) =>
      (await ask([{ mesh: plate }, higher(by)], { tolerance })).map(({ kind }) => kind);
    expect(await kindAt(0.1, 0.2)).toEqual(['duplicate']);
    expect(await kindAt(0.1, 0.3)).toEqual(['duplicate']);
    expect(await kindAt(0.3, 0.35)).toEqual(['penetrating']);
    expect(await kindAt(0.9, 0.2)).toEqual(['touching']);
  });
});

describe('filters', () => {
  it('keep objects apart that lie in each other', async () => {
    const scene = engine.createScene();
    const [outer, inner] = [boxMesh([0, 0, 0], [4, 4, 4]), boxMesh([1, 1, 1], [2, 2, 2])].map((mesh) =>
      scene.add(mesh),
    );
    expect((await scene.clashes()).clashes.map(({ kind }) => kind)).toEqual(['contained']);
    scene.filter(outer, { category: 1, mask: 1 });
    scene.filter(inner, { category: 2, mask: 2 });
    expect((await scene.clashes()).clashes).toEqual([]);
    scene.dispose();
  });
});
