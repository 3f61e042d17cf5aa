/** Welding by the kernels: the same vertices, in the same order, as src/mesh/weld.ts has. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SceneObject } from '../../../src/backend/wasm/scene-object.ts';
import type { MeshInput, Positions } from '../../../src/index.ts';
import { weld } from '../../../src/mesh/weld.ts';
import { withObjects } from '../../support/kernel-job.ts';
import { Random } from '../../support/random.ts';

/** What an object has of a mesh: its corners, by the given vertices that they take their coordinates from. */
function cornersOf(object: SceneObject): number[] {
  const { u32 } = object.runtime.memory;
  const corners = u32.subarray(object.indices >>> 2, (object.indices >>> 2) + 3 * object.triangleCount);
  const { sources } = object;
  return [...corners].map((vertex) => sources?.[vertex] ?? vertex);
}

async function expectWelded(positions: Positions, indices: Uint32Array | undefined): Promise<void> {
  const mesh: MeshInput = indices ? { positions, indices, weld: true } : { positions };
  const { targets, sources } = weld(positions);
  const numbers = indices ?? Uint32Array.from(targets.keys());
  await withObjects([mesh], async (_, objects) => {
    const object = objects.get(0)!;
    expect(object.vertexCount).toBe(sources.length);
    expect(cornersOf(object)).toEqual([...numbers].map((vertex) => sources[targets[vertex]]));
    const { positions: taken } = object;
    const used = [...new Set(Array.from(numbers, (vertex) => targets[vertex]))];
    const at = (list: Positions, vertex: number) => [...list.subarray(3 * vertex, 3 * vertex + 3)];
    expect(used.flatMap((vertex) => at(taken, vertex))).toEqual(
      used.flatMap((vertex) => at(positions, sources[vertex])),
    );
  });
}

describe('vertices that the kernels weld', () => {
  it.each([
    ['single', Float32Array],
    ['double', Float64Array],
  ] as const)('are those that weld() finds, of %s precision', async (_, Numbers) => {
    const coordinate = fc.constantFrom(0, -0, 1, -1, 0.1, 1 / 3, 2 ** -126, 2 ** 70);
    const corner = fc.tuple(coordinate, coordinate, coordinate);
    const vertices = fc.array(fc.tuple(corner, corner, corner), { maxLength: 12 });
    const scene = fc.tuple(vertices, fc.boolean(), fc.infiniteStream(fc.nat()));
    await fc.assert(
      fc.asyncProperty(scene, async ([triangles, isSoup, random]) => {
        const positions = Numbers.from(triangles.flat(2));
        const count = positions.length / 3;
        const indices = Uint32Array.from({ length: count }, () => random.next().value % count);
        await expectWelded(positions, isSoup ? undefined : indices);
      }),
      { seed: 21, numRuns: 30 },
    );
  });

  it.each([
    ['each of them several times', 1000],
    ['each but a few of them once, more than a soup is expected to have', 2 ** 40],
  ])('are found in a soup of several chunks: %s', async (_, different) => {
    const random = new Random(5);
    const count = 3 * 6000;
    const values = Float64Array.from({ length: 3 * count }, () => Math.floor(random.next() * different) / 16);
    for (let i = 0; i < 30; i++) values.copyWithin(3 * (count - 1 - i), 300 * i, 300 * i + 3);
    await expectWelded(values, undefined);
    await expectWelded(Float32Array.from(values), undefined);
  });

  it.each(['low', 'high', 'hash'] as const)(
    'are told apart where they differ in bits that a table may not look at: %s',
    async (bits) => {
      const random = new Random(8);
      const words = Uint32Array.from({ length: 3 * 3 * 500 }, () => {
        const some = random.integer(0, 63);
        return 0x3f800000 + (bits === 'low' ? some : some << 17);
      });
      // All in a few places of the table: what is mixed in last makes up for what was before.
      const mixed = (hash: number, word: number) => {
        const product = Math.imul(hash ^ word, 0x85ebca6b);
        return (product ^ (product >>> 15)) >>> 0;
      };
      const doubles = new Uint32Array(2 * words.length);
      for (let i = 0; i < words.length; i += 3) {
        if (bits === 'hash') words[i + 2] = (mixed(mixed(0, words[i]), words[i + 1]) & 0xbfffffff) | 0x1000000;
        const low = (k: number) => words[i + k] & 0x7fffff;
        doubles.set([low(0), 0x3ff00000, low(1), 0x3ff00000, 0, 0x3ff00000], 2 * i);
        const hash = [...doubles.subarray(2 * i, 2 * i + 4)].reduce(mixed, 0);
        doubles[2 * i + 4] = bits === 'hash' ? hash : low(2);
        if (bits === 'high')
          doubles.set([0, 0x3ff00000 + low(0), 0, 0x3ff00000 + low(1), 0, 0x3ff00000 + low(2)], 2 * i);
      }
      await expectWelded(new Float32Array(words.buffer), undefined);
      await expectWelded(new Float64Array(doubles.buffer), undefined);
    },
  );

  it('are found beside others that no triangle uses', async () => {
    const positions = Float32Array.of(9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, -0, 0, 0, 1, 0, 0, 7, 7, 7, 0, 0, 1);
    await expectWelded(positions, Uint32Array.of(1, 2, 3, 5, 4, 7));
    await withObjects([{ positions, indices: Uint32Array.of(1, 2, 3, 5, 4, 7), weld: true }], async (_, objects) => {
      expect(objects.get(0)!.restBox).toEqual([0, 0, 0, 1, 1, 1]);
    });
  });
});
