import { describe, expect, it } from 'vitest';
import { OptionError } from '../../src/errors.ts';
import { detectFormat, type ModelFormat, readModel } from '../../src/io/index.ts';
import { asObj, asOff, asPlyAscii, asPlyBinary, asStlAscii, asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { bytesOf, meshErrorOf, triangleCountOf } from '../support/reading.ts';

const sheet = wavySheet(200);
const FILES: readonly (readonly [string, ModelFormat, Uint8Array])[] = [
  ['OBJ', 'obj', asObj(sheet)],
  ['binary STL', 'stl', asStlBinary(sheet)],
  ['binary STL that begins with "solid"', 'stl', asStlBinary(sheet, 'solid sheet')],
  ['text STL', 'stl', asStlAscii(sheet)],
  ['text PLY', 'ply', asPlyAscii(sheet)],
  ['binary PLY', 'ply', asPlyBinary(sheet, true)],
  ['big-endian PLY', 'ply', asPlyBinary(sheet, false)],
  ['OFF', 'off', asOff(sheet)],
];
const EXTENSIONS = ['', '.obj', '.stl', '.PLY', '.off', '.glb', '.3mf', '.txt'];

describe('readModel', () => {
  it.each(FILES)('knows %s by what it holds, whatever its extension says', async (_what, format, bytes) => {
    for (const extension of EXTENSIONS) {
      const model = await readModel(bytes, { name: `sheet${extension}` });
      expect(model.format).toBe(format);
      expect(triangleCountOf(model)).toBe(200);
    }
  });

  it('takes the format that it is given', async () => {
    const error = await meshErrorOf(readModel(asObj(sheet), { format: 'ply' }));
    expect(error.code).toBe('bad-header');
  });

  it('refuses a format that it does not know', async () => {
    const reading = readModel(asObj(sheet), { format: 'dxf' as ModelFormat });
    await expect(reading).rejects.toThrow(OptionError);
    await expect(reading).rejects.toThrow(/format is "dxf"; expected one of obj, stl, ply, off, gltf, 3mf/);
  });

  it('does not change the bytes', async () => {
    for (const [, , bytes] of FILES) {
      const copy = bytes.slice();
      await readModel(bytes);
      expect(bytes).toEqual(copy);
    }
  });

  it.each(FILES)('reports progress on %s, up to 1', async (_what, _format, bytes) => {
    const shares: number[] = [];
    await readModel(bytes, { onProgress: (done) => shares.push(done) });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('reports progress on the way through a large file', async () => {
    const shares: number[] = [];
    await readModel(asObj(wavySheet(200_000)), { onProgress: (done) => shares.push(done) });
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it.each(FILES)('stops on %s with the reason of the signal', async (_what, _format, bytes) => {
    const reason = new Error('enough');
    await expect(readModel(bytes, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('stops half way through a large file', async () => {
    const stop = new AbortController();
    const onProgress = (done: number) => done > 0.5 && stop.abort(new Error('enough'));
    await expect(readModel(asObj(wavySheet(200_000)), { signal: stop.signal, onProgress })).rejects.toThrow('enough');
  });
});

describe('detectFormat', () => {
  it.each([
    ['glTF\x02\0\0\0', 'a.bin', 'gltf'],
    [' {"asset":{"version":"2.0"}}', '', 'gltf'],
    ['PK\x03\x04\0\0', 'a', '3mf'],
    ['#comment\nmtllib x.mtl\n', '', 'obj'],
    ['648 216\nv 0 0 0\n', 'rob.obj', 'obj'],
    ['8 6 12\n', 'cube.off', 'off'],
  ] as const)('knows %j named %j', (text, name, format) => {
    expect(detectFormat(bytesOf(text), { name })).toBe(format);
  });

  it('knows glTF whose "asset" stands at its end', () => {
    const text = `{"buffers":["${'A'.repeat(5000)}"],"asset":{"version":"2.0"}}`;
    expect(detectFormat(bytesOf(text))).toBe('gltf');
  });

  it.each([
    ['empty-file', '', 'a.obj', /file "a.obj": found 0 bytes/],
    ['unsupported-format', 'whatever', 'house.ifcXML', /IfcConvert/],
    ['unsupported-format', 'whatever', 'part.SLDPRT', /SOLIDWORKS.*STEP/],
    ['unsupported-format', 'Kaydara FBX Binary', 'a.obj', /FBX.*Blender/],
    ['unknown-format', '{"some":"json"}', 'a.json', /begins with "\{\\"some\\":\\"json\\"/],
    ['unknown-format', 'lorem ipsum', 'a.txt', /begins with "lorem ipsum", expected OBJ, STL, PLY/],
    ['unknown-format', '\0\x01\x02', '', /the file: found a file that begins with "\.\.\."/],
  ])('refuses with %s: %j named %j', (code, text, name, message) => {
    const options = name ? { name } : {};
    expect(() => detectFormat(bytesOf(text), options)).toThrow(message);
    expect(() => detectFormat(bytesOf(text), options)).toThrow(expect.objectContaining({ code, name: 'MeshError' }));
  });

  it('knows a gzip file by its first bytes', () => {
    expect(() => detectFormat(Uint8Array.of(0x1f, 0x8b, 8, 0), { name: 'a.obj' })).toThrow(/gzip archive.*Unpack/);
  });
});
