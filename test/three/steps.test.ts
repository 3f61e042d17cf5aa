/** Steps with objects of three.js: drags that stop and slide, contacts, rest poses, and what simulations ask for. */
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';

const material = new MeshBasicMaterial();

function box(
  name: string,
  at: readonly [number, number, number],
  size: readonly [number, number, number] = [1, 1, 1],
): Mesh {
  const mesh = new Mesh(new BoxGeometry(...size), material);
  mesh.name = name;
  mesh.position.set(...at);
  return mesh;
}

/** Whether the collider holds what three.js has now: an update changes nothing. */
async function expectInStep(collider: Collider, meshes: readonly Mesh[]) {
  const before = await collider.contacts(0.5);
  collider.update();
  const after = await collider.contacts(0.5);
  expect(Array.from(after.answer.distances)).toEqual(Array.from(before.answer.distances));
  expect(meshes.length).toBeGreaterThan(0);
}

describe('steps of three.js objects', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  /** Turns between two rotations, looked at one by one. */
  async function expectFreeArc(collider: Collider, part: Mesh, from: Quaternion, to: Quaternion) {
    for (let i = 0; i <= 60; i++) {
      part.quaternion.slerpQuaternions(from, to, i / 60);
      expect((await collider.update().collide({ limit: 1 })).length, `turned ${i} of 60`).toBe(0);
    }
  }

  const turned = (angle: number) => new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), angle);

  it('a drag turns, and stops before what is in the way of the turn', async () => {
    const [bar, post] = [box('bar', [0, 0, 0], [4, 0.2, 0.2]), box('post', [1.2, 1.2, 0], [0.3, 0.3, 3])];
    using collider = new Collider(engine).add([bar, post]);
    const stay = new Vector3(0, 0, 0);
    const back = await collider.slide(bar, stay, { rotation: turned(-1.2) });
    expect([back.isThere, back.obstacles]).toEqual([true, undefined]);
    const { rotation, isThere, obstacles } = await collider.slide(bar, stay, { rotation: turned(1.5) });
    expect(isThere).toBe(false);
    expect(obstacles!.length).toBeGreaterThan(0);
    expect(bar.quaternion.equals(rotation)).toBe(true);
    await expectInStep(collider, [bar]);
    // The post begins at 45 degrees less what it and the bar are wide.
    const angle = rotation.angleTo(turned(0));
    expect(angle).toBeGreaterThan(0.55);
    expect(angle).toBeLessThan(Math.PI / 4);
    expect((await collider.collide()).length).toBe(0);
    await expectFreeArc(collider, bar, turned(-1.2), rotation);
  });

  it('a drag begins as it was turned at the last update, and turns where there is room', async () => {
    const walls = [box('left', [-1, 0, 0], [1, 6, 2]), box('right', [1, 0, 0], [1, 6, 2])];
    const bar = box('bar', [0, 0, 0], [0.4, 2, 0.4]);
    const group = new Group();
    group.rotation.x = 0.3;
    group.add(bar);
    using collider = new Collider(engine).add([group, ...walls]);
    // As controls do, which turn the object itself.
    bar.quaternion.copy(turned(Math.PI / 2));
    const end = await collider.slide(bar, new Vector3(0, 7, 0), { rotation: bar.quaternion.clone() });
    expect([end.isThere, (await collider.collide()).length]).toEqual([true, 0]);
    expect(bar.position.y).toBe(7);
    bar.quaternion.copy(turned(0.1));
    await expect(collider.slide(bar, new Vector3(0, 8, 0))).rejects.toMatchObject({ code: 'option-value' });
    const given = { rotation: new Quaternion(0, 0, 0, 0) };
    await expect(collider.slide(bar, new Vector3(), given)).rejects.toMatchObject({ code: 'option-type' });
  });

  it('a drag stops before a wall and slides along it', async () => {
    const [part, wall] = [box('part', [0, 0, 0]), box('wall', [3, 0, 0], [1, 20, 20])];
    using collider = new Collider(engine).add([part, wall]);
    const { position, isThere, obstacles, before } = await collider.slide(part, new Vector3(9, 4, 0));
    expect(isThere).toBe(false);
    expect(obstacles!.length).toBeGreaterThan(0);
    expect(before).toEqual([]);
    expect(position.x).toBeLessThan(2);
    expect(position.x).toBeGreaterThan(1.95);
    // It goes on along the wall.
    expect(position.y).toBeCloseTo(4, 1);
    expect(part.position.equals(position)).toBe(true);
    expect((await collider.collide()).length).toBe(0);
    await expectInStep(collider, [part]);
    expect((await collider.slide(part, new Vector3(-1, 1, 2))).isThere).toBe(true);
    expect(part.position.equals(new Vector3(-1, 1, 2))).toBe(true);
    expect((await collider.collide()).length).toBe(0);
  });

  it('a drag into a corner ends there, and comes out again', async () => {
    const part = box('part', [0, 0, 0]);
    const walls = [
      box('x', [3, 0, 0], [1, 20, 20]),
      box('y', [0, 3, 0], [20, 1, 20]),
      box('z', [0, 0, 3], [20, 20, 1]),
    ];
    using collider = new Collider(engine).add([part, ...walls]);
    for (let i = 0; i < 5; i++) {
      const { position } = await collider.slide(part, new Vector3(30, 20, 10));
      for (const k of ['x', 'y', 'z'] as const) expect(position[k]).toBeLessThan(2);
      expect((await collider.collide({ ignore: walls.flatMap((a) => walls.map((b) => [a, b] as const)) })).length).toBe(
        0,
      );
    }
    for (const k of ['x', 'y', 'z'] as const) expect(part.position[k]).toBeGreaterThan(1.9);
    expect((await collider.slide(part, new Vector3(-2, -2, -2))).isThere).toBe(true);
  });

  it('a drag of what the mouse has moved already, below a turned parent, with instances', async () => {
    const pins = new InstancedMesh(new BoxGeometry(1, 4, 1), material, 2);
    pins.setMatrixAt(0, new Matrix4().makeTranslation(3, 0, 0));
    pins.setMatrixAt(1, new Matrix4().makeTranslation(-3, 0, 0));
    const part = box('part', [0, 0, 0]);
    const carried = new Group().add(part, box('handle', [0, 1, 0]));
    const turned = new Group().add(carried);
    turned.rotation.set(0.3, 0.2, 0.9);
    turned.scale.setScalar(0.5);
    using collider = new Collider(engine).add([pins, turned]);
    // As DragControls do it: the object is there already.
    carried.position.set(40, -25, 3);
    const { isThere } = await collider.slide(carried, carried.position.clone());
    expect((await collider.collide({ ignore: [[carried, carried]] })).length).toBe(0);
    expect(isThere || carried.position.length() < 40).toBe(true);
    await expectInStep(collider, [part]);
  });

  it('what touches can be dragged away and along, and what is stuck can be pulled out', async () => {
    const [part, floor, stuck] = [
      box('part', [0, 0.5, 0]),
      box('floor', [0, -0.5, 0], [20, 1, 20]),
      box('stuck', [0, 1, 0]),
    ];
    using collider = new Collider(engine).add([part, floor]);
    expect((await collider.slide(part, new Vector3(0, -3, 0))).isThere).toBe(false);
    expect(part.position.y).toBeGreaterThanOrEqual(0.5);
    await collider.slide(part, new Vector3(2, 0.4, 0));
    expect(part.position.x).toBeGreaterThan(1.9);
    expect(part.position.y).toBeGreaterThan(0.5);
    collider.add(stuck);
    const { before, isThere } = await collider.slide(stuck, new Vector3(0, 5, 0));
    expect([isThere, before.map(({ object }) => object.name)]).toEqual([true, []]);
    stuck.position.set(0, 0.2, 0);
    const out = await collider.update().slide(stuck, new Vector3(0, 5, 0));
    expect([out.isThere, out.before.map(({ object }) => object.name)]).toEqual([true, ['floor']]);
  });

  it('refuses what is no drag', async () => {
    const [part, stranger] = [box('part', [0, 0, 0]), box('stranger', [0, 0, 0])];
    using collider = new Collider(engine).add(part);
    const to = new Vector3(1, 0, 0);
    await expect(collider.slide(stranger, to)).rejects.toMatchObject({ code: 'option-value' });
    expect(stranger.position.x).toBe(0);
    await expect(collider.slide(part, 5 as never)).rejects.toMatchObject({ code: 'option-type' });
    await expect(collider.slide(part, new Vector3(Number.NaN, 0, 0))).rejects.toMatchObject({ code: 'option-type' });
    await expect(collider.slide(part, to, { gap: -1 })).rejects.toMatchObject({ code: 'option-range' });
    part.rotation.x = 1;
    await expect(collider.slide(part, to)).rejects.toMatchObject({ code: 'option-value' });
    expect(part.position.x).toBe(0);
    const ended = collider.update().slide(part, to, { signal: AbortSignal.abort(new Error('enough')) });
    await expect(ended).rejects.toThrow('enough');
    expect(part.position.x).toBe(0);
  });

  it('what meets at rest is not news', async () => {
    const [hip, leg, wall] = [box('hip', [0, 0, 0]), box('leg', [0, -0.9, 0]), box('wall', [0, -4, 0])];
    using collider = new Collider(engine).add([hip, leg, wall]);
    expect(await collider.rest()).toBeGreaterThan(0);
    expect((await collider.update().collide({ self: true })).length).toBe(0);
    leg.position.y -= 0.01;
    expect((await collider.update().collide()).length).toBe(0);
    wall.position.y = -1.5;
    const news = await collider.update().collide({ limit: 1 });
    expect(news.pairs.map(({ a, b }) => [a.object.name, b.object.name])).toEqual([['leg', 'wall']]);
    expect([news.length, news.limited]).toEqual([1, true]);
    expect((await collider.forgetRest().collide()).pairs.length).toBe(2);
  });

  it('primitives of one node are one body', async () => {
    const node = new Group().add(box('red', [0, 0, 0]), box('blue', [0, 0, 0]));
    using apart = new Collider(engine).add(node);
    expect((await apart.collide()).length).toBeGreaterThan(0);
    using joined = new Collider(engine, { joinPrimitives: true }).add(node);
    expect((await joined.collide()).length).toBe(0);
    expect((await joined.collide({ self: true })).pairs.length).toBeGreaterThan(0);
    node.children[0].position.x = 0.1;
    expect((await joined.update().collide()).length).toBeGreaterThan(0);
  });

  it('contacts name vertices of the geometry', async () => {
    const [low, high] = [box('low', [0, 0, 0]), box('high', [0.2, 1.1, 0.3])];
    using collider = new Collider(engine).add([low, high]);
    const contacts = await collider.contacts(0.2);
    expect(contacts.length).toBeGreaterThan(0);
    for (const { a, b, distance, normal, points } of contacts) {
      expect(a.object).not.toBe(b.object);
      expect(distance).toBeGreaterThan(0.0999);
      expect(distance).toBeLessThan(0.2);
      expect(points![0].distanceTo(points![1])).toBeCloseTo(distance, 9);
      expect(normal.length()).toBeCloseTo(1, 9);
    }
  });

  it('safeStep says how far each may go since the update before', async () => {
    const [bullet, wall] = [box('bullet', [0, 0, 0]), box('wall', [6, 0, 0])];
    using collider = new Collider(engine, { motion: true }).add([bullet, wall]);
    bullet.position.x = 10;
    const { steps, blockers } = await collider.update().safeStep({ each: 'object', gap: 0.01 });
    expect(steps.map(({ object }) => object.name)).toEqual(['bullet']);
    expect(steps[0].step).toBeCloseTo(0.5, 1);
    expect(steps[0].matrix!.elements[12]).toBeLessThan(5);
    expect(blockers.length).toBeGreaterThan(0);
    // Nothing was moved.
    expect((await collider.contacts(20)).length).toBeGreaterThan(0);
    expect(bullet.position.x).toBe(10);
    using still = new Collider(engine).add(bullet);
    await expect(still.safeStep()).rejects.toMatchObject({ code: 'no-motion' });
  });

  it('advance writes what it came to into geometries and places', async () => {
    const cloth = new Mesh(new PlaneGeometry(2, 2, 12, 12).rotateX(-Math.PI / 2), material);
    cloth.position.y = 0.8;
    const ball = new Mesh(new SphereGeometry(0.5, 16, 12), material);
    using collider = new Collider(engine, { motion: true }).add([cloth, ball]);
    const { position } = cloth.geometry.attributes;
    let fallbacks = 0;
    for (let frame = 0; frame < 15; frame++) {
      for (let v = 0; v < position.count; v++) position.setY(v, position.getY(v) - 0.06);
      position.needsUpdate = true;
      ball.position.x += 0.02;
      const { objects, fallback } = await collider.update().advance({ self: true, gap: 0.02, friction: 0.2 });
      expect(objects.map(({ object }) => object)).toEqual([cloth, ball]);
      fallbacks += Number(fallback !== 'none');
      expect((await collider.collide({ self: true })).length, `frame ${frame}`).toBe(0);
      expect((await collider.update().collide({ self: true })).length, `frame ${frame}, updated`).toBe(0);
    }
    expect(fallbacks).toBeLessThan(15);
    // The middle lies on the ball, the rim has fallen past it.
    expect(position.getY(84) + 0.8).toBeGreaterThan(0.4);
    expect(position.getY(0) + 0.8).toBeLessThan(0.4);
    cloth.geometry.setIndex(cloth.geometry.index);
    const other = new Mesh(cloth.geometry, material);
    other.position.y = 5;
    collider.add(other);
    position.setY(0, 0.5);
    position.needsUpdate = true;
    await expect(collider.update().advance()).rejects.toMatchObject({ code: 'option-conflict' });
    const masses = [{ object: cloth, values: new Float64Array(3) }];
    await expect(collider.advance({ inverseMasses: masses })).rejects.toMatchObject({ code: 'option-value' });
  });
});
