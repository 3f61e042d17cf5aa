/** Objects that come near no other are not looked at; the answer is that of a scene in which all are. */
import { expect, it } from 'vitest';
import { createEngine, type Scene } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { sheet } from '../../support/shapes.ts';

const SHEET = sheet(10, 1, (x, y) => 0.3 * Math.sin(4 * x) * Math.cos(3 * y));
const shift = (by: readonly number[]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...by, 1];

it('gives the same impacts, whatever is kept and left out', async () => {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  let found = 0;
  for (let seed = 0; seed < 3; seed++) {
    const random = new Random(seed);
    const places = random.times(60, () => random.times(3, () => random.real(-4, 4)));
    const ends = new Map(random.times(6, (i) => [i * 7, places[i * 7].map((x) => x + random.real(-3, 3))] as const));
    const aim = (scene: Scene, ids: readonly number[]) => {
      for (const [i, end] of ends) scene.aim(ids[i], shift(end));
    };
    using kept = engine.createScene();
    const first = kept.add(SHEET);
    const ids = places.map((_, i) => (i === 0 ? first : kept.addInstance(first)));
    for (const [i, id] of ids.entries()) kept.place(id, shift(places[i]));
    // So that what can be kept of the mesh is.
    for (let i = 0; i < 4; i++) await kept.collide();
    using fresh = engine.createScene();
    const others = places.map((place) => {
      const id = fresh.add({ ...SHEET, positions: SHEET.positions.slice() });
      fresh.place(id, shift(place));
      return id;
    });
    aim(kept, ids);
    aim(fresh, others);
    for (const options of [{}, { gap: 0.02 }, { first: true }, { approaching: true }]) {
      const [a, b] = [await kept.impacts(options), await fresh.impacts(options)];
      expect(a.features, `seed ${seed}`).toEqual(b.features);
      expect(a.times).toEqual(b.times);
      expect([a.deviation, a.stats.objects, a.stats.triangles, a.stats.moving]).toEqual([0, 60, b.stats.triangles, 6]);
      expect(a.degenerateTriangles).toEqual(b.degenerateTriangles);
      found += a.times.length;
    }
  }
  expect(found).toBeGreaterThan(0);
  engine.dispose();
});

it('leaves memory as it is for objects that nothing comes near', async () => {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  using scene = engine.createScene();
  const first = scene.add(SHEET);
  const ids = Array.from({ length: 200 }, (_, i) => (i === 0 ? first : scene.addInstance(first)));
  for (const [i, id] of ids.entries()) scene.place(id, shift([3 * i, 0, 0]));
  for (let i = 0; i < 4; i++) await scene.collide();
  const before = (await scene.collide()).stats.bytes.scene;
  scene.aim(ids[5], shift([15.5, 0, 0]));
  const { stats, times } = await scene.impacts();
  expect(times).toHaveLength(0);
  expect(stats.candidates).toBe(0);
  expect(stats.triangles).toBe((200 * SHEET.indices!.length) / 3);
  // The end of the one that moves, and no more.
  expect((await scene.collide()).stats.bytes.scene - before).toBeLessThan(16 * SHEET.positions.length);
  engine.dispose();
});

it('knows what stands still and touches nothing only as long as it does', async () => {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const FLAT = sheet(2, 1, () => 0);
  const raised = (by: number) => FLAT.positions.map((x, i) => (i % 3 === 2 ? x + by : x));
  let found = 0;
  for (let seed = 0; seed < 6; seed++) {
    const random = new Random(70 + seed);
    // On whole numbers, so that much of it touches exactly.
    const whole = () => [random.integer(-3, 3), random.integer(-3, 3), random.integer(-1, 1)];
    const states = random.times(24, () => ({ place: whole(), end: undefined as number[] | undefined }));
    using scene = engine.createScene();
    const mesh = scene.add(FLAT);
    const ids = states.map((_, i) => (i === 0 ? mesh : i < 6 ? scene.addInstance(mesh) : scene.add(FLAT)));
    let height = 0;
    for (let round = 0; round < 12; round++) {
      // One of those that share a mesh gets vertices of its own.
      if (random.chance(0.2)) {
        height = random.integer(-1, 1);
        scene.move(mesh, raised(height));
        states[0].end = undefined;
      }
      for (const [i, state] of states.entries()) {
        // Once aimed, it is placed again, or it would stay aimed.
        if (round > 0 && !state.end && random.chance(0.9)) continue;
        state.place = random.chance(0.5) ? whole() : state.place;
        scene.place(ids[i], shift(state.place));
        state.end = random.chance(0.5) ? whole() : undefined;
        if (state.end) scene.aim(ids[i], shift(state.end));
      }
      using fresh = engine.createScene();
      for (const [i, { place, end }] of states.entries()) {
        const id = fresh.add({ ...FLAT, positions: raised(i === 0 ? height : 0) });
        fresh.place(id, shift(place));
        if (end) fresh.aim(id, shift(end));
      }
      const options = random.pick([{}, {}, { gap: 0.1 }, { first: true }, { approaching: true }]);
      const [a, b] = [await scene.impacts(options), await fresh.impacts(options)];
      const about = `seed ${seed}, round ${round}, ${JSON.stringify(options)}`;
      // Ids are given in order in both.
      expect(Array.from(a.features), about).toEqual(Array.from(b.features));
      expect(a.times, about).toEqual(b.times);
      found += a.times.length;
    }
  }
  expect(found).toBeGreaterThan(100);
  engine.dispose();
});
