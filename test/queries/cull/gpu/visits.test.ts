/** Visits in compute passes: lists that have to grow, squares of other sizes, what goes up and down, and what JavaScript does. */

import { expect, it } from 'vitest';
import { WasmRuntime } from '../../../../src/backend/wasm/runtime.ts';
import { participants } from '../../../../src/backend/wasm/scene-job.ts';
import { SceneObject } from '../../../../src/backend/wasm/scene-object.ts';
import { createEngine } from '../../../../src/index.ts';
import { checkMesh } from '../../../../src/mesh/check-mesh.ts';
import type { CullOptions } from '../../../../src/papers/index.ts';
import * as papers from '../../../../src/papers/index.ts';
import { wholeScene } from '../../../../src/queries/cull/elements.ts';
import { frameOf, viewFrame } from '../../../../src/queries/cull/frame.ts';
import { lookOnGpu } from '../../../../src/queries/cull/gpu/visits.ts';
import { checkCullOptions } from '../../../../src/queries/cull/options.ts';
import { AXIS_VIEWS } from '../../../../src/queries/cull/views.ts';
import { countCalls } from '../../../support/call-counts.ts';
import { ballMesh } from '../../../support/closed-meshes.ts';
import { cullOn, lostTriangles, triangleNames } from '../../../support/cull-engines.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { watchTraffic } from '../../../support/gpu-traffic.ts';
import { Random } from '../../../support/random.ts';
import { isLong } from '../../../support/thoroughness.ts';
import { withWatchedGpu } from '../../../support/watched-gpu.ts';

/** Waving sheets of quads that pass through each other, each an object. */
function sheets(count: number, side: number): { positions: Float32Array; indices: Uint32Array }[] {
  return Array.from({ length: count }, (_, sheet) => {
    const positions = new Float32Array(3 * (side + 1) ** 2);
    const indices = new Uint32Array(6 * side ** 2);
    for (let i = 0; i < (side + 1) ** 2; i++) {
      const [x, y] = [(i % (side + 1)) / side, Math.floor(i / (side + 1)) / side];
      positions.set([x, y, 0.05 * Math.sin(9 * x + 2 * sheet) + 0.05 * y], 3 * i);
    }
    for (let i = 0; i < side ** 2; i++) {
      const a = (i % side) + Math.floor(i / side) * (side + 1);
      indices.set([a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1], 6 * i);
    }
    return { positions, indices };
  });
}

describeGpu('visits on the GPU', (file) => {
  it('find the same whatever the size of squares, and when lists have to grow', async () => {
    const runtime = await WasmRuntime.open(0);
    const random = new Random(5);
    const objects = new Map(
      random.times(40, (id): [number, SceneObject] => {
        const middle = random.times(3, () => random.real(-1, 1));
        const positions = Float32Array.from({ length: 9 }, (_, i) => middle[i % 3] + random.real(-0.8, 0.8));
        return [id, new SceneObject(runtime, checkMesh({ positions }))];
      }),
    );
    const list = participants(objects);
    const frame = frameOf(list);
    const options = checkCullOptions({ coverage: 'sampled', resolution: 300 });
    const outcomes = [];
    for (const entriesMost of [1 << 20, 1500, 1]) {
      // A scene of its own, which knows nothing of the lists of the one before.
      const tools = { runtime, objects: new Map(objects), list, options, frame, entriesMost };
      const views = AXIS_VIEWS.map((view) => viewFrame(frame, view, options));
      const kept = new Uint8Array(list.length);
      const look = { views, orders: [], kept, iterations: 2, rounds: 1, isFresh: true, onProgress: undefined };
      const found = await lookOnGpu(file.gpu(), tools, { ...look, elements: wholeScene(list) });
      const visits = found.visits.map((passes) => passes.map(({ milliseconds: _milliseconds, ...pass }) => pass));
      outcomes.push({ packed: [...found.packed], visits, stable: found.stable, fragments: found.fragments });
    }
    runtime.dispose();
    const [small, middle, large] = outcomes;
    expect(new Set(small.visits.flat().map(({ after }) => after)).size).toBeGreaterThan(1);
    // Larger squares, so more pixels in which a piece may show.
    expect(small.fragments).toBeLessThan(middle.fragments);
    expect(middle.fragments).toBeLessThan(large.fragments);
    for (const { fragments: _fragments, ...outcome } of [middle, large]) {
      expect(outcome).toEqual({ packed: small.packed, visits: small.visits, stable: small.stable });
    }
  });

  const ways: readonly CullOptions[] = [
    { preset: 'quick-cullide' },
    {},
    { preset: 'far', self: true },
    ...(isLong
      ? [{ preset: 'far' } as const, { coverage: 'conservative', boxes: false } as const, { self: true }]
      : []),
  ];
  it.each(ways)('upload a scene once, and read back the sets once: %j', async (way) => {
    await withWatchedGpu(async ({ devices }) => {
      const engine = await createEngine({ backend: 'webgpu', threads: 0 });
      using scene = engine.createScene();
      const meshes = [0, 1, 2].map((i) => ballMesh(3, (x, y, z) => [x + 0.9 * i, y, z + 0.1 * i]));
      const ids = meshes.map((mesh) => scene.add(mesh));
      const options: CullOptions = { resolution: 60, ...way };
      const first = await papers.cull(scene, options);
      const traffic = watchTraffic(devices[0]);
      const second = await papers.cull(scene, options);
      const { stats } = second;
      expect(stats.backend).toBe('webgpu');
      expect(second.survivorTriangles).toEqual(first.survivorTriangles);
      // Parameters only: nothing of the meshes, whose vertices alone take more.
      const vertexBytes = 16 * (meshes[0].positions.length / 3);
      expect(traffic).toMatchObject({ submits: 1, maps: 1 });
      expect(traffic.bytesUp).toBeLessThan(vertexBytes);
      // The state, a line for each pass that may be made, and two bits for each triangle.
      expect(traffic.bytesDown).toBeLessThan(stats.triangles / 4 + 8192);
      const unmoved = traffic.bytesUp;
      scene.move(
        ids[1],
        (meshes[1].positions as Float32Array).map((x) => x * 0.99),
      );
      await papers.cull(scene, options);
      // What has moved, and no more; parameters are uploaded again.
      expect(traffic.bytesUp - 2 * unmoved).toBeGreaterThanOrEqual(vertexBytes);
      expect(traffic.bytesUp - 2 * unmoved).toBeLessThan(vertexBytes + 1024);
      engine.dispose();
    });
  });

  it('go on once a list of pairs has grown', async () => {
    const random = new Random(3);
    // Crowded: every box overlaps every other, so there are more pairs than there is room for at first.
    const meshes = random.times(3, () => ({
      positions: Float32Array.from({ length: 9 * 60 }, () => random.real(-1, 1)),
    }));
    await withWatchedGpu(async ({ devices }) => {
      const engine = await createEngine({ backend: 'webgpu', threads: 0 });
      using scene = engine.createScene();
      for (const mesh of meshes) scene.add(mesh);
      const options: CullOptions = { resolution: 30, rounds: 1 };
      const traffic = watchTraffic(devices[0]);
      const { survivorTriangles, stats } = await papers.cull(scene, options);
      expect(stats.backend).toBe('webgpu');
      // One more read-back for the list that had to grow.
      expect(traffic.maps).toBe(2);
      Object.assign(traffic, { submits: 0, maps: 0 });
      expect((await papers.cull(scene, options)).survivorTriangles).toEqual(survivorTriangles);
      expect(traffic).toMatchObject({ submits: 1, maps: 1 });
      const wasm = await createEngine({ backend: 'wasm', threads: 0 });
      const expected = await cullOn(wasm, meshes, options);
      expect(lostTriangles(new Set(expected.names), { ...expected, names: triangleNames(survivorTriangles) })).toEqual(
        [],
      );
      wasm.dispose();
      engine.dispose();
    });
  });

  const counted: readonly CullOptions[] = [
    { preset: 'quick-cullide' },
    { self: true },
    { preset: 'far', generator: 'hardware', level: 'cluster', clusterSize: 512 },
    ...(isLong
      ? [
          { preset: 'far' } as const,
          {},
          { coverage: 'conservative', boxes: false } as const,
          { self: true, coverage: 'uobb', boxes: false } as const,
          { preset: 'quick-cullide', generator: 'hardware' } as const,
          { self: true, generator: 'hardware' } as const,
        ]
      : []),
  ];
  it.each(counted)('take no call of JavaScript per triangle: %j', async (way) => {
    const engine = await createEngine({ backend: 'webgpu', threads: 0 });
    using scene = engine.createScene();
    for (const mesh of sheets(2, 160)) scene.add(mesh);
    const options: CullOptions = { ...way, resolution: 256, views: 'z', rounds: 1, iterations: 1 };
    const { answer, calls, above } = await countCalls(() => papers.cull(scene, options));
    engine.dispose();
    const { stats, survivorTriangles } = answer;
    expect(stats).toMatchObject({ backend: 'webgpu', triangles: 102_400 });
    const most = stats.triangles / 64;
    // More of them are left than that, so the answer must not take a call for each either.
    expect(survivorTriangles.length / 2).toBeGreaterThan(most);
    expect(calls.some(({ name }) => name.includes('visits.ts'))).toBe(true);
    // An occlusion query is a call for every element, which here are triangles.
    const isQuery = way.generator === 'hardware' && way.level === undefined;
    const often = above(most);
    expect(often.filter((name) => !(isQuery && name.includes('gpu/hardware.ts')))).toEqual([]);
    if (isQuery) expect(often.length).toBeGreaterThan(0);
  });
});
