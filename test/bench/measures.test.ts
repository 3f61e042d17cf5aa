/** What benchmarks count: losses, pairs that are left, passes by level, shares of time. */
import { describe, expect, it } from 'vitest';
import { mean, median, percent, ratio } from '../../bench/papers/numbers.ts';
import { withoutObjects } from '../../bench/papers/scene-frames.ts';
import { looksByLevel, type Pruning } from '../../bench/papers/self-cullide-pruning.ts';
import { shareOfLast } from '../../bench/papers/self-cullide-tables.ts';
import { collidingTriangles, lossesOf, survivorCount, survivorsApart, workOf } from '../../bench/papers/survivors.ts';
import { objectPairsLeft } from '../../bench/papers/sweep-and-prune.ts';
import { medianInTurns } from '../../bench/papers/timing.ts';
import type { AnimatedObject } from '../../scenes/index.ts';

describe('what a culling left', () => {
  // Triangle 5 of object 0 collides with two triangles of object 2; triangle 7 of object 2 with one of its own object.
  const trianglePairs = Uint32Array.of(0, 5, 2, 6, 0, 5, 2, 7, 2, 7, 2, 9);

  it('loses nothing when it holds all that collides', () => {
    const survivorTriangles = Uint32Array.of(0, 5, 1, 0, 2, 6, 2, 7, 2, 9);
    expect(lossesOf({ trianglePairs }, { survivorTriangles })).toEqual({ triangles: 0, pairs: 0 });
    expect(survivorCount({ survivorTriangles })).toBe(5);
  });

  it('loses a pair when it lacks one of its triangles, and counts a triangle once', () => {
    const survivorTriangles = Uint32Array.of(0, 5, 2, 6, 2, 9);
    expect(lossesOf({ trianglePairs }, { survivorTriangles })).toEqual({ triangles: 1, pairs: 2 });
    const nothing = new Uint32Array();
    expect(lossesOf({ trianglePairs }, { survivorTriangles: nothing })).toEqual({ triangles: 4, pairs: 3 });
  });

  it('is held against every triangle that collides, each counted once', () => {
    expect(collidingTriangles({ trianglePairs })).toBe(4);
  });

  it('is compared with what another left', () => {
    const [a, b] = [Uint32Array.of(0, 5, 1, 0, 2, 6), Uint32Array.of(0, 5, 2, 6, 2, 7, 2, 9)];
    expect(survivorsApart({ survivorTriangles: a }, { survivorTriangles: b })).toBe(3);
    expect(survivorsApart({ survivorTriangles: a }, { survivorTriangles: a })).toBe(0);
  });

  it('sums up queries and renderings', () => {
    const pass = { view: 'x', pass: 1, level: 'object', before: 9, after: 8, triangles: 7, milliseconds: 1 } as const;
    const passes = [
      { ...pass, queries: 3, renders: 4 },
      { ...pass, queries: 10, renders: 20 },
    ];
    expect(workOf({ passes })).toEqual({ queries: 13, renders: 24 });
  });
});

describe('pairs of objects that are left', () => {
  const strip = (x: number): AnimatedObject => ({
    name: `at ${x}`,
    positions: Float32Array.of(x, 0, 0, x + 1, 0, 0, x, 1, 0, x + 10, 0, 0, x + 11, 0, 0, x + 10, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
    deforming: false,
  });
  const objects = [strip(0), strip(0.5), strip(20)];
  const mirror = { id: (object: AnimatedObject) => 10 * objects.indexOf(object) };

  it('are those with overlapping boxes of triangles, each counted once, none within an object', () => {
    const all = Uint32Array.of(0, 0, 0, 1, 10, 0, 10, 1, 20, 0, 20, 1);
    expect(objectPairsLeft(objects, mirror, { survivorTriangles: all })).toBe(1);
  });

  it('are none when the triangles that are left lie apart, although the objects overlap', () => {
    expect(objectPairsLeft(objects, mirror, { survivorTriangles: Uint32Array.of(0, 0, 10, 1) })).toBe(0);
  });
});

describe('passes', () => {
  it('belong to a level by threes of looks, each beginning with its pass 1', () => {
    const passes = [1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 1, 2].map((pass) => ({ pass }));
    expect(looksByLevel(passes)).toEqual([
      [0, 2, 4],
      [6, 10],
    ]);
    expect(looksByLevel([])).toEqual([]);
  });

  const pruning: Pruning = {
    model: 'model',
    generator: 'layered',
    triangles: 1000,
    collidingPairs: 0,
    clusterSize: 4,
    exactMilliseconds: 1,
    passes: [
      {
        milliseconds: 6,
        drawn: 6000,
        queries: 0,
        looks: [
          { milliseconds: 4, trianglesLeft: 400 },
          { milliseconds: 2, trianglesLeft: 220 },
        ],
        trianglesLeft: 220,
        pairsLost: 0,
        exactMilliseconds: 1,
      },
      {
        milliseconds: 4,
        drawn: 440,
        queries: 0,
        looks: [{ milliseconds: 4, trianglesLeft: 200 }],
        trianglesLeft: 200,
        pairsLost: 0,
        exactMilliseconds: 1,
      },
    ],
  };

  it('tell the share of time of what is pruned last', () => {
    // The last look prunes 2.5 % of the 800 and takes 4 of 10 ms.
    expect(shareOfLast(pruning, 2.5)).toBeCloseTo(40);
    // Half of it.
    expect(shareOfLast(pruning, 1.25)).toBeCloseTo(20);
    // The first look prunes 75 %: the last 62.5 % are its half and the rest.
    expect(shareOfLast(pruning, 62.5)).toBeCloseTo(80);
  });
});

describe('a scene without some of its objects', () => {
  it('follows the whole scene', () => {
    const object = (name: string) => ({
      name,
      positions: new Float32Array(),
      indices: new Uint32Array(),
      deforming: false,
    });
    const whole = {
      name: 'scene',
      seed: 1,
      version: 0,
      objects: [object('floor'), object('bunny')],
      selfCollisions: true,
      stepped: 0,
      step(dt: number) {
        this.stepped += dt;
      },
      dispose() {},
    };
    const part = withoutObjects(whole, ['floor']);
    expect(part.objects.map(({ name }) => name)).toEqual(['bunny']);
    whole.objects = [object('floor'), object('piece 1'), object('piece 2')];
    whole.version = 1;
    expect(part.objects.map(({ name }) => name)).toEqual(['piece 1', 'piece 2']);
    expect(part.version).toBe(1);
    part.step(0.5);
    expect(whole.stepped).toBe(0.5);
  });
});

describe('times', () => {
  it('are taken in turns', async () => {
    const order: string[] = [];
    const run = (name: string) => async () => {
      order.push(name);
      return name.length;
    };
    const turns = { warmUp: 1, measured: 1 };
    const { one, three } = await medianInTurns({ one: run('one'), three: run('three') }, turns);
    expect(order).toEqual(['one', 'three', 'one', 'three']);
    expect([one.answer, three.answer]).toEqual([3, 5]);
    expect(one.milliseconds).toBeGreaterThanOrEqual(0);
  });

  it('have averages and ratios, and none where there is nothing to divide by', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect([median([5, 1, 2]), median([4, 1])]).toEqual([2, 2.5]);
    expect([ratio(3, 2), ratio(3, 0)]).toEqual([1.5, undefined]);
    expect([percent(1, 8), percent(0, 0)]).toEqual([12.5, undefined]);
  });
});
