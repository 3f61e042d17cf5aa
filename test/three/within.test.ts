import { Bone, BufferAttribute, Group, type LineSegments, Mesh, MeshBasicMaterial, type Points, Skeleton, SkinnedMesh, SphereGeometry, Vector3 } from 'three'; // biome-ignore format: one line
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider, CollisionHelper, HELPER_DEFAULTS } from '../../src/three/index.ts';
import { worldCorners } from '../support/three-explicit.ts';

const material = new MeshBasicMaterial();

function ball(name: string, x: number): Mesh {
  const mesh = new Mesh(new SphereGeometry(1, 12, 9), material);
  mesh.name = name;
  mesh.position.set(x, 0.1 * x, 0.05 * x);
  mesh.rotation.set(0.3, x, 0.2);
  return mesh;
}

/** A ball whose one bone moves it. */
function skinnedBall(x: number): SkinnedMesh {
  const geometry = new SphereGeometry(1, 12, 9);
  const { count } = geometry.attributes.position;
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint8Array(4 * count), 4));
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  const bone = new Bone();
  const mesh = new SkinnedMesh(geometry, material);
  mesh.add(bone);
  mesh.bind(new Skeleton([bone]));
  bone.position.x = x;
  return mesh;
}

describe('faces within a distance', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('are those that the library finds on positions by three.js', async () => {
    const meshes = [ball('a', 0), ball('b', 2.2), skinnedBall(-2.1)];
    meshes[2].name = 'c';
    using collider = new Collider(engine);
    const near = await collider.add(meshes).within(0.35);
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add({ positions: worldCorners({ mesh }) });
    const expected = await scene.within(0.35);
    scene.dispose();
    expect(near.length).toBeGreaterThan(20);
    expect([...near].map(({ a, b }) => [a.object.name, a.face, b.object.name, b.face])).toEqual(
      Array.from({ length: expected.distances.length }, (_, i) => {
        const [a, faceA, b, faceB] = expected.trianglePairs.subarray(4 * i);
        return ['abc'[a], faceA, 'abc'[b], faceB];
      }),
    );
    for (const [i, { distance, points }] of [...near].entries()) {
      expect(Math.abs(distance - expected.distances[i])).toBeLessThan(1e-12);
      expect(Math.abs(points![0].distanceTo(points![1]) - distance)).toBeLessThan(1e-12);
    }
    expect(near.pairs.map(({ a, b, count, distance }) => [a.object.name, b.object.name, count, distance])).toEqual(
      [...expected.objectDistances].map((distance, i) => {
        const [a, b, count] = expected.objectPairs.subarray(3 * i);
        return ['abc'[a], 'abc'[b], count, expect.closeTo(distance, 12)];
      }),
    );
  });

  it('take options: no points, objects to ignore', async () => {
    const [a, b, c] = [ball('a', 0), ball('b', 2.2), ball('c', 4.4)];
    const group = new Group().add(a, b);
    using collider = new Collider(engine);
    collider.add([group, c]);
    const names = async (options: object) =>
      (await collider.within(0.5, options)).pairs.map((pair) => pair.a.object.name + pair.b.object.name);
    expect(await names({})).toEqual(['ab', 'bc']);
    expect(await names({ ignore: [[group, group]] })).toEqual(['bc']);
    expect(await names({ ignore: [[group, c]] })).toEqual(['ab']);
    expect((await collider.within(0.5, { points: false })).at(0)).toMatchObject({ points: undefined });
    expect((await collider.within(0.5)).at(-1)).toBeUndefined();
    await expect(collider.within(0)).rejects.toThrow(/distance/);
    await expect(collider.within(1, { ignore: [1] } as object)).rejects.toThrow(
      /within: ignore must be a list of pairs/,
    );
  });

  it('are shown with lines between their nearest points', async () => {
    using collider = new Collider(engine);
    const near = await collider.add([ball('a', 0), ball('b', 2.2)]).within(0.35);
    const helper = new CollisionHelper({ allPoints: true }).update(near);
    const [faces, lines, points] = helper.children as [Mesh, LineSegments, Points];
    expect([faces.visible, lines.visible, points.visible]).toEqual([true, true, true]);
    helper.updateMatrixWorld();
    const { position } = lines.geometry.attributes;
    expect(lines.geometry.drawRange.count).toBe(2 * near.length);
    const ends = [0, 1].map((i) => new Vector3().fromBufferAttribute(position, i).applyMatrix4(lines.matrixWorld));
    near.at(0)!.points!.forEach((point, i) => {
      expect(point.distanceTo(ends[i])).toBeLessThan(1e-6);
    });
    const { color } = lines.material as MeshBasicMaterial;
    expect(color.getHex()).toBe(HELPER_DEFAULTS.points);
    helper.update(await collider.collide({ segments: true }));
    expect(points.visible).toBe(false);
    expect(color.getHex()).toBe(HELPER_DEFAULTS.segments);
    const nearest = new CollisionHelper().update(near).children[1] as LineSegments;
    expect(nearest.geometry.drawRange.count).toBe(2);
    const [a, b] = [0, 1].map((i) => new Vector3().fromBufferAttribute(nearest.geometry.attributes.position, i));
    expect(a.distanceTo(b)).toBeCloseTo(near.pairs[0].distance, 6);
    helper.dispose();
  });
});
