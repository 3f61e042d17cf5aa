import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/io/gltf/gltf.ts';
import { GltfBuilder, type Json, jsonBytes, TRIANGLE, triangleJson } from '../support/gltf-files.ts';
import { bytesOf, meshErrorOf } from '../support/reading.ts';

const errorOf = (bytes: Uint8Array) => meshErrorOf(readGltf(bytes, { name: 'bad.gltf' }));

async function triangleGlb(positions = TRIANGLE): Promise<Uint8Array> {
  const builder = new GltfBuilder();
  builder.node('a', builder.primitive(positions));
  return builder.glb();
}

describe('readGltf refuses', () => {
  it.each([
    ['an empty file', new Uint8Array(0), 'empty-file'],
    ['junk', bytesOf('hello, world'), 'bad-gltf'],
    ['JSON that is no glTF', bytesOf('{"a": 1}'), 'bad-gltf'],
    ['JSON that is a list', bytesOf('[]'), 'bad-gltf'],
    ['glTF 1', bytesOf('{"asset": {"version": "1.0"}}'), 'bad-gltf'],
    ['a scene without meshes', bytesOf('{"asset": {"version": "2.0"}}'), 'no-triangles'],
  ])('%s', async (_what, bytes, code) => {
    const error = await errorOf(bytes);
    expect(error.code).toBe(code);
    expect(error.message).toContain('bad.gltf');
  });

  it('a .glb that is cut off anywhere', async () => {
    const glb = await triangleGlb();
    for (let length = 4; length < glb.length; length++) {
      expect((await errorOf(glb.subarray(0, length))).code).toBe('truncated');
    }
  });

  it('a buffer shorter than its views, naming both lengths', async () => {
    const json = triangleJson();
    json.buffers[0].uri = 'data:;base64,AAAA';
    expect((await errorOf(jsonBytes(json))).message).toContain('found 3 bytes, the buffer views go to byte 42');
  });

  it('a buffer that cannot be fetched, naming it', async () => {
    const json = triangleJson();
    json.buffers[0].uri = 'beside.bin';
    const unresolved = await errorOf(jsonBytes(json));
    expect(unresolved.code).toBe('missing-resource');
    expect(unresolved.details.uri).toBe('beside.bin');
    const resolve = () => Promise.reject(new Error('no such file'));
    const failed = await meshErrorOf(readGltf(jsonBytes(json), { resolve }));
    expect(failed.message).toContain('"beside.bin", which could not be read (no such file)');
  });

  it('an index beyond the vertices, naming both', async () => {
    const builder = new GltfBuilder();
    builder.node('a', builder.primitive(TRIANGLE, Uint16Array.of(0, 1, 3)));
    const error = await errorOf(await builder.glb());
    expect(error.code).toBe('index-range');
    expect(error.message).toContain('entry 2 is vertex 3, the primitive has 3 vertices');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('a coordinate that is %s, naming part and vertex', async (value) => {
    const error = await errorOf(await triangleGlb(Float32Array.of(0, 0, 0, 1, value, 0, 0, 1, 0)));
    expect(error.code).toBe('bad-number');
    expect(error.details).toMatchObject({ part: 'a', vertex: 1 });
  });

  it('a required extension that it does not know', async () => {
    const json = { ...triangleJson(), extensionsRequired: ['KHR_materials_unlit', 'ACME_shape'] };
    const error = await errorOf(jsonBytes(json));
    expect(error.code).toBe('unsupported-extension');
    expect(error.details.extension).toBe('ACME_shape');
  });

  it.each<[string, string, (json: Json) => void]>([
    [
      'a node that is its own ancestor',
      'nodes[1]',
      (json) => (json.nodes = [{ mesh: 0 }, { children: [2] }, { children: [1] }]),
    ],
    [
      'a node with two parents',
      'nodes[2].children',
      (json) => (json.nodes = [{}, { children: [0] }, { children: [0] }]),
    ],
    ['a mesh that is not there', 'nodes[0].mesh', (json) => (json.nodes[0].mesh = 7)],
    ['a scene that is not there', 'scene', (json) => (json.scene = -1)],
    ['an accessor that is not there', 'indices', (json) => (json.meshes[0].primitives[0].indices = 'x')],
    ['a matrix of nine numbers', 'nodes[0].matrix', (json) => (json.nodes[0].matrix = new Array(9).fill(0))],
    ['positions of two numbers', 'accessors[0].type', (json) => (json.accessors[0].type = 'VEC2')],
    ['a component type that is none', 'accessors[0].componentType', (json) => (json.accessors[0].componentType = 1)],
    ['an accessor beyond its view', 'accessors[0]', (json) => (json.accessors[0].count = 4)],
    ['a view without a buffer', 'bufferViews[0].buffer', (json) => delete json.bufferViews[0].buffer],
    ['a stride below the size of an element', 'byteStride', (json) => (json.bufferViews[0].byteStride = 4)],
    ['a list of nodes that is none', 'nodes', (json) => (json.nodes = 3)],
    ['a buffer without bytes', 'buffers[0].uri', (json) => delete json.buffers[0].uri],
    [
      '2 GB that are not in the file',
      'accessors[0]',
      (json) => (json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 2e8 }),
    ],
  ])('%s, naming the place', async (_what, place, spoil) => {
    const json = triangleJson();
    spoil(json);
    const error = await errorOf(jsonBytes(json));
    expect(error.code).toBe('bad-gltf');
    expect(error.message).toContain(place);
  });

  it('a meshopt view that claims more than its bytes can hold', async () => {
    const json = triangleJson();
    const meshopt = { buffer: 0, byteLength: 36, byteStride: 12, count: 1e9, mode: 'ATTRIBUTES' };
    json.bufferViews[0].extensions = { EXT_meshopt_compression: meshopt };
    expect((await errorOf(jsonBytes(json))).message).toContain('what 36 packed bytes can hold');
    meshopt.count = 3;
    expect((await errorOf(jsonBytes(json))).message).toContain('could not be unpacked');
    meshopt.mode = 'NOVEL';
    expect((await errorOf(jsonBytes(json))).code).toBe('bad-gltf');
  });

  it('Draco data that are none', async () => {
    const json = triangleJson();
    json.meshes[0].primitives[0].extensions = {
      KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } },
    };
    expect((await errorOf(jsonBytes(json))).message).toContain('could not be unpacked');
  });
});
