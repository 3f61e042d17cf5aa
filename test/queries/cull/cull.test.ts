import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bunniesScene } from '../../../scenes/kinematic/bunnies.ts';
import { createEngine, type Engine, type Scene } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import {
  CULL_DEFAULTS,
  CULL_PRESETS,
  CULL_SET,
  type Culled,
  type CullOptions,
  type CullPreset,
} from '../../../src/papers/index.ts';
import { asRows } from '../../support/engine-answer.ts';
import { Random } from '../../support/random.ts';
import { randomCrowd, randomScene, sceneNames } from '../../support/random-scenes.ts';
import { lying, standing, triangle } from '../../support/shapes.ts';
import { isLong } from '../../support/thoroughness.ts';

let engine: Engine;
let threaded: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
  threaded = await createEngine({ backend: 'wasm', threads: 2 });
});
afterAll(() => {
  engine?.dispose();
  threaded?.dispose();
});

const PRESETS = Object.keys(CULL_PRESETS) as CullPreset[];

function names(list: Uint32Array): string[] {
  return Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);
}

/** Triangles of true pairs, as `object:triangle`. */
async function colliding(scene: Scene, self = false): Promise<Set<string>> {
  const { trianglePairs } = await scene.collide({ self });
  return new Set(names(trianglePairs));
}

/** Two bunnies through each other, of so many triangles in all. */
async function bunnies(of: Engine, size: number): Promise<Scene> {
  const scene = of.createScene();
  for (const { positions, indices, matrix } of (await bunniesScene({ size })).objects) {
    const id = scene.add({ positions, indices });
    if (matrix) scene.place(id, matrix);
  }
  return scene;
}

/** Boxes side by side along x, one unit apart, without contact. */
function row(count: number): Float32Array[] {
  return Array.from({ length: count }, (_, i) => Float32Array.of(2 * i, 0, 0, 2 * i + 1, 0, 0, 2 * i, 1, 1));
}

describe('two bunnies', () => {
  const size = isLong ? 136_000 : 16_000;

  it(`of ${size} triangles at 1400²: all that collide are left, and at most three times as many`, async () => {
    using scene = await bunnies(threaded, size);
    const truth = await colliding(scene);
    const { survivorTriangles } = await papers.cull(scene, { resolution: 1400 });
    const left = new Set(names(survivorTriangles));
    expect([...truth].filter((name) => !left.has(name))).toEqual([]);
    expect(left.size).toBeLessThanOrEqual(3 * truth.size);
    // And within themselves: neighbours do not keep each other.
    const within = await papers.cull(scene, { resolution: 1400, self: true });
    const all = await colliding(scene, true);
    const leftWithin = new Set(names(within.survivorTriangles));
    expect([...all].filter((name) => !leftWithin.has(name))).toEqual([]);
    expect(leftWithin.size).toBeLessThanOrEqual(3 * all.size);
  });

  it('as the papers have them: CULLIDE loses some, FAR none', async () => {
    using scene = await bunnies(threaded, 16_000);
    const truth = [...(await colliding(scene))];
    const lost = async (options: CullOptions) => {
      const left = new Set(names((await papers.cull(scene, { resolution: 300, ...options })).survivorTriangles));
      return truth.filter((name) => !left.has(name)).length;
    };
    expect(await lost({ preset: 'cullide' })).toBeGreaterThan(0);
    expect(await lost({ preset: 'quick-cullide' })).toBeGreaterThan(0);
    expect(await lost({ preset: 'far' })).toBe(0);
  });

  it('collide in the same pairs after culling, and say what each stage removed', async () => {
    using scene = await bunnies(threaded, 16_000);
    const plain = await scene.collide();
    const options = { resolution: 500, hierarchy: true };
    expect(asRows(await scene.collide({ cull: options }))).toEqual(asRows(plain));
    const culled = await papers.cullCollide(scene, options);
    expect(asRows(culled)).toEqual(asRows(plain));
    const { cull, milliseconds, candidates } = culled.stats;
    expect(cull).toMatchObject({
      method: 'quick passes, conservative coverage',
      survivors: 2,
      triangles: plain.stats.triangles,
    });
    expect(cull.levels.map(({ level }) => level)).toEqual(['object', 'cluster', 'triangle']);
    expect(cull.levels.at(-1)?.after).toBe(cull.survivorTriangles);
    expect(cull.survivorTriangles).toBeLessThan(plain.stats.triangles / 4);
    expect(milliseconds.cull).toBeGreaterThan(0);
    expect(candidates).toBeLessThan(plain.stats.candidates);
    expect(plain.stats.cull).toBeUndefined();
  });
});

describe('the answer', () => {
  it('is the same whatever the number of threads', async () => {
    for (const options of [
      {},
      { self: true },
      { preset: 'far' },
      { preset: 'self-cullide', order: 'back-to-front' },
    ] as const) {
      const answers = [];
      for (const of of [engine, threaded]) {
        using scene = of.createScene();
        for (const mesh of randomCrowd(3)) scene.add(mesh);
        const { survivorTriangles, survivors, sets, objectPairs, passes } = await papers.cull(scene, {
          ...options,
          resolution: 200,
          clusterSize: 8,
        });
        const counts = passes.map(({ milliseconds: _milliseconds, ...pass }) => pass);
        answers.push({ survivorTriangles, survivors, sets, objectPairs, counts });
      }
      expect(answers[1]).toEqual(answers[0]);
    }
  });

  it('is the same whether views are visited in one job or, for a trace, one by one', async () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = new Random(seed);
      using scene = engine.createScene();
      for (const mesh of randomCrowd(seed)) scene.add(mesh);
      const options: CullOptions = {
        preset: random.pick(['cullide', 'quick-cullide', 'self-cullide', 'far'] as const),
        resolution: random.pick([20, 150, 300]),
        views: random.pick(['xyz', 'z-x', 'y 1,2,3']),
        order: random.pick(['given', 'back-to-front'] as const),
        iterations: random.pick([1, 2]),
        rounds: random.pick([1, 2, 3]),
        // Triangles then have an order of their own.
        hierarchy: random.chance(0.5),
        clusterSize: random.pick([3, 64]),
      };
      const atOnce = await papers.cull(scene, options);
      const oneByOne = await papers.cull(scene, { ...options, trace: true });
      const parts = ({ survivorTriangles, sets, passes }: Culled) => ({
        survivorTriangles,
        sets,
        passes: passes.map(({ milliseconds: _milliseconds, ...pass }) => pass),
      });
      expect(parts(atOnce), `seed ${seed}, ${JSON.stringify(options)}`).toEqual(parts(oneByOne));
    }
  });

  it('is right when a pane has thousands of objects', async () => {
    using scene = engine.createScene();
    // Sheets behind each other: each hides all that follow, and only the first is fully visible in both passes.
    const count = 4500;
    for (let i = 0; i < count; i++) scene.add({ positions: Float32Array.of(0, 0, i, 2, 0, i, 0, 2, i) });
    const options = { preset: 'cullide', resolution: 32, views: 'z', level: 'object', rounds: 1 } as const;
    const { survivors, passes } = await papers.cull(scene, options);
    expect([...survivors]).toEqual(Array.from({ length: count - 1 }, (_, i) => i + 1));
    expect(passes.map(({ after }) => after)).toEqual([count, count - 1]);
  });

  it('tells what was left after every pass, when asked', async () => {
    using scene = await bunnies(threaded, 2000);
    const { passes, trace, survivorTriangles, sets } = await papers.cull(scene, { resolution: 200, trace: true });
    expect(trace).toHaveLength(passes.length);
    const last = trace!.at(-1)!;
    expect(last.pass).toBe(passes.length - 1);
    const left = [...last.sets].flatMap(([object, labels]) =>
      [...labels].flatMap((set, index) => (set === CULL_SET.BFV ? [] : [[object, index, set]])),
    );
    expect(left.map(([object, index]) => `${object}:${index}`)).toEqual(names(survivorTriangles));
    expect(left.map(([, , set]) => set)).toEqual([...sets]);
    expect((await papers.cull(scene, { resolution: 200 })).trace).toBeUndefined();
  });

  it('has sets within which nothing collides', async () => {
    const counts = [0, 0, 0, 0];
    for (const name of sceneNames) {
      using scene = engine.createScene();
      for (const mesh of randomScene(name, 5)) scene.add(mesh);
      const { trianglePairs } = await scene.collide({ self: true });
      const { survivorTriangles, sets } = await papers.cull(scene, { self: true, resolution: 40 });
      for (const set of sets) counts[set]++;
      const setOf = new Map(names(survivorTriangles).map((triangleName, i) => [triangleName, sets[i]]));
      const pairNames = names(trianglePairs);
      for (let i = 0; i < pairNames.length; i += 2) {
        const [a, b] = [setOf.get(pairNames[i]), setOf.get(pairNames[i + 1])];
        const apart = a === b && (a === CULL_SET.FFV || a === CULL_SET.SFV);
        expect(apart, `${name}: ${pairNames[i]} and ${pairNames[i + 1]}`).toBe(false);
      }
    }
    expect(counts[CULL_SET.FFV]).toBeGreaterThan(0);
    expect(counts[CULL_SET.SFV]).toBeGreaterThan(0);
    expect(counts[CULL_SET.BFV]).toBe(0);
  });

  it('keeps what is nearer than a distance', async () => {
    for (const coverage of ['uobb', 'conservative'] as const) {
      using scene = engine.createScene();
      for (const positions of row(4)) scene.add({ positions });
      const options = { coverage, resolution: 256, passes: 'quick' } as const;
      expect((await papers.cull(scene, options)).survivors).toHaveLength(0);
      expect([...(await papers.cull(scene, { ...options, distance: 1.01 })).survivors]).toEqual([0, 1, 2, 3]);
      // FAR's boxes stick out beyond their triangles.
      const far = await papers.cull(scene, { ...options, distance: coverage === 'uobb' ? 0.1 : 0.9 });
      expect(far.survivors).toHaveLength(0);
    }
  });

  it('follows the objects as they move', async () => {
    using scene = engine.createScene();
    scene.add(lying());
    const id = scene.add(standing());
    expect([...(await papers.cull(scene)).survivors]).toEqual([0, 1]);
    scene.place(id, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 50, 50, 50, 1]);
    expect([...(await papers.cull(scene)).survivors]).toEqual([]);
    expect([...(await papers.cull(scene, { views: 'auto' })).survivors]).toEqual([]);
  });
});

describe('auto', () => {
  it('begins with the view that pruned best last time', async () => {
    using scene = engine.createScene();
    // Behind each other along y, so that only views along x and z tell them apart; along z all but a few are one pixel.
    for (let i = 0; i < 12; i++) scene.add({ positions: Float32Array.of(0, i, 0, 1, i, 0.1 * i, 0, i, 1) });
    const first = await papers.cull(scene, {
      views: 'auto',
      resolution: 32,
      rounds: 1,
      iterations: 1,
      level: 'object',
    });
    const pruned: Record<string, number> = { x: 0, y: 0, z: 0 };
    for (const { view, before, after } of first.passes) pruned[view] += before - after;
    const best = Object.entries(pruned).sort(([, a], [, b]) => b - a)[0][0];
    const second = await papers.cull(scene, {
      views: 'auto',
      resolution: 32,
      rounds: 1,
      iterations: 1,
      level: 'object',
    });
    expect(second.passes[0].view).toBe(best);
  });
});

describe('scenes with little in them', () => {
  const empty = () => ({ positions: new Float32Array(0), indices: new Uint32Array(0) });

  it.each(['nothing', 'one object', 'a thousand empty objects', 'one among a thousand empty ones'])(
    '%s',
    async (what) => {
      using scene = engine.createScene();
      if (what.includes('one')) scene.add(lying());
      if (what.includes('thousand')) for (let i = 0; i < 1000; i++) scene.add(empty());
      for (const options of [{}, { self: true }, ...PRESETS.map((preset) => ({ preset }))]) {
        const { survivors, survivorTriangles, sets, objectPairs } = await papers.cull(scene, {
          ...options,
          resolution: 16,
        });
        expect([survivors.length, survivorTriangles.length, sets.length, objectPairs.length]).toEqual([0, 0, 0, 0]);
      }
    },
  );

  it('a view that sees nothing, because the scene is flat, prunes nothing when it samples', async () => {
    using scene = engine.createScene();
    scene.add(triangle(0, 0, 0, 4, 0, 0, 0, 4, 0));
    scene.add(triangle(1, 1, 0, 5, 1, 0, 1, 5, 0));
    const sampled = await papers.cull(scene, { preset: 'cullide', views: 'x' });
    expect([...sampled.survivors]).toEqual([0, 1]);
    expect(sampled.passes).toEqual([]);
    for (const views of ['x', 'z', 'xyz']) expect([...(await papers.cull(scene, { views })).survivors]).toEqual([0, 1]);
    expect([...(await papers.cull(scene, { preset: 'far', views: 'yxz' })).survivors]).toEqual([0, 1]);
  });

  it('everything in one point', async () => {
    using scene = engine.createScene();
    for (let i = 0; i < 3; i++) scene.add(triangle(1, 2, 3, 1, 2, 3, 1, 2, 3));
    for (const preset of PRESETS) await papers.cull(scene, { preset, resolution: 8 });
    expect([...(await papers.cull(scene, { resolution: 8 })).survivors]).toEqual([0, 1, 2]);
  });
});

describe('cull refuses', () => {
  const cases: [string, object, string, RegExp][] = [
    ['no pixels', { resolution: 0 }, 'option-range', /resolution is number 0; expected a whole number from 1 to 16384/],
    ['too many pixels', { resolution: 1e6 }, 'option-range', /resolution/],
    ['half a pixel', { resolution: 1.5 }, 'option-range', /resolution/],
    ['an unknown view', { views: 'w' }, 'option-value', /views is the text "w"; expected one to nine letters/],
    ['no view', { views: '' }, 'option-value', /views/],
    ['a list of views', { views: ['x'] }, 'option-value', /views/],
    ['an unknown preset', { preset: 'collide' }, 'option-value', /"cullide", "self-cullide", "quick-cullide" or "far"/],
    ['odd depths', { depthBits: 8 }, 'option-value', /depthBits is number 8; expected 16, 24 or 32/],
    ['clusters of one', { clusterSize: 1 }, 'option-range', /clusterSize/],
    ['no iterations', { iterations: 0 }, 'option-range', /iterations is number 0; expected a whole number from 1, or/],
    ['no rounds', { rounds: Number.NaN }, 'option-range', /rounds/],
    ['a negative distance', { distance: -1 }, 'option-range', /distance is number -1; expected a number from 0/],
    ['a distance that is not a number', { distance: Number.NaN }, 'option-range', /distance/],
    [
      'a sweep within objects',
      { self: true, sweep: true },
      'option-conflict',
      /sweep leaves out .*Use one or the other/,
    ],
    ['a distance between samples', { preset: 'cullide', distance: 1 }, 'option-conflict', /sampled coverage cannot/],
    ['an unknown level', { level: 'pixel' }, 'option-value', /level/],
    ['an unknown option', { veiws: 'x' }, 'unknown-option', /cull has no option "veiws"; it has preset, passes/],
    ['a flag of another type', { self: 1 }, 'option-type', /self is number 1; expected true or false/],
  ];
  it.each(cases)('%s', async (_name, options, code, message) => {
    using scene = engine.createScene();
    const error = await papers.cull(scene, options as CullOptions).catch((caught) => caught);
    expect(error).toMatchObject({ name: 'OptionError', code });
    expect(error.message).toMatch(message);
  });

  it('what collide decides itself', async () => {
    using scene = engine.createScene();
    await expect(scene.collide({ cull: { self: true } as object })).rejects.toThrow(/cull has no option "self"/);
    await expect(scene.collide({ cull: { generator: 'hardware' } as object })).rejects.toThrow(/no option "generator"/);
    for (const lossy of [{ preset: 'quick-cullide' }, { preset: 'cullide' }, { coverage: 'sampled' }]) {
      const refused = { code: 'option-value', message: expect.stringMatching(/which lose no pair/) };
      await expect(scene.collide({ cull: lossy as object })).rejects.toMatchObject(refused);
    }
    await expect(papers.cullCollide(scene, { distance: 1 })).rejects.toMatchObject({ code: 'option-conflict' });
    await expect(scene.collide({ cull: 3 as never })).rejects.toThrow(
      /cull is number 3; expected true, false or options/,
    );
    await expect(scene.collide({ cull: { resolution: -1 } })).rejects.toThrow(/collide: cull: resolution is number -1/);
  });

  it('the hardware generator on an engine without WebGPU', async () => {
    using scene = engine.createScene();
    await expect(papers.cull(scene, { generator: 'hardware' })).rejects.toMatchObject({
      name: 'EngineError',
      code: 'no-webgpu',
    });
  });
});

describe('a long query', () => {
  it.each([0, 2])('with %i threads reports progress and can be cancelled', async (threads) => {
    using scene = await bunnies(threads === 0 ? engine : threaded, 8000);
    const heard: number[] = [];
    await papers.cull(scene, { resolution: 1024, onProgress: (done) => heard.push(done) });
    expect(heard.at(-1)).toBe(1);
    expect(heard.toSorted((a, b) => a - b)).toEqual(heard);
    const controller = new AbortController();
    const reason = new Error('enough');
    const stopped = papers.cull(scene, {
      resolution: 1024,
      // By pairs of boxes it would be over before anything is heard of it.
      boxes: false,
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(stopped).rejects.toBe(reason);
    // By pairs, while it runs: time-slices-of-queries.test.ts.
    await expect(papers.cull(scene, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect((await papers.cull(scene, { resolution: 64 })).survivors).toHaveLength(2);
  });

  it('has documented defaults', () => {
    expect(CULL_DEFAULTS).toMatchObject({ passes: 'quick', coverage: 'conservative', views: 'xyz', resolution: 1024 });
  });
});
