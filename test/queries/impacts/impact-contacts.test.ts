/**
 * What an impact says beside its time: sides, normals, coordinates and vertices agree with the motion; contacts at the start that part;
 * and how far straight paths leave a rotation. COLLIDESCOPE_IMPACT_SCENES sets how many random scenes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEngine,
  type Engine,
  type Impacts,
  type ImpactsOptions,
  impactVertices,
  type Positions,
} from '../../../src/index.ts';
import { Random } from '../../support/random.ts';

const SCENES = Number(process.env.COLLIDESCOPE_IMPACT_SCENES ?? 60);
type Vector = readonly number[];
interface Moving {
  readonly start: Positions;
  readonly end: Positions;
  readonly indices: Uint32Array;
}

const minus = (p: Vector, q: Vector): Vector => p.map((x, k) => x - q[k]);
const dot = (p: Vector, q: Vector): number => p.reduce((sum, x, k) => sum + x * q[k], 0);
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const pointAt = ({ start, end }: Moving, vertex: number, time: number): Vector =>
  [0, 1, 2].map((k) => start[3 * vertex + k] * (1 - time) + end[3 * vertex + k] * time);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

async function ask(meshes: readonly Moving[], options: ImpactsOptions = {}): Promise<Impacts> {
  using scene = engine.createScene();
  for (const { start, end, indices } of meshes) {
    const id = scene.add({ positions: start, indices });
    if (end !== start) scene.aim(id, end);
  }
  return await scene.impacts(options);
}

/** u × v and from B to A of an impact, at a time. */
function figure(meshes: readonly Moving[], answer: Impacts, i: number, time: number) {
  const { objects, vertices } = impactVertices(answer, i);
  const [p, q, r, s] = vertices.map((vertex, k) => pointAt(meshes[objects[k]], vertex, time));
  return answer.kinds[i] === 0
    ? { normal: cross(minus(r, q), minus(s, q)), apart: minus(p, q), points: [p, q, r, s] }
    : { normal: cross(minus(q, p), minus(s, r)), apart: minus(p, r), points: [p, q, r, s] };
}

/** Checks every impact of an answer; coordinates at the start are small whole numbers, so that sides are exact. */
function checkImpacts(meshes: readonly Moving[], answer: Impacts, name: string): void {
  for (let i = 0; i < answer.times.length; i++) {
    const label = `${name}, impact ${i}`;
    const start = figure(meshes, answer, i, 0);
    expect(answer.sides[i], label).toBe(Math.sign(dot(start.normal, start.apart)) + 0);
    const { points, normal } = figure(meshes, answer, i, answer.times[i]);
    const { weights } = impactVertices(answer, i);
    const rest = [0, 1, 2].map((k) => points.reduce((sum, point, n) => sum + weights[n] * point[k], 0));
    expect(Math.max(...rest.map(Math.abs)), `${label}: weights`).toBeLessThan(1e-9);
    const given = answer.points!.subarray(3 * i, 3 * i + 3);
    const ofA = [0, 1, 2].map((k) => points.reduce((sum, p, n) => sum + Math.max(0, weights[n]) * p[k], 0));
    expect(Math.max(...minus([...given], ofA).map(Math.abs)), `${label}: point`).toBeLessThan(1e-9);
    const stored = [...answer.normals!.subarray(3 * i, 3 * i + 3)];
    const size = Math.sqrt(dot(stored, stored));
    if (size > 0) expect(size, label).toBeCloseTo(1, 9);
    const length = Math.sqrt(dot(normal, normal));
    if (length < 1e-6) continue;
    const along = dot(stored, normal) / length;
    if (size > 0) expect(Math.abs(along), `${label}: normal`).toBeCloseTo(1, 6);
    if (answer.sides[i] !== 0) expect(Math.sign(along), `${label}: side of the normal`).toBe(answer.sides[i]);
  }
}

const TRIANGLE = Uint32Array.of(0, 1, 2);

it('gives sides, normals, points and weights that fit the motion', async () => {
  let [sided, flat] = [0, 0];
  for (let seed = 0; seed < SCENES; seed++) {
    const random = new Random(seed);
    const most = random.pick([2, 4, 16]);
    const points = (count: number) => Float64Array.from({ length: 3 * count }, () => random.integer(-most, most));
    const meshes = random.times(3, () => {
      const indices = random.chance(0.5) ? TRIANGLE : Uint32Array.of(0, 1, 2, 2, 1, 3);
      return { start: points(4), end: points(4), indices };
    });
    const answer = await ask(meshes, { self: true });
    checkImpacts(meshes, answer, `seed ${seed}`);
    sided += answer.sides.filter((side) => side !== 0).length;
    flat += answer.sides.filter((side) => side === 0).length;
  }
  expect(sided).toBeGreaterThan(0);
  expect(flat).toBeGreaterThan(0);
});

it('gives normals to the side at the start where features come from the other side', async () => {
  // Two edges of a cloth that pass each other's line outside, turn, and then meet: an earlier version had the normal against the motion.
  const edge = (start: Vector, end: Vector, away: number): Moving => ({
    start: Float32Array.from([...start, start[0], start[1], start[2] + away]),
    end: Float32Array.from([...end, end[0], end[1], end[2] + away]),
    indices: TRIANGLE,
  });
  const meshes = [
    edge(
      [
        0.16161087155342102, 0.24073472619056702, 0.0576237328350544, 0.18178944289684296, 0.2502913475036621,
        0.05883317068219185,
      ],
      [
        0.16215084493160248, 0.24136094748973846, 0.06234869360923767, 0.18226014077663422, 0.2503718435764313,
        0.06395631283521652,
      ],
      -1,
    ),
    edge(
      [
        0.15946020185947418, 0.23956544697284698, 0.0631541907787323, 0.17918002605438232, 0.24890939891338348,
        0.06227537617087364,
      ],
      [
        0.15995141863822937, 0.24018095433712006, 0.06310541927814484, 0.17942041158676147, 0.2491837590932846,
        0.06265348941087723,
      ],
      1,
    ),
  ];
  const answer = await ask(meshes);
  checkImpacts(meshes, answer, 'edges');
  const features = Array.from(answer.kinds, (kind, i) => [kind, ...answer.features.subarray(6 * i, 6 * i + 6)].join());
  const i = features.indexOf('1,0,0,1,1,0,1');
  expect(i).toBeGreaterThanOrEqual(0);
  const { objects, vertices, weights } = impactVertices(answer, i);
  const motion = [0, 1, 2].map((k) =>
    vertices.reduce((sum, v, n) => {
      const { start, end } = meshes[objects[n]];
      return sum + weights[n] * (end[3 * v + k] - start[3 * v + k]);
    }, 0),
  );
  expect(dot([...answer.normals!.subarray(3 * i, 3 * i + 3)], motion)).toBeGreaterThan(0);
});

it('gives coordinates on a face that is a segment at that time', async () => {
  const face = (end: Vector): Moving => ({
    start: Float64Array.of(0, 0, 0, 1, 1, 0, 2, 0, 0),
    end: Float64Array.from(end),
    indices: TRIANGLE,
  });
  const folding = face([0, 0, 0, 1, -1, 0, 2, 0, 0]);
  for (const x of [0, 0.5, 1, 1.5, 2]) {
    const at = (z: number) => Float64Array.of(x, 0, z, x + 9, 9, z + 1, x + 9, 9, z + 2);
    const meshes = [folding, { start: at(1), end: at(-1), indices: TRIANGLE }];
    const answer = await ask(meshes);
    expect([...answer.times]).toContain(0.5);
    checkImpacts(meshes, answer, `x ${x}`);
  }
});

it('knows sides of welded and mirrored meshes, and without points', async () => {
  using scene = engine.createScene();
  const soup = Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0);
  const floor = scene.add({ positions: soup });
  scene.place(floor, [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  const spike = scene.add({ positions: Float32Array.of(-1, 1, 1, -2, 1, 2, -1, 2, 2) });
  scene.aim(spike, Float32Array.of(-1, 1, -0.5, -2, 1, 0.5, -1, 2, 0.5));
  const answer = await scene.impacts();
  // Mirrored, the floor's faces look down, so what comes from above is behind them.
  expect([...answer.sides]).toEqual([-1]);
  expect([...answer.normals!]).toEqual([0, 0, 1].map((x) => expect.closeTo(x, 12)));
  expect(impactVertices(answer, 0)).toMatchObject({ objects: [1, 0, 0, 0], vertices: [0, 0, 1, 2] });
  const bare = await scene.impacts({ points: false });
  expect([...bare.sides]).toEqual([-1]);
  expect(() => impactVertices(bare, 0)).toThrow('has no coordinates');
  expect(() => impactVertices(answer, 1)).toThrow('expected a whole number below 1');
});

describe('approaching', () => {
  const box = (x: number, y: number, z: number, size: number): Omit<Moving, 'end'> => ({
    start: Float64Array.from(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [x + size * (i & 1), y + size * ((i >> 1) & 1), z + size * (i >> 2)]),
    ),
    indices: Uint32Array.of(
      ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
    ),
  });
  const shifted = ({ start }: Omit<Moving, 'end'>, by: Vector) => start.map((value, i) => value + by[i % 3]);
  const floor = { ...box(-4, -5, -8, 8), end: box(-4, -5, -8, 8).start };
  const aimed = (by: Vector, lift = 0) => {
    const body = box(-0.5, -0.75, lift, 1);
    return { ...body, end: shifted(body, by) };
  };
  const still = { ...floor, end: floor.start };
  const count = async (by: Vector, options: ImpactsOptions) => (await ask([still, aimed(by)], options)).times.length;

  it('leaves out what lies on a face and goes away, and keeps what goes in or slides', async () => {
    expect(await count([0, 0, 1], {})).toBeGreaterThan(0);
    expect(await count([0, 0, 1], { approaching: true })).toBe(0);
    expect(await count([0.25, 0.125, 1], { approaching: true })).toBe(0);
    expect(await count([0, 0, -1], { approaching: true })).toBeGreaterThan(0);
    expect(await count([0.5, 0, 0], { approaching: true })).toBeGreaterThan(0);
  });

  it('changes nothing where nothing touches at the start', async () => {
    for (const by of [
      [0, 0, -1],
      [0, 0, 1],
      [0.25, 0, -2],
    ]) {
      const meshes = [still, aimed(by, 0.5)];
      const [all, some] = [await ask(meshes), await ask(meshes, { approaching: true })];
      expect(some.features).toEqual(all.features);
      expect(some.times).toEqual(all.times);
    }
  });

  it('reports what parts and comes back, when it does', async () => {
    // The vertex moves straight up; the face's plane turns up behind it and overtakes it.
    const face = {
      start: Float64Array.of(-4, -4, 0, 4, -4, 0, 0, 8, 0),
      end: Float64Array.of(-4, -4, 4, 4, -4, 4, 0, 8, -16),
      indices: TRIANGLE,
    };
    const spike = (at: Vector, end: Vector): Moving => ({
      start: Float64Array.of(...at, 30, 30, 90, 31, 30, 90),
      end: Float64Array.of(...end, 30, 30, 90, 31, 30, 90),
      indices: TRIANGLE,
    });
    // At y = s the plane has the height t (4 − (s + 4) 20 / 12): the vertex goes from there to where it is 0 again.
    const meshes = [face, spike([0, 2, 0], [0, -3, 1])];
    const all = await ask(meshes);
    const later = await ask(meshes, { approaching: true });
    expect([...all.times]).toContain(0);
    expect(later.times.length).toBe(all.times.length);
    expect(Math.min(...later.times)).toBeGreaterThan(0);
    checkImpacts(meshes, later, 'comes back');
  });
});

describe('deviation', () => {
  const turn = (axis: Vector, pivot: Vector, angle: number, travel = 0): number[] => {
    const [x, y, z] = axis;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const d = 1 - c;
    const r = [
      [c + x * x * d, y * x * d + z * s, z * x * d - y * s],
      [x * y * d - z * s, c + y * y * d, z * y * d + x * s],
      [x * z * d + y * s, y * z * d - x * s, c + z * z * d],
    ];
    const moved = [0, 1, 2].map(
      (k) => pivot[k] - (r[0][k] * pivot[0] + r[1][k] * pivot[1] + r[2][k] * pivot[2]) + travel * axis[k],
    );
    return [...r[0], 0, ...r[1], 0, ...r[2], 0, ...moved, 1];
  };
  const place = (m: readonly number[], p: Vector): Vector =>
    [0, 1, 2].map((k) => m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k]);
  const product = (p: readonly number[], q: readonly number[]): number[] =>
    [0, 1, 2, 3]
      .flatMap((column) =>
        [0, 1, 2, 3].map((row) => [0, 1, 2, 3].reduce((sum, k) => sum + p[4 * k + row] * q[4 * column + k], 0)),
      )
      .map((value, i) => (i % 4 === 3 ? Number(i === 15) : value));

  it('is the sagitta of the shortest screw motion, and never less', async () => {
    for (let seed = 0; seed < SCENES; seed++) {
      const random = new Random(seed);
      const vector = () => [random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)];
      const some = vector();
      const axis = some.map((value) => value / Math.hypot(...some));
      const pivot = vector().map((value) => 3 * value);
      const angle = random.pick([1e-6, 0.01, 0.5, 2, 3, Math.PI - 1e-9, Math.PI]);
      const travel = random.real(-2, 2);
      const before = turn([0, 0.6, 0.8], vector(), random.real(0, 3));
      const positions = Float64Array.from(random.times(4, vector).flat());
      using scene = engine.createScene();
      const id = scene.add({ positions, indices: Uint32Array.of(0, 1, 2, 0, 2, 3) });
      scene.place(id, before);
      scene.aim(id, product(turn(axis, pivot, angle, travel), before));
      const { deviation } = await scene.impacts();
      let most = 0;
      for (let step = 0; step <= 200; step++) {
        const t = step / 200;
        for (let i = 0; i < 12; i += 3) {
          const x = place(before, [...positions.subarray(i, i + 3)]);
          const arc = place(turn(axis, pivot, angle * t, travel * t), x);
          const end = place(turn(axis, pivot, angle, travel), x);
          const chord = x.map((value, k) => value * (1 - t) + end[k] * t);
          most = Math.max(most, Math.hypot(...minus(arc, chord)));
        }
      }
      expect(deviation, `seed ${seed}`).toBeGreaterThanOrEqual(most * (1 - 1e-9) - 1e-15);
      expect(deviation, `seed ${seed}`).toBeLessThanOrEqual(most * 1.0001 + 1e-6);
    }
  });

  it('adds the two largest, is 0 without rotation, and Infinity for a mirror', async () => {
    using scene = engine.createScene();
    const positions = Float64Array.of(1, 0, 0, 2, 0, 0, 2, 0, 1);
    const ids = [0, 1, 2].map((k) => scene.add({ positions: positions.map((value) => value * (k + 1)) }));
    expect((await scene.impacts()).deviation).toBe(0);
    scene.aim(ids[0], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]);
    scene.aim(ids[1], [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1]);
    expect((await scene.impacts()).deviation).toBe(0);
    for (const id of ids) scene.aim(id, turn([0, 0, 1], [0, 0, 0], Math.PI / 2));
    const sagitta = 1 - Math.SQRT1_2;
    const answer = await scene.impacts();
    expect(answer.deviation).toBeCloseTo(2 * sagitta * (3 + 2), 9);
    expect(answer.stats.moving).toBe(3);
    scene.aim(ids[0], [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect((await scene.impacts()).deviation).toBe(Number.POSITIVE_INFINITY);
  });
});
