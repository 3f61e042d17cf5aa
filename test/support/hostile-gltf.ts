/**
 * glTF files made to harm: small ones that ask for far more memory than there is, and names of buffers that lead out of the
 * model's folder, to devices or to pipes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, triangleJson } from './gltf-files.ts';
import type { Random } from './random.ts';

export interface HostileFile {
  readonly what: string;
  readonly json: Json | string;
  /** Bytes of zeros in data.bin beside it. */
  readonly dataBytes?: number;
  /** Code of the error; undefined where an answer is expected. */
  readonly code?: string;
}

const list = <T>(length: number, entry: (i: number) => T): T[] => Array.from({ length }, (_, i) => entry(i));
const floats = (count: number, byteOffset = 0): Json => ({
  bufferView: 0,
  byteOffset,
  componentType: 5126,
  type: 'VEC3',
  count,
});

/** One mesh on a buffer beside the file, which the caller multiplies. */
function onBuffer(dataBytes: number, changes: Json): HostileFile & { json: Json } {
  const json = {
    asset: { version: '2.0' },
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [floats(Math.floor(dataBytes / 12))],
    bufferViews: [{ buffer: 0, byteLength: dataBytes }],
    buffers: [{ byteLength: dataBytes, uri: 'data.bin' }],
    ...changes,
  };
  return { what: '', json, dataBytes };
}

function multiplied(): HostileFile[] {
  const primitive = { attributes: { POSITION: 0 } };
  const indices = { bufferView: 0, componentType: 5125, type: 'SCALAR', count: 30_000 };
  const targets = list(20_000, () => ({ POSITION: 0 }));
  return [
    { ...onBuffer(600_000, { meshes: [{ primitives: list(100_000, () => primitive) }] }), what: 'primitives' },
    {
      ...onBuffer(120_000, {
        meshes: [{ primitives: list(100_000, () => ({ ...primitive, indices: 1 })) }],
        accessors: [floats(3), indices],
      }),
      what: 'primitives on one list of indices',
    },
    {
      ...onBuffer(120_000, { meshes: [{ primitives: list(50_000, () => ({ ...primitive, mode: 5 })) }] }),
      what: 'strips',
    },
    { ...onBuffer(36_000, { nodes: list(100_000, () => ({ mesh: 0 })) }), what: 'nodes' },
    {
      ...onBuffer(1_200_000, {
        meshes: [
          {
            primitives: [
              { ...primitive, targets },
              { ...primitive, targets },
            ],
          },
        ],
      }),
      what: 'morph targets',
    },
  ].map((file) => ({ ...file, code: 'too-large' }));
}

function overlapping(): HostileFile[] {
  const dataBytes = 4_000_000;
  const count = 20_000;
  const meshes = [{ primitives: list(count, (i) => ({ attributes: { POSITION: i } })) }];
  const meshopt = { buffer: 0, byteLength: 100_000, byteStride: 12, count: 15_000_000, mode: 'ATTRIBUTES' };
  const packed = { buffer: 0, byteLength: 12, extensions: { EXT_meshopt_compression: meshopt } };
  return [
    { ...onBuffer(dataBytes, { meshes, accessors: list(count, (i) => floats(300_000, 4 * i)) }), what: 'accessors' },
    {
      ...onBuffer(dataBytes, {
        meshes,
        accessors: list(count, (i) => ({ ...floats(300_000), bufferView: i })),
        bufferViews: list(count, () => ({ buffer: 0, byteLength: dataBytes })),
      }),
      what: 'buffer views',
    },
    {
      ...onBuffer(dataBytes, {
        meshes,
        accessors: list(count, (i) => ({ ...floats(15_000_000), bufferView: i })),
        bufferViews: list(count, () => packed),
      }),
      what: 'packed buffer views',
    },
    {
      ...onBuffer(dataBytes, {
        meshes,
        accessors: list(count, (i) => ({ ...floats(3), bufferView: i })),
        bufferViews: list(count, (i) => ({ buffer: i, byteLength: 2 ** 30 })),
        buffers: list(count, () => ({ byteLength: 2 ** 30, uri: 'data.bin' })),
      }),
      what: 'buffers',
    },
  ].map((file) => ({ ...file, code: 'too-large' }));
}

function claims(): HostileFile[] {
  const zeros = (count: number) => ({ componentType: 5126, type: 'VEC3', count });
  const instancing = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } };
  return [
    { ...onBuffer(36, { accessors: [zeros(2 ** 52)] }), what: 'a count of 2⁵²', code: 'bad-gltf' },
    {
      ...onBuffer(36, {
        meshes: [{ primitives: list(5000, (i) => ({ attributes: { POSITION: i } })) }],
        accessors: list(5000, () => ({ ...zeros(1_000_000), sparse: { count: 0, indices: {}, values: {} } })),
      }),
      what: 'arrays of zeros',
      code: 'bad-gltf',
    },
    {
      ...onBuffer(36, { nodes: [{ mesh: 0, extensions: instancing }], accessors: [floats(3), zeros(1_300_000)] }),
      what: 'instances',
      code: 'too-large',
    },
    {
      ...onBuffer(36, { bufferViews: [{ buffer: 0, byteLength: 2 ** 45 }] }),
      what: 'a buffer of 32 TiB',
      code: 'too-large',
    },
  ];
}

function nested(): HostileFile[] {
  const triangle = triangleJson();
  const depth = 50_000;
  const chain = list(depth, (i) => (i + 1 < depth ? { children: [i + 1] } : { mesh: 0 }));
  const circle = list(depth, (i) => ({ children: [(i + 1) % depth], mesh: 0 }));
  const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
  const joints = list(20_000, (i) => i);
  const skinned = joints.map((i) => (i < 3000 ? { mesh: 0, skin: 0 } : {}));
  const zeros = (type: string, componentType: number) => ({ type, componentType, count: 3 });
  const attributes = { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 };
  return [
    { what: 'nodes in a chain', json: { ...triangle, nodes: chain } },
    { what: 'nodes in a circle', json: { ...triangle, nodes: circle }, code: 'bad-gltf' },
    { what: 'brackets in the place of nodes', json: `{"asset":{"version":"2.0"},"nodes":${deep}}`, code: 'bad-gltf' },
    { what: 'brackets that nobody asks for', json: `{"extras":${deep},${JSON.stringify(triangle).slice(1)}` },
    {
      what: 'many nodes on a skin of many joints',
      json: {
        ...triangle,
        nodes: skinned,
        scenes: [{ nodes: joints }],
        skins: [{ joints }],
        meshes: [{ primitives: [{ attributes, indices: 1 }] }],
        accessors: [...triangle.accessors, zeros('VEC4', 5123), zeros('VEC4', 5126)],
      },
    },
    { what: 'a long name', json: { ...triangle, nodes: [{ mesh: 0, name: 'x'.repeat(20_000_000) }] } },
  ];
}

export const HOSTILE_FILES: readonly HostileFile[] = [...multiplied(), ...overlapping(), ...claims(), ...nested()];

export function writeHostile(folder: string, { json, dataBytes }: HostileFile): string {
  const path = join(folder, 'model.gltf');
  writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json));
  writeFileSync(join(folder, 'data.bin'), new Uint8Array(dataBytes ?? 0));
  return path;
}

/** The bytes of a triangle that ends at x = 1, and those of a file that nobody may see, where it ends at x = 77. */
export function triangleBytes(end: number): Uint8Array {
  return new Uint8Array(Float32Array.of(0, 0, 0, end, 0, 0, 0, 1, 0).buffer);
}

export const SECRET_END = 77;

/**
 * A model's folder with what belongs to it, and beside the folder what does not: a secret, and within the folder links to
 * it, to a device, and a pipe.
 */
export function writeDoors(root: string): { model: (uri: string) => string; folder: string; secret: string } {
  const folder = join(root, 'model');
  const secret = join(root, 'secret.bin');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  mkdirSync(join(root, 'model-too'));
  writeFileSync(secret, triangleBytes(SECRET_END));
  writeFileSync(join(root, 'model-too/secret.bin'), triangleBytes(SECRET_END));
  for (const name of ['data.bin', 'my data.bin', 'sub/data.bin', '..data.bin', '...', 'ä.bin']) {
    writeFileSync(join(folder, name), triangleBytes(1));
  }
  symlinkSync('../secret.bin', join(folder, 'link.bin'));
  symlinkSync('link.bin', join(folder, 'link-to-link.bin'));
  symlinkSync('..', join(folder, 'up'));
  symlinkSync('sub/data.bin', join(folder, 'inner-link.bin'));
  symlinkSync('/dev/zero', join(folder, 'zero.bin'));
  execFileSync('mkfifo', [join(folder, 'pipe.bin')]);
  const model = (uri: string) => {
    const json = triangleJson();
    json.buffers = [{ byteLength: 36, uri }];
    json.bufferViews = [{ buffer: 0, byteLength: 36 }];
    json.accessors = [json.accessors[0]];
    json.meshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }];
    const path = join(folder, 'model.gltf');
    writeFileSync(path, JSON.stringify(json));
    return path;
  };
  return { model, folder, secret };
}

/** Names of buffers that lie in the folder. */
export const BESIDE = [
  'data.bin',
  './data.bin',
  'sub/data.bin',
  'sub/../data.bin',
  'sub//data.bin',
  'sub\\data.bin',
  'my%20data.bin',
  'my data.bin',
  '%64ata.bin',
  '..data.bin',
  '...',
  '%C3%A4.bin',
  'inner-link.bin',
] as const;

/** Names that lead elsewhere, each with the code of its refusal. */
export function outsideNames(secret: string): [uri: string, code: string][] {
  const climbing = ['../secret.bin', './../secret.bin', 'sub/../../secret.bin', '../model-too/secret.bin'];
  const encoded = ['..%2fsecret.bin', '%2e%2e/secret.bin', '%2E%2E%2Fsecret.bin', '.%2e/secret.bin'];
  const backslashes = ['..\\secret.bin', '..%5csecret.bin', 'sub\\..\\..\\secret.bin', '%2e%2e%5Csecret.bin'];
  const rooted = [
    secret,
    `/${secret}`,
    secret.replaceAll('/', '%2F'),
    '/dev/zero',
    'C:\\secret.bin',
    '\\\\host\\secret.bin',
  ];
  const links = ['link.bin', 'link-to-link.bin', 'up/secret.bin', 'sub/../up/secret.bin', 'zero.bin'];
  const outside = [...climbing, ...encoded, ...backslashes, ...rooted, ...links, '..', '.', './'];
  return [
    ...outside.map((uri): [string, string] => [uri, 'outside-folder']),
    ...['pipe.bin', 'sub'].map((uri): [string, string] => [uri, 'no-plain-file']),
    ...[`file://${secret}`, 'http://127.0.0.1:9/x.bin', 'FILE:x.bin'].map((uri): [string, string] => [
      uri,
      'not-downloaded',
    ]),
    ...['', '%00', 'data.bin%00.txt', '%', '%zz'].map((uri): [string, string] => [uri, 'bad-uri']),
    ...['%252e%252e/secret.bin', 'no-such.bin'].map((uri): [string, string] => [uri, 'missing-resource']),
  ];
}

const UP = ['..', '%2e%2e', '.%2E', '%2e.', 'sub/../..', 'up', './..'];
const SLASHES = ['/', '%2f', '\\', '%5C', '//', '/./'];

/** A name that climbs, written in one of many ways. */
export function randomClimb(random: Random): string {
  let uri = random.chance(0.2) ? random.pick(['sub/../', './', 'up/model/']) : '';
  for (let steps = random.integer(1, 3); steps > 0; steps--) uri += random.pick(UP) + random.pick(SLASHES);
  return uri + random.pick(['secret.bin', 'model-too/secret.bin', 'model/../secret.bin', '%73ecret.bin']);
}
