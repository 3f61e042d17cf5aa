import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  TorusKnotGeometry,
} from 'three';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine, type Scene } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';
import { explicitHits, hitTexts } from '../support/three-explicit.ts';

const material = new MeshBasicMaterial();

function named(geometry: BufferGeometry, name: string): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.name = name;
  return mesh;
}

const CHANGES = ['add', 'move', 'place', 'replace', 'remove'] as const;
type Calls = Record<(typeof CHANGES)[number], number>;

/** An engine whose scenes count what is done to them. */
function counting(engine: Engine): { engine: Engine; calls: () => Partial<Calls> } {
  let counts: Partial<Calls> = {};
  const createScene = () => {
    const scene: Scene = engine.createScene();
    for (const change of CHANGES) {
      const call = scene[change].bind(scene) as (...values: never[]) => unknown;
      Object.assign(scene, {
        [change]: (...values: never[]) => {
          counts[change] = (counts[change] ?? 0) + 1;
          return call(...values);
        },
      });
    }
    return scene;
  };
  const calls = () => {
    const since = counts;
    counts = {};
    return since;
  };
  return { engine: { ...engine, createScene, [Symbol.dispose]: () => {} } as Engine, calls };
}

describe('a collider from frame to frame', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 1 });
  });
  afterAll(() => engine.dispose());

  function scene() {
    const ball = named(new SphereGeometry(1, 12, 9), 'ball');
    const knot = named(new TorusKnotGeometry(1, 0.3, 40, 8), 'knot');
    ball.position.set(0.7, 0.13, 0.29);
    const counted = counting(engine);
    const collider = new Collider(counted.engine).add([ball, knot]);
    const agree = async () => {
      const found = hitTexts(await collider.update().collide());
      expect(found).toEqual(await explicitHits(engine, [{ mesh: ball }, { mesh: knot }]));
      return found.length;
    };
    return { ball, knot, collider, agree, calls: counted.calls, [Symbol.dispose]: () => collider.dispose() };
  }

  it('changes nothing when nothing has changed, and only what has', async () => {
    using all = scene();
    expect(all.calls()).toEqual({ add: 2, place: 1 });
    await all.agree();
    expect(all.calls()).toEqual({});
    all.ball.position.x += 0.1;
    await all.agree();
    expect(all.calls()).toEqual({ place: 1 });
    all.ball.geometry.attributes.position.setY(0, 9);
    all.collider.update(); // not told, as the GPU was not
    expect(all.calls()).toEqual({});
  });

  it('reads positions anew when needsUpdate is set', async () => {
    using all = scene();
    const before = await all.agree();
    const { position } = all.ball.geometry.attributes;
    for (let i = 0; i < position.count; i++) position.setY(i, 1.5 * position.getY(i));
    position.needsUpdate = true;
    all.calls();
    expect(await all.agree()).not.toBe(before);
    expect(all.calls()).toEqual({ move: 1 });
    position.needsUpdate = true;
    await all.agree();
    expect(all.calls()).toEqual({});
  });

  it('takes another attribute of the same vertices for a move, of others for a new mesh', async () => {
    using all = scene();
    all.calls();
    const larger = new SphereGeometry(1.2, 12, 9);
    all.ball.geometry.setAttribute('position', larger.attributes.position);
    await all.agree();
    expect(all.calls()).toEqual({ move: 1 });
    all.ball.geometry.setAttribute(
      'position',
      new BufferAttribute(Float64Array.from(larger.attributes.position.array), 3),
    );
    await all.agree();
    expect(all.calls()).toEqual({ replace: 1 });
    all.ball.geometry = new SphereGeometry(1, 8, 6);
    await all.agree();
    expect(all.calls()).toEqual({ replace: 1 });
    all.ball.geometry.setIndex([...all.ball.geometry.index!.array].slice(0, 60));
    await all.agree();
    expect(all.calls()).toEqual({ replace: 1 });
    all.ball.geometry.index!.array[0] = 3;
    all.ball.geometry.index!.needsUpdate = true;
    await all.agree();
    expect(all.calls()).toEqual({ replace: 1 });
    all.ball.geometry.setDrawRange(0, 30);
    const found = hitTexts(await all.collider.update().collide());
    const faces = Array.from({ length: 10 }, (_, i) => i);
    expect(found).toEqual(await explicitHits(engine, [{ mesh: all.ball, faces }, { mesh: all.knot }]));
    expect(all.calls()).toEqual({ replace: 1 });
  });

  it('reads a geometry that several meshes share once', () => {
    const geometry = new SphereGeometry(1, 12, 9);
    const steps = Int16Array.from(geometry.attributes.position.array, (value) => 32767 * value);
    const position = new BufferAttribute(steps, 3, true);
    geometry.setAttribute('position', position);
    const read = vi.spyOn(position, 'getX');
    const readsFor = (meshCount: number) => {
      read.mockClear();
      using collider = new Collider(engine);
      collider.add(Array.from({ length: meshCount }, () => new Mesh(geometry, material)));
      return read.mock.calls.length;
    };
    const once = readsFor(1);
    expect(once).toBeGreaterThan(0);
    expect(readsFor(20)).toBe(once);
  });

  it('parts vertices that were one when they part, and does not join those that meet', async () => {
    // Two triangles along a common edge, given by six vertices.
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, -1, 0];
    const position = new Float32BufferAttribute(corners, 3);
    const mesh = named(new BufferGeometry().setAttribute('position', position), 'flaps');
    using collider = new Collider(engine);
    collider.add(mesh);
    const self = async () => (await collider.update().collide({ self: true, between: false })).length;
    const lower = (y: number) => {
      position.setY(3, y);
      position.setY(4, y);
      position.needsUpdate = true;
    };
    expect(await self()).toBe(0);
    lower(-0.5);
    expect(await self()).toBe(0);
    const probe = named(new SphereGeometry(0.05, 6, 4), 'probe');
    probe.position.set(0.3, -0.25, 0);
    collider.add(probe);
    expect((await collider.collide()).length).toBe(0); // between the flaps, not on a stretched one
    lower(0);
    expect(await self()).toBe(1); // they have come into contact
  });

  it('takes in what comes below an object, and lets go of what leaves', async () => {
    const group = new Group();
    const knot = named(new TorusKnotGeometry(1, 0.3, 40, 8), 'knot');
    using collider = new Collider(engine);
    collider.add([group, knot]);
    const count = async () => (await collider.update().collide()).length;
    expect(await count()).toBe(0);
    const ball = named(new SphereGeometry(1, 12, 9), 'ball');
    const inner = new Group().add(ball);
    group.add(inner);
    const hits = await count();
    expect(hits).toBeGreaterThan(50);
    inner.remove(ball);
    expect(await count()).toBe(0);
    group.add(ball);
    expect(await count()).toBe(hits);
    ball.visible = false;
    expect(await count()).toBe(0);
    ball.visible = true;
    expect(await count()).toBe(hits);
    collider.remove(knot);
    expect((await collider.collide()).length).toBe(0);
  });

  it('holds an object once, however often it was added', async () => {
    const ball = named(new SphereGeometry(1, 12, 9), 'ball');
    const group = new Group().add(ball);
    const knot = named(new TorusKnotGeometry(1, 0.3, 40, 8), 'knot');
    using collider = new Collider(engine);
    collider.add([group, ball, knot]).add(ball).update();
    const { length } = await collider.collide();
    using plain = new Collider(engine);
    expect((await plain.add([ball, knot]).collide()).length).toBe(length);
    collider.remove(group);
    expect((await collider.update().collide()).length).toBe(length);
    collider.remove(ball);
    expect((await collider.update().collide()).length).toBe(0);
  });

  it('answers for the moment of the call', async () => {
    using all = scene();
    const expected = await explicitHits(engine, [{ mesh: all.ball }, { mesh: all.knot }]);
    const running = all.collider.collide();
    all.ball.position.x = 40;
    all.ball.geometry = new BoxGeometry();
    all.collider.update();
    const later = all.collider.collide();
    all.collider.remove(all.ball);
    expect(hitTexts(await running)).toEqual(expected);
    expect((await later).length).toBe(0);
  });

  it('leaves world matrices alone when it is told to', async () => {
    const ball = named(new SphereGeometry(1, 12, 9), 'ball');
    const knot = named(new TorusKnotGeometry(1, 0.3, 40, 8), 'knot');
    ball.position.x = 40;
    using collider = new Collider(engine, { updateMatrices: false });
    expect((await collider.add([ball, knot]).collide()).length).toBeGreaterThan(0);
    ball.updateMatrixWorld();
    expect((await collider.update().collide()).length).toBe(0);
  });

  it('ignores pairs of objects, with all that is below them', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name, i) => {
      const mesh = named(new SphereGeometry(1, 8, 6), name);
      mesh.position.x = 0.3 * i + 0.01;
      return mesh;
    });
    const group = new Group().add(a, b);
    using collider = new Collider(engine);
    collider.add([group, c]);
    const pairs = async (ignore: [Mesh | Group, Mesh | Group][]) =>
      (await collider.collide({ ignore })).pairs.map((pair) => `${pair.a.object.name}${pair.b.object.name}`);
    expect(await pairs([])).toEqual(['ab', 'ac', 'bc']);
    expect(await pairs([[c, a]])).toEqual(['ab', 'bc']);
    expect(await pairs([[group, c]])).toEqual(['ab']);
    expect(await pairs([[group, group]])).toEqual(['ac', 'bc']);
  });
});
