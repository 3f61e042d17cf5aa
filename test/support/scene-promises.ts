/** What a scene promises on every engine, as tests: for a `describe` that gives the engine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine, MeshInput } from '../../src/index.ts';
import { lying, sheet, standing, triangle } from './shapes.ts';

/** `size`: how large the large meshes are, and how many frames; less for engines that run on software drivers. */
export function scenePromises(open: () => Promise<Engine>, size = 1): void {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine?.dispose());

  it('finds that two triangles cross, once, with objects in order', async () => {
    const scene = engine.createScene();
    scene.add(standing());
    scene.add(lying());
    const { trianglePairs, kinds, objectPairs, limited } = await scene.collide();
    expect([...trianglePairs]).toEqual([0, 0, 1, 0]);
    expect([...kinds]).toEqual([1]);
    expect([...objectPairs]).toEqual([0, 1, 1]);
    expect(limited).toBe(false);
    scene.dispose();
  });

  it('gives the segment in which a pair meets', async () => {
    const scene = engine.createScene();
    scene.add(lying());
    scene.add(standing());
    const { segments } = await scene.collide({ segments: true });
    const ends = [Array.from(segments!.subarray(0, 3)), Array.from(segments!.subarray(3, 6))].sort(
      (a, b) => a[1] - b[1],
    );
    expect(ends).toEqual([
      [1, 0, 0],
      [1, 1, 0],
    ]);
    scene.dispose();
  });

  it('follows an object that moves, is placed, replaced and removed', async () => {
    const scene = engine.createScene();
    const a = scene.add(lying());
    const b = scene.add(standing());
    const count = async () => (await scene.collide()).kinds.length;
    expect(await count()).toBe(1);
    scene.move(b, Float64Array.of(1, 1, 5, 1, 1, 7, 1, -3, 6));
    expect(await count()).toBe(0);
    scene.place(b, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -6, 1]);
    expect(await count()).toBe(1);
    scene.move(b, Float64Array.of(1, 1, -1, 1, 1, 1, 1, -3, 0));
    expect(await count(), 'the place stays when the object moves').toBe(0);
    scene.place(b, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(await count()).toBe(1);
    scene.replace(a, triangle(0, 0, 9, 4, 0, 9, 0, 4, 9));
    expect(await count()).toBe(0);
    scene.replace(a, lying());
    expect(await count()).toBe(1);
    scene.remove(a);
    expect(await count()).toBe(0);
    expect(scene.add(lying()), 'ids are not used again').toBe(2);
    expect(await count()).toBe(1);
    scene.dispose();
  });

  it('answers for the scene as it was when it was asked', async () => {
    const scene = engine.createScene();
    const a = scene.add(sheet(40, 1, (x) => x));
    const b = scene.add(sheet(40, 1, (x) => 1 - x));
    const apart = sheet(40, 1, () => 7).positions as Float32Array;
    const first = scene.collide();
    const staging = apart.slice();
    scene.move(b, staging);
    staging.fill(Number.NaN);
    const second = scene.collide();
    scene.remove(a);
    const c = scene.add(sheet(40, 1, () => 7));
    const third = scene.collide();
    expect((await first).kinds.length).toBeGreaterThan(0);
    expect((await second).kinds.length).toBe(0);
    expect([...(await third).objectPairs].slice(0, 2)).toEqual([b, c]);
    scene.dispose();
  });

  it('leaves out the pairs that were named when it was asked', async () => {
    using scene = engine.createScene();
    const [a, b] = [scene.add(lying()), scene.add(standing())];
    const ignore: [number, number][] = [];
    const first = scene.collide();
    const second = scene.collide({ ignore });
    ignore.push([a, b]);
    expect((await second).kinds).toEqual((await first).kinds);
    expect((await scene.collide({ ignore })).kinds.length).toBe(0);
  });

  it('keeps the scenes of one engine apart, also while the other one is asked', async () => {
    const one = engine.createScene();
    const two = engine.createScene();
    one.add(sheet(30, 1, (x) => x));
    one.add(sheet(30, 1, (x) => 1 - x));
    const running = one.collide();
    two.add(lying());
    two.add(standing());
    const other = two.collide();
    expect((await running).kinds.length).toBeGreaterThan(30);
    expect((await other).kinds.length).toBe(1);
    one.dispose();
    two.dispose();
  });

  it('stops at the limit and says so', async () => {
    const scene = engine.createScene();
    scene.add(sheet(30, 1, (x) => x));
    scene.add(sheet(30, 1, (x) => 1 - x));
    const all = await scene.collide();
    for (const limit of [1, 7]) {
      const some = await scene.collide({ limit, segments: true });
      expect(some.kinds.length).toBe(limit);
      expect(some.limited).toBe(true);
      expect(some.segments!.length).toBe(6 * limit);
    }
    expect((await scene.collide({ limit: all.kinds.length + 1 })).limited).toBe(false);
    scene.dispose();
  });

  it('answers nothing when nothing is asked', async () => {
    const scene = engine.createScene();
    scene.add(sheet(10, 1, (x) => x));
    scene.add(sheet(10, 1, (x) => 1 - x));
    expect((await scene.collide({ self: false, between: false })).kinds.length).toBe(0);
    expect((await scene.collide({ self: true, between: false })).objectPairs.length).toBe(0);
    scene.dispose();
  });

  it('leaves out pairs of objects that may touch', async () => {
    const scene = engine.createScene();
    const ids = [lying(), standing(), triangle(0, 0, 0.5, 4, 0, 0.5, 0, 4, 0.5)].map((mesh) => scene.add(mesh));
    expect((await scene.collide()).objectPairs.length / 3).toBe(2);
    const { objectPairs } = await scene.collide({ ignore: [[ids[1], ids[0]]] });
    expect([...objectPairs]).toEqual([1, 2, 1]);
    scene.dispose();
  });

  it('tells progress and finishes at 1', async () => {
    const scene = engine.createScene();
    scene.add(sheet(Math.ceil(220 * size), 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    scene.add(sheet(Math.ceil(220 * size), 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y)));
    const seen: number[] = [];
    await scene.collide({ self: true, onProgress: (done) => seen.push(done) });
    expect(seen.at(-1)).toBe(1);
    expect(seen.every((done) => done >= 0 && done <= 1)).toBe(true);
    scene.dispose();
  });

  it('rejects with what the progress callback throws, and goes on working', async () => {
    const scene = engine.createScene();
    scene.add(sheet(Math.ceil(300 * size), 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    scene.add(sheet(Math.ceil(300 * size), 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y)));
    const error = new Error('no paint');
    const onProgress = () => {
      throw error;
    };
    await expect(scene.collide({ self: true, onProgress })).rejects.toBe(error);
    expect((await scene.collide({ limit: 1 })).kinds.length).toBe(1);
    scene.dispose();
  });

  it('rejects with the reason of the signal, before or during the query, and goes on working', async () => {
    const scene = engine.createScene();
    scene.add(sheet(Math.ceil(250 * size), 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    scene.add(sheet(Math.ceil(250 * size), 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y)));
    const reason = new Error('enough');
    await expect(scene.collide({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const onProgress = () => controller.abort(reason);
    await expect(scene.collide({ self: true, signal: controller.signal, onProgress })).rejects.toBe(reason);
    const { kinds } = await scene.collide({ self: true });
    expect(kinds.length).toBeGreaterThan(0);
    scene.dispose();
  });

  it('is not misled by what a cancelled query left behind', async () => {
    const scene = engine.createScene();
    const double = (mesh: MeshInput): MeshInput => ({ ...mesh, positions: Float64Array.from(mesh.positions) });
    scene.add(double(sheet(Math.ceil(120 * size), 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y))));
    scene.add(double(sheet(Math.ceil(120 * size), 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y))));
    const expected = await scene.collide({ self: true });
    const far = scene.add(triangle(1e9, 1e9, 1e9, 2e9, 1e9, 1e9, 1e9, 2e9, 1e9));
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const cancelled = scene.collide({ self: true, signal: controller.signal, onProgress });
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    scene.remove(far);
    const again = await scene.collide({ self: true });
    expect(again.trianglePairs).toEqual(expected.trianglePairs);
    scene.dispose();
  });

  it('uses no more memory after many frames than after the first', async () => {
    const scene = engine.createScene();
    const mesh = sheet(20, 1, (x) => x);
    const id = scene.add(mesh);
    const ground = scene.add(sheet(20, 1, () => 0.5));
    const positions = (mesh.positions as Float32Array).slice();
    const bytes: number[] = [];
    for (let frame = 0; frame < 200 * size; frame++) {
      for (let i = 2; i < positions.length; i += 3) positions[i] = mesh.positions[i] + 0.001 * frame;
      scene.move(id, positions);
      scene.place(ground, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.001 * frame, 1]);
      const { stats } = await scene.collide({ self: true });
      bytes.push(stats.bytes.scene);
    }
    expect(bytes.at(-1)).toBe(bytes[1]);
    scene.dispose();
  });
}
