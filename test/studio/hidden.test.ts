/** What the studio says that triangles of CAD files could hide. */
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';
import type { Model } from '../../src/io/index.ts';
import { FileWorld, type OpenedFile } from '../../studio/src/worker/file-world.ts';
import { refineFiles } from '../../studio/src/worker/refine-files.ts';
import { boxMesh } from '../support/box-mesh.ts';

/** Boxes along x, each this far from the one before. */
function model(gaps: readonly number[], deflection: number): Model {
  let at = -1;
  const parts = gaps.map((gap, i) => {
    at += 1 + gap;
    const { positions, indices } = boxMesh([at, 0, 0, at + 1, 1, 1]);
    return { name: `box ${i}`, positions: Float64Array.from(positions), indices, deflection };
  });
  return { format: 'step', unit: 'millimeter', parts };
}

function opened(gaps: readonly number[], asked: number[] = []): OpenedFile {
  const read = model(gaps, 0.1);
  return {
    name: 'row.step',
    read,
    model: read,
    clips: [],
    colours: gaps.map(() => undefined),
    readAgain: async ({ deflection }) => {
      asked.push(deflection!.value);
      return model(gaps, deflection!.value);
    },
  };
}

const watch = { signal: new AbortController().signal, progress: () => {}, notify: () => {} };

describe('what triangles could hide, in the studio', () => {
  it('is made less by reading files again where parts are near, and only there', async () => {
    const asked: number[] = [];
    const refined = await refineFiles([opened([0, 0, 5], asked)], watch);
    expect(asked).toEqual([0.01, 0.001]);
    expect(refined.couldHide).toBe(0.002);
    expect(refined.models[0].parts.map(({ deflection }) => deflection)).toEqual([0.001, 0.001, 0.1]);
    const apart = await refineFiles([opened([0, 5, 5], asked)], watch);
    expect([apart.couldHide, asked.length]).toEqual([0, 2]);
  });

  it('is told when a file cannot be read again, which stays as it is', async () => {
    const told: string[] = [];
    const gone = { ...opened([0, 0]), readAgain: () => Promise.reject(new Error('it was removed')) };
    const refined = await refineFiles([gone], { ...watch, notify: ({ text }) => told.push(text) });
    expect(refined).toEqual({ models: [gone.read], couldHide: 0.2 });
    expect(told[0]).toContain('row.step: it was removed');
  });

  it('is that of the triangles that were asked for', async () => {
    const asked: number[] = [];
    const deflection = { kind: 'absolute', value: 0.1 } as const;
    const refined = await refineFiles([opened([0, 0], asked)], { ...watch, deflection });
    expect([refined.couldHide, asked]).toEqual([0.2, []]);
  });

  it('is not made less where files move', async () => {
    const clip = {} as OpenedFile['clips'][number];
    const asked: number[] = [];
    const refined = await refineFiles(
      [opened([0, 0], asked), { ...opened([9]), name: 'walk.gltf', clips: [clip] }],
      watch,
    );
    expect([refined.couldHide, asked]).toEqual([undefined, []]);
  });

  it('is what the coarsest parts could hide as soon as something is moved by hand', async () => {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    try {
      const world = new FileWorld(engine);
      for (const add of world.addFile(opened([0, 5, 5]))) add();
      expect(world.hidden).toEqual({ couldHide: 0.2, unrefined: true });
      world.couldHide = 0;
      expect(world.hidden).toEqual({ couldHide: 0 });
      world.drag(world.objects[1], new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1]));
      expect(world.hidden).toEqual({ couldHide: 0.2, unrefined: true });
      const other = new FileWorld(engine);
      other.adopt(world);
      expect(other.hidden).toEqual({ couldHide: 0.2, unrefined: true });
      other.remove(other.objects[1]);
      expect(other.hidden).toEqual({ couldHide: 0 });
    } finally {
      engine.dispose();
    }
  });
});
