/** Steps that try an end and take it back: what a scene is afterwards, whoever fails, and what comes of the others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';

const ONE = Uint32Array.of(0, 1, 2);
const TWO = Uint32Array.of(0, 1, 2, 3, 4, 5);
const shifted = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const scaled = (s: number) => [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1];
/** A wall at x, across the way along x. */
const wall = (x: number) => [x, -5, -5, x, 5, -5, x, 0, 8];
/** Stands in the wall at x = 0 and has no area; opened, it collides with the wall. */
const needle = [-1, 0, 0, 1, 0, 0, 0.5, 0, 0];
const opened = [-1, 0, 0, 1, 0, 0, 0.5, 1, 0];

describe('a step that is taken back', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('holds one object, and what follows it does not pass through it', async () => {
    const scene = engine.createScene();
    scene.add({ positions: Float64Array.from(wall(0)), indices: ONE });
    // A needle in the first wall and a wall behind it are one object, which goes ahead of another wall.
    const ahead = scene.add({ positions: Float64Array.from([...needle, ...wall(20)]), indices: TWO });
    const behind = scene.add({ positions: Float64Array.from(wall(19)), indices: ONE });
    scene.aim(ahead, Float64Array.from([...opened, ...wall(30)]));
    scene.aim(behind, Float64Array.from(wall(25)));
    const { objects, ends, steps } = await scene.safeStep({ each: 'object' });
    expect([...objects]).toEqual([ahead, behind]);
    expect(steps[0]).toBe(0);
    expect(ends[1]![0]).toBeGreaterThan(19);
    expect(ends[1]![0]).toBeLessThan(20);
    scene.dispose();
  });

  it('keeps the gap to what is held', async () => {
    const scene = engine.createScene();
    scene.add({ positions: Float64Array.from(wall(0)), indices: ONE });
    const ahead = scene.add({ positions: Float64Array.from([...needle, ...wall(20)]), indices: TWO });
    const behind = scene.add({ positions: Float64Array.from(wall(18)), indices: ONE });
    scene.aim(ahead, Float64Array.from([...opened, ...wall(30)]));
    scene.aim(behind, Float64Array.from(wall(19.9)));
    const { ends, steps } = await scene.safeStep({ each: 'object', gap: 0.5 });
    expect(steps[0]).toBe(0);
    expect(ends[1]![0]).toBeGreaterThan(18.5);
    expect(ends[1]![0]).toBeLessThanOrEqual(19.5);
    scene.dispose();
  });

  it.each(['advance', 'scene', 'object', 'vertex'] as const)(
    'knows the vertices of a welded object that is aimed at its place (%s)',
    async (way) => {
      const scene = engine.createScene();
      // Two triangles with a common edge, each with corners of its own.
      const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
      const object = scene.add({ positions, indices: TWO, weld: true });
      const wallAt = scene.add({ positions: Float32Array.of(0.2, 0.2, -1, 0.3, 0.2, 1, 0.2, 0.3, 1), indices: ONE });
      scene.place(object, shifted(0, 0, 5));
      scene.aim(object, shifted(0, 0, 5));
      const answer = way === 'advance' ? await scene.advance({}) : await scene.safeStep({ each: way });
      if (answer.ends[0]) {
        expect([...answer.ends[0]]).toEqual([...positions]);
        scene.move(object, answer.ends[0]);
      }
      if (answer.places[0]) scene.place(object, answer.places[0]);
      expect((await scene.collide()).kinds).toHaveLength(0);
      scene.place(object, shifted(0, 0, 0));
      expect((await scene.collide()).objectPairs.subarray(0, 2)).toEqual(Uint32Array.of(object, wallAt));
      scene.dispose();
    },
  );

  it('goes where positions and place can only be reached together', async () => {
    const scene = engine.createScene();
    const first = scene.add({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: ONE });
    // The new positions in the old place would be out of range, at 2^256.
    const object = scene.add({ positions: Float64Array.of(5, 0, 0, 6, 0, 0, 5, 1, 0), indices: ONE });
    scene.place(object, scaled(2 ** 160));
    scene.aim(first, Float64Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1));
    scene.aim(object, scaled(1));
    scene.aim(
      object,
      Float64Array.from([5, 0, 0, 6, 0, 0, 5, 1, 0], (x) => x * 2 ** 96),
    );
    const { fallback } = await scene.advance({});
    expect(fallback).toBe('none');
    expect((await scene.closest(first, object)).distance).toBeCloseTo(5 * 2 ** 96, -20);
    scene.dispose();
  });

  it.each(['scene', 'object', 'vertex'] as const)(
    'asks collide about an object that changes its shape and gets a place (%s)',
    async (each) => {
      const scene = engine.createScene();
      // A tip above the middle of a sloping triangle, then below it. Rounded to multiples of 8, it stays above.
      const at = (tip: number) =>
        Float64Array.of(-6, -6, 3.9, 6, -6, 3.9, 0, 12, -4.1, 0, 0, tip, 1, 0, tip + 90, 0, 1, tip + 90);
      const object = scene.add({ positions: at(5), indices: TWO });
      scene.aim(object, shifted(0, 0, 1.5 * 2 ** 55));
      scene.aim(object, at(1));
      const { ends, places } = await scene.safeStep({ self: true, each });
      scene.move(object, ends[0]!);
      scene.place(object, places[0]!);
      expect((await scene.collide({ self: true })).kinds).toHaveLength(0);
      scene.dispose();
    },
  );

  it('does not bend an object that is aimed at the place that it has', async () => {
    const scene = engine.createScene();
    const positions = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, 1, 0);
    const plate = scene.add({ positions, indices: ONE });
    scene.place(plate, shifted(0, 0, 5));
    const tip = (z: number) => Float64Array.of(0, 0.3, z, 0.1, 0.3, z + 2, 0, 0.4, z + 2);
    const coming = scene.add({ positions: tip(6), indices: ONE });
    scene.aim(plate, shifted(0, 0, 5));
    scene.aim(coming, tip(4.5));
    const { ends, corrections } = await scene.advance({ gap: 0.1 });
    expect(ends[0]).toBeUndefined();
    expect(corrections[0].every((x) => x === 0)).toBe(true);
    expect((await scene.collide()).kinds).toHaveLength(0);
    scene.dispose();
  });

  it('aborted anywhere, is where it was and aimed where it was', async () => {
    const build = () => {
      const scene = engine.createScene();
      scene.add({ positions: Float64Array.from(wall(0)), indices: ONE });
      const opening = scene.add({ positions: Float64Array.from([...needle, ...wall(20)]), indices: TWO });
      const fan = Float32Array.of(50, 0, 0, 51, 0, 0, 50, 1, 0, 51, 0, 0, 51, 1, 0, 50, 1, 0);
      const welded = scene.add({ positions: fan, indices: TWO, weld: true });
      const instance = scene.addInstance(welded);
      scene.place(instance, shifted(0, 0, 9));
      scene.aim(opening, Float64Array.from([...opened, ...wall(15)]));
      scene.aim(
        welded,
        fan.map((x, i) => x + (i % 3 === 2 ? 3 : 0)),
      );
      scene.aim(instance, shifted(0, 0, 7));
      return scene;
    };
    const whole = build();
    const { ends, places } = await whole.advance({ self: true });
    whole.dispose();
    let aborted = 0;
    for (let turns = 1; turns < 400; turns += 7) {
      const scene = build();
      const controller = new AbortController();
      const stepping = scene.advance({ self: true, signal: controller.signal }).then(
        () => 'done',
        (error: Error) => error.message,
      );
      for (let i = 0; i < turns; i++) await Promise.resolve();
      controller.abort(new Error('enough'));
      if ((await stepping) === 'enough') {
        aborted++;
        const again = await scene.advance({ self: true });
        expect([again.ends, again.places], `${turns} turns`).toEqual([ends, places]);
      }
      scene.dispose();
    }
    expect(aborted).toBeGreaterThan(5);
  });

  it.each([0, 1, 2, 3, 5, 8])('is refused when the engine goes away in the middle (%i turns)', async (turns) => {
    const own = await createEngine({ threads: 0 });
    const scene = own.createScene();
    scene.add({ positions: Float64Array.from(wall(0)), indices: ONE });
    const moving = scene.add({ positions: Float64Array.from([...needle, ...wall(20)]), indices: TWO });
    scene.aim(moving, Float64Array.from([...opened, ...wall(-30)]));
    const outcome = scene.advance({ self: true }).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? String(error),
    );
    for (let i = 0; i < turns; i++) await Promise.resolve();
    own.dispose();
    expect(['done', 'disposed']).toContain(await outcome);
  });
});
