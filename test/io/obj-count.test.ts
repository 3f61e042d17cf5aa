import { describe, expect, it } from 'vitest';
import { countObj } from '../../src/io/obj/obj.ts';
import { asObj, wavySheet } from '../support/mesh-files.ts';
import { bytesOf } from '../support/reading.ts';

describe('countObj', () => {
  it('counts the vertices and triangles of a plain file', () => {
    const sheet = wavySheet(200);
    expect(countObj(asObj(sheet))).toEqual({ vertexCount: sheet.positions.length / 3, triangleCount: 200 });
  });

  it('counts polygons by their fans, in indented lines, with CR LF, tabs and no last line end', () => {
    const text = 'v 0 0 0\r\n\r\n  v\t0 0 0\r\nvn 0 0 0\r\nf 1 2\r\nf 1/1  2/2 3/3 \t4/4 \r\nfo 1 2 3\r\n\tf 1 2 3';
    expect(countObj(bytesOf(text))).toEqual({ vertexCount: 2, triangleCount: 3 });
  });

  it('ends on every beginning of a file', () => {
    const bytes = bytesOf('v 0 0 0\nf 1 2 3\n');
    for (let end = 0; end <= bytes.length; end++) expect(countObj(bytes.subarray(0, end)).vertexCount).toBeLessThan(2);
  });
});
