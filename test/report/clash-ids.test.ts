import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { clashIds, distinctIds, isClashId, shortHash } from '../../src/report/clash-id.ts';
import { knowObjects, listClashes } from '../../src/report/clash-list.ts';
import { nameObjects } from '../../src/report/object-keys.ts';
import type { FileObject } from '../../src/report/objects.ts';
import { splitShells } from '../../src/report/split-shells.ts';
import { boxMesh, joinMeshes } from '../support/closed-meshes.ts';

type Box = readonly [name: string, x: number, y: number, z: number, width: number, depth: number, height: number];

/** Boxes as one object. */
function boxes(file: string, name: string, list: readonly Box[]): FileObject {
  const meshes = list.map(([, x, y, z, w, d, h]) => boxMesh([x, y, z], [x + w, y + d, z + h]));
  const { positions, indices } = joinMeshes(...meshes);
  const mesh = { name, positions, indices, weld: true };
  return { file, name, vertices: positions.length / 3, triangles: indices.length / 3, mesh };
}

/** A comb whose two unequal prongs go through a plate, a bolt in it, two bodies of one name, and one far away. */
const MODEL = [
  boxes('m.obj', 'plate', [['', 0, 0, 0, 16, 8, 1]]),
  boxes('m.obj', 'comb', [
    ['', 1, 1, -2, 1, 1, 6],
    ['', 4, 1, -2, 2, 1, 7],
  ]),
  boxes('m.obj', 'bolt', [['', 8, 1, 0.5, 2, 2, 2]]),
  boxes('m.obj', 'body', [['', 11, 1, 0.75, 1, 1, 1]]),
  boxes('m.obj', 'body', [['', 13, 1, 0.25, 2, 2, 2]]),
  boxes('m.obj', 'far', [['', 40, 0, 0, 1, 1, 1]]),
];

function moved(object: FileObject, move: (x: number, y: number, z: number) => number[]): FileObject {
  const positions = object.mesh.positions.slice();
  for (let at = 0; at < positions.length; at += 3) {
    positions.set(move(positions[at], positions[at + 1], positions[at + 2]), at);
  }
  return { ...object, mesh: { ...object.mesh, positions } };
}

function turnedTriangles(object: FileObject): FileObject {
  const rows: number[][] = [];
  for (let at = 0; at < object.mesh.indices.length; at += 3) {
    const [a, b, c] = object.mesh.indices.subarray(at, at + 3);
    rows.unshift([b, c, a]);
  }
  return { ...object, mesh: { ...object.mesh, indices: Uint32Array.from(rows.flat()) } };
}

describe('ids of clashes', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  /** What each id stands for: kind, keys in order, and depth to two digits. */
  async function meanings(objects: readonly FileObject[]): Promise<Map<string, string>> {
    const scene = engine.createScene();
    for (const { mesh } of objects) scene.add(mesh);
    const answer = await scene.clashes({ curve: true });
    scene.dispose();
    const known = knowObjects(
      objects,
      objects.map(({ mesh }) => mesh.positions),
    );
    const clashes = listClashes(answer, undefined, known);
    return new Map(
      clashes.map(({ id, kind, a, b, depth }) => {
        const keys = [known.keys[a], known.keys[b]].sort().join(' & ');
        return [id, `${kind} ${keys} ${depth?.most.toPrecision(2)}`];
      }),
    );
  }

  it('are the same when parts or triangles are reordered and when all is moved', async () => {
    const plain = await meanings(MODEL);
    expect(plain.size).toBe(5);
    expect([...plain.values()].every((text) => text.startsWith('penetrating'))).toBe(true);
    expect(await meanings(MODEL.toReversed()).then(sorted)).toEqual(sorted(plain));
    expect(await meanings(MODEL.map(turnedTriangles)).then(sorted)).toEqual(sorted(plain));
    const shifted = MODEL.map((object) => moved(object, (x, y, z) => [x + 96, y - 33.5, z + 7.25]));
    expect(await meanings(shifted).then(sorted)).toEqual(sorted(plain));
    const turned = MODEL.map((object) => moved(object, (x, y, z) => [-y, x, z]));
    expect(await meanings(turned).then(sorted)).toEqual(sorted(plain));
    const tilted = MODEL.map((object) => moved(object, (x, y, z) => [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y, z]));
    expect(await meanings(tilted).then(sorted)).toEqual(sorted(plain));
  });

  it('are the same for the same parts in another format, and in a tree with one root', async () => {
    const inTree = MODEL.map((object) => ({ ...object, file: 'm.glb', path: ['world', 'assembly'] }));
    expect(await meanings(inTree).then(sorted)).toEqual(sorted(await meanings(MODEL)));
  });

  const sorted = (found: Map<string, string>) => [...found].sort();
});

describe('what ids are made from', () => {
  it('is the name of a part in a tree, unless others have it too or it has a GUID', () => {
    const shape = { area: 1, centre: [0, 0, 0] as const };
    const parts = [
      { file: 'm.glb', name: 'root', path: [] },
      { file: 'm.glb', name: 'bolt', path: ['root', 'left'] },
      { file: 'm.glb', name: 'nut', path: ['root', 'left'] },
      { file: 'm.glb', name: 'nut', path: ['root', 'right'] },
      { file: 'm.glb', name: 'pin', path: ['root'], guid: '0x7' },
    ];
    const { keys, idKeys } = nameObjects(
      parts,
      parts.map(() => shape),
    );
    expect(keys).toEqual(['root', 'root/left/bolt', 'root/left/nut', 'root/right/nut', '0x7']);
    expect(idKeys).toEqual(['root', 'bolt', 'root/left/nut', 'root/right/nut', '0x7']);
  });
});

describe('keys and labels', () => {
  const shape = (area: number, x = 0) => ({ area, centre: [x, 0, 0] as const });

  it('are GUID, path or name, in this order, with the file where several have the same', () => {
    const objects = [
      { file: 'a.glb', name: 'wall', guid: '3zR0' },
      { file: 'a.glb', name: 'bolt', path: ['root', 'left'] },
      { file: 'a.glb', name: 'bolt', path: ['root', 'right'] },
      { file: 'b.stl', name: 'b.stl' },
      { file: 'c.obj', name: 'pin' },
      { file: 'd.obj', name: 'pin' },
    ];
    const { keys, labels } = nameObjects(
      objects,
      objects.map((_, i) => shape(1, i)),
    );
    expect(keys).toEqual(['3zR0', 'root/left/bolt', 'root/right/bolt', 'b', 'c:pin', 'd:pin']);
    expect(labels).toEqual(['a.glb:wall', 'a.glb:bolt#2', 'a.glb:bolt#1', 'b.stl', 'c.obj:pin', 'd.obj:pin']);
  });

  it('number what has the same name by size, then by place', () => {
    const body = { file: 'a.obj', name: 'body' };
    expect(nameObjects([body, body, body], [shape(1, 5), shape(3, 9), shape(1, 8)]).keys).toEqual([
      'body#3',
      'body#1',
      'body#2',
    ]);
  });
});

describe('short hashes', () => {
  it('have the form of an id and differ for texts that differ little', () => {
    const hashes = Array.from({ length: 5000 }, (_, i) => shortHash(`["a","b"] ${i}`));
    expect(hashes.every(isClashId)).toBe(true);
    expect(new Set(hashes).size).toBe(5000);
    expect(isClashId('plate')).toBe(false);
  });

  it('get a number where two come out the same, by text and not by order', () => {
    expect(distinctIds(['x', 'y', 'x'], ['b', 'c', 'a'])).toEqual(['x-2', 'y', 'x']);
    expect(clashIds([], [], []).ids).toEqual([]);
  });
});

describe('splitting into shells', () => {
  it('makes an object of each, the largest first, and leaves one in one piece alone', () => {
    const comb = boxes('m.obj', 'comb', [
      ['', 0, 0, 0, 1, 1, 1],
      ['', 4, 0, 0, 2, 2, 2],
    ]);
    const pieces = splitShells(comb);
    expect(pieces.map(({ name, vertices, triangles }) => [name, vertices, triangles])).toEqual([
      ['comb/1', 8, 12],
      ['comb/2', 8, 12],
    ]);
    expect(pieces[0].mesh.positions[0]).toBe(4);
    expect(splitShells(pieces[0])).toEqual([pieces[0]]);
  });
});
