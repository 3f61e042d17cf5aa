import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SceneMirror } from '../../scenes/index.ts';
import { assemblyScene } from '../../scenes/kinematic/assembly.ts';
import { CONTACT_KIND, createEngine, type Engine } from '../../src/index.ts';

describe('the assembly', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 2 });
  });
  afterAll(() => engine.dispose());

  it.each([1, 2, 3, 4])(
    'has hundreds of parts that touch, and exactly the three clashes cross, with seed %i',
    async (seed) => {
      const scene = await assemblyScene({ seed, size: 30_000 });
      const mirror = new SceneMirror(engine, scene);
      const { trianglePairs, kinds, objectPairs } = await mirror.scene.collide();
      const crossing = new Set<string>();
      kinds.forEach((kind, pair) => {
        const names = [trianglePairs[4 * pair], trianglePairs[4 * pair + 2]].map((id) => scene.objects[id].name);
        if (kind === CONTACT_KIND.crossing) crossing.add(names.join(' | '));
      });
      expect(scene.objects.length).toBe(324);
      expect(objectPairs.length / 3).toBeGreaterThan(324);
      expect(scene.clashes).toHaveLength(3);
      expect([...crossing].sort()).toEqual(scene.clashes.map((names) => names.join(' | ')).sort());
      mirror.dispose();
    },
  );
});
