/** Parts of a glTF that share a mesh, as instances, beside the same parts as meshes of their own. */
import { WebIO } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collisions, createEngine, type Engine } from '../../src/index.ts';
import { addParts } from '../../src/io/add-parts.ts';
import { readGltf } from '../../src/io/gltf/gltf.ts';
import type { ModelPart } from '../../src/io/model.ts';
import { ask } from '../../src/report/ask.ts';
import { objectsOf } from '../../src/report/objects.ts';
import { GltfBuilder, TRIANGLE } from '../support/gltf-files.ts';

/** An octahedron whose corners are no round numbers. */
const CORNERS = Float32Array.of(0.9, 0, 0, -0.9, 0.1, 0, 0, 1.1, 0, 0, -0.7, 0.3, 0.2, 0, 0.8, 0, 0.1, -1.3);
const FACES = Uint16Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5);

type Triple = [number, number, number];
interface Place {
  readonly translation: Triple;
  readonly rotation: [number, number, number, number];
  readonly scale: Triple;
}

/** Nodes that share a mesh, and one with instances of it. */
async function crowd(nodes: readonly Place[], instances: readonly Place[]): Promise<readonly ModelPart[]> {
  const builder = new GltfBuilder();
  const first = builder.node('first', builder.primitive(CORNERS, FACES));
  for (const [i, { translation, rotation, scale }] of nodes.entries()) {
    const node = builder.document.createNode(`node ${i}`).setMesh(first.getMesh());
    builder.scene.addChild(node.setTranslation(translation).setRotation(rotation).setScale(scale));
  }
  const many = builder.document.createExtension(EXTMeshGPUInstancing).createInstancedMesh();
  const row = (of: (place: Place) => readonly number[]) => Float32Array.from(instances.flatMap(of));
  many.setAttribute(
    'TRANSLATION',
    builder.accessor(
      'VEC3',
      row(({ translation }) => translation),
    ),
  );
  many.setAttribute(
    'ROTATION',
    builder.accessor(
      'VEC4',
      row(({ rotation }) => rotation),
    ),
  );
  const holder = builder.document.createNode('many').setMesh(first.getMesh());
  builder.scene.addChild(holder.setExtension('EXT_mesh_gpu_instancing', many));
  builder.node('alone', builder.primitive(TRIANGLE));
  return (await readGltf(await builder.glb(new WebIO().registerExtensions([EXTMeshGPUInstancing])))).parts;
}

const coordinate = fc.double({ min: -2, max: 2, noNaN: true }).map(Math.fround);
const triple = fc.tuple(coordinate, coordinate, coordinate);
const turn = fc.tuple(coordinate, coordinate, coordinate, coordinate).map(([x, y, z, w]): Place['rotation'] => {
  const length = Math.hypot(x, y, z, w);
  return length > 0.1 ? [x / length, y / length, z / length, w / length] : [0, 0, 0, 1];
});
const place = fc.record({ translation: triple, rotation: turn, scale: triple });
const places = fc.array(place, { minLength: 1, maxLength: 4 });

function pairsOf({ trianglePairs, kinds, objectPairs }: Collisions) {
  return { pairs: [...trianglePairs], kinds: [...kinds], objects: [...objectPairs] };
}

describe('parts that share a mesh', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('collide as meshes of their own do, wherever they are', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(places, places, async (nodes, instances) => {
        const parts = await crowd(nodes, instances);
        expect(parts.filter(({ instance }) => instance).length).toBe(1 + nodes.length + instances.length);
        const answers = await Promise.all(
          [true, false].map(async (shares) => {
            using scene = engine.createScene();
            if (shares) addParts(scene, parts);
            else for (const { name, positions, indices } of parts) scene.add({ name, positions, indices, weld: true });
            return pairsOf(await scene.collide());
          }),
        );
        expect(answers[0]).toEqual(answers[1]);
        found += answers[0].kinds.length;
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(500);
  });

  it('lie where their positions say, and share arrays', async () => {
    const parts = await crowd([{ translation: [3, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }], []);
    const [first, second, alone] = [parts[0], parts[1], parts[parts.length - 1]];
    expect(second.instance!.positions).toBe(first.instance!.positions);
    expect(second.indices).toBe(first.indices);
    expect([...second.instance!.matrix.slice(12)]).toEqual([3, 0, 0, 1]);
    expect(alone.instance).toBeUndefined();
  });

  it('are one mesh in the engine of the command line, unless something changes them', async () => {
    const nodes = [0.5, 1, 1.5].map(
      (x): Place => ({ translation: [x, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }),
    );
    const parts = await crowd(nodes, nodes);
    const model = { format: 'gltf', parts } as const;
    const counted = async (weld: boolean | number) => {
      let instances = 0;
      const counting: Engine = new Proxy(engine, {
        get: (target, key) =>
          key === 'createScene'
            ? () => {
                const scene = target.createScene();
                const add = scene.addInstance.bind(scene);
                scene.addInstance = (object) => {
                  instances++;
                  return add(object);
                };
                return scene;
              }
            : Reflect.get(target, key),
      });
      const objects = objectsOf({ file: 'crowd.glb', model }, { merge: false, weld });
      const question = { label: 'crowd', objects, movers: [], query: { between: true } };
      const { collisions } = await ask(counting, question, { progress: () => undefined });
      return { instances, pairs: pairsOf(collisions) };
    };
    const shared = await counted(true);
    const own = await counted(1e-9);
    expect(shared.instances).toBe(6);
    expect(own.instances).toBe(0);
    expect(shared.pairs).toEqual(own.pairs);
  });
});
