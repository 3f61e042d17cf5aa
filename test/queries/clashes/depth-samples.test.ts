/**
 * Depth against dense samples of both surfaces, placed by exact winding numbers and measured one by one: no sample inside
 * may be deeper than `most`, and the deepest points that are given must be as far apart as `least` says.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many pairs of random solids (200 with COLLIDESCOPE_SLOW), COLLIDESCOPE_FUZZ_SEED where the
 * seeds begin. With the shared folder real meshes are looked at too, few of them unless COLLIDESCOPE_SLOW asks for all.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clash, type Clashes, createEngine, type Engine, type MeshInput, type Scene } from '../../../src/index.ts';
import { readModel } from '../../../src/io/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { distanceToTriangle } from '../../support/point-distance.ts';
import { Random } from '../../support/random.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { asMesh, randomSolid } from '../../support/solids.ts';
import { isLong } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? (isLong ? 200 : 40));
const placedCount = Math.ceil(count / 4);
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

/** Closed meshes of the shared folder: scans, machine parts, with voids, of several shells, some that meet themselves. */
const CLOSED = [
  'cgal-data/anchor.off',
  'cgal-data/joint.off',
  'cgal-data/eight.off',
  'cgal-data/pipe.off',
  'cgal-data/double-torus-example.off',
  'cgal-data/dragknob.off',
  'cgal-data/blob-closed.off',
  'cgal-data/cactus.off',
  'cgal-data/couplingdown.off',
  'cgal-data/elk.off',
  'cgal-data/hand.off',
  'cgal-data/handle.off',
  'cgal-data/helmet.off',
  'cgal-data/itemb.off',
  'cgal-data/joint_refined.off',
  'cgal-data/mpi.off',
  'cgal-data/oblong.off',
  'cgal-data/part.off',
  'cgal-data/pinion.off',
  'cgal-data/rotor.off',
  'cgal-data/spheres_intersecting.off',
  'cgal-data/spool.off',
  'cgal-data/u.off',
  'cgal-tests/data-repair/nested_cubes.off',
  'cgal-tests/misc/FPT.off',
  'cgal-tests/misc/coverrear.off',
];

/** Samples inside that are measured; each is compared with every triangle. */
const SAMPLES_MOST = 300;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

type Vector = readonly [number, number, number];

const cornersOf = ({ positions, indices }: MeshInput, at: number): [Vector, Vector, Vector] =>
  [0, 1, 2].map((k) => Array.from(positions.subarray(3 * indices![at + k], 3 * indices![at + k] + 3))) as never;

function crossOf([a, b, c]: readonly Vector[]): number[] {
  const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Twice the area. */
const areaOf = (corners: readonly Vector[]): number => Math.hypot(...crossOf(corners));

/** Of length 1. */
const normalOf = (corners: readonly Vector[]): number[] => crossOf(corners).map((value) => value / areaOf(corners));

/** How far above and below a triangle it is asked what is there. */
const STEP = 1e-7;

interface Samples {
  readonly all: Float64Array;
  readonly above: Float64Array;
  readonly below: Float64Array;
}

/** Random points of triangles with area; as many for each; and points just above and below them. */
function samplesOf(mesh: MeshInput, random: Random, each: number): Samples {
  const points: number[] = [];
  const steps: number[] = [];
  for (let at = 0; at < mesh.indices!.length; at += 3) {
    const corners = cornersOf(mesh, at);
    if (areaOf(corners) < 1e-12) continue;
    for (let i = 0; i < each; i++) {
      let [u, v] = [random.next(), random.next()];
      if (u + v > 1) [u, v] = [1 - u, 1 - v];
      steps.push(...normalOf(corners).map((value) => STEP * value));
      for (let k = 0; k < 3; k++) points.push(corners[0][k] * (1 - u - v) + corners[1][k] * u + corners[2][k] * v);
    }
  }
  return {
    all: Float64Array.from(points),
    above: Float64Array.from(points, (value, i) => value + steps[i]),
    below: Float64Array.from(points, (value, i) => value - steps[i]),
  };
}

function distanceTo(mesh: MeshInput, p: Vector): number {
  let least = Infinity;
  for (let at = 0; at < mesh.indices!.length; at += 3) {
    const corners = cornersOf(mesh, at);
    if (areaOf(corners) >= 1e-12) least = Math.min(least, distanceToTriangle(p, ...corners));
  }
  return least;
}

/** The largest depth of samples of each mesh in the other. */
async function sampledDepth(scene: Scene, meshes: readonly MeshInput[], random: Random, each: number): Promise<number> {
  let deepest = 0;
  for (const [side, mesh] of meshes.entries()) {
    const points = samplesOf(mesh, random, each);
    const places = await scene.inside(1 - side, points.all);
    const [above, below] = [await scene.inside(side, points.above), await scene.inside(side, points.below)];
    // Walls inside an object are no part of its surface.
    const isSurface = (i: number) => above[i] !== below[i];
    const chosen = [...places.keys()].filter((i) => places[i] === 1 && isSurface(i));
    const inside = random.shuffle(chosen).slice(0, SAMPLES_MOST);
    for (const i of inside) {
      deepest = Math.max(
        deepest,
        distanceTo(meshes[1 - side], Array.from(points.all.subarray(3 * i, 3 * i + 3)) as never),
      );
    }
  }
  return deepest;
}

/** The pairs of each clash with its kind. */
function regionsOf({ clashes, pairOrder, offsets }: Clashes): string[] {
  return clashes.map(({ kind }, i) => `${kind} ${[...pairOrder.subarray(offsets[i], offsets[i + 1])].sort()}`).sort();
}

const overlaps = ({ kind }: Clash): boolean => kind !== 'touching';

/** A mesh as it was given, and where it is placed. */
interface Placed {
  readonly given: MeshInput;
  readonly matrix: readonly number[];
}

/** `placed`: the meshes before placing, which then do not meet themselves. */
async function check(
  meshes: readonly MeshInput[],
  random: Random,
  each: number,
  about: string,
  placed?: readonly Placed[],
): Promise<void> {
  const scene = engine.createScene();
  for (const mesh of placed?.map(({ given }) => given) ?? meshes) scene.add(mesh);
  for (const [id, { matrix }] of (placed ?? []).entries()) scene.place(id, matrix);
  const answer = await scene.clashes();
  const { clashes } = answer;
  const plain = await scene.clashes({ depth: false });
  expect(regionsOf(plain), `${about}: the same regions without depth`).toEqual(regionsOf(answer));
  const sampled = await sampledDepth(scene, meshes, random, each);
  scene.dispose();
  // Rounding of distances and of points, which grows with the coordinates.
  const sizes = meshes.map(({ positions }) => Array.from(positions, Math.abs).reduce((p, q) => Math.max(p, q), 1));
  const slack = 2 ** -40 * Math.max(...sizes);
  if (sampled > slack) expect(clashes.some(overlaps), `${about}: a sample is ${sampled} deep`).toBe(true);
  if (clashes.some(({ kind }) => kind === 'duplicate')) return;
  const most = Math.max(0, ...clashes.map(({ depth }) => depth?.most ?? 0));
  expect(sampled, about).toBeLessThanOrEqual(most + slack);
  for (const { depth, deepest } of clashes) {
    if (!depth || !deepest) continue;
    const apart = Math.hypot(...deepest.a.map((x, k) => x - deepest.b[k]));
    expect(Math.abs(apart - depth.least), about).toBeLessThan(slack);
    const [onA, onB] = [distanceTo(meshes[0], deepest.a), distanceTo(meshes[1], deepest.b)];
    expect(Math.max(onA, onB), `${about}: the deepest points lie on the surfaces`).toBeLessThan(slack);
    expect(depth.most - depth.least, about).toBeLessThanOrEqual(0.01 * depth.most + slack);
    if (!placed) continue;
    const reach = Math.max(distanceTo(meshes[1], deepest.a), distanceTo(meshes[0], deepest.b));
    expect(reach, `${about}: one of them is as far from the other surface`).toBeGreaterThan(depth.least - slack);
  }
}

/** A ball with bumps, somewhere. */
function bumpy(random: Random): MeshInput {
  const [fx, fy, height] = [random.integer(1, 4), random.integer(1, 4), random.real(0, 0.3)];
  const [dx, dy, dz] = random.times(3, () => random.real(-0.8, 0.8));
  return ballMesh(random.integer(1, 3), (x, y, z) => {
    const r = 1 + height * Math.sin(fx * 3 * x) * Math.cos(fy * 3 * y + z);
    return [r * x + dx, r * y + dy, r * z + dz];
  });
}

/** Threads of triangles without area across a mesh; they are no part of its surface. */
function withThreads(mesh: MeshInput, random: Random): MeshInput {
  const vertices = mesh.positions.length / 3;
  const threads = random.times(12, () => [random.integer(0, vertices - 1), random.integer(0, vertices - 1)]);
  return { ...mesh, indices: Uint32Array.from([...mesh.indices!, ...threads.flatMap(([p, q]) => [p, q, q])]) };
}

type Columns = readonly (readonly number[])[];

const times = (a: Columns, b: Columns): number[][] =>
  b.map((column) => [0, 1, 2].map((row) => column.reduce((sum, value, k) => sum + a[k][row] * value, 0)));

/** Columns of a rotation, a reflection, a scaling along axes, one along other directions, or a shear. */
function randomColumns(random: Random): Columns {
  const [angle, other] = [random.real(0, 6), random.real(0, 6)];
  const rotation = times(
    [
      [Math.cos(angle), Math.sin(angle), 0],
      [-Math.sin(angle), Math.cos(angle), 0],
      [0, 0, 1],
    ],
    [
      [1, 0, 0],
      [0, Math.cos(other), Math.sin(other)],
      [0, -Math.sin(other), Math.cos(other)],
    ],
  );
  const scale = [0, 1, 2].map((k) => [0, 1, 2].map((row) => (row === k ? random.real(0.3, 1.5) : 0)));
  const shear = [
    [1, 0, 0],
    [random.real(-1, 1), 1, 0],
    [random.real(-1, 1), random.real(-1, 1), 1],
  ];
  const kinds = [
    rotation,
    times(rotation, [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
    ]),
    times(rotation, scale),
    times(scale, rotation),
    shear,
  ];
  return kinds[random.integer(0, kinds.length - 1)];
}

function placedSomewhere(given: MeshInput, random: Random): { mesh: MeshInput; placed: Placed } {
  const [x, y, z] = randomColumns(random);
  const shift = random.times(3, () => random.real(-0.4, 0.4));
  const positions = new Float64Array(given.positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [px, py, pz] = given.positions.subarray(at, at + 3);
    for (let k = 0; k < 3; k++) positions[at + k] = x[k] * px + y[k] * py + z[k] * pz + shift[k];
  }
  return {
    mesh: { positions, indices: given.indices },
    placed: { given, matrix: [...x, 0, ...y, 0, ...z, 0, ...shift, 1] },
  };
}

describe('depth against samples', () => {
  it(`on ${placedCount} pairs of placed solids, some with triangles without area, from seed ${firstSeed} on`, async () => {
    for (let seed = firstSeed; seed < firstSeed + placedCount; seed++) {
      const random = new Random(1000 + seed);
      const both = random.times(2, () => {
        const mesh = bumpy(random);
        return placedSomewhere(random.chance(0.5) ? withThreads(mesh, random) : mesh, random);
      });
      await check(
        both.map(({ mesh }) => mesh),
        random,
        6,
        `placed seed ${seed}`,
        both.map(({ placed }) => placed),
      );
    }
  });

  it(`on ${count} pairs of random solids, from seed ${firstSeed} on`, async () => {
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const random = new Random(seed);
      const smooth = random.chance(0.5);
      const meshes = random.times(2, () => (smooth ? bumpy(random) : asMesh(randomSolid(random))));
      await check(meshes, random, smooth ? 6 : 60, `seed ${seed}`);
    }
  });

  const halves = ['Cray', 'Generic_Twin_7863.1.t0', 'Havocglass8', ...(isLong ? ['Generic_Twin_7081.1.t0'] : [])];
  it.skipIf(!sharedFolder).each(halves)('on two halves of %s', async (name) => {
    const parts = await Promise.all(
      ['left', 'right'].map(async (half) => {
        const path = `meshes/manifold/${name}_${half}.obj`;
        const { parts } = await readModel(readShared(path), { name: path });
        return { positions: parts[0].positions, indices: parts[0].indices };
      }),
    );
    await check(parts, new Random(1), 1, name);
  });

  it.skipIf(!sharedFolder).each(isLong ? CLOSED : CLOSED.slice(0, 6))(
    'on %s and the next of the list, moved into each other',
    async (name) => {
      const next = CLOSED[(CLOSED.indexOf(name) + 1) % CLOSED.length];
      const random = new Random(CLOSED.indexOf(name));
      const [first, second] = [await readClosed(name), await readClosed(next)];
      const shift = random.times(3, () => random.real(-0.35, 0.35));
      const moved = { ...second, positions: second.positions.map((value, i) => value + shift[i % 3]) };
      await check([first, moved], random, 1, `${name} and ${next}`);
    },
  );
});

/** Welded, and scaled into the unit cube around the origin. */
async function readClosed(name: string): Promise<MeshInput & { readonly positions: Float64Array }> {
  const path = `meshes/${name}`;
  const { parts } = await readModel(readShared(path), { name: path });
  const [{ positions, indices }] = parts;
  const range = [0, 1, 2].map((k) => {
    const values = Array.from(positions).filter((_, i) => i % 3 === k);
    return [values.reduce((p, q) => Math.min(p, q)), values.reduce((p, q) => Math.max(p, q))];
  });
  const size = Math.max(...range.map(([low, high]) => high - low));
  const scaled = Float64Array.from(positions, (value, i) => (value - (range[i % 3][0] + range[i % 3][1]) / 2) / size);
  return { positions: scaled, indices, weld: true };
}
