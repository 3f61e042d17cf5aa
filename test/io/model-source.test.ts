import { describe, expect, it } from 'vitest';
import { OptionError } from '../../src/errors.ts';
import { detectFormat, type ModelSource, readModel, readObj, readOff, readPly, readStl } from '../../src/io/index.ts';
import { jsonBytes, triangleJson } from '../support/gltf-files.ts';
import { asObj, asOff, asPlyBinary, asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { meshErrorOf, plain } from '../support/reading.ts';
import { tetrahedronPackage } from '../support/three-mf-files.ts';

const sheet = wavySheet(20);
const FILES: readonly (readonly [string, Uint8Array])[] = [
  ['OBJ', asObj(sheet)],
  ['binary STL', asStlBinary(sheet)],
  ['binary PLY', asPlyBinary(sheet, true)],
  ['OFF', asOff(sheet)],
  ['glTF', jsonBytes(triangleJson())],
  ['3MF', tetrahedronPackage()],
];

/** The bytes in the middle of a larger buffer of 8 and 8 more, at a place that suits every view. */
function padded(bytes: Uint8Array, Memory: ArrayBufferConstructor | SharedArrayBufferConstructor) {
  const memory = new Memory(bytes.length + 16);
  new Uint8Array(memory).fill(0x7f).set(bytes, 8);
  return memory;
}

function exact(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

const SOURCES: readonly (readonly [string, (bytes: Uint8Array) => ModelSource])[] = [
  ['an ArrayBuffer', exact],
  ['a view within a buffer', (bytes) => new Uint8Array(padded(bytes, ArrayBuffer), 8, bytes.length)],
  ['a clamped array', (bytes) => new Uint8ClampedArray(exact(bytes))],
  ['signed bytes', (bytes) => new Int8Array(padded(bytes, ArrayBuffer), 8, bytes.length)],
  ['a DataView', (bytes) => new DataView(padded(bytes, ArrayBuffer), 8, bytes.length)],
  ['a Buffer', (bytes) => Buffer.from(bytes)],
  ['shared memory', (bytes) => padded(bytes, SharedArrayBuffer).slice(8, 8 + bytes.length)],
  ['a view of shared memory', (bytes) => new Uint8Array(padded(bytes, SharedArrayBuffer), 8, bytes.length)],
  ['a Blob', (bytes) => new Blob([exact(bytes)])],
  ['a File', (bytes) => new File([exact(bytes)], 'file')],
  ['a Response', (bytes) => new Response(exact(bytes))],
];

describe('a model may come as', () => {
  it.each(SOURCES)('%s', async (_what, sourceOf) => {
    for (const [, bytes] of FILES) {
      const expected = await readModel(bytes, { name: 'sheet' });
      expect(plain(await readModel(sourceOf(bytes), { name: 'sheet' }))).toEqual(plain(expected));
    }
  });

  it.each(SOURCES)('%s, to the readers of one format too', async (_what, sourceOf) => {
    const readers = [readObj, readStl, readPly, readOff];
    for (const [i, read] of readers.entries()) {
      const [, bytes] = FILES[i];
      expect(plain(await read(sourceOf(bytes)))).toEqual(plain(await read(bytes)));
    }
  });

  it('wider numbers, whose bytes are taken as they lie', async () => {
    const bytes = asObj(sheet);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 4));
    expect(detectFormat(new Float32Array(exact(whole)))).toBe('obj');
    expect(detectFormat(exact(whole))).toBe('obj');
  });
});

describe('the name of a model', () => {
  const anonymous = new TextEncoder().encode('3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n');

  it('comes with a File, and tells the format where the content does not', async () => {
    const model = await readModel(new File([anonymous], 'plate.off'));
    expect(model.format).toBe('off');
    expect(model.parts[0].name).toBe('plate.off');
  });

  it('comes with the address of a Response', async () => {
    const response = new Response(anonymous);
    Object.defineProperty(response, 'url', { value: 'https://example.org/models/a%20plate.off?v=2' });
    expect((await readModel(response)).parts[0].name).toBe('a plate.off');
  });

  it('is the one that is given, if one is', async () => {
    expect((await readModel(new File([anonymous], 'plate'), { name: 'other.off' })).parts[0].name).toBe('other.off');
  });
});

describe('what is no model is refused', () => {
  it.each([
    ['a path', 'models/plate.obj', 'the model is the text "models/plate.obj"; expected the bytes of a file'],
    ['nothing', undefined, 'the model is undefined'],
    ['null', null, 'the model is null'],
    ['a list of numbers', [1, 2, 3], 'the model is of type Array'],
    ['a promise', Promise.resolve(new Uint8Array(3)), 'Await it first'],
    ['a parsed document', { asset: {} }, 'the model is of type Object'],
  ])('as %s', async (_what, source, message) => {
    for (const read of [readModel, readObj, readStl, readPly, readOff]) {
      const reading = read(source as unknown as ModelSource);
      await expect(reading).rejects.toThrow(OptionError);
      await expect(reading).rejects.toThrow(message);
      await expect(reading).rejects.toMatchObject({ code: 'bad-source' });
    }
    expect(() => detectFormat(source as unknown as ArrayBuffer)).toThrow(message);
  });

  it('as a Response that says there is none, or whose body is gone', async () => {
    const missing = await meshErrorOf(readModel(new Response('not found', { status: 404 }), { name: 'a.obj' }));
    expect(missing.code).toBe('bad-response');
    expect(missing.message).toContain('file "a.obj": found a response with status 404');
    const read = new Response(exact(asObj(sheet)));
    await read.arrayBuffer();
    await expect(readModel(read)).rejects.toThrow('has already been read');
  });

  it('as an empty buffer, which is an empty file', async () => {
    for (const source of [new ArrayBuffer(0), new Blob([]), new Response('')]) {
      expect((await meshErrorOf(readModel(source))).code).toBe('empty-file');
    }
  });
});
