/** `selfOverlapVolume` to rounding: against volumes known from construction, and when images must tell. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Volume, type VolumeOptions } from '../../../src/index.ts';
import { box, insideOut, joined, mapped, meshOf, prism, type Solid, type Vector } from '../../support/prisms.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

async function selfOverlap(mesh: MeshInput, options?: VolumeOptions): Promise<Volume> {
  using scene = engine.createScene();
  return await scene.selfOverlapVolume(scene.add(mesh), options);
}

/** The volume in which at least two of some boxes lie, each place as often as boxes lie there, less one. */
function overlapOfBoxes(boxes: readonly (readonly [Vector, Vector])[]): number {
  const cuts = [0, 1, 2].map((k) =>
    [...new Set(boxes.flatMap(([low, high]) => [low[k], high[k]]))].sort((p, q) => p - q),
  );
  let sum = 0;
  for (let i = 1; i < cuts[0].length; i++) {
    for (let j = 1; j < cuts[1].length; j++) {
      for (let l = 1; l < cuts[2].length; l++) {
        const middle = [cuts[0][i], cuts[1][j], cuts[2][l]].map((value, k) => (value + cuts[k][[i, j, l][k] - 1]) / 2);
        const sides = [i, j, l].map((at, k) => cuts[k][at] - cuts[k][at - 1]);
        const count = boxes.filter(([low, high]) => middle.every((x, k) => low[k] < x && x < high[k])).length;
        sum += Math.max(0, count - 1) * sides[0] * sides[1] * sides[2];
      }
    }
  }
  return sum;
}

const solidOf = (boxes: readonly (readonly [Vector, Vector])[]): Solid =>
  joined(...boxes.map(([low, high]) => box(low, high)));

/** A box with a strip of triangles about its middle, which boxes at its ends do not reach. */
function stripBox([x0, y0, z0]: Vector, [x1, y1, z1]: Vector): Solid {
  const [left, right] = [x0 + (x1 - x0) * 0.4375, x0 + (x1 - x0) * 0.5625];
  const [bottom, top] = [
    [x0, left, right, x1],
    [x1, right, left, x0],
  ];
  return prism([...bottom.map((x) => [x, y0] as const), ...top.map((x) => [x, y1] as const)], z0, z1);
}

/** Turned by a map in whole numbers that keeps volumes, so that no face is seen edge-on. */
const turned = (solid: Solid) => mapped(solid, ([x, y, z]) => [x + 2 * y, x + 3 * y + z, 2 * x + 4 * y + z]);

/** A tube along a closed path of points in space, with a square section. */
function tube(path: readonly Vector[], width: number): Solid {
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  const count = path.length;
  for (const [i, p] of path.entries()) {
    const [before, after] = [path.at(i - 1)!, path[(i + 1) % count]];
    const way = [0, 1, 2].map((k) => after[k] - before[k]);
    const length = Math.hypot(...way);
    const [dx, dy, dz] = way.map((value) => value / length);
    const side = [-dy, dx, 0].map((value) => value / Math.hypot(dx, dy));
    const up = [dy * side[2] - dz * side[1], dz * side[0] - dx * side[2], dx * side[1] - dy * side[0]];
    for (const [s, u] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])
      vertices.push([0, 1, 2].map((k) => p[k] + (width / 2) * (s * side[k] + u * up[k])) as unknown as Vector);
    for (let k = 0; k < 4; k++) {
      const [a, b] = [4 * i + k, 4 * i + ((k + 1) % 4)];
      const [c, d] = [4 * ((i + 1) % count) + ((k + 1) % 4), 4 * ((i + 1) % count) + k];
      triangles.push([a, b, c], [a, c, d]);
    }
  }
  return { vertices, triangles };
}

describe('selfOverlapVolume', () => {
  it('of k cubes, each reaching into the next, is exact', async () => {
    for (let k = 2; k <= 6; k++) {
      const boxes = Array.from({ length: k }, (_, i): [Vector, Vector] => [
        [1.5 * i, 0.25 * i, 0.125 * i],
        [1.5 * i + 2, 0.25 * i + 2, 0.125 * i + 2],
      ]);
      const solid = joined(...boxes.map(([low, high]) => stripBox(low, high)));
      const found = await selfOverlap(meshOf(solid));
      expect(found.method, `${k} cubes`).toBe('exact');
      expect(Math.abs(found.volume - overlapOfBoxes(boxes)), `${k} cubes`).toBeLessThanOrEqual(found.errorBound);
      expect(found.errorBound).toBeLessThan(1e-12);
      expect(found.bounds).toEqual({ min: [1.5, 0.25, 0.125], max: [1.5 * k - 1, 0.25 * k + 1.5, 0.125 * k + 1.75] });
      const slanted = await selfOverlap(meshOf(turned(solid)));
      expect(slanted.method).toBe('exact');
      const known = overlapOfBoxes(boxes);
      expect(Math.abs(slanted.volume - known)).toBeLessThanOrEqual(slanted.errorBound);
    }
  });

  it('of k slabs that cross in one place, and of k cubes at a corner, leaves to images what winds more than twice', async () => {
    for (let k = 2; k <= 5; k++) {
      const slabs = Array.from({ length: k }, (_, i): [Vector, Vector] => {
        const at = (axis: number): [number, number] =>
          axis === i % 3 ? [0.25 * i, 0.25 * i + 1] : [-5 - i / 8, 5 + i / 8];
        return [
          [at(0)[0], at(1)[0], at(2)[0]],
          [at(0)[1], at(1)[1], at(2)[1]],
        ];
      });
      const corners = Array.from({ length: k }, (_, i): [Vector, Vector] => [
        [0.25 * i, 0.3125 * i, 0.4375 * i],
        [0.25 * i + 2, 0.3125 * i + 2, 0.4375 * i + 2],
      ]);
      for (const boxes of [slabs, corners]) {
        const found = await selfOverlap(meshOf(solidOf(boxes)), { stacks: false });
        expect(found.method, `${k}`).toBe(k === 2 ? 'exact' : 'layers');
        expect(Math.abs(found.volume - overlapOfBoxes(boxes)), `${k}`).toBeLessThanOrEqual(found.errorBound);
      }
    }
  });

  it('of a tube that passes through its own wall like the neck of a bottle', async () => {
    const rounds = 48;
    const path = Array.from({ length: rounds }, (_, i): Vector => {
      const t = (2 * Math.PI * i) / rounds;
      // A figure of eight that crosses itself, with its two strands a little apart in height.
      return [3 * Math.sin(t), 2 * Math.sin(2 * t), 0.4 * Math.cos(t)];
    });
    const mesh = meshOf(tube(path, 1));
    const exact = await selfOverlap(mesh);
    expect(exact.method).toBe('exact');
    expect(exact.errorBound).toBeLessThan(1e-12);
    const images = await selfOverlap(mesh, { resolution: 512, axis: 'all' });
    expect(images.method).toBe('layers');
    expect(Math.abs(exact.volume - images.volume)).toBeLessThanOrEqual(images.errorBound + exact.errorBound);
    expect(exact.volume).toBeGreaterThan(0.1);
  });

  it('of what is nested, hollow, inside out, or touches itself', async () => {
    const cube = box([0, 0, 0], [4, 4, 4]);
    const inner = box([1, 1, 1], [2, 2, 2]);
    const cases: [string, Solid, number, Volume['method']][] = [
      ['plain', cube, 0, 'exact'],
      ['twice', joined(cube, inner), 1, 'exact'],
      ['hollow', joined(cube, insideOut(inner)), 0, 'exact'],
      ['one of it inside out', joined(cube, insideOut(box([6, 0, 0], [7, 1, 1]))), 1, 'exact'],
      ['inside out as a whole', insideOut(joined(cube, inner)), 1, 'layers'],
      ['flush', joined(cube, box([4, 0, 0], [5, 4, 4])), 0, 'layers'],
    ];
    for (const [name, solid, known, method] of cases) {
      const found = await selfOverlap(meshOf(solid));
      expect(found.method, name).toBe(method);
      expect(Math.abs(found.volume - known), name).toBeLessThanOrEqual(found.errorBound);
    }
  });
});
