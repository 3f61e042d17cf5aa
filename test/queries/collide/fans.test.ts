/** Fans: what shape each vertex' triangles have, and which are certified to be free of collisions. */
import { describe, expect, it } from 'vitest';
import type { MeshInput } from '../../../src/index.ts';
import { FAN_CLOSED, FAN_IRREGULAR, FAN_OPEN, FAN_ROUND } from '../../../src/memory/constants.ts';
import { checkCollideOptions } from '../../../src/queries/collide/options.ts';
import { collideWasm } from '../../../src/queries/collide/wasm.ts';
import { readGrid, withObjects } from '../../support/kernel-job.ts';

/** The shapes of all vertices, which of them are certified, and the pairs. */
async function fansOf(mesh: MeshInput) {
  return withObjects([mesh], async (runtime, objects) => {
    const { kinds, stats } = await collideWasm(runtime, objects, checkCollideOptions({ self: true }));
    const object = objects.get(0);
    const bytes = new Uint8Array(runtime.memory.buffer);
    const vertices = [...Array(mesh.positions.length / 3).keys()];
    return {
      shapes: vertices.map((vertex) => bytes[(object?.adjacency?.fans ?? 0) + vertex]),
      certified: vertices.map((vertex) => bytes[readGrid(runtime).certified + vertex] === 1),
      pairs: kinds.length,
      neighbourTests: stats.neighbourTests,
    };
  });
}

/** Triangles from the vertex 0 to neighbouring vertices of a ring, closed or not. */
function fan(ring: readonly (readonly number[])[], isClosed: boolean): MeshInput {
  const indices: number[] = [];
  for (let i = 0; i < ring.length - (isClosed ? 0 : 1); i++) indices.push(0, 1 + i, 1 + ((i + 1) % ring.length));
  return { positions: Float64Array.of(0, 0, 0, ...ring.flat()), indices: Uint32Array.from(indices) };
}

const circle = (count: number, turns: number, height: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * turns * i) / count;
    return [Math.cos(angle), Math.sin(angle), height(i)];
  });

describe('a fan', () => {
  it('that goes round once is closed and certified', async () => {
    const { shapes, certified, pairs, neighbourTests } = await fansOf(
      fan(
        circle(7, 1, (i) => 0.1 * (i % 3)),
        true,
      ),
    );
    expect(shapes[0]).toBe(FAN_ROUND);
    expect(certified).toEqual(certified.map(() => true));
    expect([pairs, neighbourTests]).toEqual([0, 0]);
  });

  it('that ends is open and certified', async () => {
    const { shapes, certified, pairs } = await fansOf(
      fan(
        circle(9, 0.8, () => 0.2),
        false,
      ),
    );
    expect(shapes[0]).toBe(FAN_OPEN);
    expect(certified[0]).toBe(true);
    expect(pairs).toBe(0);
  });

  it('that goes round twice is not certified, and its pairs are tested', async () => {
    const { shapes, certified, pairs, neighbourTests } = await fansOf(
      fan(
        circle(9, 2, (i) => 0.05 * i),
        true,
      ),
    );
    expect(shapes[0]).toBe(FAN_CLOSED);
    expect(certified[0]).toBe(false);
    expect(neighbourTests).toBeGreaterThan(0);
    expect(pairs).toBeGreaterThan(0);
  });

  it('with three triangles at an edge is irregular and not certified', async () => {
    const mesh = {
      positions: Float64Array.of(0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 1, 0, -1, -1, 0),
      indices: Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 1, 4),
    };
    const { shapes, certified, pairs } = await fansOf(mesh);
    expect(shapes.slice(0, 2)).toEqual([FAN_IRREGULAR, FAN_IRREGULAR]);
    expect(certified.slice(0, 2)).toEqual([false, false]);
    expect(pairs).toBe(0);
  });
});
