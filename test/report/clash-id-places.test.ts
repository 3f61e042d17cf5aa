/** Ids stay with their places: whatever the order of parts and triangles, wherever the model stands, however it is turned. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { readModel } from '../../src/io/index.ts';
import { clashIds } from '../../src/report/clash-id.ts';
import { knowObjects, listClashes } from '../../src/report/clash-list.ts';
import { type FileObject, objectsOf } from '../../src/report/objects.ts';
import { boxMesh } from '../support/box-mesh.ts';
import { Random } from '../support/random.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_SEEDS ?? 12);

type Triple = readonly [number, number, number];
type Move = (point: readonly number[]) => Triple;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

/** A plate with four equal prongs of another object in it, and four equal pins of one name. */
function parts(random: Random): { name: string; boxes: number[][] }[] {
  const [far, wide, deep] = [2 + 4 * random.next(), 0.2 + random.next(), 0.1 + 0.4 * random.next()];
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x * far, y * far]));
  const around = (x: number, y: number, half: number) => [x - half, y - half, -deep, x + half, y + half, 3];
  return [
    { name: 'plate', boxes: [[-10, -10, -1, 10, 10, 0]] },
    { name: 'prongs', boxes: corners.map(([x, y]) => around(x, y, wide / 2)) },
    ...corners.map(([x, y]) => ({ name: 'pin', boxes: [around(1.4 * x, 1.4 * y, wide / 2)] })),
  ];
}

function objectOf(random: Random, name: string, boxes: number[][], move: Move, isShuffled: boolean): FileObject {
  const { positions, indices } = boxMesh(...boxes);
  const moved = Float64Array.from(positions);
  for (let at = 0; at < moved.length; at += 3) moved.set(move([...positions.subarray(at, at + 3)]), at);
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) => [...indices.subarray(3 * t, 3 * t + 3)]);
  const order = isShuffled
    ? random.shuffle(triangles).map(([p, q, r]) =>
        random.pick([
          [p, q, r],
          [q, r, p],
          [r, p, q],
        ]),
      )
    : triangles;
  const mesh = { name, positions: moved, indices: Uint32Array.from(order.flat()), weld: true };
  return { file: 'm.obj', name, vertices: moved.length / 3, triangles: order.length, mesh };
}

/** The id that each place has, by the place of the model before it was moved. */
async function idsByPlace(objects: readonly FileObject[], back: Move): Promise<string[]> {
  const scene = engine.createScene();
  for (const { mesh } of objects) scene.add(mesh);
  const known = knowObjects(
    objects,
    objects.map(({ mesh }) => mesh.positions),
  );
  const clashes = listClashes(await scene.clashes({ curve: true }), undefined, known);
  scene.dispose();
  return clashes
    .map(({ id, a, b, bounds: { min, max } }) => {
      const place = back(min.map((low, axis) => (low + max[axis]) / 2)).map((value) =>
        (Math.round(value * 64) / 64 + 0).toFixed(4),
      );
      return `${[objects[a].name, objects[b].name].sort().join(' & ')} at ${place}: ${id}`;
    })
    .sort();
}

const stay: Move = ([x, y, z]) => [x, y, z];

describe('ids', () => {
  it('stay with their places in any order of parts and triangles, and wherever the model is', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new Random(seed);
      const model = parts(random);
      const plain = await idsByPlace(
        model.map(({ name, boxes }) => objectOf(random, name, boxes, stay, false)),
        stay,
      );
      expect(new Set(plain.map((line) => line.slice(line.indexOf(':')))).size).toBe(8);
      const by = [0, 1, 2].map(() => (random.next() - 0.5) * 10 ** random.integer(0, 6));
      const move: Move = ([x, y, z]) => [x + by[0], y + by[1], z + by[2]];
      const back: Move = ([x, y, z]) => [x - by[0], y - by[1], z - by[2]];
      const other = random
        .shuffle(model)
        .map(({ name, boxes }) => objectOf(random, name, random.shuffle(boxes), move, true));
      expect(await idsByPlace(other, back), `seed ${seed}`).toEqual(plain);
    }
  });

  /** A glTF of the parts, the whole turned by a quaternion in its root. */
  function gltf(model: ReturnType<typeof parts>, rotation: readonly number[]): Uint8Array {
    const buffers: Uint8Array[] = [];
    const meshes = model.map(({ boxes }) => boxMesh(...boxes));
    const views: object[] = [];
    const accessors: object[] = [];
    let at = 0;
    const add = (array: Float32Array | Uint32Array, accessor: object) => {
      views.push({ buffer: 0, byteOffset: at, byteLength: array.byteLength });
      accessors.push({ bufferView: views.length - 1, ...accessor });
      buffers.push(new Uint8Array(array.buffer));
      at += array.byteLength;
    };
    for (const { positions, indices } of meshes) {
      const axis = (k: number) => Array.from({ length: positions.length / 3 }, (_, i) => positions[3 * i + k]);
      const bounds = {
        min: [0, 1, 2].map((k) => Math.fround(Math.min(...axis(k)))),
        max: [0, 1, 2].map((k) => Math.fround(Math.max(...axis(k)))),
      };
      add(Float32Array.from(positions), { componentType: 5126, count: positions.length / 3, type: 'VEC3', ...bounds });
      add(indices, { componentType: 5125, count: indices.length, type: 'SCALAR' });
    }
    const uri = `data:application/octet-stream;base64,${Buffer.concat(buffers).toString('base64')}`;
    return new TextEncoder().encode(
      JSON.stringify({
        asset: { version: '2.0' },
        scene: 0,
        scenes: [{ nodes: [0] }],
        nodes: [
          { name: 'root', rotation, children: model.map((_, i) => i + 1) },
          ...model.map(({ name }, i) => ({ name: name === 'pin' ? `pin ${i}` : name, mesh: i })),
        ],
        meshes: model.map((_, i) => ({ primitives: [{ attributes: { POSITION: 2 * i }, indices: 2 * i + 1 }] })),
        accessors,
        bufferViews: views,
        buffers: [{ byteLength: at, uri }],
      }),
    );
  }

  function turnBack([x, y, z, w]: readonly number[]): Move {
    const rows = [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ];
    return (p) => rows.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2]) as unknown as Triple;
  }

  it('stay with their places when the file turns the whole by a matrix', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new Random(seed);
      const model = parts(random);
      const q = [0, 1, 2, 3].map(() => random.next() - 0.5);
      const length = Math.hypot(...q);
      const rotation = q.map((value) => value / length);
      const idsOf = async (turn: readonly number[], back: Move) => {
        const read = await readModel(gltf(model, turn), { name: 'm.gltf' });
        return idsByPlace(objectsOf({ file: 'm.gltf', model: read }, { merge: false, weld: true }), back);
      };
      const plain = await idsOf([0, 0, 0, 1], stay);
      expect(await idsOf(rotation, turnBack(rotation)), `seed ${seed}`).toEqual(plain);
    }
  });

  it('are one, with numbers, for contacts that nothing tells apart', () => {
    const shapes = [0, 5].map((x) => ({ area: 6, centre: [x, 0, 0] as const }));
    const centres = [
      [2, 0, 0],
      [1, 1, 1],
      [1, 1, 1 + 2 ** -30],
      [3, 0, 0],
    ];
    const found = clashIds(
      centres.map((centre) => ({ a: 0, b: 1, centre })),
      ['p', 'q'],
      shapes,
    );
    const [first, second, third, fourth] = found.ids;
    expect(third).toBe(`${second}-2`);
    expect(new Set([first, second, fourth]).size).toBe(3);
    expect(found.isShared).toEqual([false, true, true, false]);
    const turned = clashIds(
      centres.toReversed().map((centre) => ({ a: 0, b: 1, centre })),
      ['p', 'q'],
      shapes,
    );
    expect(turned.ids.toReversed()).toEqual(found.ids);
  });
});
