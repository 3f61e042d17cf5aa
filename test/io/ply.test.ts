import { describe, expect, it } from 'vitest';
import { readPly } from '../../src/io/index.ts';
import { asPlyAscii, asPlyBinary, wavySheet } from '../support/mesh-files.ts';
import { bytesOf, meshErrorOf, plain } from '../support/reading.ts';

const sheet = wavySheet(500);

const HEADER = `ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
`;
const VERTICES = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';

const read = (text: string) => readPly(bytesOf(text), { name: 'a.ply' });

/** Vertices (u16 label, f64 z y x, list i16 of f32), an element nobody asked for, faces (f32 q, list f32 of f64). */
function oddBinary(littleEndian: boolean): Uint8Array {
  const header = bytesOf(`ply\r
format binary_${littleEndian ? 'little' : 'big'}_endian 1.0\r
obj_info odd\r
element vertex 3\r
property ushort label\r
property float64 z\r
property double y\r
property double x\r
property list int16 float32 weights\r
element camera 2\r
property list uint8 short things\r
property uchar last\r
element face 1\r
property float32 quality\r
property list float double vertex_index\r
end_header\r
`);
  const view = new DataView(new ArrayBuffer(400));
  let at = 0;
  const put = (kind: 'Uint8' | 'Int16' | 'Float32' | 'Float64', byteCount: number, ...values: number[]) => {
    for (const value of values) {
      view[`set${kind}`](at, value, littleEndian);
      at += byteCount;
    }
  };
  for (let vertex = 0; vertex < 3; vertex++) {
    put('Int16', 2, 7);
    put('Float64', 8, 0.1, vertex + 0.2, vertex * vertex);
    put('Int16', 2, vertex);
    put('Float32', 4, ...Array<number>(vertex).fill(9));
  }
  for (let camera = 0; camera < 2; camera++) {
    put('Uint8', 1, 2);
    put('Int16', 2, 5, 6);
    put('Uint8', 1, 8);
  }
  put('Float32', 4, Number.NaN, 3);
  put('Float64', 8, 2, 1, 0);
  return new Uint8Array([...header, ...new Uint8Array(view.buffer, 0, at)]);
}

describe('readPly', () => {
  it('gives text coordinates in double precision, whatever the header calls them', async () => {
    const [part] = (await readPly(asPlyAscii(sheet, (value) => String(value / 3)))).parts;
    expect(part.positions).toEqual(sheet.positions.map((value) => value / 3));
    expect(part.indices).toEqual(sheet.indices);
  });

  it.each([true, false])('gives stored single-precision values, little-endian %s', async (littleEndian) => {
    const [part] = (await readPly(asPlyBinary(sheet, littleEndian))).parts;
    expect(part.positions).toEqual(Float32Array.from(sheet.positions));
    expect(part.indices).toEqual(sheet.indices);
  });

  it.each([true, false])(
    'takes any order of properties and lists of any type, little-endian %s',
    async (littleEndian) => {
      const [part] = (await readPly(oddBinary(littleEndian))).parts;
      expect(part.positions).toEqual(Float64Array.of(0, 0.2, 0.1, 1, 1.2, 0.1, 4, 2.2, 0.1));
      expect([...part.indices]).toEqual([2, 1, 0]);
    },
  );

  it('takes elements in any order, passes over the others, and does not read what it does not need', async () => {
    const text = `ply
format ascii 1.0
element edge 1
property int a
property list uchar float b
element face 2
property list uchar float texcoord
property list uint8 int32 vertex_indices
element vertex 4
property float quality
property double z
property double x
property double y
end_header
1 2 nan nan
2 x y 4 0 1 2 3
0 3 0 2 3

nan 3 1 2
nan 3 1 2 beyond the header
nan 3 1 2
nan 3 1 2`;
    expect(plain(await read(text))).toEqual([
      { name: 'a.ply', positions: [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3], indices: [0, 1, 2, 0, 2, 3, 0, 2, 3] },
    ]);
  });

  it('turns every other triangle of a strip round, and begins anew at -1', async () => {
    const header = HEADER.replace('element face 1', 'element tristrips 1');
    const [part] = plain(await read(`${header}${VERTICES}8 0 1 2 3 -1 1 2 3\n`));
    expect(part.indices).toEqual([0, 1, 2, 2, 1, 3, 1, 2, 3]);
  });

  it('gives one part without triangles for points, and for nothing', async () => {
    const points = await read(`${HEADER.replace('face 1', 'face 0')}${VERTICES}`);
    expect(plain(points)[0].positions.length).toBe(12);
    expect(plain(await read('ply\nformat ascii 1.0\nend_header\n'))).toEqual([
      { name: 'a.ply', positions: [], indices: [] },
    ]);
  });
});

describe('a bad PLY file', () => {
  it.each([
    ['empty-file', '', /found 0 bytes/],
    ['bad-header', 'play\n', /line 1: found "play", expected "ply"/],
    ['truncated', 'ply\nformat ascii 1.0\n', /line 3: found the end of the file, expected "end_header"/],
    ['bad-header', 'ply\nend_header\n', /no "format" line/],
    ['bad-header', 'ply\nformat utf-8 1.0\nend_header\n', /no "format" line/],
    ['bad-header', 'ply\nlorem ipsum\nend_header\n', /line 2: found "lorem"/],
    ['bad-header', 'ply\nelement vertex -1\nend_header\n', /line 2: .*a name and a count/],
    ['bad-header', 'ply\nproperty float x\nend_header\n', /line 2: .*below an element/],
    ['bad-header', 'ply\nelement vertex 1\nproperty constructor x\nend_header\n', /line 3/],
    ['bad-header', 'ply\nelement vertex 1\nproperty list uchar vertex_indices\nend_header\n', /line 3/],
    ['missing-property', `${HEADER.replace('float z', 'float w')}${VERTICES}3 0 1 2\n`, /expected a property "z"/],
    [
      'missing-property',
      `${HEADER.replace('vertex_ind', 'ind')}${VERTICES}3 0 1 2\n`,
      /expected a list "vertex_indices"/,
    ],
    ['truncated', `${HEADER}${VERTICES}`, /the header claims 1 of element "face"|ends after 0 of element "face"/],
    ['truncated', `${HEADER}${VERTICES}3 0 1`, /line 14: found "3", expected a list length that fits the file/],
    ['bad-number', `${HEADER}0 0\n${VERTICES}3 0 1 2`, /line 10: found the end of the line/],
    ['bad-number', `${HEADER}0 0 nan\n${VERTICES}3 0 1 2`, /line 10: found "nan"/],
    ['bad-number', `${HEADER}${VERTICES}3 0 1 x\n`, /line 14: found "x"/],
    ['truncated', `${HEADER}${VERTICES}99999 0 1 2\n`, /line 14: found "99999", expected a list length/],
    ['index-range', `${HEADER}${VERTICES}3 0 1 4\n`, /line 14: the face uses vertex 4, but the file has 4/],
    ['index-range', `${HEADER}${VERTICES}3 0 1 -1\n`, /line 14: the face uses vertex -1/],
    ['truncated', HEADER.replace('vertex 4', 'vertex 4000000000'), /claims 4000000000 of element "vertex" \(at least/],
  ])('is refused with %s: %j', async (code, text, message) => {
    const error = await meshErrorOf(read(text));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/file "a.ply"/);
  });

  it('is refused wherever a binary one is cut off', async () => {
    for (const file of [asPlyBinary(wavySheet(8), true), oddBinary(false)]) {
      for (let byteCount = 0; byteCount < file.length; byteCount++) {
        const error = await meshErrorOf(readPly(file.subarray(0, byteCount)));
        expect(['empty-file', 'bad-header', 'truncated', 'missing-property']).toContain(error.code);
      }
    }
  });

  it('names the byte of a corner out of range and of a list too long', async () => {
    const file = asPlyBinary(wavySheet(2), true);
    file[file.length - 1] = 1;
    expect((await meshErrorOf(readPly(file))).message).toMatch(
      /^index-range: the file, byte \d+: .*uses vertex 16777219/,
    );
    file[file.length - 13] = 200;
    expect((await meshErrorOf(readPly(file))).message).toMatch(/^truncated: the file, byte \d+: .*claims 200 items/);
  });

  it('is refused before memory is taken when a short header claims 2 GB', async () => {
    const header = HEADER.replace('ascii', 'binary_little_endian').replace('vertex 4', 'vertex 178956970');
    const error = await meshErrorOf(read(header));
    expect(error.code).toBe('truncated');
    expect(error.message).toMatch(/at least 2147483640 bytes\), but 0 bytes are left/);
  });
});
