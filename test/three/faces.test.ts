import {
  BatchedMesh,
  type BufferGeometry,
  DoubleSide,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Triangle,
  Vector3,
} from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider, type Hits } from '../../src/three/index.ts';

const material = new MeshBasicMaterial({ side: DoubleSide });
const REACH = 1e-3;

const MESHES: Record<string, () => Mesh> = {
  'a mesh': () => new Mesh(new SphereGeometry(1, 12, 9), material),
  'a mesh without index': () => new Mesh(new SphereGeometry(1, 12, 9).toNonIndexed(), material),
  'a draw range': () => {
    const mesh = new Mesh(new SphereGeometry(1, 12, 9), material);
    mesh.geometry.setDrawRange(60, 300);
    return mesh;
  },
  'groups, one out of step': () => {
    const mesh = new Mesh<BufferGeometry, MeshBasicMaterial[]>(new SphereGeometry(1, 12, 9), [material, material]);
    mesh.geometry.addGroup(300, 120, 1);
    mesh.geometry.addGroup(31, 99, 0);
    return mesh;
  },
  'an InstancedMesh': () => {
    const mesh = new InstancedMesh(new SphereGeometry(1, 12, 9), material, 3);
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new Matrix4().makeTranslation(0.9 * i, 0.1, 0.2 * i));
    return mesh;
  },
  'a BatchedMesh': () => {
    const mesh = new BatchedMesh(4, 1000, 3000, material);
    const shapes = [new SphereGeometry(1, 12, 9), new TorusGeometry(0.9, 0.4, 9, 12)].map((one) =>
      mesh.addGeometry(one),
    );
    for (let i = 0; i < 4; i++) {
      mesh.setMatrixAt(mesh.addInstance(shapes[i % 2]), new Matrix4().makeTranslation(0.4 * i, 0.1, -0.3 * i));
    }
    return mesh;
  },
};

/** Every face of the mesh that was hit, with the middle of its triangle. */
function hitFaces(hits: Hits, mesh: Mesh) {
  const { trianglePairs } = hits.answer;
  const found = [];
  for (let i = 0; i < trianglePairs.length; i += 2) {
    const [id, number] = [trianglePairs[i], trianglePairs[i + 1]];
    if (hits.objectOf(id).object !== mesh) continue;
    const corners = hits.readTriangle(id, number, new Array<number>(9));
    const triangle = new Triangle(...[0, 3, 6].map((at) => new Vector3().fromArray(corners, at)));
    const { instance } = hits.objectOf(id);
    found.push({ triangle, instance, face: hits.faceOf(id, number) });
  }
  return found;
}

describe('faces of hits', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it.each(Object.entries(MESHES))('are numbered as a ray numbers those of %s', async (_name, make) => {
    const mesh = make();
    mesh.rotation.set(0.4, 0.2, 0.1);
    using collider = new Collider(engine);
    const hits = await collider.add([mesh, new Mesh(new TorusKnotGeometry(1, 0.35, 60, 9), material)]).collide();
    const faces = hitFaces(hits, mesh);
    expect(faces.length).toBeGreaterThan(30);
    for (const { triangle, instance, face } of faces.filter((_, i) => i % 7 === 0)) {
      const normal = triangle.getNormal(new Vector3());
      const origin = triangle.getMidpoint(new Vector3()).addScaledVector(normal, REACH);
      const ray = new Raycaster(origin, normal.negate(), 0, 2 * REACH);
      const met = ray.intersectObject(mesh).map((one) => [one.faceIndex, one.instanceId ?? one.batchId]);
      expect(met).toContainEqual([face, instance]);
    }
  });

  it('are listed when they have no area', async () => {
    const mesh = new Mesh(new SphereGeometry(1, 6, 4), material);
    mesh.geometry.setDrawRange(18, 90);
    mesh.geometry.index!.setX(21, mesh.geometry.index!.getX(22));
    using collider = new Collider(engine);
    const { degenerateFaces } = await collider.add(mesh).collide({ self: true });
    expect(degenerateFaces).toEqual([{ object: mesh, instance: undefined, face: 7 }]);
  });
});
