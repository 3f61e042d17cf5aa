import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeScene, openScene, type SceneName, sceneNames } from '../../scenes/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { isLong } from '../support/thoroughness.ts';

/** Sizes up to this are counted always, larger ones with COLLIDESCOPE_SLOW=1. */
const ALWAYS = 41_000;
const cases = sceneNames.flatMap((name) => describeScene(name).sizes.map((size) => ({ name, size })));

describe('sizes as the papers state them', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  async function objectSizes(name: SceneName, size: number): Promise<Record<string, number>> {
    const scene = await openScene(name, { size, engine });
    const sizes = scene.objects.map((object) => [object.name, object.indices.length / 3] as const);
    scene.dispose();
    return Object.fromEntries(sizes);
  }

  for (const { name, size } of cases) {
    it.skipIf(size > ALWAYS && !isLong)(`${name} has ${size} triangles, within 5 %`, async () => {
      const total = Object.values(await objectSizes(name, size)).reduce((sum, count) => sum + count, 0);
      expect(Math.abs(total - size)).toBeLessThan(0.05 * size);
    });
  }

  const parts: [SceneName, number, Record<string, number>][] = [
    ['hand-and-phone', 5_700, { hand: 4_800, phone: 900 }],
    ['hat-and-mouse', 16_500, { hat: 1_500, mouse: 15_000 }],
    ['dolphin-and-cylinder', 7_368, { dolphin: 564, cylinder: 6_804 }],
  ];
  it.each(parts)('%s of %i is divided as in its paper, within 5 %', async (name, size, expected) => {
    const found = await objectSizes(name, size);
    for (const [part, count] of Object.entries(expected))
      expect(Math.abs(found[part] - count)).toBeLessThan(0.05 * count);
  });

  it('the leaves are 150 of 156 triangles', async () => {
    const { tree, ground, ...leaves } = await objectSizes('leaves', 40_000);
    expect(Object.values(leaves)).toEqual(new Array(150).fill(156));
    expect(tree + ground).toBeGreaterThan(15_000);
  });
});
