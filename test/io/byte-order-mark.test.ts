import { describe, expect, it } from 'vitest';
import { type ModelFormat, readModel } from '../../src/io/index.ts';
import { countObj } from '../../src/io/obj/obj.ts';
import { jsonBytes, triangleJson } from '../support/gltf-files.ts';
import { asObj, asOff, asPlyAscii, asPlyBinary, asStlAscii, asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { bytesOf, meshErrorOf, plain } from '../support/reading.ts';
import { modelXml, packModel, TETRAHEDRON } from '../support/three-mf-files.ts';

const sheet = wavySheet(20);
const FILES: readonly (readonly [string, ModelFormat, Uint8Array])[] = [
  ['OBJ', 'obj', asObj(sheet)],
  ['OBJ whose first line is a vertex', 'obj', bytesOf('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')],
  ['OBJ whose first line is a face', 'obj', bytesOf('f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n')],
  ['OBJ whose first line is an object', 'obj', bytesOf('o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')],
  ['text STL', 'stl', asStlAscii(sheet)],
  ['text PLY', 'ply', asPlyAscii(sheet)],
  ['binary PLY', 'ply', asPlyBinary(sheet, true)],
  ['OFF', 'off', asOff(sheet)],
  ['OFF without a keyword', 'off', bytesOf('3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n')],
  ['glTF', 'gltf', jsonBytes(triangleJson())],
];

const withMark = (bytes: Uint8Array) => Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes);

function inUnits(bytes: Uint8Array, unitBytes: 2 | 4, isLittle: boolean): Uint8Array {
  const wide = new Uint8Array(unitBytes * (bytes.length + 1));
  const view = new DataView(wide.buffer);
  const set = (at: number, value: number) =>
    unitBytes === 2 ? view.setUint16(at, value, isLittle) : view.setUint32(at, value, isLittle);
  for (const [i, byte] of [0xfeff, ...bytes].entries()) set(unitBytes * i, byte);
  return wide;
}

describe('a byte-order mark', () => {
  it.each(FILES)('of UTF-8 changes nothing in %s, by its content and by its format', async (_what, format, bytes) => {
    const without = await readModel(bytes, { format, name: 'sheet' });
    expect(plain(await readModel(withMark(bytes), { format, name: 'sheet' }))).toEqual(plain(without));
    const found = await readModel(withMark(bytes), { name: `sheet.${format}` });
    expect(found.format).toBe(format);
    expect(plain(found).map(({ positions, indices }) => ({ positions, indices }))).toEqual(
      plain(without).map(({ positions, indices }) => ({ positions, indices })),
    );
  });

  it('of UTF-8 changes nothing in the XML of a 3MF', async () => {
    const xml = modelXml(`<object id="1" name="t">${TETRAHEDRON}</object>`, '<build><item objectid="1"/></build>');
    const marked = await readModel(packModel(`\ufeff${xml}`));
    expect(plain(marked)).toEqual(plain(await readModel(packModel(xml))));
  });

  it('leaves the numbers of lines as they are', async () => {
    const error = await meshErrorOf(readModel(withMark(bytesOf('v 0 0 0\nv 1 x 0\n'))));
    expect(error.message).toContain('line 2: found "x"');
  });

  it('does not hide the first vertex from the count of a large OBJ', () => {
    const bytes = bytesOf('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect(countObj(withMark(bytes))).toEqual(countObj(bytes));
  });

  it.each(FILES)('of UTF-16 or UTF-32 is named in the refusal of %s', async (_what, format, bytes) => {
    for (const isLittle of [true, false]) {
      for (const unitBytes of [2, 4] as const) {
        const wide = inUnits(bytes, unitBytes, isLittle);
        for (const options of [{ name: `sheet.${format}` }, { format }]) {
          const error = await meshErrorOf(readModel(wide, options));
          expect(error.code).toBe('text-encoding');
          expect(error.message).toContain(`found the byte-order mark of UTF-${8 * unitBytes}`);
        }
      }
    }
  });

  it('is no mark in the free text at the head of a binary STL', async () => {
    for (const head of [
      [0xff, 0xfe, 0x41, 0],
      [0xef, 0xbb, 0xbf],
    ]) {
      const bytes = asStlBinary(sheet);
      bytes.set(head);
      expect((await readModel(bytes)).format).toBe('stl');
      expect((await readModel(bytes)).parts[0].indices.length).toBe(sheet.indices.length);
    }
  });
});
