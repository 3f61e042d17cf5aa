import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type OptionError } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';

const material = new MeshBasicMaterial();

function box(name: string, size: number, x: number, y = 0, z = 0): Mesh {
  const mesh = new Mesh(new BoxGeometry(size, size, size), material);
  mesh.name = name;
  mesh.position.set(x, y, z);
  return mesh;
}

describe('separating three.js objects', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('in the world, with what it would meet', async () => {
    const [left, right, wall] = [box('left', 2, 0), box('right', 2, 1.75), box('wall', 2, -2.125)];
    using collider = new Collider(engine).add([left, right, wall]);
    const { move, length, least, meets } = await collider.separate(left, right);
    expect(move.distanceTo(new Vector3(-0.25, 0, 0))).toBeLessThan(1e-12);
    expect(length).toBeCloseTo(0.25, 12);
    expect(least).toBeGreaterThan(0.2475);
    expect(meets.map(({ object }) => object.name)).toEqual(['wall']);
    expect(left.position.x).toBe(0);
  });

  it('instances, below a turned parent', async () => {
    const boxes = new InstancedMesh(new BoxGeometry(2, 2, 2), material, 2);
    boxes.setMatrixAt(0, new Matrix4().makeTranslation(0, 9, 0));
    boxes.setMatrixAt(1, new Matrix4().makeTranslation(1.5, 0, 0));
    const group = new Group().add(boxes);
    group.rotation.z = Math.PI / 2;
    const other = box('other', 2, 0);
    using collider = new Collider(engine).add([group, other]);
    const { move } = await collider.separate({ object: boxes, instance: 1 }, other);
    expect(move.distanceTo(new Vector3(0, 0.5, 0))).toBeLessThan(1e-9);
    other.position.sub(move);
    expect([...(await collider.update().clashes())].filter(({ depth }) => depth && depth.most > 1e-9)).toEqual([]);
  });

  it('refuses what it does not know', async () => {
    const [mesh, stranger] = [box('mesh', 1, 0), box('stranger', 1, 0)];
    const boxes = new InstancedMesh(new BoxGeometry(), material, 2);
    using collider = new Collider(engine).add([mesh, boxes]);
    const code = (run: Promise<unknown>) =>
      run.then(
        () => 'none',
        (error: OptionError) => error.code,
      );
    expect(await code(collider.separate(mesh, stranger))).toBe('unknown-object');
    expect(await code(collider.separate(mesh, boxes))).toBe('unknown-object');
    expect(await code(collider.separate(mesh, { object: boxes, instance: 7 }))).toBe('unknown-object');
    expect(await code(collider.separate(mesh, mesh))).toBe('same-object');
    for (const bad of [undefined, null, 5, {}, new Group()])
      expect(await code(collider.separate(mesh, bad as never))).toBe('option-type');
  });
});
