import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  Group,
  type LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Points,
  Raycaster,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider, CollisionHelper, HELPER_DEFAULTS } from '../../src/three/index.ts';

const material = new MeshBasicMaterial();

function shown(helper: CollisionHelper) {
  const [faces, segments, points] = helper.children as [Mesh, LineSegments, Points];
  const numbers = (geometry: BufferGeometry, name: string) =>
    geometry.attributes[name].array.slice(0, 3 * geometry.drawRange.count);
  return { faces, segments, points, numbers };
}

describe('a collision helper', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  async function scene() {
    const box = new Mesh(new BoxGeometry(1.9, 1.9, 1.9), material);
    const knot = new Mesh(new TorusKnotGeometry(1, 0.55, 50, 8), material);
    const away = new Group().add(box, knot);
    away.position.set(1e6, -2e6, 3e5);
    const collider = new Collider(engine).add(away);
    const hits = await collider.collide({ self: true, segments: true });
    return { box, knot, collider, hits, [Symbol.dispose]: () => collider.dispose() };
  }

  it('shows each face once, in the colour of what it collides with, where it is', async () => {
    using all = await scene();
    const helper = new CollisionHelper();
    helper.update(all.hits).updateMatrixWorld();
    const kinds = new Map<string, boolean>();
    for (const { a, b } of all.hits) {
      for (const { object, face } of [a, b]) {
        const key = `${object.id}/${face}`;
        kinds.set(key, kinds.get(key) || a.object !== b.object);
      }
    }
    const { faces, segments, numbers } = shown(helper);
    expect(faces.geometry.drawRange.count).toBe(3 * kinds.size);
    const colors = numbers(faces.geometry, 'color');
    const countOf = (hex: number) => {
      const { r, g, b } = new Color(hex);
      return [...colors].filter(
        (_, i) => i % 9 === 0 && Math.hypot(colors[i] - r, colors[i + 1] - g, colors[i + 2] - b) < 1e-6,
      ).length;
    };
    const between = [...kinds.values()].filter(Boolean).length;
    expect([countOf(HELPER_DEFAULTS.between), countOf(HELPER_DEFAULTS.within)]).toEqual([
      between,
      kinds.size - between,
    ]);
    expect(between).toBeGreaterThan(20);
    expect(kinds.size - between).toBeGreaterThan(20);

    // Corners shown are corners of the faces, to single precision of the extent of the scene, not of its distance.
    const corners = numbers(faces.geometry, 'position');
    const first = new Vector3().fromArray(corners).applyMatrix4(faces.matrixWorld);
    const expected = new Vector3().fromArray(all.hits.readTriangle(...firstFace(all.hits), new Float64Array(9)));
    expect(first.distanceTo(expected)).toBeLessThan(1e-6);
    expect(Math.max(...corners.map(Math.abs))).toBeLessThan(10);
    expect(segments.geometry.drawRange.count).toBe(2 * all.hits.length);
    const end = new Vector3().fromArray(numbers(segments.geometry, 'position')).applyMatrix4(segments.matrixWorld);
    expect(end.distanceTo(all.hits.at(0)!.segment![0])).toBeLessThan(1e-6);
  });

  const firstFace = (hits: Awaited<ReturnType<typeof scene>>['hits']): [number, number] => {
    const [id] = hits.answer.trianglePairs;
    const ofObject = [...hits.answer.trianglePairs].flatMap((value, i, all) =>
      i % 2 === 1 && all[i - 1] === id ? value : [],
    );
    return [id, Math.min(...ofObject)];
  };

  it('moves with the objects, shows less, nothing, and more again', async () => {
    using all = await scene();
    const helper = new CollisionHelper().update(all.hits);
    const { faces, segments } = shown(helper);
    const count = faces.geometry.drawRange.count;
    const room = faces.geometry.attributes.position.count;
    const before = helper.matrix.elements[12];
    (all.box.parent as Group).position.x += 5;
    all.collider.update();
    helper.update(all.hits);
    expect(helper.matrix.elements[12]).toBeCloseTo(before + 5, 9);
    all.knot.position.x = 100;
    helper.update(await all.collider.update().collide({ self: true }));
    expect(faces.geometry.drawRange.count).toBeLessThan(count);
    expect(segments.visible).toBe(false);
    all.collider.remove(all.box.parent as Group);
    helper.update(await all.collider.collide());
    expect(faces.visible).toBe(false);
    helper.update(all.hits);
    expect(faces.visible && segments.visible).toBe(true);
    expect(faces.geometry.drawRange.count).toBe(count);
    expect(faces.geometry.attributes.position.count).toBe(room);
    expect(helper.clearHits().children.some(({ visible }) => visible)).toBe(false);
  });

  it('stays in the world below any parent, is hit by no ray and takes part in no collision', async () => {
    using all = await scene();
    const helper = new CollisionHelper().update(all.hits);
    const parent = all.box.parent as Group;
    const world = new Group().add(parent);
    parent.add(helper);
    parent.rotation.x = 1;
    world.updateMatrixWorld(true);
    const matrix = helper.children[0].matrixWorld.clone();
    expect(matrix.elements.slice(0, 12)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    helper.updateWorldMatrix(true, true);
    expect(helper.children[0].matrixWorld.equals(matrix)).toBe(true);
    const corner = new Vector3().fromArray(all.hits.readTriangle(...firstFace(all.hits), new Float64Array(9)));
    const ray = new Raycaster(corner.clone().add(new Vector3(0, 0, 9)), new Vector3(0, 0, -1));
    expect(ray.intersectObject(helper, true)).toEqual([]);
    const { stats } = await all.collider.update().collide();
    expect(stats.objects).toBe(2);
  });

  it('frees what it holds, once', async () => {
    using all = await scene();
    const helper = new CollisionHelper({ between: 'orange', overlay: true }).update(all.hits);
    const parent = new Group().add(helper);
    const { faces, segments, points } = shown(helper);
    expect((faces.material as MeshBasicMaterial).depthTest).toBe(false);
    let disposed = 0;
    for (const part of [
      faces.geometry,
      faces.material,
      segments.geometry,
      segments.material,
      points.material,
    ] as BufferGeometry[]) {
      part.addEventListener('dispose', () => disposed++);
    }
    helper.dispose();
    expect(disposed).toBe(5);
    expect(parent.children).toEqual([]);
  });
});
