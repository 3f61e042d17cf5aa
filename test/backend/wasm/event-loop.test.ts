/**
 * A loop of queries that are too short to yield leaves the calling thread to others now and then. The clock goes on by a hundredth of a
 * millisecond whenever it is read, so that no query seems long, however busy the machine is.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEngine, type MeshInput } from '../../../src/index.ts';

/** Triangles beside each other. */
function row(count: number): MeshInput & { readonly positions: Float32Array } {
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) positions.set([2 * t, 0, 0, 2 * t + 1, 0, 0, 2 * t, 1, 0], 9 * t);
  return { positions };
}

const QUERIES_MOST = 2_000;

describe.each([0, 2])('with %i threads', (threads) => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [2, 'move'],
    [200, 'move'],
    [2, 'stay'],
    [200, 'stay'],
  ])('a loop of queries of %i triangles that %s lets a timer in', async (count, how) => {
    const engine = await createEngine({ backend: 'wasm', threads });
    const scene = engine.createScene();
    const mesh = row(count);
    const id = scene.add(mesh);
    await scene.collide({ self: true });
    let clock = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 0.01));
    let isCalled = false;
    setTimeout(() => {
      isCalled = true;
    });
    for (let query = 0; !isCalled && query < QUERIES_MOST; query++) {
      if (how === 'move') scene.move(id, mesh.positions);
      await scene.collide({ self: true });
    }
    engine.dispose();
    expect(isCalled).toBe(true);
  });
});
