import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { PACKED_LIMITS } from '../../src/io/packed-limit.ts';
import { readThreeMf } from '../../src/io/three-mf/three-mf.ts';
import { processorMilliseconds } from '../support/processor-time.ts';
import { bytesOf, meshErrorOf } from '../support/reading.ts';
import { modelXml, packModel, TETRAHEDRON, tetrahedronPackage } from '../support/three-mf-files.ts';

const MESH = `<object id="1" name="mesh">${TETRAHEDRON}</object>`;
const ITEM = '<build><item objectid="1"/></build>';
const errorOf = (bytes: Uint8Array) => meshErrorOf(readThreeMf(bytes, { name: 'bad.3mf' }));
const errorOfModel = (resources: string, build = ITEM) => errorOf(packModel(modelXml(resources, build)));

/** Writes a number into the directory entry of the model part. */
function claimed(archive: Uint8Array, fieldOffset: number, value: number): Uint8Array {
  const bytes = Buffer.from(archive);
  const entry = bytes.lastIndexOf(Buffer.from('3D/3dmodel.model')) - 46;
  bytes.writeUInt32LE(value, entry + fieldOffset);
  return bytes;
}

describe('readThreeMf refuses', () => {
  it.each([
    ['an empty file', new Uint8Array(0), 'empty-file'],
    ['junk', bytesOf('hello, world, this is no archive'), 'bad-3mf'],
    ['an archive without a model', zipSync({ 'readme.txt': bytesOf('x') }), 'bad-3mf'],
    ['a model part that is no XML', packModel('hello'), 'bad-3mf'],
    ['a model part of something else', packModel('<svg/>'), 'bad-3mf'],
    ['an empty model part', packModel(''), 'bad-3mf'],
  ])('%s', async (_what, bytes, code) => {
    const error = await errorOf(bytes);
    expect(error.code).toBe(code);
    expect(error.message).toContain('bad.3mf');
  });

  it('an archive that is cut off anywhere', async () => {
    const archive = tetrahedronPackage();
    for (let length = 4; length < archive.length; length += 7) {
      expect((await errorOf(archive.subarray(0, length))).code).toBe('truncated');
    }
  });

  it.each([
    ['a model without a build', MESH, '', 'bad-3mf', 'no <build>'],
    ['a build without items', MESH, '<build/>', 'no-triangles', '0 items'],
    ['an item of an object that is not there', MESH, '<build><item objectid="5"/></build>', 'bad-3mf', 'no object "5"'],
    [
      'an object in a part that is not there',
      MESH,
      '<build><item objectid="1" p:path="/x.model"/></build>',
      'bad-3mf',
      'no "/x.model"',
    ],
    ['two objects of one id', MESH + MESH, ITEM, 'bad-3mf', 'two objects have the id "1"'],
    [
      'an index beyond the vertices',
      MESH.replace('v1="1"', 'v1="4"'),
      ITEM,
      'index-range',
      'triangle 2 uses vertex 4, the object has 4 vertices',
    ],
    ['a negative index', MESH.replace('v1="1"', 'v1="-1"'), ITEM, 'bad-number', '"-1"'],
    ['NaN', MESH.replace('x="1"', 'x="NaN"'), ITEM, 'bad-number', 'line 3: found "NaN"'],
    ['infinity', MESH.replace('x="1"', 'x="1e999"'), ITEM, 'bad-number', 'found "1e999"'],
    ['a vertex without z', MESH.replace(' z="1"', ''), ITEM, 'bad-3mf', 'a vertex without z'],
    ['a triangle without v3', MESH.replace(' v3="1"', ''), ITEM, 'bad-3mf', 'a triangle without v3'],
    ['an attribute without quotes', MESH.replace('x="1"', 'x=1'), ITEM, 'bad-3mf', 'name="value"'],
    ['vertices that never end', MESH.replace('</vertices>', ''), ITEM, 'truncated', '</vertices>'],
    ['elements that cross', MESH.replace('</mesh>', '</mash>'), ITEM, 'bad-3mf', 'the XML cannot be read'],
    [
      'a transform of eleven numbers',
      MESH,
      '<build><item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"/></build>',
      'bad-3mf',
      '12 numbers',
    ],
    ['a document type declaration', `<!DOCTYPE x [<!ENTITY a "b">]>${MESH}`, ITEM, 'bad-3mf', 'document type'],
  ])('%s', async (_what, resources, build, code, message) => {
    const error = await errorOfModel(resources, build);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it('an unknown unit', async () => {
    const error = await errorOf(packModel(modelXml(MESH, ITEM, 'unit="parsec"')));
    expect(error.message).toContain('the unit is "parsec", expected one of micron');
  });

  it('components that contain themselves', async () => {
    const use = (id: number) => `<components><component objectid="${id}"/></components>`;
    const objects = `<object id="1">${use(2)}</object><object id="2">${use(1)}</object>`;
    expect((await errorOfModel(objects)).message).toContain('object "1" in "/3D/3dmodel.model" contains itself');
  });

  it('components that multiply beyond all bounds, soon', async () => {
    const twice = (id: number) => `<component objectid="${id}"/>`.repeat(2);
    const objects = Array.from(
      { length: 60 },
      (_, i) => `<object id="${i + 2}"><components>${twice(i + 1)}</components></object>`,
    );
    const start = processorMilliseconds();
    const error = await errorOfModel(MESH + objects.join(''), '<build><item objectid="61"/></build>');
    expect(error.code).toBe('too-large');
    expect(processorMilliseconds() - start).toBeLessThan(10_000);
  });
});

describe('readThreeMf does not unpack', () => {
  it('a model part that claims more than the limit', async () => {
    const error = await errorOf(claimed(tetrahedronPackage(), 24, PACKED_LIMITS.unpackedBytes + 1));
    expect(error.code).toBe('zip-bomb');
    expect(error.details).toMatchObject({ entry: '3D/3dmodel.model' });
  });

  it('a model part that is far larger than its packed bytes', async () => {
    const blanks = new Uint8Array(PACKED_LIMITS.ratioFromBytes + 1).fill(32);
    expect((await errorOf(packModel(blanks))).code).toBe('zip-bomb');
  });

  it('beyond the size that a model part claims', async () => {
    const blanks = new Uint8Array(2 ** 24).fill(32);
    const error = await errorOf(claimed(packModel(blanks), 24, 1000));
    expect(error.code).toBe('zip-bomb');
    expect(error.message).toContain('more than the 1000 bytes it claims');
  });

  it('less than the size that a model part claims', async () => {
    expect((await errorOf(claimed(tetrahedronPackage(), 24, 100_000))).code).toBe('truncated');
  });
});
