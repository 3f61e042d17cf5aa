/** Looking through a surface for what is near some boxes misses nothing, however small, flat, large or far away these are. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { SceneObject } from '../../../src/backend/wasm/scene-object.ts';
import { createEngine } from '../../../src/index.ts';
import { checkMesh } from '../../../src/mesh/check-mesh.ts';
import { Skins } from '../../../src/queries/clashes/skins.ts';
import { givenSurfaceOf, type NearBox, type Surface } from '../../../src/queries/clashes/surface.ts';
import { SurfaceKernels } from '../../../src/queries/clashes/surface-kernels.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { ballMesh, boxMesh, joinMeshes } from '../../support/closed-meshes.ts';
import { meetingMatrix, meetingMesh } from '../../support/meeting-meshes.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const seeds = seedsOf(400);

let runtime: WasmRuntime;
beforeAll(async () => {
  runtime = await WasmRuntime.open(0);
  await runtime.loadKernels('all');
});
afterAll(() => runtime?.dispose());

/** A ball beside a box whose faces are as large as it is, in single or double precision, at times flat, small, large or far away. */
function meshOf(random: Random) {
  const scale = random.pick([1, 1, 1e-12, 2 ** 90, 1e-300]);
  const height = random.pick([1, 1, 0, 1e-9]);
  const off = random.pick([0, 0, 1e6]);
  const { positions, indices } = joinMeshes(
    ballMesh(3, (x, y, z) => [x, y, z]),
    boxMesh([0.5, -1, -1], [2.5, 1, 1]),
  );
  const placed = Float64Array.from(positions, (value, i) => scale * ((i % 3 === 2 ? height : 1) * value + off));
  const isSingle = scale === 1 && random.chance(0.5);
  return { positions: isSingle ? Float32Array.from(placed) : placed, indices: indices!, weld: false };
}

/** A point, a ray, something tiny or a box of any size: around a place of a triangle, or somewhere about the surface. */
function boxNear(random: Random, { positions, corners, box }: Surface): NearBox {
  const triangle = random.integer(0, corners.length / 3 - 1);
  const weights = random.times(3, () => random.pick([0, random.next()]));
  const sum = weights[0] + weights[1] + weights[2] || 1;
  const isOn = random.chance(0.7);
  const at = [0, 1, 2].map((k) => {
    const within = box[k] + (2 * random.next() - 0.5) * (box[k + 3] - box[k]);
    const corner = (i: number) => positions[3 * corners[3 * triangle + i] + k];
    return isOn ? (weights[0] * corner(0) + weights[1] * corner(1) + weights[2] * corner(2)) / sum : within;
  });
  const size = random.pick([0, 1e-15, 1e-9, 1e-3, 0.3, 3]) * (box[3] - box[0]);
  const reach = () => random.pick([0, size, size * random.next()]);
  const axis = random.integer(0, 8);
  return {
    low: at.map((value) => value - reach()),
    high: at.map((value, k) => (k === axis ? Infinity : value + reach())),
  };
}

/** A triangle near a box, as one number. */
const near = (triangle: number, place: number) => 16 * triangle + place;

function nearOnes({ positions, corners }: Surface, boxes: readonly NearBox[]): Set<number> {
  const found = new Set<number>();
  for (let t = 0; t < corners.length / 3; t++) {
    for (const [place, { low, high }] of boxes.entries()) {
      const isNear = [0, 1, 2].every((k) => {
        const [p, q, r] = [0, 1, 2].map((i) => positions[3 * corners[3 * t + i] + k]);
        return Math.max(p, q, r) >= low[k] && Math.min(p, q, r) <= high[k];
      });
      if (isNear) found.add(near(t, place));
    }
  }
  return found;
}

it(`finds the triangles near some boxes, ${seeds} surfaces`, () => {
  const looks = vi.spyOn(SurfaceKernels.prototype, 'trianglesNear');
  let met = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const random = new Random(seed);
    const object = new SceneObject(runtime, checkMesh(meshOf(random)));
    object.edgesCancel = true;
    const corners = runtime.memory.u32.slice(object.indices >>> 2, (object.indices >>> 2) + 3 * object.triangleCount);
    const surface = givenSurfaceOf(runtime, object, corners, new Set());
    const several = random.times(random.integer(2, 12), () => boxNear(random, surface));
    const found = new Set<number>();
    surface.eachNearAny(several, (triangle, place) => found.add(near(triangle, place)));
    expect(found, `seed ${seed}`).toEqual(nearOnes(surface, several));
    met += found.size;
    const alone = new Set<number>();
    surface.eachNearAny(several.slice(0, 1), (triangle) => alone.add(near(triangle, 0)));
    expect(
      [...nearOnes(surface, several.slice(0, 1))].filter((one) => !alone.has(one)),
      `seed ${seed}`,
    ).toEqual([]);
    object.free();
  }
  expect(met).toBeGreaterThan(50 * seeds);
  // All of them by the kernel, or where no box is near the surface, not at all.
  expect(looks.mock.results.every(({ value }) => value !== undefined)).toBe(true);
  expect(looks.mock.calls.length).toBeGreaterThan(1.5 * seeds);
  looks.mockRestore();
});

it(`finds them by clusters of the object that a skin belongs to, ${seeds / 4} scenes`, async () => {
  const usual = { ...SELECTION };
  Object.assign(SELECTION, { leastTriangles: 0, atOnce: 1 });
  const looks = vi.spyOn(Skins.prototype, 'of');
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  let met = 0;
  for (let seed = 0; seed < seeds / 4; seed++) {
    const random = new Random(seed);
    using scene = engine.createScene();
    for (let i = 0; i < 2; i++) scene.add(meetingMesh(random));
    for (let step = 0; step < 3; step++) {
      scene.place(0, meetingMatrix(random));
      looks.mockClear();
      await scene.clashes({ depth: false });
      for (const surface of looks.mock.results.flatMap(({ value }) => value?.surfaces ?? [])) {
        if (surface.object.kept.clusters || !surface.hasClustersFor(1)) continue;
        const box = boxNear(random, surface);
        const found = new Set<number>();
        surface.eachNearAny([box], (triangle: number, place: number) => found.add(near(triangle, place)));
        for (const one of nearOnes(surface, [box])) {
          expect(found, `seed ${seed}, step ${step}`).toContain(one);
          met++;
        }
      }
    }
  }
  expect(met).toBeGreaterThan(10 * seeds);
  engine.dispose();
  looks.mockRestore();
  Object.assign(SELECTION, usual);
});
