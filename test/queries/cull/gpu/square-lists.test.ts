/** Lists per square of the image hold what may show there, in the order of drawing; how large squares are changes no outcome. */
import { describe, expect, it } from 'vitest';
import { WasmRuntime } from '../../../../src/backend/wasm/runtime.ts';
import { participants } from '../../../../src/backend/wasm/scene-job.ts';
import { SceneObject } from '../../../../src/backend/wasm/scene-object.ts';
import { checkMesh } from '../../../../src/mesh/check-mesh.ts';
import { objectElements } from '../../../../src/queries/cull/elements.ts';
import { frameOf, viewFrame } from '../../../../src/queries/cull/frame.ts';
import { Pieces } from '../../../../src/queries/cull/gpu/pieces.ts';
import { visitOnGpu } from '../../../../src/queries/cull/gpu/prune-gpu.ts';
import { squareLists } from '../../../../src/queries/cull/gpu/square-lists.ts';
import { checkCullOptions } from '../../../../src/queries/cull/options.ts';
import { AXIS_VIEWS } from '../../../../src/queries/cull/views.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';

describe('lists of pieces', () => {
  /** Three triangles, corners in 1/256 of a pixel: all over the image, in one pixel, and across the line between two panes. */
  const pieces = () => {
    const made = new Pieces({ resolution: 300, depthBits: 24 });
    made.add(0, [0, 0, 5], [300 * 256, 0, 5], [0, 300 * 256, 5]);
    made.add(1, [256, 256, 5], [512, 256, 5], [256, 512, 5]);
    made.add(2, [120 * 256, 120 * 256, 5], [140 * 256, 120 * 256, 5], [120 * 256, 140 * 256, 5]);
    return made;
  };

  it('cuts triangles at panes, and leaves out what has no centre of a pixel', () => {
    const made = pieces();
    expect(made.count).toBe(9 + 1 + 4);
    made.add(3, [10, 10, 5], [90, 10, 5], [10, 90, 5]);
    made.add(4, [0, 0, 5], [1000, 1000, 5], [2000, 2000, 5]);
    expect(made.count).toBe(14);
  });

  it('does what is too steep for steps of 64 bits pixel by pixel, each with the depth of its centre', () => {
    const made = new Pieces({ resolution: 300, depthBits: 32 });
    // Two pixels wide and ten high, through the whole depth from left to right.
    made.add(0, [0, 0, 0], [2 * 256, 0, 2 ** 32], [0, 20 * 256, 0]);
    expect(made.count).toBeGreaterThan(5);
    for (let at = 0; at < made.words.length; at += 20) {
      expect(made.words[at]).toBe(made.words[at + 1]);
      // Half a pixel, or one and a half, of two: a quarter or three quarters of the depth, of which the middle is zero.
      const quarters = 2 * (made.words[at] & 0xffff) + 1;
      expect(made.words[at + 17] | 0).toBe(quarters * 2 ** 30 - 2 ** 31);
    }
  });

  it.each([1 << 20, 600, 1])('have every piece where it may show, in order: %i entries at most', (most) => {
    const made = pieces();
    const { bits, squares, starts, entries } = squareLists(made.words, 300, most);
    expect(squares).toBe(Math.ceil(300 / 2 ** bits));
    expect([3, 4, 5, 6, 7]).toContain(bits);
    for (let square = 0; square < squares * squares; square++) {
      const found = [...entries.subarray(starts[square], starts[square + 1])];
      const [x, y] = [square % squares, Math.floor(square / squares)];
      const expected = [...Array(made.count).keys()].filter((piece) => {
        const [first, last] = [made.words[20 * piece], made.words[20 * piece + 1]];
        const side = 2 ** bits;
        const overlaps = (low: number, high: number, at: number) => low < (at + 1) * side && high >= at * side;
        return overlaps(first & 0xffff, last & 0xffff, x) && overlaps(first >>> 16, last >>> 16, y);
      });
      expect(found).toEqual(expected);
    }
  });
});

describeGpu('squares of other sizes', (file) => {
  it('give the same outcome', async () => {
    const runtime = await WasmRuntime.open(0);
    const random = new Random(5);
    const objects = random.times(12, (id): [number, SceneObject] => {
      const middle = random.times(3, () => random.real(-1, 1));
      const positions = Float32Array.from({ length: 9 }, (_, i) => middle[i % 3] + random.real(-0.8, 0.8));
      return [id, new SceneObject(runtime, checkMesh({ positions }))];
    });
    const list = participants(objects);
    const frame = frameOf(list);
    const outcomes = [];
    for (const entriesMost of [1 << 20, 90, 1]) {
      const options = checkCullOptions({ coverage: 'sampled', resolution: 300, iterations: 3 });
      const elements = objectElements(list, [...list.keys()]);
      const view = viewFrame(frame, AXIS_VIEWS[2], options);
      const kept = new Uint8Array(elements.count);
      const visit = { view, elements, orders: [], kept, iterations: 3, onProgress: undefined };
      const { passes } = await visitOnGpu(file.gpu(), runtime, list, options, frame, visit, entriesMost);
      const counts = passes.map(({ milliseconds: _milliseconds, ...pass }) => pass);
      outcomes.push({ sets: [...elements.sets], counts });
    }
    runtime.dispose();
    expect(new Set(outcomes[0].sets).size).toBeGreaterThan(1);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });
});
