import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CatmullRomCurve3,
  ConeGeometry,
  CylinderGeometry,
  Float16BufferAttribute,
  Group,
  IcosahedronGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';
import { type Drawn, explicitHits, hitTexts, withCleanSeams } from '../support/three-explicit.ts';

const material = new MeshBasicMaterial();

function named<T extends Mesh>(mesh: T, name: string): T {
  mesh.name = name;
  return mesh;
}

/** Two surfaces that cross in general position. */
const knot = () => named(new Mesh(new TorusKnotGeometry(1, 0.3, 40, 8), material), 'knot');
function ball(geometry: BufferGeometry = new SphereGeometry(1, 12, 9)): Mesh {
  const mesh = named(new Mesh(geometry, material), 'ball');
  mesh.position.set(0.71, 0.13, 0.29);
  mesh.rotation.set(0.3, 1.1, -0.4);
  return mesh;
}

/** The same positions in another form. */
function withPosition(
  geometry: BufferGeometry,
  make: (array: Float32Array) => BufferAttribute | InterleavedBufferAttribute,
) {
  const array = geometry.attributes.position.array as Float32Array;
  return new BufferGeometry().setIndex(geometry.index).setAttribute('position', make(array));
}

const GEOMETRIES: Record<string, () => BufferGeometry> = {
  'indexed with 16 bits': () => {
    const geometry = new SphereGeometry(1, 12, 9);
    expect(geometry.index!.array).toBeInstanceOf(Uint16Array);
    return geometry;
  },
  'indexed with 32 bits': () => {
    const geometry = new SphereGeometry(1, 12, 9);
    return geometry.setIndex(new BufferAttribute(Uint32Array.from(geometry.index!.array), 1));
  },
  'indexed with 8 bits': () => {
    const geometry = new SphereGeometry(1, 8, 6);
    return geometry.setIndex(new BufferAttribute(Uint8Array.from(geometry.index!.array), 1));
  },
  'not indexed': () => new SphereGeometry(1, 12, 9).toNonIndexed(),
  interleaved: () =>
    withPosition(new SphereGeometry(1, 12, 9), (array) => {
      const rows = new Float32Array((array.length / 3) * 8).fill(77);
      for (let i = 0; i < array.length / 3; i++) rows.set(array.subarray(3 * i, 3 * i + 3), 8 * i + 2);
      return new InterleavedBufferAttribute(new InterleavedBuffer(rows, 8), 3, 2);
    }),
  'of normalized 16-bit numbers': () =>
    withPosition(
      new SphereGeometry(1, 12, 9),
      (array) =>
        new BufferAttribute(
          Int16Array.from(array, (value) => Math.round(32767 * value)),
          3,
          true,
        ),
    ),
  'of normalized 8-bit numbers, interleaved': () =>
    withPosition(new SphereGeometry(1, 12, 9), (array) => {
      const rows = new Int8Array((array.length / 3) * 4);
      for (let i = 0; i < array.length; i++) rows[Math.floor(i / 3) * 4 + (i % 3)] = Math.round(127 * array[i]);
      return new InterleavedBufferAttribute(new InterleavedBuffer(rows, 4), 3, 0, true);
    }),
  'of whole 16-bit numbers': () =>
    withPosition(new SphereGeometry(3000, 12, 9), (array) => new BufferAttribute(Int16Array.from(array), 3)),
  'of half precision': () =>
    withPosition(new SphereGeometry(1, 12, 9), (array) => {
      const halves = new Float16BufferAttribute(new Uint16Array(array.length), 3);
      for (let i = 0; i < array.length / 3; i++) halves.setXYZ(i, array[3 * i], array[3 * i + 1], array[3 * i + 2]);
      return halves;
    }),
  'with four numbers per vertex': () =>
    withPosition(new SphereGeometry(1, 12, 9), (array) => {
      const rows = new Float32Array((array.length / 3) * 4).fill(9);
      for (let i = 0; i < array.length; i++) rows[Math.floor(i / 3) * 4 + (i % 3)] = array[i];
      return new BufferAttribute(rows, 4);
    }),
};

describe('a collider of meshes', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  async function agree(drawn: readonly Drawn[], options = {}): Promise<number> {
    using collider = new Collider(engine, { weld: true });
    collider.add(drawn.map(({ mesh }) => mesh));
    const found = hitTexts(await collider.collide(options));
    expect(found).toEqual(await explicitHits(engine, drawn, options));
    return found.length;
  }

  it.each(Object.entries(GEOMETRIES))('reads a geometry %s', async (name, make) => {
    const mesh = ball(make());
    if (name.includes('whole')) mesh.scale.setScalar(1 / 3000);
    expect(await agree([{ mesh: knot() }, { mesh }])).toBeGreaterThan(50);
  });

  it.each([
    ['mirrored', [-1, 1, 1]],
    ['stretched', [2, 0.3, 1.4]],
    ['mirrored and stretched', [-2, 0.3, -1.4]],
    ['flat', [1, 0, 1]],
  ] as const)('places a mesh that is %s', async (name, scale) => {
    const mesh = ball();
    mesh.scale.fromArray(scale);
    const hits = await agree([{ mesh: knot() }, { mesh }]);
    // A sphere pressed flat keeps the triangles of its sides only in name: some have area, and cross the knot.
    expect(hits, name).toBeGreaterThan(20);
  });

  it('places meshes by the world matrices of the moment, parents included', async () => {
    const parent = new Group();
    const grandparent = new Group().add(parent);
    const mesh = ball();
    parent.add(mesh);
    parent.rotation.y = 0.7;
    parent.scale.set(1, 2, 0.5);
    grandparent.position.set(-0.4, 0.2, 0.1);
    expect(await agree([{ mesh: knot() }, { mesh }])).toBeGreaterThan(20);
  });

  it('finds what a mesh does to itself, and welds its seams', async () => {
    const mesh = knot();
    mesh.geometry = withCleanSeams(new TorusKnotGeometry(1, 0.55, 50, 8));
    expect(await agree([{ mesh }], { self: true, between: false })).toBeGreaterThan(20);
    const whole = named(new Mesh(new BoxGeometry(1, 1, 1, 3, 3, 3), material), 'box');
    expect(await agree([{ mesh: whole }], { self: true })).toBe(0);
  });

  it.each([
    new SphereGeometry(1, 16, 12),
    new CylinderGeometry(1, 0.5, 3, 11, 4),
    new ConeGeometry(1, 2, 9),
    new TorusGeometry(1, 0.3, 10, 20),
    new CapsuleGeometry(0.5, 1, 6, 10),
    new IcosahedronGeometry(1, 3),
    new LatheGeometry([new Vector2(0, -1), new Vector2(0.7, -0.4), new Vector2(0.9, 0.5), new Vector2(0, 1)], 13),
    new TubeGeometry(new CatmullRomCurve3([new Vector3(), new Vector3(2, 1, 0), new Vector3(3, 0, 1)]), 20, 0.3, 9),
  ])('closes the seams of $type wherever it stands', async (geometry) => {
    const mesh = new Mesh(geometry, material);
    mesh.position.set(37.1, -5.3, 11.7);
    mesh.rotation.set(0.1, 0.2, 0.3);
    using collider = new Collider(engine);
    expect(hitTexts(await collider.add(mesh).collide({ self: true }))).toEqual([]);
  });

  it('takes seams for contacts when it is told not to weld', async () => {
    using collider = new Collider(engine, { weld: false });
    collider.add(new Mesh(new BoxGeometry(), material));
    expect((await collider.collide({ self: true })).length).toBeGreaterThan(0);
  });

  it('looks only at the draw range', async () => {
    const mesh = ball();
    mesh.geometry.setDrawRange(30, 141); // 47 triangles from face 10 on
    const faces = Array.from({ length: 47 }, (_, i) => 10 + i);
    expect(await agree([{ mesh: knot() }, { mesh, faces }])).toBeGreaterThan(5);
    mesh.geometry.setDrawRange(0, 2);
    expect(await agree([{ mesh: knot() }, { mesh, faces: [] }])).toBe(0);
  });

  it('looks at the groups of visible materials, each face once', async () => {
    const mesh = ball();
    const hidden = new MeshBasicMaterial({ visible: false });
    mesh.material = [material, hidden, material];
    mesh.geometry.addGroup(90, 60, 0); // faces 30 to 49
    mesh.geometry.addGroup(0, 90, 1); // hidden
    mesh.geometry.addGroup(120, 61, 2); // faces 40 to 59
    mesh.geometry.addGroup(190 + 2, 30, 7); // no such material
    mesh.geometry.addGroup(12, 30, 0); // faces 4 to 13
    const faces = [...Array(60).keys()].filter((face) => (face >= 4 && face < 14) || face >= 30);
    const hits = await agree([{ mesh: knot() }, { mesh, faces }]);
    expect(hits).toBeGreaterThan(5);
    using collider = new Collider(engine, { invisible: true });
    collider.add([knot(), mesh]);
    expect((await collider.collide()).length).toBeGreaterThan(hits);
  });

  it('looks at groups within the draw range', async () => {
    const mesh = ball();
    mesh.material = [material];
    mesh.geometry.addGroup(0, 90, 0);
    mesh.geometry.setDrawRange(60, 600);
    const faces = Array.from({ length: 10 }, (_, i) => 20 + i);
    await agree([{ mesh: knot() }, { mesh, faces }]);
    mesh.geometry.clearGroups();
    expect(await agree([{ mesh: knot() }, { mesh, faces: [] }])).toBe(0);
  });

  it('looks at what is visible, unless it is asked for all', async () => {
    const group = new Group();
    const child = ball();
    group.add(child);
    const roots = [knot(), group];
    const count = async (options = {}) => {
      using collider = new Collider(engine, options);
      return (await collider.add(roots).collide()).length;
    };
    const all = await count();
    expect(all).toBeGreaterThan(50);
    for (const hide of [child, group, child.material as MeshBasicMaterial]) {
      hide.visible = false;
      expect(await count()).toBe(0);
      expect(await count({ invisible: true })).toBe(all);
      hide.visible = true;
    }
    const parent = new Group().add(group);
    parent.visible = false;
    expect(await count()).toBe(0);
    expect(await count({ filter: (object: unknown) => object !== group, invisible: true })).toBe(0);
  });

  it('tells touching, crossing and coplanar faces apart, and where they meet', async () => {
    const plane = (name: string) =>
      named(
        new Mesh(
          new BufferGeometry().setAttribute(
            'position',
            new BufferAttribute(Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0), 3),
          ),
          material,
        ),
        name,
      );
    const [a, b] = [plane('a'), plane('b')];
    using collider = new Collider(engine);
    collider.add([a, b]);
    expect((await collider.collide()).at(0)?.kind).toBe('coplanar');
    const standAt = (z: number) => {
      b.matrixAutoUpdate = false;
      b.matrix.set(0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, z, 0, 0, 0, 1); // x becomes z: exact, unlike a rotation
      b.matrixWorldNeedsUpdate = true;
    };
    standAt(-1);
    const crossing = (await collider.update().collide({ segments: true })).at(0)!;
    expect(crossing.kind).toBe('crossing');
    expect(crossing.segment!.map(({ z }) => z)).toEqual([0, 0]);
    expect(crossing.segment!.map(({ x }) => x)).toEqual([1, 1]);
    standAt(0);
    expect((await collider.update().collide()).at(0)).toMatchObject({ kind: 'touching', segment: undefined });
    expect((await collider.collide({ contacts: 'penetrating' })).length).toBe(0);
  });
});
