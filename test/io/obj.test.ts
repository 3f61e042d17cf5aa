import { describe, expect, it } from 'vitest';
import { readObj } from '../../src/io/index.ts';
import { asObj, wavySheet } from '../support/mesh-files.ts';
import { bytesOf, meshErrorOf, plain } from '../support/reading.ts';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const read = (text: string) => readObj(bytesOf(text), { name: 'folder/a.obj' });
const indicesOf = async (text: string) => plain(await read(text)).map(({ indices }) => indices);
const errorOf = (text: string) => meshErrorOf(read(text));

describe('readObj', () => {
  it('gives the vertices and triangles of the file in double precision', async () => {
    const sheet = wavySheet(500);
    const digits = (value: number) => String(value / 3);
    const [part] = (await readObj(asObj(sheet, digits))).parts;
    expect(part.positions).toEqual(sheet.positions.map((value) => value / 3));
    expect(part.indices).toEqual(sheet.indices);
  });

  it('fans polygons of any size from their first corner', async () => {
    const corners = Array.from({ length: 5000 }, (_, i) => i + 1);
    const vertices = corners.map((i) => `v ${i} 0 0\n`).join('');
    const [indices] = await indicesOf(`${vertices}f ${corners.join(' ')}\n`);
    expect(indices.length).toBe(3 * 4998);
    expect(indices.slice(0, 6)).toEqual([0, 1, 2, 0, 2, 3]);
    expect(indices.slice(-3)).toEqual([0, 4998, 4999]);
  });

  it('takes corners with texture and normal, and negative ones from the last vertex so far', async () => {
    expect(await indicesOf(`${SQUARE}f 1/1 2/2/2 3//3\nf -4 -2/1/1 -1//1\nv 9 9 9\nf -5 -1 1\n`)).toEqual([
      [0, 1, 2, 0, 2, 3, 0, 4, 0],
    ]);
  });

  it('takes faces before their vertices', async () => {
    expect(await indicesOf(`f 1 2 3\n${SQUARE}`)).toEqual([[0, 1, 2]]);
  });

  it('takes joined lines, comments, colours, weights, CR LF, CR, tabs and a last line without end', async () => {
    const text = `# x\\\r\nv 0 0 0 1 # w\r\nv\t1 0 0 0.5 0.5 0.5\rv 1 \\\r\n1 0\n  v 0 1 0\nf 1 2\\\n 3 4 # square`;
    expect(await indicesOf(text)).toEqual([[0, 1, 2, 0, 2, 3]]);
  });

  it('passes over normals, materials, lines, junk and faces of two corners', async () => {
    const text = `648 216\nmtllib a b.mtl\nvn nan nan nan\nvt x\nvp 1\n${SQUARE}usemtl f\ns off\nl 1 2\nfoo f 9 9 9\nf 1 2\nf\nf 1 2 3\n`;
    expect(await indicesOf(text)).toEqual([[0, 1, 2]]);
  });

  it('keeps duplicate vertices and degenerate triangles', async () => {
    const [part] = plain(await read('v 1 2 3\nv 1 2 3\nf 1 2 2\n'));
    expect(part).toEqual({ name: 'a.obj', positions: [1, 2, 3, 1, 2, 3], indices: [0, 1, 1] });
  });

  it('gives one part without triangles for a cloud of points', async () => {
    const [part] = plain(await read(`o cloud\n${SQUARE}`));
    expect(part.indices).toEqual([]);
    expect(part.positions.length).toBe(12);
  });
});

describe('parts of an OBJ file', () => {
  it('are its "o" lines, each with the vertices it uses, and a name that comes again is another object', async () => {
    const model = await read(`${SQUARE}o two words\ng x\nf 2 3 4\no b\nf 1 2 3\ng y\no two words\nf 4 3 1\n`);
    expect(plain(model)).toEqual([
      { name: 'two words', positions: [1, 0, 0, 1, 1, 0, 0, 1, 0], indices: [0, 1, 2] },
      { name: 'b', positions: [0, 0, 0, 1, 0, 0, 1, 1, 0], indices: [0, 1, 2] },
      { name: 'two words', positions: [0, 1, 0, 1, 1, 0, 0, 0, 0], indices: [0, 1, 2] },
    ]);
  });

  it('go on where the name of a "g" line comes again', async () => {
    const model = await read(`${SQUARE}g x\nf 2 3 4\ng y\nf 1 2 3\ng x\nf 4 3 1\n`);
    expect(plain(model).map(({ name, indices }) => [name, indices])).toEqual([
      ['x', [0, 1, 2, 2, 1, 3]],
      ['y', [0, 1, 2]],
    ]);
  });

  it('are its "g" lines when there is no "o" line', async () => {
    const model = await read(`${SQUARE}g left\nf 1 2 3\ng right\nf 1 3 4\n`);
    expect(plain(model).map(({ name, indices }) => [name, indices])).toEqual([
      ['left', [0, 1, 2]],
      ['right', [0, 1, 2]],
    ]);
  });

  it('begin with one named after the file for faces before the first name', async () => {
    const model = await read(`${SQUARE}f 1 2 3\no late\nf 1 3 4\n`);
    expect(model.parts.map(({ name }) => name)).toEqual(['a.obj', 'late']);
  });

  it('leave out names without faces', async () => {
    const model = await read(`g default\n${SQUARE}g shape\nf 1 2 3\ng\n`);
    expect(model.parts.map(({ name }) => name)).toEqual(['shape']);
    expect(model.parts[0].positions.length).toBe(12);
  });
});

describe('a bad OBJ file', () => {
  it.each([
    ['empty-file', '', /found 0 bytes/],
    ['no-vertices', 'hello\nworld\n', /no "v" line/],
    ['bad-number', 'v 0 0 0\nv 1 NaN 0\n', /line 2: found "NaN", expected a finite number/],
    ['bad-number', 'v 0 0\nv 1 0 0\n', /line 1: found the end of the line/],
    ['truncated', 'v 0 0 0\nv 1 0', /line 2: found the end of the file/],
    ['bad-number', `${SQUARE}f 1 2 x\n`, /line 5: found "x", expected a whole number/],
    ['bad-number', `${SQUARE}f 1 2 2.5\n`, /line 5: found "2.5", expected a whole number/],
    ['index-range', `${SQUARE}f 1 2 5\n`, /line 5: the face uses vertex 5, but the file has 4/],
    ['index-range', `${SQUARE}f 1 2 99999999999999999999\n`, /line 5/],
    ['index-range', `${SQUARE}f 0 1 2\n`, /line 5: the face uses vertex 0/],
    ['index-range', `v 0 0 0\nf -1 -2 -3\n${SQUARE}`, /line 2: the face uses vertex -2, but 1 vertices come before it/],
    ['index-range', 'f 1 2 3\n', /the file has 0/],
  ])('is refused with %s: %j', async (code, text, message) => {
    const error = await errorOf(text);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/file "folder\/a.obj"/);
    expect(error.message).toMatch(message);
  });
});
