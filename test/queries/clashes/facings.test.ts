/**
 * Which triangles belong to the skin of a surface that meets itself: rules for arcs and edges say the same as an exact ray from every
 * triangle, on closed meshes at random, in general position and on lattices, with vertices joined and triangles doubled.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AllKernelExports } from '../../../src/backend/wasm/kernels.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { SceneObject } from '../../../src/backend/wasm/scene-object.ts';
import { runAsync } from '../../../src/backend/wasm/task.ts';
import { checkMesh } from '../../../src/mesh/check-mesh.ts';
import { AreaKernels, NO_AREA } from '../../../src/queries/clashes/area-kernels.ts';
import { ContactKernels } from '../../../src/queries/clashes/contact-kernels.ts';
import { areasOf } from '../../../src/queries/clashes/cut-areas.ts';
import { CutSurface } from '../../../src/queries/clashes/cut-surface.ts';
import { facingsByRays, facingsByRules } from '../../../src/queries/clashes/facings.ts';
import { givenSurfaceOf } from '../../../src/queries/clashes/surface.ts';
import { findOwnPairs } from '../../../src/queries/collide/own-pairs.ts';
import { ballMesh, boxMesh, joinMeshes } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

interface Closed {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

let runtime: WasmRuntime;
let all: AllKernelExports;
beforeAll(async () => {
  runtime = await WasmRuntime.open(0);
  all = await runtime.loadKernels('all');
});
afterAll(() => runtime?.dispose());

/** A ball with its vertices anywhere, or at points of a lattice. */
function crumpled(random: Random, steps: number, lattice: number): Closed {
  const scale = 0.3 + random.next();
  const noise = () => scale * (random.next() - 0.5);
  const place = (x: number) => (lattice > 0 ? Math.round(lattice * (x + noise())) : x + noise());
  const ball = ballMesh(steps, (x, y, z) => [place(x), place(y), place(z)]);
  const indices = [...ball.indices!];
  if (random.chance(0.3))
    for (let at = 0; at < indices.length; at += 3) indices.splice(at, 3, indices[at + 1], indices[at], indices[at + 2]);
  return { positions: [...ball.positions], indices };
}

/** Vertices made one, which the mesh stays closed by, and triangles given twice, once the other way round. */
function spoilt(random: Random, { positions, indices }: Closed): Closed {
  const joined = Array.from(indices);
  const count = positions.length / 3;
  for (let times = random.integer(0, 3); times > 0; times--) {
    const [from, to] = [random.integer(0, count - 1), random.integer(0, count - 1)];
    for (let at = 0; at < joined.length; at++) if (joined[at] === from) joined[at] = to;
  }
  const added: number[] = [];
  for (let times = random.integer(0, 4); times > 0; times--) {
    const at = 3 * random.integer(0, joined.length / 3 - 1);
    const [p, q, r] = random.chance(0.7)
      ? joined.slice(at, at + 3)
      : random.times(3, () => random.integer(0, count - 1));
    added.push(
      p,
      q,
      r,
      ...random.pick([
        [p, r, q],
        [r, q, p],
      ]),
    );
  }
  return { positions, indices: [...added, ...joined] };
}

function randomClosed(random: Random): Closed {
  const lattice = random.pick([0, 0, 2, 4]);
  const meshes = random.times(random.integer(1, 3), () => crumpled(random, random.integer(0, 2), lattice));
  const joined = joinMeshes(
    ...meshes.map(({ positions, indices }) => ({
      positions: Float64Array.from(positions),
      indices: Uint32Array.from(indices),
    })),
  );
  return random.chance(0.6) ? spoilt(random, joined) : joined;
}

/** Facings of all triangles, small ones first, by rules and by rays from each; and how many rays the rules took. */
async function facings({ positions, indices }: Closed, isNamed = true) {
  const mesh = checkMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices), weld: false });
  const object = new SceneObject(runtime, mesh);
  try {
    await runAsync(findOwnPairs(runtime, [object], false, {}));
    const { pairs, degenerate } = object.kept;
    const surface = givenSurfaceOf(runtime, object, Uint32Array.from(indices), new Set(degenerate));
    const cut = new CutSurface(surface, pairs!.pairs, isNamed ? new ContactKernels(runtime, all) : undefined);
    const areas = areasOf(cut, new AreaKernels(runtime, all), object.adjacency);
    const asked = vi.spyOn(cut, 'windings');
    const ofArea = facingsByRules(cut, areas);
    const rays = asked.mock.calls.reduce((sum, [samples]) => sum + samples.length, 0);
    const whole = [...surface.topology.triangles].filter((face) => areas.ofFace[face] !== NO_AREA);
    const triangles = [
      ...Array.from({ length: cut.smallCount }, (_, t) => t),
      ...whole.map((face) => cut.smallCount + face),
    ];
    const areaOf = (t: number) =>
      t < cut.smallCount ? areas.ofSmall[t] : areas.ofWhole[areas.ofFace[t - cut.smallCount]];
    const byRules = ofArea && triangles.map((t) => ofArea[areaOf(t)] * cut.weight(cut.faceAt(t)) + 0);
    const each = facingsByRays(cut, { ...areas, samples: triangles });
    const byRays = triangles.map((t, i) => each[i] * (cut.weight(cut.faceAt(t)) < 0 ? -1 : 1) + 0);
    return {
      byRules,
      byRays,
      rays,
      areas: areas.samples.length,
      isCut: cut.smallCount > 0,
      pairs: pairs!.pairs.length / 3,
    };
  } finally {
    object.free();
  }
}

describe('facings by rules', () => {
  const seeds = seedsOf(1000);
  it(`are those by rays, ${seeds} meshes from seed 0 on`, async () => {
    let [cut, rays, areas, faced] = [0, 0, 0, 0];
    for (let seed = 0; seed < seeds; seed++) {
      const found = await facings(randomClosed(new Random(seed)), seed % 4 > 0);
      expect(found.byRules, `seed ${seed}`).toEqual(found.byRays);
      if (found.isCut) cut++;
      if (found.byRays.some((facing) => facing < 0)) faced++;
      rays += found.rays;
      areas += found.areas;
    }
    // Most meshes meet themselves, and rules save rays even where many triangles cross in one.
    expect(cut).toBeGreaterThan(seeds / 2);
    expect(faced).toBeGreaterThan(seeds / 8);
    expect(rays).toBeLessThan(0.8 * areas);
  });

  it('take one ray for a scan-like surface with triangles given twice', async () => {
    const { positions, indices } = ballMesh(3);
    const [p, q, r] = [...indices!.slice(0, 3)];
    const found = await facings({ positions: [...positions], indices: [...indices!, p, r, q, p, q, r] });
    expect(found.byRules).toEqual(found.byRays);
    expect([found.rays, found.pairs]).toEqual([1, 3]);
  });

  /** Tetrahedra with a common corner, and edge, each inside the one before but for that. */
  const corners = [0, 0, 0, 0, 0, 8, 9, 0, 4, 0, 9, 4, 3, 1, 4, 1, 3, 4];
  const outer = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

  it('tell apart what is connected at a vertex only', async () => {
    const inner = [0, 4, 6, 0, 6, 5, 0, 5, 4, 6, 4, 5];
    const found = await facings({ positions: [...corners, 1, 1, 5], indices: [...outer, ...inner] });
    expect(found.byRays).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(found.byRules).toEqual(found.byRays);
    expect(found.isCut).toBe(false);
  });

  it('follow triangles round an edge that four have, with one ray', async () => {
    const inner = [0, 4, 1, 0, 1, 5, 0, 5, 4, 1, 4, 5];
    const found = await facings({ positions: corners, indices: [...outer, ...inner] });
    expect(found.byRays).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(found.byRules).toEqual(found.byRays);
    expect([found.isCut, found.rays]).toEqual([false, 1]);
  });

  it('leave the place to the first triangle that covers it, though that is cancelled by another', async () => {
    const cube = boxMesh([0, 0, 0], [8, 8, 8]);
    const positions = [...cube.positions, 1, 1, 0, 6, 1, 0, 1, 6, 0];
    const found = await facings({ positions, indices: [8, 9, 10, 8, 10, 9, ...cube.indices] });
    expect(found.byRules).toEqual(found.byRays);
    expect(found.byRays[0]).not.toBe(0);
  });
});
