import { describe, expect, it } from 'vitest';
import { readStl } from '../../src/io/index.ts';
import { asStlAscii, asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { bytesOf, meshErrorOf, plain } from '../support/reading.ts';

const sheet = wavySheet(500);
const corners = [...sheet.indices].flatMap((vertex) => [...sheet.positions.subarray(3 * vertex, 3 * vertex + 3)]);
const facet = (x: number) =>
  `facet normal nan nan nan\nouter loop\nvertex ${x} 0 0\nvertex 1 ${x} 0\nvertex 0 1 ${x}\nendloop\nendfacet\n`;

describe('readStl on a binary file', () => {
  it('gives the stored corners as a soup in single precision', async () => {
    const [part] = (await readStl(asStlBinary(sheet), { name: 'sheet.stl' })).parts;
    expect(part.name).toBe('sheet.stl');
    expect(part.positions).toEqual(Float32Array.from(corners));
    expect(part.indices).toEqual(Uint32Array.from(sheet.indices, (_, corner) => corner));
  });

  it('knows it although it begins with "solid"', async () => {
    const [part] = (await readStl(asStlBinary(sheet, 'solid facet normal'))).parts;
    expect(part.positions).toEqual(Float32Array.from(corners));
  });

  it('passes over bytes behind the last triangle', async () => {
    const [part] = (await readStl(new Uint8Array([...asStlBinary(sheet, 'solid'), 1, 2, 3]))).parts;
    expect(part.indices.length).toBe(sheet.indices.length);
  });

  it('reads from the middle of a buffer, at an odd byte', async () => {
    const file = asStlBinary(sheet);
    const buffer = new Uint8Array(file.length + 7);
    buffer.set(file, 3);
    const [part] = (await readStl(buffer.subarray(3, 3 + file.length))).parts;
    expect(part.positions).toEqual(Float32Array.from(corners));
  });

  it('gives one part without triangles when there are none', async () => {
    expect(plain(await readStl(new Uint8Array(84), { name: 'a.stl' }))).toEqual([
      { name: 'a.stl', positions: [], indices: [] },
    ]);
  });

  it.each([1, 83, 84, 100, 133, 134 + 49])('is refused when it is cut off after %i bytes', async (byteCount) => {
    const error = await meshErrorOf(readStl(asStlBinary(sheet).subarray(0, byteCount), { name: 'a.stl' }));
    expect(error.code).toBe('truncated');
    expect(error.message).toMatch(/file "a.stl", byte \d+: /);
  });

  it('is refused before memory is taken when 100 bytes claim 4 billion triangles', async () => {
    const error = await meshErrorOf(readStl(new Uint8Array(100).fill(255)));
    expect(error.code).toBe('truncated');
    expect(error.message).toMatch(/claims 4294967295 triangles \(214748364834 bytes\), but the file has 100 bytes/);
  });
});

describe('readStl on a text file', () => {
  it('gives the corners as a soup in double precision', async () => {
    const digits = (value: number) => String(value / 3);
    const [part] = (await readStl(asStlAscii(sheet, digits))).parts;
    expect(part.name).toBe('sheet');
    expect(part.positions).toEqual(Float64Array.from(corners, (value) => value / 3));
    expect(part.indices.length).toBe(sheet.indices.length);
  });

  it('gives a part per solid, also of one name, in any case and with CR LF', async () => {
    const text = `solid a b\n${facet(1)}${facet(2)}endsolid a b\n\nSOLID\n${facet(3).toUpperCase()}ENDSOLID\nsolid a b\n${facet(4)}endsolid`;
    const model = await readStl(bytesOf(text.replaceAll('\n', '\r\n')), { name: 'x/y.stl' });
    expect(model.parts.map(({ name, indices }) => [name, indices.length / 3])).toEqual([
      ['a b', 2],
      ['y.stl', 1],
      ['a b', 1],
    ]);
    expect([...model.parts[1].positions]).toEqual([3, 0, 0, 1, 3, 0, 0, 1, 3]);
  });

  it('leaves out empty solids, or gives one part without triangles when all are', async () => {
    const some = await readStl(bytesOf(`solid a\nendsolid\nsolid b\n${facet(1)}endsolid\n`));
    expect(some.parts.map(({ name }) => name)).toEqual(['b']);
    expect(plain(await readStl(bytesOf('solid Empty\nendsolid Empty')))).toEqual([
      { name: 'Empty', positions: [], indices: [] },
    ]);
  });

  it.each([
    ['empty-file', '', /found 0 bytes/],
    ['truncated', `solid a\n${facet(1)}`, /line 9: found the end of the file, expected "endsolid"/],
    ['truncated', `solid a\n${facet(1).slice(0, 60)}`, /expected a number/],
    ['truncated', `solid a\nfacet\nouter loop\nvertex 0 0 0\nendsolid\n`, /expected "endloop"/],
    ['bad-number', `solid a\n${facet(Number.NaN)}endsolid\n`, /line 4: found "NaN", expected a finite number/],
    ['bad-line', `solid a\n${facet(1)}lorem ipsum\nendsolid\n`, /line 9: found "lorem", expected "facet"/],
    ['bad-line', `solid a\nendsolid\nlorem`, /line 3: found "lorem", expected "solid"/],
    ['bad-line', `solid a\nfacet\nouter loop\nvertex 0 0 0 0\n`, /line 4: found "0", expected the end of the line/],
    ['bad-facet', `solid a\nfacet\nouter loop\nvertex 0 0 0\nendloop\n`, /line 5: .*instead of 1/],
    ['truncated', 'no stl at all', /84 bytes of an STL header/],
  ])('is refused with %s: %j', async (code, text, message) => {
    const error = await meshErrorOf(readStl(bytesOf(text), { name: 'a.stl' }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});
