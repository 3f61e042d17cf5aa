/** Steps that pass through nothing: checked by `collide` after every one of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Scene } from '../../src/index.ts';
import { Random } from '../support/random.ts';

const FRAMES = Number(process.env.COLLIDESCOPE_STEP_FRAMES ?? 30);

/** A square cloth of 2 · side² triangles in the plane y = height. */
function cloth(side: number, height: number) {
  const positions = new Float32Array(3 * (side + 1) ** 2);
  const indices: number[] = [];
  for (let j = 0; j <= side; j++) {
    for (let i = 0; i <= side; i++) {
      positions.set([i / side - 0.5, height, j / side - 0.5], 3 * (j * (side + 1) + i));
      if (i === side || j === side) continue;
      const v = j * (side + 1) + i;
      indices.push(v, v + side + 1, v + 1, v + 1, v + side + 1, v + side + 2);
    }
  }
  return { positions, indices: Uint32Array.from(indices) };
}

function ball(radius: number) {
  const [rows, columns] = [8, 12];
  const positions: number[] = [0, radius, 0, 0, -radius, 0];
  for (let j = 1; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [a, b] = [(Math.PI * j) / rows, (2 * Math.PI * i) / columns];
      positions.push(radius * Math.sin(a) * Math.cos(b), radius * Math.cos(a), radius * Math.sin(a) * Math.sin(b));
    }
  }
  const at = (j: number, i: number) => 2 + (j - 1) * columns + (i % columns);
  const indices: number[] = [];
  for (let i = 0; i < columns; i++) {
    indices.push(0, at(1, i + 1), at(1, i), 1, at(rows - 1, i), at(rows - 1, i + 1));
    for (let j = 1; j < rows - 1; j++) {
      indices.push(at(j, i), at(j, i + 1), at(j + 1, i), at(j, i + 1), at(j + 1, i + 1), at(j + 1, i));
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

const floor = {
  positions: Float32Array.of(-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2),
  indices: Uint32Array.of(0, 2, 1, 0, 3, 2),
};

/** Springs along the edges of a mesh, pulled back to their lengths a few times. */
function springs({ positions, indices }: { positions: Float32Array; indices: Uint32Array }) {
  const edges = new Map<string, [number, number, number]>();
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [p, q] = [indices[t + k], indices[t + ((k + 1) % 3)]].sort((a, b) => a - b);
      const length = Math.hypot(...[0, 1, 2].map((c) => positions[3 * p + c] - positions[3 * q + c]));
      edges.set(`${p} ${q}`, [p, q, length]);
    }
  }
  return (ends: Float32Array) => {
    for (let pass = 0; pass < 10; pass++) {
      for (const [p, q, rest] of edges.values()) {
        const way = [0, 1, 2].map((c) => ends[3 * q + c] - ends[3 * p + c]);
        const length = Math.hypot(...way) || 1;
        for (let c = 0; c < 3; c++) {
          const move = (0.5 * (length - rest) * way[c]) / length;
          ends[3 * p + c] += move;
          ends[3 * q + c] -= move;
        }
      }
    }
  };
}

describe.each([0, 2])('steps, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  async function expectFree(scene: Scene, message: string) {
    const { trianglePairs } = await scene.collide({ self: true });
    expect(Array.from(trianglePairs), message).toEqual([]);
  }

  /** A triangle over the floor that is aimed below it. */
  function falling() {
    const scene = engine.createScene();
    scene.add(floor);
    const positions = Float32Array.of(0, 1, 0, 0.5, 1, 0, 0, 1, 0.5);
    const body = scene.add({ positions });
    const shifted = (y: number) => positions.map((x, i) => (i % 3 === 1 ? x + y : x));
    return { scene, body, positions, shifted };
  }

  it.each(['scene', 'object', 'vertex'] as const)(
    'safeStep per %s stops before the floor, and is not stuck there',
    async (each) => {
      const { scene, body, shifted } = falling();
      scene.aim(body, shifted(-3));
      for (let step = 0; step < 6; step++) {
        const { objects, steps, ends, places, blockers, offsets } = await scene.safeStep({ each, gap: 0.01 });
        expect(Array.from(objects)).toEqual([body]);
        expect(steps.length).toBe(each === 'vertex' ? 3 : 1);
        expect(offsets[0]).toBe(0);
        expect(steps.every((s) => s > 0 && s < 1)).toBe(true);
        expect(places).toEqual([undefined]);
        expect(blockers.distances.length).toBeGreaterThan(0);
        expect(ends[0]).toBeInstanceOf(Float32Array);
        const least = Math.min(ends[0]![1], ends[0]![4], ends[0]![7]);
        expect(least).toBeGreaterThan(0);
        scene.move(body, ends[0]!);
        await expectFree(scene, `step ${step}`);
        scene.aim(body, shifted(-3));
      }
      // Away from the floor it may go all the way.
      scene.aim(body, shifted(0.001));
      if (each !== 'vertex') expect(Array.from((await scene.safeStep({ each })).steps)).toEqual([1]);
      scene.dispose();
    },
  );

  it.each([
    ['scene', 0.001],
    ['object', 0.03],
    ['scene', -1e6],
    ['object', -3],
  ] as const)('safeStep per %s keeps the gap though nothing meets, aimed at %d', async (each, height) => {
    const { scene, body, shifted } = falling();
    scene.aim(body, shifted(height - 1));
    const { ends, steps, blockers } = await scene.safeStep({ each, gap: 0.0625 });
    expect(steps[0]).toBeGreaterThan(0);
    expect(blockers.distances.length).toBeGreaterThan(0);
    scene.move(body, ends[0]!);
    const least = Math.min(...(await scene.contacts(1)).distances);
    expect(least).toBeGreaterThanOrEqual(0.0625);
    expect(least).toBeLessThan(0.2);
    scene.dispose();
  });

  it('the default gap of advance does not depend on how far things are aimed', async () => {
    for (const way of [3, 3e6]) {
      const { scene, body, shifted } = falling();
      scene.aim(body, shifted(way));
      const { corrections, contacts } = await scene.advance();
      expect([contacts.distances.length, corrections[0].every((x) => x === 0)]).toEqual([0, true]);
      scene.dispose();
    }
  });

  it('safeStep leaves the scene and its aims as they are', async () => {
    const { scene, body, shifted } = falling();
    scene.aim(body, shifted(-3));
    const before = await scene.impacts();
    await scene.safeStep();
    expect((await scene.impacts()).times).toEqual(before.times);
    expect((await scene.impacts()).times.length).toBeGreaterThan(0);
    scene.dispose();
  });

  it('safeStep of a place', async () => {
    const { scene, body } = falling();
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -4, 0, 1];
    scene.aim(body, matrix);
    const { ends, places, steps } = await scene.safeStep({ gap: 0.125 });
    expect(ends).toEqual([undefined]);
    expect(steps[0]).toBeGreaterThan(0.1);
    scene.place(body, places[0]!);
    const { distances } = await scene.contacts(2);
    expect(Math.min(...distances)).toBeGreaterThan(0.06);
    expect(Math.min(...distances)).toBeLessThan(0.3);
    scene.dispose();
  });

  it('safeStep of welded vertices answers for all that were given', async () => {
    const scene = engine.createScene();
    scene.add(floor);
    const soup = Float32Array.of(0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1);
    const body = scene.add({ positions: soup });
    scene.aim(body, soup.map((x, i) => (i % 3 === 1 ? -1 : x))); // biome-ignore format: one line
    const { ends, steps } = await scene.safeStep({ each: 'vertex' });
    expect(ends[0]).toHaveLength(18);
    expect(steps).toHaveLength(6);
    expect(Array.from(ends[0]!.subarray(3, 6))).toEqual(Array.from(ends[0]!.subarray(9, 12)));
    scene.move(body, ends[0]!);
    await expectFree(scene, 'welded');
    scene.dispose();
  });

  it('advance takes what is aimed at where nothing is in the way', async () => {
    const { scene, body, shifted } = falling();
    scene.aim(body, shifted(-0.5));
    const { ends, fallback, corrections, before, rounds } = await scene.advance({ gap: 0.01 });
    expect(ends[0]).toEqual(shifted(-0.5));
    expect([fallback, rounds, before.length]).toEqual(['none', 1, 0]);
    expect(corrections[0].every((x) => x === 0)).toBe(true);
    expect((await scene.contacts(0.51)).distances.length).toBeGreaterThan(0);
    scene.dispose();
  });

  it.each([0, 0.5])('a cloth falls on a ball and a floor and itself, friction %d', async (friction) => {
    const scene = engine.createScene();
    const mesh = cloth(10, 0.85);
    scene.add(floor);
    const moving = scene.add(ball(0.3));
    scene.place(moving, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.4, 0, 1]);
    const id = scene.add(mesh);
    const solve = springs(mesh);
    let positions: Float32Array = mesh.positions;
    let velocities: Float32Array = new Float32Array(positions.length);
    let low = 1;
    for (let frame = 0; frame < FRAMES; frame++) {
      const ends = positions.map((x, i) => x + velocities[i] + (i % 3 === 1 ? -0.004 : 0));
      solve(ends);
      scene.aim(id, ends);
      const y = 0.4 + 0.05 * Math.sin(frame / 5);
      scene.aim(moving, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1]);
      const answer = await scene.advance({ self: true, gap: 0.01, friction });
      const end = answer.ends[[...answer.objects].indexOf(id)] as Float32Array;
      velocities = end.map((x, i) => 0.98 * (x - positions[i]));
      positions = end;
      await expectFree(scene, `frame ${frame}, ${answer.fallback}`);
      low = Math.min(...positions.filter((_, i) => i % 3 === 1));
    }
    expect(low).toBeLessThan(0.7);
    scene.dispose();
  });

  it('a pull that no cloth can follow makes no collision either', async () => {
    const random = new Random(5);
    const scene = engine.createScene();
    const mesh = cloth(6, 0.4);
    scene.add(floor);
    const id = scene.add(mesh);
    let positions: Float32Array = mesh.positions;
    for (let frame = 0; frame < 6; frame++) {
      scene.aim(id, positions.map(() => random.real(-1, 1))); // biome-ignore format: one line
      const answer = await scene.advance({ self: true, gap: 0.005 });
      positions = answer.ends[0] as Float32Array;
      await expectFree(scene, `frame ${frame}, ${answer.fallback}`);
    }
    scene.dispose();
  });

  it('advance lists what collides already, and fixed vertices stay', async () => {
    const scene = engine.createScene();
    const crossing = Float32Array.of(0, -1, 0, 0, 1, 0, 0, 0, 1);
    const a = scene.add({ positions: Float32Array.of(-1, 0, 0.2, 1, 0, 0.2, 0, 0, 2) });
    const b = scene.add({ positions: crossing });
    scene.aim(b, crossing.map((x) => x + 0.25)); // biome-ignore format: one line
    const { before, ends } = await scene.advance({ inverseMasses: [{ object: b, values: 0 }] });
    expect(Array.from(before)).toEqual([a, 0, b, 0]);
    expect(ends[0]).toBeInstanceOf(Float32Array);
    scene.dispose();
  });

  it('an aborted advance has moved nothing', async () => {
    const { scene, body, shifted } = falling();
    scene.aim(body, shifted(-3));
    const abort = new AbortController();
    const asked = scene.advance({ signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect((await scene.impacts()).times.length).toBeGreaterThan(0);
    scene.dispose();
  });

  it('a step of nothing, and of nobody', async () => {
    const { scene, body, positions } = falling();
    expect((await scene.safeStep()).objects).toHaveLength(0);
    expect((await scene.advance()).fallback).toBe('none');
    scene.aim(body, positions);
    expect(Array.from((await scene.safeStep()).steps)).toEqual([1]);
    expect((await scene.advance()).fallback).toBe('none');
    scene.dispose();
  });

  it.each([
    [{ gap: -1 }, 'option-range'],
    [{ gap: Number.NaN }, 'option-range'],
    [{ pairs: [], self: true }, 'option-conflict'],
    [{ nothing: 1 }, 'unknown-option'],
  ])('refuses %o', async (options, code) => {
    const scene = engine.createScene();
    await expect(scene.safeStep(options as never)).rejects.toMatchObject({ code });
    await expect(scene.advance(options as never)).rejects.toMatchObject({ code });
    scene.dispose();
  });

  it('refuses what only one of them has', async () => {
    const { scene, body } = falling();
    await expect(scene.safeStep({ keep: 1 })).rejects.toMatchObject({ code: 'option-range' });
    await expect(scene.safeStep({ each: 'face' as never })).rejects.toMatchObject({ code: 'option-value' });
    await expect(scene.advance({ friction: -1 })).rejects.toMatchObject({ code: 'option-range' });
    const masses = [{ object: body, values: new Float64Array(2) }];
    await expect(scene.advance({ inverseMasses: masses })).rejects.toMatchObject({ code: 'option-value' });
    const gone = scene.advance({ inverseMasses: [{ object: 99, values: 1 }] });
    await expect(gone).rejects.toMatchObject({ code: 'unknown-object' });
    scene.dispose();
  });
});
