import { describe, expect, it } from 'vitest';
import { readOff } from '../../src/io/index.ts';
import { asOff, wavySheet } from '../support/mesh-files.ts';
import { bytesOf, meshErrorOf, plain } from '../support/reading.ts';

const read = (text: string) => readOff(bytesOf(text), { name: 'a.off' });
const VERTICES = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';
const POSITIONS = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

describe('readOff', () => {
  it('gives the vertices and triangles of the file in double precision', async () => {
    const sheet = wavySheet(500);
    const [part] = (await readOff(asOff(sheet, (value) => String(value / 3)))).parts;
    expect(part.positions).toEqual(sheet.positions.map((value) => value / 3));
    expect(part.indices).toEqual(sheet.indices);
  });

  it.each([
    ['counts on the next line', `OFF\n4 1 0\n${VERTICES}4 0 1 2 3\n`],
    ['counts on the first line', `OFF 4 1 0\n${VERTICES}4 0 1 2 3`],
    ['counts without a blank before them', `\t OFF4 1 0 # or nah\n${VERTICES}4 0 1 2 3\n`],
    ['counts without edges', `OFF\n4 1\n${VERTICES}4 0 1 2 3\n`],
    ['no keyword', `4 1 0\n${VERTICES}4 0 1 2 3\n`],
    [
      'comments and blank lines',
      `# a\nOFF # b\n\n# c\n4 1 0 # d\n\n${VERTICES.replaceAll('\n', ' # e\n\n')}4 0 1 2 3 # f`,
    ],
    ['CR LF', `OFF\n4 1 0\n${VERTICES}4 0 1 2 3\n`.replaceAll('\n', '\r\n')],
    ['colours of faces', `OFF\n4 2 0\n${VERTICES}4 0 1 2 3 0.5 0.5 0.5 1\n2 0 1 255 0 0\n`],
    ['colours of vertices', `COFF\n4 1 0\n${VERTICES.replaceAll('\n', ' 255 0 0 255\n')}4 0 1 2 3\n`],
    ['normals', `NOFF\n4 1 0\n${VERTICES.replaceAll('\n', ' nan nan nan\n')}4 0 1 2 3\n`],
    ['texture', `STOFF\n4 1 0\n${VERTICES.replaceAll('\n', ' 0.5 0.5\n')}4 0 1 2 3\n`],
    ['everything', `STCNOFF 4 1 0\n${VERTICES.replaceAll('\n', ' 0 0 1 1 1 1 1 0 0\n')}4 0 1 2 3\n`],
  ])('takes %s', async (_what, text) => {
    expect(plain(await read(text))).toEqual([{ name: 'a.off', positions: POSITIONS, indices: [0, 1, 2, 0, 2, 3] }]);
  });

  it('gives one part without triangles for points, and for nothing', async () => {
    expect(plain(await read(`OFF\n4 0 0\n${VERTICES}`))[0]).toEqual({
      name: 'a.off',
      positions: POSITIONS,
      indices: [],
    });
    expect(plain(await read('OFF\n0 0 0\n'))).toEqual([{ name: 'a.off', positions: [], indices: [] }]);
  });
});

describe('a bad OFF file', () => {
  it.each([
    ['empty-file', '', /found 0 bytes/],
    ['bad-number', 'OFF\n', /found the end of the file, expected a whole number/],
    ['bad-number', 'lorem ipsum\n', /line 1: found "lorem", expected a whole number/],
    ['bad-header', 'OFF\n-4 1 0\n', /line 2: found "-4", expected the number of vertices/],
    ['unsupported-format', 'OFF BINARY\n\x01\x02', /line 1: found a binary OFF file, .*MeshLab/],
    ['unsupported-format', '4OFF\n1 0 0\n', /another dimension/],
    ['unsupported-format', 'nOFF\n5\n1 0 0\n', /another dimension/],
    ['truncated', 'OFF\n2000000000 4000000000 0\n0 0 0\n', /claims 2000000000 vertices and 4000000000 faces/],
    [
      'truncated',
      `OFF\n4 1 0\n${VERTICES}# the face is missing\n`,
      /line 8: found the end of the file, expected face 0 of 1/,
    ],
    ['bad-number', `OFF\n4 1 0\n${VERTICES}3 0 1\n`, /line 7: found the end of the line, expected a whole number/],
    ['bad-number', `OFF\n4 1 0\n0 0\n${VERTICES}3 0 1 2\n`, /line 3: found the end of the line/],
    ['bad-number', `OFF\n4 1 0\n0 nan 0\n${VERTICES}3 0 1 2\n`, /line 3: found "nan".*NaN and infinity/],
    ['bad-number', `OFF\n4 1 0\n${VERTICES}3 0 1 lorem\n`, /line 7: found "lorem"/],
    ['index-range', `OFF\n4 1 0\n${VERTICES}3 0 1 4\n`, /line 7: the face uses vertex 4, but the file has 4/],
    ['index-range', `OFF\n4 1 0\n${VERTICES}3 0 1 -1\n`, /line 7: the face uses vertex -1/],
    ['bad-line', `OFF\n4 1 0\n3 0 1 2\n${VERTICES}`, /line 7: found "0", expected the number of corners/], // faces first
  ])('is refused with %s: %j', async (code, text, message) => {
    const error = await meshErrorOf(read(text));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/file "a.off"/);
  });
});
