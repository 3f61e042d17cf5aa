/**
 * Scenes whose segments or places once came out wrong: the engine equals the second oracle, and the ends of segments lie on
 * both triangles.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/index.ts';
import { answerOf } from '../../attack/attack.ts';
import { type AttackScene, bakedMeshes, expectedAnswer } from '../../attack/scenes/scene.ts';
import { segmentErrors } from '../../attack/segments.ts';
import { fromCase } from '../../support/scene-case.ts';

const ULPS_MOST = 16;
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));

function read(file: string) {
  const saved = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
  const meshes = fromCase(saved);
  const places: AttackScene['places'] = meshes.map((_, object) => saved.places?.[object] ?? undefined);
  const { segments: _, ...options } = saved.options;
  const scene: AttackScene = { meshes, places, options };
  return { scene, expected: saved.expected.trianglePairs as number[][] };
}

describe.each(files)('%s', (file) => {
  it('expects what the second oracle says', () => {
    const { scene, expected } = read(file);
    expect(expectedAnswer(scene).pairs).toEqual(expected);
  });

  it.each([0, 1, 2])('is answered with %i threads', async (threads) => {
    const { scene, expected } = read(file);
    const engine = await createEngine({ backend: 'wasm', threads });
    try {
      const { pairs, segments } = await answerOf(engine, scene);
      expect(pairs).toEqual(expected);
      const errors = segmentErrors(bakedMeshes(scene), pairs, segments);
      expect(errors.filter(({ ulps }) => !(ulps <= ULPS_MOST))).toEqual([]);
    } finally {
      engine.dispose();
    }
  });
});
