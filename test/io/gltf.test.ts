import { WebIO } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/io/gltf/gltf.ts';
import { GltfBuilder, jsonBytes, SQUARE, TRIANGLE, triangleJson } from '../support/gltf-files.ts';
import { wavySheet } from '../support/mesh-files.ts';
import { plain } from '../support/reading.ts';

const QUARTER_TURN_Z: [number, number, number, number] = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

describe('readGltf, parts', () => {
  it('gives one part per node with a mesh, depth-first in scene order', async () => {
    const builder = new GltfBuilder();
    const first = builder.node('first', builder.primitive(TRIANGLE));
    builder.node('last', builder.primitive(TRIANGLE));
    const empty = builder.document.createNode('empty');
    first.addChild(empty);
    empty.addChild(builder.document.createNode('inner').setMesh(first.getMesh()));
    const model = await readGltf(await builder.glb());
    expect(model.format).toBe('gltf');
    expect(model.parts.map(({ name }) => name)).toEqual(['first', 'inner', 'last']);
  });

  it('joins the primitives of a mesh and leaves points and lines out', async () => {
    const builder = new GltfBuilder();
    const lines = builder.primitive(TRIANGLE, Uint16Array.of(0, 1), 1);
    builder.node('a', builder.primitive(TRIANGLE), lines, builder.primitive(SQUARE, Uint8Array.of(0, 1, 2, 1, 3, 2)));
    const [part] = plain(await readGltf(await builder.glb()));
    expect(part.positions).toEqual([...TRIANGLE, ...SQUARE]);
    expect(part.indices).toEqual([0, 1, 2, 3, 4, 5, 4, 6, 5]);
  });

  it.each([
    ['a strip', 5, [0, 1, 2, 1, 3, 2]],
    ['a fan', 6, [1, 2, 0, 2, 3, 0]],
  ])('unrolls %s', async (_what, mode, indices) => {
    const builder = new GltfBuilder();
    builder.node('a', builder.primitive(SQUARE, undefined, mode));
    expect(plain(await readGltf(await builder.glb()))[0].indices).toEqual(indices);
  });

  it('leaves out the corners after the last whole triangle', async () => {
    const builder = new GltfBuilder();
    builder.node('a', builder.primitive(SQUARE));
    expect(plain(await readGltf(await builder.glb()))[0].indices).toEqual([0, 1, 2]);
  });

  it('takes the default scene, else the first, else every tree of nodes', async () => {
    const json = triangleJson();
    json.nodes = ['a', 'b'].map((name) => ({ name, mesh: 0 }));
    json.scenes = [{ nodes: [0] }, { nodes: [1] }];
    const names = async () => (await readGltf(jsonBytes(json))).parts.map(({ name }) => name);
    json.scene = 1;
    expect(await names()).toEqual(['b']);
    delete json.scene;
    expect(await names()).toEqual(['a']);
    delete json.scenes;
    expect(await names()).toEqual(['a', 'b']);
  });

  it('gives an instanced node as one part per instance', async () => {
    const builder = new GltfBuilder();
    const extension = builder.document.createExtension(EXTMeshGPUInstancing);
    const instances = extension.createInstancedMesh();
    instances.setAttribute('TRANSLATION', builder.accessor('VEC3', Float32Array.of(0, 0, 0, 5, 0, 0)));
    instances.setAttribute('SCALE', builder.accessor('VEC3', Float32Array.of(1, 1, 1, 2, 2, 2)));
    const node = builder.node('bolt', builder.primitive(TRIANGLE)).setTranslation([0, 0, 7]);
    node.setExtension('EXT_mesh_gpu_instancing', instances);
    const parts = plain(await readGltf(await builder.glb(new WebIO().registerExtensions([EXTMeshGPUInstancing]))));
    expect(parts.map(({ name }) => name)).toEqual(['bolt[0]', 'bolt[1]']);
    expect(parts[1].positions).toEqual([5, 0, 7, 7, 0, 7, 5, 2, 7]);
  });
});

describe('readGltf, positions', () => {
  it('keeps single precision where nothing moves them', async () => {
    const builder = new GltfBuilder();
    builder.node('still', builder.primitive(TRIANGLE));
    const { parts } = await readGltf(await builder.glb());
    expect(parts[0].positions).toEqual(TRIANGLE);
  });

  it('applies the transforms of a node and its ancestors in double precision', async () => {
    const builder = new GltfBuilder();
    const child = builder.node('child', builder.primitive(TRIANGLE)).setTranslation([0.1, 0, 0]);
    builder.scene.removeChild(child);
    const parent = builder.document.createNode().setRotation(QUARTER_TURN_Z).setScale([2, 2, 2]).addChild(child);
    builder.scene.addChild(parent);
    const { positions } = (await readGltf(await builder.glb())).parts[0];
    expect(positions).toBeInstanceOf(Float64Array);
    [0, 0.2, 0, 0, 2.2, 0, -2, 0.2, 0].map((value, i) => expect(positions[i]).toBeCloseTo(value, 12));
  });

  it('takes a matrix as it stands, shear included', async () => {
    const json = triangleJson();
    json.nodes[0].matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0.1, 0, 0, 1];
    expect(plain(await readGltf(jsonBytes(json)))[0].positions).toEqual([0.1, 0, 0, 1.1, 0, 0, 0.6, 1, 0]);
  });

  it('adds morph targets with the weights of the mesh, or of the node', async () => {
    const builder = new GltfBuilder();
    const lift = builder.document.createPrimitiveTarget();
    lift.setAttribute('POSITION', builder.accessor('VEC3', Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1)));
    const node = builder.node('a', builder.primitive(TRIANGLE).addTarget(lift));
    node.getMesh()!.setWeights([0.5]);
    const heights = async () => plain(await readGltf(await builder.glb()))[0].positions.filter((_, i) => i % 3 === 2);
    expect(await heights()).toEqual([0.5, 0.5, 0.5]);
    node.setWeights([2]);
    expect(await heights()).toEqual([2, 2, 2]);
  });

  it('lets the joints alone place a skinned mesh', async () => {
    const builder = new GltfBuilder();
    const primitive = builder.primitive(TRIANGLE);
    primitive.setAttribute('JOINTS_0', builder.accessor('VEC4', Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0)));
    primitive.setAttribute('WEIGHTS_0', builder.accessor('VEC4', Float32Array.of(1, 0, 0, 0, 2, 0, 0, 0, 1, 1, 0, 0)));
    const joints = [[10, 0, 0] as const, [20, 0, 0] as const].map((at) =>
      builder.document.createNode().setTranslation([...at]),
    );
    const skin = builder.document.createSkin();
    for (const joint of joints) {
      builder.scene.addChild(joint);
      skin.addJoint(joint);
    }
    builder.node('skinned', primitive).setSkin(skin).setTranslation([0, 0, 99]);
    expect(plain(await readGltf(await builder.glb()))[0].positions).toEqual([10, 0, 0, 21, 0, 0, 15, 1, 0]);
  });
});

describe('readGltf, storage', () => {
  it('reads a .gltf with its buffer inside, in any alignment', async () => {
    const bytes = jsonBytes(triangleJson());
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(plain(await readGltf(shifted.subarray(1)))[0]).toEqual({
      name: 'a',
      positions: [...TRIANGLE],
      indices: [0, 1, 2],
    });
  });

  it('fetches buffers beside the file, and only those with geometry', async () => {
    const json = triangleJson();
    const buffer = Buffer.from(json.buffers[0].uri.split(',')[1], 'base64');
    json.buffers = [
      { byteLength: 42, uri: 'a%20b.bin' },
      { byteLength: 9, uri: 'missing.bin' },
    ];
    json.images = [{ uri: 'missing.png' }];
    const asked: string[] = [];
    const resolve = async (uri: string) => {
      asked.push(uri);
      return buffer;
    };
    expect((await readGltf(jsonBytes(json), { resolve })).parts).toHaveLength(1);
    expect(asked).toEqual(['a%20b.bin']);
  });

  it('reads sparse accessors, with and without a base', async () => {
    const json = triangleJson();
    const values = new Uint8Array(16);
    values[0] = 2; // the third vertex …
    values.set(new Uint8Array(Float32Array.of(0, 5, 5).buffer), 4); // … goes here
    json.buffers.push({ byteLength: 16, uri: `data:;base64,${Buffer.from(values).toString('base64')}` });
    json.bufferViews.push({ buffer: 1, byteLength: 1 }, { buffer: 1, byteOffset: 4, byteLength: 12 });
    const sparse = { count: 1, indices: { bufferView: 2, componentType: 5121 }, values: { bufferView: 3 } };
    json.accessors[0].sparse = sparse;
    expect(plain(await readGltf(jsonBytes(json)))[0].positions).toEqual([0, 0, 0, 1, 0, 0, 0, 5, 5]);
    json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 3, sparse };
    expect(plain(await readGltf(jsonBytes(json)))[0].positions).toEqual([0, 0, 0, 0, 0, 0, 0, 5, 5]);
  });

  it('dequantizes, normalized or not', async () => {
    const builder = new GltfBuilder();
    builder.document.createExtension(KHRMeshQuantization).setRequired(true);
    builder.node('plain', builder.primitive(Int16Array.of(0, 0, 0, 300, 0, 0, 0, -300, 0)));
    const normalized = builder.document.createPrimitive();
    const positions = builder.accessor('VEC3', Int8Array.of(0, 0, 0, 127, 0, 0, 0, -128, 0), true);
    builder.node('normalized', normalized.setAttribute('POSITION', positions));
    const parts = plain(await readGltf(await builder.glb(new WebIO().registerExtensions([KHRMeshQuantization]))));
    expect(parts.map((part) => part.positions)).toEqual([
      [0, 0, 0, 300, 0, 0, 0, -300, 0],
      [0, 0, 0, 1, 0, 0, 0, -1, 0],
    ]);
  });

  it('keeps double precision where the file has it', async () => {
    const json = triangleJson();
    const values = Float64Array.of(0.1, 0, 0, 1.1, 0, 0, 0.1, 1, 0);
    json.buffers.push({ byteLength: 72, uri: `data:;base64,${Buffer.from(values.buffer).toString('base64')}` });
    json.bufferViews.push({ buffer: 1, byteLength: 72 });
    json.accessors[0] = { bufferView: 2, componentType: 5130, type: 'VEC3', count: 3 };
    json.extensionsRequired = ['KHR_accessor_float64'];
    expect((await readGltf(jsonBytes(json))).parts[0].positions).toEqual(values);
  });

  it('unpacks meshopt to the bit, under either name of the extension', async () => {
    await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]);
    const sheet = wavySheet(200);
    const builder = new GltfBuilder();
    builder.node('sheet', builder.primitive(new Float32Array(sheet.positions), new Uint32Array(sheet.indices)));
    builder.document.createExtension(EXTMeshoptCompression).setRequired(true);
    const io = new WebIO().registerExtensions([EXTMeshoptCompression]);
    const glb = await builder.glb(io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder }));
    const renamed = Buffer.from(
      Buffer.from(glb).toString('latin1').replaceAll('EXT_meshopt_', 'KHR_meshopt_'),
      'latin1',
    );
    for (const bytes of [glb, renamed]) {
      const [part] = (await readGltf(bytes)).parts;
      expect(part.positions).toEqual(new Float32Array(sheet.positions));
      expect(part.indices.length).toBe(sheet.indices.length);
    }
  });

  it('unpacks Draco', async () => {
    // @ts-expect-error The package has no types.
    const draco = (await import('draco3dgltf')).default;
    const sheet = wavySheet(200);
    const builder = new GltfBuilder();
    builder.node('sheet', builder.primitive(new Float32Array(sheet.positions), new Uint32Array(sheet.indices)));
    builder.document.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions({ method: 0 });
    const io = new WebIO().registerExtensions([KHRDracoMeshCompression]);
    const glb = await builder.glb(io.registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() }));
    const [part] = (await readGltf(glb)).parts;
    expect(part.indices.length).toBe(sheet.indices.length);
    expect(Math.max(...part.positions)).toBeCloseTo(1, 3);
  });
});

describe('readGltf, while it runs', () => {
  it('stops with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readGltf(jsonBytes(triangleJson()), { signal })).rejects.toThrow('enough');
  });

  it('reports progress up to 1', async () => {
    const shares: number[] = [];
    await readGltf(jsonBytes(triangleJson()), { onProgress: (done) => shares.push(done) });
    expect(shares.at(-1)).toBe(1);
  });
});
