/**
 * `inside` equals the oracle on closed surfaces built to be nasty, shared/truth on real meshes, and itself with any
 * number of threads; and refuses what it cannot answer. COLLIDESCOPE_FUZZ_SCENES sets how many solids.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { orient3d } from 'robust-predicates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insideOracle } from '../../../oracle/inside-oracle.ts';
import { createEngine, type Engine, type MeshInput, POINT_PLACE } from '../../../src/index.ts';
import { readModel } from '../../../src/io/read-model.ts';
import { boxShape } from '../../support/contact-scenes.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';
import { joined, realPoint } from '../../support/scene-shape.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { asMesh, randomSolid, tetrahedron, trickyPoints } from '../../support/solids.ts';
import { isLong } from '../../support/thoroughness.ts';

const solidCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? 1000);
const POINTS_PER_SOLID = 24;

const engines: Engine[] = [];
beforeAll(async () => {
  for (const threads of [0, 2]) engines.push(await createEngine({ backend: 'wasm', threads }));
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

async function inside(mesh: MeshInput, points: Float32Array | Float64Array, allowOpen = false, engine = engines[0]) {
  using scene = engine.createScene();
  return await scene.inside(scene.add(mesh), points, { allowOpen });
}

const UNIT = asMesh(boxShape([0, 0, 0], [1, 1, 1]));

describe('inside', () => {
  it('tells outside, inside, and on faces, edges and corners', async () => {
    const points = [0.5, 0.5, 0.5, 2, 0.5, 0.5, 0.5, 0.5, 1, 1, 0.5, 1, 0, 0, 0, 0.5, 0.5, -1e-300, 0.25, 0.25, 5e-324];
    expect([...(await inside(UNIT, Float64Array.from(points)))]).toEqual([1, 0, 2, 2, 2, 0, 1]);
    expect(POINT_PLACE).toEqual({ outside: 0, inside: 1, on: 2 });
  });

  it(`equals the oracle on ${solidCount} solids`, async () => {
    for (let seed = 0; seed < solidCount; seed++) {
      const random = new Random(seed);
      const shape = randomSolid(random);
      const mesh = asMesh(shape);
      const points = Float64Array.from(trickyPoints(random, shape, POINTS_PER_SOLID));
      const { places } = insideOracle(mesh, points, () => random.next());
      expect([...(await inside(mesh, points))], `seed ${seed}`).toEqual(places);
    }
  });

  it('knows the points that lie on any surface, open and degenerate ones included', async () => {
    for (const [index, name] of [...sceneNames, ...sceneNames].entries()) {
      const random = new Random(index);
      const [mesh] = randomScene(name, index);
      const { positions } = mesh;
      const vertex = () =>
        Array.from(positions.subarray(3 * random.integer(0, positions.length / 3 - 1)).subarray(0, 3));
      const points = random.times(20, () => {
        const [a, b, c] = [vertex(), vertex(), vertex()];
        const [s, t] = [random.pick([0, 0.5]), random.pick([0, 0.25, 1])];
        return a.map((value, k) => value + s * (b[k] - value) + t * s * (c[k] - b[k]));
      });
      const flat = Float64Array.from(points.flat());
      const { places } = insideOracle({ positions: mesh.positions, indices: mesh.indices }, flat, () => random.next());
      const isOn = (place: number) => place === 2;
      const answer = await inside(mesh, flat, true);
      expect([...answer].map(isOn), `${name}, seed ${index}`).toEqual(places.map(isOn));
    }
  });

  it('gives the same answer with threads, from either precision and wherever the object was placed', async () => {
    const random = new Random(7);
    const shape = joined(random.times(60, () => randomSolid(random)));
    const mesh = asMesh(shape);
    const points = Float32Array.from(random.times(39_999, () => random.real(-0.5, 5)));
    const answer = await inside(mesh, points);
    expect(answer.some((place) => place === 1)).toBe(true);
    expect(await inside(mesh, points, false, engines[1])).toEqual(answer);
    expect(await inside(mesh, Float64Array.from(points))).toEqual(answer);
    const moved = points.map((value, at) => (at % 3 === 0 ? value + 1024 : value));
    using scene = engines[1].createScene();
    const id = scene.add(mesh);
    scene.place(id, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1024, 0, 0, 1]);
    const back = moved.map((value, at) => (at % 3 === 0 ? value - 1024 : value));
    expect(await scene.inside(id, moved)).toEqual(await inside(mesh, back));
  });

  it('takes the points as they were when it was called', async () => {
    using scene = engines[1].createScene();
    const points = Float64Array.of(0.5, 0.5, 0.5);
    const answer = scene.inside(scene.add(UNIT), points);
    points.fill(9);
    expect([...(await answer)]).toEqual([1]);
  });

  it('counts windings: flipped and doubled solids have an inside, cancelled ones have none', async () => {
    const box = boxShape([0, 0, 0], [1, 1, 1]);
    const flipped = { ...box, triangles: box.triangles.map(([a, b, c]) => [a, c, b] as const) };
    const middle = Float64Array.of(0.5, 0.5, 0.5);
    expect([...(await inside(asMesh(flipped), middle))]).toEqual([1]);
    expect([...(await inside(asMesh(joined([box, box])), middle))]).toEqual([1]);
    expect([...(await inside(asMesh(joined([box, flipped])), middle))]).toEqual([0]);
    const cavity = boxShape([0.25, 0.25, 0.25], [0.75, 0.75, 0.75]);
    const hollow = joined([box, { ...cavity, triangles: flipped.triangles }]);
    expect([...(await inside(asMesh(hollow), Float64Array.of(0.5, 0.5, 0.5, 0.1, 0.1, 0.1)))]).toEqual([0, 1]);
  });

  it('knows that split vertices are one: a soup without welding is closed', async () => {
    const soup = boxShape([0, 0, 0], [1, 1, 1]);
    const positions = Float64Array.from(soup.triangles.flat().flatMap((vertex) => soup.vertices[vertex]));
    expect([...(await inside({ positions, weld: false }, Float64Array.of(0.5, 0.5, 0.5)))]).toEqual([1]);
  });

  it('answers with nothing for no points, and with outside for a mesh of nothing', async () => {
    expect(await inside(UNIT, new Float32Array(0))).toEqual(new Uint8Array(0));
    const empty = { positions: new Float64Array(0), indices: new Uint32Array(0) };
    expect(await inside(empty, Float64Array.of(1, 2, 3))).toEqual(Uint8Array.of(0));
    const flat = asMesh(
      tetrahedron([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
      ]),
    );
    expect([...(await inside(flat, Float64Array.of(0.5, 0.5, 0, 0.5, 0.5, 1)))]).toEqual([2, 0]);
  });
});

/** The winding number by signs of tetrahedra towards a far point, with the npm package robust-predicates: exact. */
function bruteForce(positions: ArrayLike<number>, indices: ArrayLike<number>, x: number, y: number, z: number): number {
  const [farX, farY, farZ] = [x + 977.123, y + 1013.777, z + 991.357];
  let winding = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]];
    const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]];
    const [bx, by, bz] = [positions[b], positions[b + 1], positions[b + 2]];
    const [cx, cy, cz] = [positions[c], positions[c + 1], positions[c + 2]];
    const ab = orient3d(x, y, z, farX, farY, farZ, ax, ay, az, bx, by, bz);
    const bc = orient3d(x, y, z, farX, farY, farZ, bx, by, bz, cx, cy, cz);
    if (ab > 0 !== bc > 0) continue;
    const ca = orient3d(x, y, z, farX, farY, farZ, cx, cy, cz, ax, ay, az);
    if (bc > 0 !== ca > 0) continue;
    if (ab === 0 || bc === 0 || ca === 0) throw new Error('the ray meets an edge');
    const here = orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, x, y, z);
    const there = orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, farX, farY, farZ);
    if (here > 0 !== there > 0) winding += here > 0 ? 1 : -1;
  }
  return winding;
}

describe('inside = brute force', () => {
  const count = isLong ? 100_000 : 10_000;
  it(`on ${count} points`, async () => {
    const random = new Random(99);
    const shape = joined(random.times(30, () => tetrahedron(random.times(4, () => realPoint(random, 0, 1)))));
    const mesh = asMesh(shape);
    const points = Float64Array.from(random.times(3 * count, () => random.real(-0.05, 1.05)));
    const answer = await inside(mesh, points, false, engines[1]);
    let wrong = 0;
    for (let at = 0; at < points.length; at += 3) {
      const winding = bruteForce(
        mesh.positions as Float64Array,
        mesh.indices!,
        points[at],
        points[at + 1],
        points[at + 2],
      );
      if (answer[at / 3] !== Number(winding !== 0)) wrong++;
    }
    expect(answer.includes(1)).toBe(true);
    expect(wrong).toBe(0);
  });
});

describe('inside refuses', () => {
  const open = asMesh({
    ...boxShape([0, 0, 0], [1, 1, 1]),
    triangles: boxShape([0, 0, 0], [1, 1, 1]).triangles.slice(2),
  });
  const turned = asMesh({
    vertices: boxShape([0, 0, 0], [1, 1, 1]).vertices,
    triangles: boxShape([0, 0, 0], [1, 1, 1]).triangles.map(([a, b, c], i) =>
      i === 0 ? ([b, a, c] as const) : [a, b, c],
    ),
  });
  const middle = Float64Array.of(0.5, 0.5, 0.5);

  it('an open mesh, with the count of its open edges, each time', async () => {
    using scene = engines[0].createScene();
    const id = scene.add({ ...open, name: 'tray' });
    for (let time = 0; time < 2; time++) {
      await expect(scene.inside(id, middle)).rejects.toThrow(
        /open-mesh: inside: object 0 \("tray"\) is not closed: 4 edges of one triangle only/,
      );
    }
    await expect(scene.inside(id, middle)).rejects.toMatchObject({ details: { open: 4, boundary: 4 } });
    expect(await scene.inside(id, middle, { allowOpen: true })).toHaveLength(1);
  });

  it('a mesh with a triangle turned over', async () => {
    await expect(inside(turned, middle)).rejects.toThrow(/3 edges whose two triangles face opposite ways/);
  });

  it.each([
    ['an unknown object', (scene) => scene.inside(5, middle), /unknown-object: inside: no object has the id 5/],
    [
      'points that are no array',
      (scene) => scene.inside(0, [1, 2, 3] as never),
      /points-type: inside: points are of type Array/,
    ],
    ['two numbers', (scene) => scene.inside(0, new Float32Array(2)), /points-length: inside: points hold 2 numbers/],
    [
      'NaN',
      (scene) => scene.inside(0, Float64Array.of(0, 0, 0, 1, Number.NaN, 1)),
      /not-finite: inside: point 1: y is NaN/,
    ],
    [
      'what is too far away',
      (scene) => scene.inside(0, Float64Array.of(1e80, 0, 0)),
      /out-of-range: inside: point 0: x is 1e\+80/,
    ],
    [
      'an unknown option',
      (scene) => scene.inside(0, middle, { open: true } as never),
      /unknown-option: inside has no option "open"/,
    ],
    [
      'a flag that is none',
      (scene) => scene.inside(0, middle, { allowOpen: 1 as never }),
      /option-type: inside: allowOpen/,
    ],
  ] as [string, (scene: ReturnType<Engine['createScene']>) => Promise<unknown>, RegExp][])(
    '%s',
    async (_name, call, message) => {
      using scene = engines[0].createScene();
      scene.add(UNIT);
      await expect(call(scene)).rejects.toThrow(message);
    },
  );

  it('to go on when it is cancelled', async () => {
    using scene = engines[0].createScene();
    const id = scene.add(UNIT);
    await expect(scene.inside(id, middle, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
    const controller = new AbortController();
    const points = new Float64Array(3_000_000).map((_, at) => (at % 97) / 97);
    const onProgress = () => controller.abort(new Error('stop'));
    await expect(scene.inside(id, points, { signal: controller.signal, onProgress })).rejects.toThrow('stop');
    expect([...(await scene.inside(id, middle))]).toEqual([1]);
  });
});

describe.skipIf(sharedFolder === undefined)('inside = CGAL', () => {
  const files = sharedFolder === undefined ? [] : readdirSync(join(sharedFolder, 'truth/inside'));

  it.each(files)('on %s', async (file) => {
    const rows = new TextDecoder()
      .decode(readShared(`truth/inside/${file}`))
      .trimEnd()
      .split('\n');
    const numbers = rows.map((row) => row.trim().split(/\s+/).map(Number));
    const folders = ['cgal-data_', 'cgal-tests_cactus_deformed_'];
    const folder = folders.findLast((prefix) => file.startsWith(prefix))!;
    const path = `${folder.replace(/_$/, '').replace('_', '/')}/${file.slice(folder.length, -'.xyz'.length)}`;
    const { parts } = await readModel(readShared(`meshes/${path}`), { name: path });
    const points = Float64Array.from(numbers.flatMap((row) => row.slice(0, 3)));
    for (const engine of engines) {
      const answer = await inside(
        { positions: parts[0].positions, indices: parts[0].indices, weld: true },
        points,
        false,
        engine,
      );
      expect([...answer]).toEqual(numbers.map(([, , , place]) => place));
    }
  });
});
