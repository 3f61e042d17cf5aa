import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  InstancedBufferGeometry,
  Line,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Points,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Sprite,
} from 'three';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, EngineError, MeshError, OptionError } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';

const material = new MeshBasicMaterial();

function box(change: (mesh: Mesh) => void): Mesh {
  const mesh = new Mesh(new BoxGeometry(), material);
  mesh.name = 'crate';
  change(mesh);
  return mesh;
}

function skinned(change: (mesh: SkinnedMesh) => void): SkinnedMesh {
  const geometry = new BoxGeometry();
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint8Array(4 * 24).fill(1), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(new Float32Array(4 * 24).fill(0.25), 4));
  const mesh = new SkinnedMesh(geometry, material);
  mesh.name = 'crate';
  const bones = [new Bone(), new Bone()];
  mesh.add(...bones);
  mesh.bind(new Skeleton(bones));
  change(mesh);
  return mesh;
}

const MESHES: [what: string, code: string, says: RegExp, make: () => Mesh][] = [
  ['no positions', 'missing-attribute', /Mesh "crate".*without the attribute "position"; it has normal, uv/, () =>
    box(({ geometry }) => geometry.deleteAttribute('position'))],
  ['no attributes at all', 'missing-attribute', /it has no attributes/, () =>
    box((mesh) => (mesh.geometry = new BufferGeometry().setIndex([0, 1, 2])))],
  ['positions on the GPU', 'attribute-on-gpu', /"position" on the GPU/, () =>
    box(({ geometry }) => Object.assign(geometry.attributes, { position: { count: 24, itemSize: 3 } }))],
  ['flat positions', 'attribute-size', /2 numbers per vertex.*expected 3/, () =>
    box(({ geometry }) => geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(48), 2)))],
  ['an index beyond its vertices', 'index-range', /"crate" uses vertex 24 in face 3; its geometry has 24 vertices/, () =>
    box(({ geometry }) => (geometry.index!.array[10] = 24))],
  ['a position that is not a number', 'not-finite', /mesh "crate", vertex 17: y is NaN/, () =>
    box(({ geometry }) => (geometry.attributes.position.array[3 * 17 + 1] = Number.NaN))],
  ['a position without bounds', 'not-finite', /vertex 23: z is Infinity/, () =>
    box(({ geometry }) => (geometry.attributes.position.array[3 * 23 + 2] = Infinity))],
  ['a scale that is not a number', 'not-finite', /"crate" has NaN as element 0 of its world matrix/, () =>
    box(({ scale }) => (scale.x = Number.NaN))],
  ['a projection for a matrix', 'matrix-projective', /0 0 -1 0 as the last row of its world matrix/, () =>
    box((mesh) => {
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(new Matrix4().makePerspective(-1, 1, 1, -1, 1, 10));
        mesh.matrixWorldNeedsUpdate = true;
    })],
  ['instances that only a shader places', 'instanced-geometry', /"crate".*InstancedBufferGeometry/, () =>
    box((mesh) => (mesh.geometry = new InstancedBufferGeometry()))],
  ['a morph target of fewer vertices', 'attribute-count', /3 vertices in its attribute "morph target 0" and 24/, () =>
    box((mesh) => {
      mesh.geometry.morphAttributes.position = [new Float32BufferAttribute(new Float32Array(9), 3)];
      mesh.updateMorphTargets();
    })],
  ['no weights', 'missing-attribute', /without the attribute "skinWeight"/, () =>
    skinned(({ geometry }) => geometry.deleteAttribute('skinWeight'))],
  ['bones beyond its skeleton', 'bone-range', /"crate" follows bone 7; its skeleton has 2 bones/, () =>
    skinned(({ geometry }) => geometry.attributes.skinIndex.setX(0, 7))],
  ['no skeleton', 'bone-range', /its skeleton has 0 bones/, () =>
    skinned((mesh) => Object.assign(mesh, { skeleton: undefined }))],
]; // biome-ignore format: one row per case

describe('a collider given bad input', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it.each(MESHES)('names the mesh that has %s', async (_what, code, says, make) => {
    using collider = new Collider(engine);
    const good = new Mesh(new SphereGeometry(0.6), material);
    const bad = make();
    const add = () => collider.add([good, bad]);
    expect(add).toThrow(MeshError);
    expect(add).toThrow(says);
    expect(add).toThrow(expect.objectContaining({ code }));
    // Nothing of the call has stayed, and the collider goes on working.
    expect((await collider.collide({ self: true })).stats.objects).toBe(0);
    collider.add(good);
    expect((await collider.update().collide()).stats.objects).toBe(1);
  });

  it('tells of a mesh that has gone bad, and goes on when it is mended', async () => {
    using collider = new Collider(engine);
    const mesh = box(() => {});
    const { position } = mesh.geometry.attributes;
    collider.add(mesh);
    const x = position.getX(5);
    position.setX(5, Number.NaN);
    position.needsUpdate = true;
    expect(() => collider.update()).toThrow(/not-finite: Mesh "crate" has NaN as x of vertex 5/);
    expect(() => collider.update()).toThrow(/not-finite: Mesh "crate" has NaN as x of vertex 5/);
    position.setX(5, x);
    position.needsUpdate = true;
    expect((await collider.update().collide({ self: true })).length).toBe(0);
  });

  it('does not mind bad vertices that nothing uses, lines, points and sprites', async () => {
    const mesh = box(({ geometry }) => {
      const corners = [...geometry.attributes.position.array, Number.NaN, 0, 0];
      geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
    });
    const thick = new LineSegments2(new LineSegmentsGeometry().setPositions([0, 0, 0, 1, 1, 1]));
    const group = new Group().add(mesh, new Line(), new Points(), new Sprite(), thick);
    using collider = new Collider(engine);
    expect((await collider.add(group).collide()).stats.objects).toBe(1);
  });

  it.each([
    ['nothing', undefined, 'option-type', /add: the object is missing/],
    ['a geometry', new BoxGeometry(), 'option-type', /of type BoxGeometry; expected an Object3D/],
    ['a list with null', [new Group(), null], 'option-type', /null/],
    ['points', new Points(), 'no-triangles', /Points ".*" has no triangles/],
  ])('refuses to add %s', (_what, objects, code, says) => {
    using collider = new Collider(engine);
    const add = () => collider.add(objects as unknown as Object3D);
    expect(add).toThrow(OptionError);
    expect(add).toThrow(says);
    expect(add).toThrow(expect.objectContaining({ code }));
  });

  it('refuses to remove what was not added', () => {
    using collider = new Collider(engine);
    const mesh = box(() => {});
    collider.add(new Group().add(mesh));
    expect(() => collider.remove(mesh)).toThrow(/unknown-object: remove: Mesh "crate" was not added.*filter/);
  });

  it.each([
    [{ welded: true }, /Collider has no option "welded"; it has weld, invisible, filter, updateMatrices/],
    [{ weld: 1 }, /weld is number 1; expected true or false/],
    [{ filter: 'x' }, /filter is the text "x"; expected a function/],
  ])('refuses options %o', async (options, says) => {
    expect(() => new Collider(engine, options as object)).toThrow(says);
  });

  it('refuses options of create', async () => {
    await expect(Collider.create({ thread: 2 } as object)).rejects.toThrow(/Collider.create has no option "thread"/);
    await expect(Collider.create({ engine, threads: 2 })).rejects.toThrow(/threads and an engine/);
    await expect(Collider.create({ threads: -1 })).rejects.toThrow(/threads/);
    expect(() => new Collider({} as Engine)).toThrow(/createEngine/);
  });

  it('refuses options of queries', async () => {
    using collider = new Collider(engine);
    await expect(collider.collide({ selfie: true } as object)).rejects.toThrow(/no option "selfie"/);
    await expect(collider.collide({ output: 'gpu' } as object)).rejects.toThrow(
      /no option "output"; it has self, between/,
    );
    await expect(collider.collide({ ignore: [[0, 1]] } as object)).rejects.toThrow(/list of pairs of objects/);
  });

  it('frees its scene, its own engine and nothing else, and says so afterwards', async () => {
    const collider = await Collider.create({ threads: 0 });
    collider.add(box(() => {}));
    const waiting = collider.collide();
    collider.dispose();
    collider.dispose();
    await expect(waiting).rejects.toThrow(EngineError);
    expect(() => collider.update()).toThrow(/disposed/);
    expect(() => collider.add(new Group())).toThrow(EngineError);
    await expect(collider.collide()).rejects.toThrow(/disposed/);
    expect(() => collider.engine.createScene()).toThrow(/disposed/);
    const other = await Collider.create({ engine });
    other.dispose();
    engine.createScene().dispose();
  });

  it('cancels', async () => {
    using collider = new Collider(engine);
    collider.add(new Mesh(new SphereGeometry(1, 200, 200), material));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(collider.collide({ self: true, signal })).rejects.toThrow('enough');
  });
});
