import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';

const material = new MeshBasicMaterial();

function box(name: string, size: number, x: number, y = 0, z = 0): Mesh {
  const mesh = new Mesh(new BoxGeometry(size, size, size), material);
  mesh.name = name;
  mesh.position.set(x, y, z);
  return mesh;
}

describe('clashes of three.js objects', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('have objects, depth, normal and points in the world', async () => {
    const group = new Group();
    group.add(box('block', 4, 0), box('bolt', 2, 2.5), box('bead', 0.5, -1, 0.25), box('far', 1, 20));
    group.position.set(0, 10, 0);
    using collider = new Collider(engine);
    const found = await collider.add(group).clashes();
    expect([...found].map(({ a, b, kind }) => `${kind} ${a.object.name} ${b.object.name}`)).toEqual([
      'penetrating block bolt',
      'contained block bead',
    ]);
    const [{ depth, normal, point, deepest, bounds, count }, contained] = found;
    expect(depth!.least).toBeLessThanOrEqual(0.5);
    expect(depth!.most).toBeGreaterThanOrEqual(0.5);
    expect(depth!.most).toBeLessThan(0.51);
    expect(normal!.toArray().map(Math.round)).toEqual([1, 0, 0]);
    expect(bounds.containsPoint(point)).toBe(true);
    expect(Math.abs(deepest![0].distanceTo(deepest![1]) - 0.5)).toBeLessThan(0.01);
    expect(point.y).toBeGreaterThan(8);
    expect(contained.inner!.object.name).toBe('bead');
    const faces = [...found.facesOf(0)];
    expect(faces).toHaveLength(count);
    expect(faces.every(({ a, b }) => a.object.name === 'block' && b.object.name === 'bolt')).toBe(true);
    expect(found.at(2)).toBeUndefined();
  });

  it('leave out what may clash, tell instances apart, and follow objects that move', async () => {
    const posts = new InstancedMesh(new BoxGeometry(1, 1, 6), material, 2);
    posts.setMatrixAt(0, new Matrix4().makeTranslation(0, 0, 0));
    posts.setMatrixAt(1, new Matrix4().makeTranslation(3, 0, 0));
    const plate = box('plate', 2, 3);
    using collider = new Collider(engine);
    collider.add([posts, plate]);
    const [clash] = await collider.clashes();
    expect([clash.a, clash.b].find(({ object }) => object === posts)!.instance).toBe(1);
    expect((await collider.clashes({ ignore: [[posts, plate]] })).length).toBe(0);
    plate.position.x = 30;
    expect((await collider.update().clashes({ tolerance: 0.1 })).length).toBe(0);
    await expect(collider.clashes({ tolerance: -1 })).rejects.toThrow(/tolerance/);
  });
});
