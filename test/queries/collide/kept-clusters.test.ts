/**
 * Meshes and places that are hard on clusters, on their boxes, and on the planes in image coordinates: the answer is that of a
 * fresh scene, in which there are none of these, and the clusters take no more memory than is promised.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collisions, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { CLUSTERS } from '../../../src/memory/scene-records.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { Random } from '../../support/random.ts';
import { expectSame } from '../../support/same-answer.ts';

type Point = readonly [number, number, number];

/** A sheet of `side` × `side` squares of size 1; `height` gives its third coordinate. */
function sheet(side: number, height: (x: number, y: number) => number, single = true): MeshInput {
  const points: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= side; i++) for (let j = 0; j <= side; j++) points.push(i, j, height(i, j));
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const k = i * (side + 1) + j;
      indices.push(k, k + 1, k + side + 1, k + 1, k + side + 2, k + side + 1);
    }
  }
  return {
    positions: single ? Float32Array.from(points) : Float64Array.from(points),
    indices: Uint32Array.from(indices),
  };
}

const flat = () => 0;
const wavy = (x: number, y: number) => 0.7 * Math.sin(0.9 * x) * Math.cos(1.3 * y);

/** Triangles that share no vertices; `place` gives the middle of each. */
function soup(count: number, seed: number, place: (random: Random, i: number) => Point): MeshInput {
  const random = new Random(seed);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const middle = place(random, i);
    for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) points.push(middle[k] + random.next() - 0.5);
  }
  return { positions: Float64Array.from(points), weld: false };
}

const within = (size: number) => (random: Random) =>
  [size * random.next(), size * random.next(), size * random.next()] as const;

/** Few points, joined at random: triangles of a cluster share few of them, and all boxes overlap. */
function tangle(seed: number): MeshInput {
  const random = new Random(seed);
  const positions = Float32Array.from({ length: 3 * 900 }, () => 10 * random.next());
  const indices = Uint32Array.from({ length: 3 * 500 }, () => random.integer(0, 899));
  return { positions, indices };
}

/** Cubes of size 1 side by side, as CAD has them: all faces lie in few planes. */
function cubes(side: number, pitch = 2): MeshInput {
  const points: number[] = [];
  const indices: number[] = [];
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ];
  for (let i = 0; i < side * side; i++) {
    const first = points.length / 3;
    for (let c = 0; c < 8; c++)
      points.push(pitch * (i % side) + (c & 1), pitch * Math.floor(i / side) + ((c >> 1) & 1), c >> 2);
    indices.push(...faces.map((corner) => first + corner));
  }
  return { positions: Float32Array.from(points), indices: Uint32Array.from(indices) };
}

/** Long thin triangles in all directions, as drafting has them. */
function needles(count: number, seed: number): MeshInput {
  const random = new Random(seed);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const from = [0, 1, 2].map(() => 10 * random.next());
    const to = from.map((value) => value + 8 * (random.next() - 0.5));
    points.push(...from, ...to, ...to.map((value) => value + 0.1 * (random.next() - 0.5)));
  }
  return { positions: Float64Array.from(points), weld: false };
}

/** A tapered bar along x, its sides neither parallel to each other nor to an axis, in `side` rings. */
function taper(side: number): MeshInput {
  const points: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= side; i++) {
    const width = 6 - (4 * i) / side;
    points.push(i, -width, -width, i, width, -width, i, width, width, i, -width, width);
  }
  for (let i = 0; i < 4 * side; i++) {
    const next = (i & ~3) | ((i + 1) & 3);
    indices.push(i, next, i + 4, next, next + 4, i + 4);
  }
  return { positions: Float32Array.from(points), indices: Uint32Array.from(indices) };
}

/** A dense sheet in a corner of a box a million times its size: what clusters are cut by must not be rounded to the size of the box. */
function speckInSpace(): MeshInput {
  const { positions, indices } = sheet(20, wavy);
  const space = [-1e6, 0, 0, -1e6, 1, 0, -1e6, 0, 1, 1e6, 0, 0, 1e6, 1, 0, 1e6, 0, 1];
  const first = positions.length / 3;
  return {
    positions: Float64Array.from([...positions, ...space]),
    indices: Uint32Array.from([...indices!, ...space.slice(0, 6).map((_, i) => first + i)]),
  };
}

const far = soup(400, 5, (random, i) => (i === 7 ? [1e9, 0, 0] : within(6)(random)));

const MESHES: Readonly<Record<string, readonly [MeshInput, MeshInput]>> = {
  'plates in one plane': [sheet(24, flat), sheet(24, flat)],
  'a wavy sheet and a plate': [sheet(24, wavy), sheet(24, flat)],
  'wavy sheets in double precision': [sheet(20, wavy, false), sheet(20, wavy, false)],
  'cubes that touch': [cubes(8), cubes(8)],
  soups: [soup(500, 1, within(8)), soup(500, 2, within(8))],
  tangles: [tangle(3), tangle(4)],
  'a soup with one triangle far away': [far, soup(400, 6, within(6))],
  needles: [needles(300, 9), needles(300, 10)],
  'tapered bars': [taper(60), taper(60)],
  'cubes without a gap': [cubes(8, 1), cubes(8, 1)],
  'a speck in a large space': [speckInSpace(), sheet(20, wavy)],
  'triangles about one point': [soup(200, 7, () => [1, 1, 1]), soup(200, 8, () => [1, 1, 1])],
};

/** A matrix, column by column. */
const matrix = (x: Point, y: Point, z: Point, t: Point) => [...x, 0, ...y, 0, ...z, 0, ...t, 1];
const IDENTITY = matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]);
const [c, s] = [Math.cos(0.3), Math.sin(0.3)];

/** Where the second mesh goes, and the first, where that is moved as well. */
const PLACES: Readonly<Record<string, { readonly at: readonly number[]; readonly both?: readonly number[] }>> = {
  'side by side, exactly': { at: matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]) },
  'half a step on': { at: matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0]) },
  'one on top of the other': { at: matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]) },
  turned: { at: matrix([c, s, 0], [-s, c, 0], [0, 0, 1], [1.1, -0.3, 0.25]) },
  tilted: { at: matrix([1, 0, 0], [0, c, s], [0, -s, c], [0.2, 0.1, -2]) },
  mirrored: { at: matrix([-1, 0, 0], [0, 1, 0], [0, 0, 1], [24, 0, 0]) },
  sheared: { at: matrix([1, 0, 0], [2.5, 1, 0.5], [0, 3, 1], [-5, 0.1, -3]) },
  'scaled unevenly': { at: matrix([0.01, 0, 0], [0, 3, 1], [0, 0, 40], [4, -6, -3]) },
  'nearly singular': { at: matrix([1, 0, 0], [0, 1, 0.1], [2 ** -45, 0, 2 ** -40], [0.3, 0.2, 0.01]) },
  'flattened into a plane of the first': { at: matrix([1, 0, 0], [0, 1, 0], [0, 0, 2 ** -60], [0.25, 0.25, 0]) },
  'far away, both': {
    at: matrix([c, s, 0], [-s, c, 0], [0, 0, 1], [2 ** 40 + 1, 2 ** 41, -(2 ** 30)]),
    both: matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [2 ** 40, 2 ** 41, -(2 ** 30)]),
  },
  'tiny, both': {
    at: matrix([2 ** -90, 0, 0], [0, 2 ** -90, 2 ** -91], [0, 0, 2 ** -90], [2 ** -91, 0, 0]),
    both: matrix([2 ** -90, 0, 0], [0, 2 ** -90, 0], [0, 0, 2 ** -90], [0, 0, 0]),
  },
  'huge, both': {
    at: matrix([2 ** 70, 0, 0], [0, 2 ** 70, 2 ** 68], [0, 0, 2 ** 70], [2 ** 69, 0, 0]),
    both: matrix([2 ** 70, 0, 0], [0, 2 ** 70, 0], [0, 0, 2 ** 70], [0, 0, 0]),
  },
  'turned about all axes, both': {
    at: matrix([0.48, 0.64, 0.6], [-0.8, 0.6, 0], [-0.36, -0.48, 0.8], [3, -2, 1]),
    both: matrix([0.8, 0, 0.6], [0.36, 0.8, -0.48], [-0.48, 0.6, 0.64], [0, 1, 0]),
  },
  'mirrored and sheared, both': {
    at: matrix([-1, 0.5, 0], [0.25, -1, 0.5], [0, 0.5, 1], [20, 20, 0]),
    both: matrix([1, 0.5, 0], [0, 1, 0.25], [0.5, 0, -1], [1, 0, 0]),
  },
  'nearly singular, both': {
    at: matrix([1, 1, 1], [1, 1 + 2 ** -30, 1], [1, 1, 1 + 2 ** -30], [1, 0, 0]),
    both: matrix([1, 1, 1], [1, 1 + 2 ** -20, 1], [1, 1, 1 - 2 ** -20], [0, 0, 0]),
  },
  'a speck within the first': { at: matrix([2 ** -30, 0, 0], [0, 2 ** -30, 0], [0, 0, 2 ** -30], [3, 3, 0]) },
};

/** Two triangles across x = 0 that reach far in y and z. */
const wall: MeshInput = {
  positions: Float64Array.from([0, -999, -999, 0, 999, -999, 0, 999, 999, 0, -999, 999]),
  indices: Uint32Array.from([0, 1, 2, 0, 2, 3]),
};

/** Turned about two axes, and shifted by up to `reach`. */
function turnedMatrix(random: Random, reach: number): number[] {
  const [a, b] = [7 * random.next(), 7 * random.next()];
  const [u, v, p, q] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  const shift = () => reach * (random.next() - 0.5);
  return matrix([u, v, 0], [-v * p, u * p, q], [v * q, -u * q, p], [shift(), shift(), shift()]);
}

/** The first coordinate of every placed vertex, by the same sum as in the engine. */
function placedX(positions: MeshInput['positions'], m: readonly number[]): number[] {
  const p = positions as Float32Array;
  return Array.from(
    { length: p.length / 3 },
    (_, i) => m[0] * p[3 * i] + m[4] * p[3 * i + 1] + m[8] * p[3 * i + 2] + m[12],
  );
}

function plain({ stats: _, ...answer }: Collisions): object {
  return answer;
}

describe.each([0, 2])('clusters, %i threads', (threads) => {
  const usual = { ...SELECTION };
  let engine: Engine;
  beforeAll(async () => {
    // Used in every query, however few triangles there are and however crowded they are.
    Object.assign(SELECTION, { leastTriangles: 0, mostCandidates: Number.POSITIVE_INFINITY, atOnce: 1 });
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => {
    Object.assign(SELECTION, usual);
    engine.dispose();
  });

  it.each(Object.keys(MESHES))('of %s give the answer of a fresh scene in every place', async (name) => {
    const [first, second] = MESHES[name];
    const scene = engine.createScene();
    const ids = [scene.add(first), scene.add(second)];
    await scene.collide();
    let pairs = 0;
    for (const [place, { at, both }] of Object.entries(PLACES)) {
      const fresh = engine.createScene();
      const freshIds = [fresh.add(first), fresh.add(second)];
      for (const [changed, [a, b]] of [
        [scene, ids],
        [fresh, freshIds],
      ] as const) {
        changed.place(a, both ?? IDENTITY);
        changed.place(b, at);
      }
      const found = await scene.collide();
      expectSame(plain(found), plain(await fresh.collide()), place);
      expect(found.stats.kept?.clusters, place).toBe(2);
      // And a record for each mesh.
      expect(found.stats.kept?.bytes, place).toBeLessThanOrEqual(24 * found.stats.triangles + 2 * CLUSTERS.bytes);
      pairs += found.kinds.length;
      fresh.dispose();
    }
    expect(pairs).toBeGreaterThan(0);
    scene.dispose();
  });

  // A cube is a cluster, far from the middle of the object, and its farthest corner is one of the cluster's box: nothing to spare but what rounding is allowed for.
  it('hold a corner that just touches a wall, however the object is turned', async () => {
    const random = new Random(11);
    const corners = cubes(3, 100);
    const scene = engine.createScene();
    const [object, plate] = [scene.add(corners), scene.add(wall)];
    await scene.collide();
    for (let i = 0; i < 150; i++) {
      const at = turnedMatrix(random, random.pick([0, 1, 1000, 2 ** 30]));
      scene.place(object, at);
      const farthest = Math.max(...placedX(corners.positions, at));
      scene.place(plate, matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [farthest, at[13], at[14]]));
      const found = await scene.collide();
      expect(found.stats.kept?.clusters).toBe(2);
      expect(found.kinds.length, `place ${i}`).toBeGreaterThan(0);
    }
    scene.dispose();
  });
});
