/** Ids on a real model: the same from its GLB and from an OBJ of the same named parts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { type Model, readModel } from '../../src/io/index.ts';
import { knowObjects, listClashes } from '../../src/report/clash-list.ts';
import { objectsOf } from '../../src/report/objects.ts';
import { readShared, sharedFolder } from '../support/shared.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** Every number in full, so that nothing is rounded on the way. */
function asObj({ parts }: Model): Uint8Array {
  const lines: string[] = [];
  let first = 1;
  for (const { name, positions, indices } of parts) {
    lines.push(`o ${name}`);
    for (let at = 0; at < positions.length; at += 3) lines.push(`v ${positions.subarray(at, at + 3).join(' ')}`);
    for (let at = 0; at < indices.length; at += 3) {
      lines.push(`f ${Array.from(indices.subarray(at, at + 3), (vertex) => vertex + first).join(' ')}`);
    }
    first += positions.length / 3;
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** What each id stands for. */
async function meanings(file: string, model: Model): Promise<string[]> {
  const objects = objectsOf({ file, model }, { merge: false, weld: true });
  using scene = engine.createScene();
  for (const { mesh } of objects) scene.add(mesh);
  const known = knowObjects(
    objects,
    objects.map(({ mesh }) => mesh.positions),
  );
  const clashes = listClashes(await scene.clashes({ curve: true }), undefined, known);
  return clashes
    .map(({ id, kind, a, b, pairs }) => `${id} ${kind} ${[objects[a].name, objects[b].name].sort()} ${pairs}`)
    .sort();
}

describe.skipIf(!sharedFolder)('ids of the clashes of a robot of 47 parts', () => {
  it('are the same from GLB and from OBJ', async () => {
    const glb = await readModel(readShared('meshes/nasa/Robonaut2.glb'), { name: 'Robonaut2.glb' });
    const obj = await readModel(asObj(glb), { name: 'Robonaut2.obj' });
    const found = await meanings('Robonaut2.glb', glb);
    expect(found.length).toBeGreaterThan(100);
    expect(await meanings('Robonaut2.obj', obj)).toEqual(found);
  });
});
