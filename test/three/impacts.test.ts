import { BoxGeometry, type BufferAttribute, Mesh, MeshBasicMaterial, PlaneGeometry, SphereGeometry } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, OptionError } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';

const material = new MeshBasicMaterial();

function bullet(): Mesh {
  const mesh = new Mesh(new SphereGeometry(0.05, 8, 6), material);
  mesh.name = 'bullet';
  mesh.position.set(0.3, 0.2, 5);
  return mesh;
}

function wall(): Mesh {
  const mesh = new Mesh(new PlaneGeometry(4, 4), material);
  mesh.name = 'wall';
  return mesh;
}

describe('impacts between updates', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('finds a bullet that is on both sides of a wall in turn', async () => {
    const [shot, target] = [bullet(), wall()];
    using collider = new Collider(engine, { motion: true });
    collider.add([target, shot]);
    expect((await collider.impacts()).length).toBe(0);
    shot.position.z = -5;
    collider.update();
    const impacts = await collider.impacts();
    const { first } = impacts;
    expect(first).toMatchObject({ kind: 'vertex-face', a: { object: shot }, b: { object: target } });
    // Its front is 4.95 before the wall, and it goes 10.
    expect(first!.time).toBeCloseTo(0.495, 6);
    expect(first!.point!.z).toBeCloseTo(0, 6);
    expect(first!.normal!.z).toBeCloseTo(1, 6);
    expect([...impacts].every(({ time }) => time >= first!.time)).toBe(true);
    // The scene is where it was: nothing collides now.
    expect((await collider.collide()).length).toBe(0);
    expect((await collider.impacts({ first: true })).length).toBe(1);
    collider.update();
    expect((await collider.impacts()).length).toBe(0);
  });

  it('goes by positions that were written in place, and names vertices of the geometry', async () => {
    const box = new Mesh(new BoxGeometry(1, 1, 1), material);
    const floor = wall();
    box.position.z = 1;
    using collider = await Collider.create({ engine, motion: true });
    collider.add([floor, box]);
    const position = box.geometry.getAttribute('position') as BufferAttribute;
    for (let i = 0; i < position.count; i++) position.setZ(i, position.getZ(i) - 2);
    position.needsUpdate = true;
    collider.update();
    const impacts = await collider.impacts();
    expect(impacts.length).toBeGreaterThan(0);
    for (const impact of impacts) {
      if (impact.kind !== 'vertex-face' || impact.a.object !== box) continue;
      const [vertex] = impact.a.vertices;
      expect(impact.point!.x).toBeCloseTo(position.getX(vertex), 6);
      expect(impact.point!.y).toBeCloseTo(position.getY(vertex), 6);
    }
    expect((await collider.impacts({ ignore: [[floor, box]] })).length).toBe(0);
  });

  it('is refused by a collider that does not keep motion', async () => {
    using collider = new Collider(engine);
    await expect(collider.impacts()).rejects.toThrow(OptionError);
    await expect(collider.impacts()).rejects.toThrow('motion: true');
  });
});
