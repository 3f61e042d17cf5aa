/**
 * Changes to a scene, made while queries run or not, some of which fail when their turn comes: the scene is then what it
 * would be had each change been made alone, and the failing ones been refused.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WasmRuntime } from '../src/backend/wasm/runtime.ts';
import { EngineScene } from '../src/engine-scene.ts';
import type { MeshInput, Positions, Scene } from '../src/index.ts';
import * as papers from '../src/papers/index.ts';
import { asRows } from './support/engine-answer.ts';
import { Random } from './support/random.ts';
import { lying, sheet, standing, triangle } from './support/shapes.ts';
import { isLong } from './support/thoroughness.ts';

/** Pages of memory: enough for the small meshes, not for the large one. */
const PAGES = 128;
const TOO_LARGE = sheet(500, 1, () => 0);
const EMPTY: MeshInput = { positions: new Float64Array(0) };
const ALONG_X = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
const OUT_OF_RANGE = [2 ** 249, 0, 0, 0, 0, 2 ** 249, 0, 0, 0, 0, 2 ** 249, 0, 0, 0, 0, 1];

let runtime: WasmRuntime;
beforeAll(async () => {
  runtime = await WasmRuntime.open(1, PAGES);
});
afterAll(() => runtime.dispose());

const newScene = (): Scene => new EngineScene({ runtime }, () => {});

describe('changes while a query runs', () => {
  it('keeps the place of an object that was empty when it was placed', async () => {
    using scene = newScene();
    scene.add(lying());
    const object = scene.add(EMPTY);
    scene.place(object, ALONG_X(100));
    scene.replace(object, standing());
    expect((await scene.collide()).kinds.length).toBe(0);
    scene.place(object, ALONG_X(0));
    expect((await scene.collide()).kinds.length).toBe(1);
    scene.place(object, ALONG_X(100));
    scene.replace(object, EMPTY);
    scene.replace(object, standing());
    expect((await scene.collide()).kinds.length).toBe(0);
  });

  it('knows the last mesh that an object was given when an earlier one did not fit', async () => {
    using scene = newScene();
    const object = scene.add(lying());
    const running = scene.collide();
    scene.replace(object, TOO_LARGE);
    scene.replace(
      object,
      sheet(3, 1, (x) => x),
    );
    await running;
    await expect(scene.collide()).rejects.toMatchObject({ code: 'out-of-memory' });
    expect(() => scene.move(object, sheet(3, 2, (x) => x).positions)).not.toThrow();
    expect(() => scene.move(object, lying().positions)).toThrow('move-length');
  });

  it('knows the mesh that stayed when two that followed did not fit', async () => {
    using scene = newScene();
    const object = scene.add(lying());
    const running = scene.collide();
    scene.replace(object, TOO_LARGE);
    scene.replace(object, TOO_LARGE);
    await running;
    await expect(scene.collide()).rejects.toMatchObject({ code: 'out-of-memory' });
    expect(() => scene.move(object, lying().positions)).not.toThrow();
    expect((await scene.collide()).kinds.length).toBe(0);
  });

  it('does not write positions into a mesh that they were not meant for', async () => {
    using scene = newScene();
    const object = scene.add(lying());
    scene.add(standing());
    const running = scene.collide();
    scene.replace(object, TOO_LARGE);
    scene.move(object, TOO_LARGE.positions);
    const told = scene.collide();
    const next = scene.collide();
    expect((await running).kinds.length).toBe(1);
    await expect(told).rejects.toMatchObject({ code: 'out-of-memory' });
    expect((await next).kinds.length).toBe(1);
  });

  it('refuses what is asked about an object that did not fit, also when it was asked before that was known', async () => {
    using scene = newScene();
    scene.add(lying());
    const running = scene.collide();
    const object = scene.add(TOO_LARGE);
    const told = scene.collide();
    const late = [
      scene.inside(object, new Float64Array(3)),
      papers.voxels(scene, object),
      papers.voxelCollide(scene, 0, object),
      scene.overlapVolume(0, object),
      scene.selfOverlapVolume(object),
      papers.layers(scene, object),
    ];
    scene.replace(object, standing());
    const outcomes = Promise.allSettled(late);
    await running;
    await expect(told).rejects.toMatchObject({ code: 'out-of-memory' });
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unknown-object' } });
    }
    await expect(scene.collide()).rejects.toMatchObject({ code: 'unknown-object' });
    expect(() => scene.remove(object)).toThrow('unknown-object');
    expect((await scene.collide()).stats.objects).toBe(1);
  });
});

interface Plain {
  mesh: MeshInput;
  place: readonly number[];
}

const isTooLarge = ({ positions }: MeshInput) => positions.length > 1000;
const isInRange = (positions: Positions, place: readonly number[]) =>
  positions.every((value) => value * place[0] <= 2 ** 250);

/** The scene as it should be, by the id of the engine's object. */
class PlainScene {
  readonly objects = new Map<number, Plain>();

  add(id: number, mesh: MeshInput): void {
    if (!isTooLarge(mesh)) this.objects.set(id, { mesh, place: ALONG_X(0) });
  }
  replace(id: number, mesh: MeshInput): void {
    const object = this.objects.get(id);
    if (object && !isTooLarge(mesh) && isInRange(mesh.positions, object.place)) object.mesh = mesh;
  }
  move(id: number, positions: Positions): void {
    const object = this.objects.get(id);
    if (object?.mesh.positions.length !== positions.length || !isInRange(positions, object.place)) return;
    object.mesh = { ...object.mesh, positions };
  }
  place(id: number, place: readonly number[]): void {
    const object = this.objects.get(id);
    if (object && isInRange(object.mesh.positions, place)) object.place = place;
  }
  remove(id: number): void {
    this.objects.delete(id);
  }

  async rows(): Promise<number[][]> {
    using scene = newScene();
    const ids = [...this.objects.keys()].sort((a, b) => a - b);
    for (const [index, id] of ids.entries()) {
      const { mesh, place } = this.objects.get(id)!;
      scene.add(mesh);
      scene.place(index, place);
    }
    const { trianglePairs } = asRows(await scene.collide({ self: true }));
    return trianglePairs.map(([a, i, b, j, kind]) => [ids[a], i, ids[b], j, kind]);
  }
}

function randomMesh(random: Random): MeshInput {
  if (random.chance(0.15)) return EMPTY;
  if (random.chance(0.2)) return { ...TOO_LARGE, positions: Float64Array.from(TOO_LARGE.positions) };
  const count = random.pick([1, 1, 2, 5]);
  return triangle(...random.times(9 * count, () => random.integer(0, 6)));
}

/** Twice as many are added as removed, for some do not fit. */
const KINDS = ['add', 'add', 'replace', 'replace', 'replace', 'move', 'move', 'move', 'place', 'place', 'remove'];

/** One change to both; what the engine refuses at once is not made to the plain one either. */
function change(random: Random, scene: Scene, plain: PlainScene, ids: number[]): void {
  const id = random.pick(random.chance(0.9) && plain.objects.size > 0 ? [...plain.objects.keys()] : [0, ...ids]);
  const kind = random.pick(KINDS);
  const mesh = randomMesh(random);
  const matrix = random.chance(0.2) ? OUT_OF_RANGE : ALONG_X(random.integer(-3, 3));
  try {
    if (kind === 'add') {
      const added = scene.add(mesh);
      ids.push(added);
      plain.add(added, mesh);
    } else if (kind === 'replace') {
      scene.replace(id, mesh);
      plain.replace(id, mesh);
    } else if (kind === 'move') {
      scene.move(id, mesh.positions);
      plain.move(id, mesh.positions);
    } else if (kind === 'place') {
      scene.place(id, matrix);
      plain.place(id, matrix);
    } else {
      scene.remove(id);
      plain.remove(id);
    }
  } catch (error) {
    expect(error).toHaveProperty('code');
  }
}

const seeds = isLong ? 1000 : 60;

describe('random changes, some of which fail', () => {
  it.each(Array.from({ length: seeds }, (_, seed) => seed))(
    'leave the scene that was asked for (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      using scene = newScene();
      const plain = new PlainScene();
      const ids: number[] = [];
      for (let round = 0; round < 6; round++) {
        const running = random.chance(0.7) ? scene.collide().catch(() => {}) : undefined;
        for (let count = random.integer(4, 12); count > 0; count--) change(random, scene, plain, ids);
        await running;
        // Tells of what failed, once.
        await scene.collide().catch((error) => expect(error).toHaveProperty('code'));
        expect(asRows(await scene.collide({ self: true })).trianglePairs).toEqual(await plain.rows());
      }
    },
  );
});
