/** Queries without a promise: the answers of those with one, at once; and errors where that cannot be. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Scene } from '../../src/index.ts';
import { Random } from '../support/random.ts';

/** Triangles in a small box, so that many of them meet. */
function soup(random: Random, triangles: number, double: boolean) {
  const values = Array.from({ length: 9 * triangles }, () => random.real(-1, 1));
  return double ? Float64Array.from(values) : Float32Array.from(values);
}

function fill(scene: Scene, random: Random): void {
  const ids = [0, 1, 2].map((i) => scene.add({ positions: soup(random, 4 + 6 * i, i === 1) }));
  scene.addInstance(ids[0]);
  scene.place(3, [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.3, 0.1, 0, 1]);
  scene.place(ids[2], [2, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1]);
  scene.aim(1, soup(random, 10, true));
  scene.aim(3, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1]);
}

const withoutStats = <T extends { stats: unknown }>({ stats: _, ...answer }: T) => answer;

/** What a call throws. */
function thrown(call: () => unknown): { code?: string; message?: string } {
  try {
    call();
  } catch (error) {
    return error as Error & { code: string };
  }
  return {};
}

describe.each([0, 2])('queries without a promise, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
    await engine.prepare(['collide', 'contacts', 'impacts']);
  });
  afterAll(() => engine.dispose());

  it.each(Array.from({ length: 3 }, (_, seed) => seed))('answer as those with one, seed %i', async (seed) => {
    using scene = engine.createScene();
    fill(scene, new Random(seed));
    for (const options of [{}, { self: true }, { self: true, between: false }, { pairs: [[0, 2] as const] }]) {
      const now = scene.collideSync({ ...options, segments: true });
      expect(withoutStats(now)).toEqual(withoutStats(await scene.collide({ ...options, segments: true })));
      const near = scene.contactsSync(0.1, options);
      expect(withoutStats(near)).toEqual(withoutStats(await scene.contacts(0.1, options)));
      const met = scene.impactsSync(options);
      expect(withoutStats(met)).toEqual(withoutStats(await scene.impacts(options)));
    }
    expect(scene.collideSync({ self: true }).kinds.length).toBeGreaterThan(0);
    // Once more, with what has been kept.
    scene.place(3, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0, 0, 1]);
    const again = scene.collideSync({ self: true });
    expect(withoutStats(again)).toEqual(withoutStats(await scene.collide({ self: true })));
    expect('points' in scene.contactsSync(0.1, { points: false })).toBe(false);
  });

  it('are refused while another query runs, and work after it', async () => {
    using scene = engine.createScene();
    fill(scene, new Random(1));
    const running = scene.collide();
    expect(thrown(() => scene.collideSync()).code).toBe('busy');
    expect(thrown(() => scene.contactsSync(1)).code).toBe('busy');
    expect(thrown(() => scene.impactsSync()).message).toMatch(/impacts\(\) and its promise/);
    const answer = await running;
    expect(scene.collideSync().trianglePairs).toEqual(answer.trianglePairs);
  });

  it('cannot be called from within each other', () => {
    using scene = engine.createScene();
    fill(scene, new Random(2));
    const codes = new Set<string | undefined>();
    scene.collideSync({ onProgress: () => codes.add(thrown(() => scene.collideSync()).code) });
    expect([...codes]).toEqual(['busy']);
    scene.place(3, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.2, 0, 0, 1]);
    expect(thrown(() => scene.collideSync({ onProgress: () => JSON.parse('{') }))).toBeInstanceOf(SyntaxError);
    expect(scene.collideSync().kinds.length).toBeGreaterThan(0);
  });

  it('check their options as the others do', async () => {
    using scene = engine.createScene();
    fill(scene, new Random(3));
    expect(thrown(() => scene.collideSync({ cull: {} })).code).toBe('option-conflict');
    expect(thrown(() => scene.collideSync({ output: 'gpu' } as never)).code).toBe('option-conflict');
    expect(thrown(() => scene.collideSync({ selv: true } as never)).code).toBe('unknown-option');
    expect(thrown(() => scene.contactsSync(-1)).code).toBe('option-range');
    expect(thrown(() => scene.impactsSync({ pairs: [[0, 9]] })).code).toBe('unknown-object');
    expect(thrown(() => scene.collideSync({ signal: AbortSignal.abort(new Error('enough')) })).message).toBe('enough');
    await expect(engine.prepare(['within' as never])).rejects.toMatchObject({ code: 'option-value' });
    await expect(engine.prepare('contacts' as never)).rejects.toMatchObject({ code: 'option-type' });
  });
});

it('say when they are not ready, or the engine is no more', async () => {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const scene = engine.createScene();
  fill(scene, new Random(4));
  expect(thrown(() => scene.contactsSync(1))).toMatchObject({ code: 'not-ready' });
  expect(thrown(() => scene.impactsSync()).message).toMatch(/engine\.prepare/);
  expect(scene.collideSync().kinds.length).toBeGreaterThan(0);
  await engine.prepare(['contacts']);
  expect(scene.contactsSync(1).kinds.length).toBeGreaterThan(0);
  engine.dispose();
  expect(thrown(() => scene.collideSync()).code).toBe('disposed');
  await expect(engine.prepare(['contacts'])).rejects.toMatchObject({ code: 'disposed' });
});
