/** The oracle itself, on pairs worked out by hand and on answers computed with CGAL. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { readShared, sharedFolder, sharedTable } from '../support/shared.ts';

const SMALL_MESH_TRIANGLES = Number(process.env.COLLIDESCOPE_ORACLE_TRIANGLES ?? 300);
const TRIANGLE = [0, 0, 0, 4, 0, 0, 0, 4, 0];

function soup(...triangles: number[][]): MeshInput {
  return { positions: Float64Array.from(triangles.flat()) };
}

/** The kind of contact of TRIANGLE with another one, or undefined. */
function kindWith(triangle: number[]): number | undefined {
  return oracle.collide([soup(TRIANGLE), soup(triangle)]).trianglePairs[0]?.[4];
}

describe('oracle, two triangles of different objects', () => {
  it.each([
    ['apart in parallel planes', [0, 0, 1, 4, 0, 1, 0, 4, 1], undefined],
    ['apart in one plane', [5, 0, 0, 9, 0, 0, 5, 4, 0], undefined],
    ['apart, though each cuts the plane of the other', [9, 0, -1, 9, 0, 1, 9, 4, 0], undefined],
    ['a corner on a corner', [0, 0, 0, 1, 0, 1, 0, 1, 1], 0],
    ['a corner inside', [1, 1, 0, 1, 1, 4, 2, 1, 4], 0],
    ['a side along a side', [1, 0, 0, 3, 0, 0, 2, 0, 5], 0],
    ['a side lying inside', [1, 1, 0, 2, 1, 0, 1, 1, 5], 0],
    ['a side across a side, at one point', [2, -1, -1, 2, 1, 1, 2, -5, 5], 0],
    ['a side through the inside', [1, 1, -1, 1, 1, 1, 9, 9, 9], 1],
    ['through a corner and the inside', [0, 0, -1, 0, 0, 1, 3, 3, 0], 1],
    ['the same', TRIANGLE, 2],
    ['the same, turned over', [0, 0, 0, 0, 4, 0, 4, 0, 0], 2],
    ['one inside the other', [1, 1, 0, 2, 1, 0, 1, 2, 0], 2],
    ['in one plane, side on side', [4, 0, 0, 0, 4, 0, 4, 4, 0], 0],
    ['in one plane, corner on side', [2, 2, 0, 4, 4, 0, 4, 3, 0], 0],
    ['in one plane, six-cornered overlap', [3, 3, 0, -1, 2, 0, 2, -1, 0], 2],
  ])('%s', (_name, triangle, kind) => {
    expect(kindWith(triangle as number[])).toBe(kind);
  });

  it('sees a gap of one unit in the last place', () => {
    expect(kindWith([1, 1, 2 ** -200, 1, 1, 4, 2, 1, 4])).toBeUndefined();
    expect(kindWith([1, 1, -(2 ** -200), 1, 1, 4, 2, 1, 4])).toBe(1);
  });
});

describe('oracle, within an object', () => {
  const self = (positions: number[], indices: number[], weld?: boolean) =>
    oracle.collide([{ positions: Float64Array.from(positions), indices: Uint32Array.from(indices), weld }], {
      self: true,
    });
  const fan = [0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 1, 1, 0, -1, -1, 0, 0, 0, 4];

  it('leaves out neighbours that meet only in what they share', () => {
    expect(self(fan, [0, 1, 2, 1, 3, 2]).trianglePairs).toEqual([]);
    expect(self(fan, [0, 1, 2, 0, 5, 6]).trianglePairs).toEqual([]);
    expect(self(fan, [0, 1, 2, 0, 1, 6]).trianglePairs).toEqual([]);
  });

  it('counts neighbours that meet elsewhere', () => {
    expect(self(fan, [0, 1, 2, 0, 3, 6]).trianglePairs).toEqual([[0, 0, 0, 1, 0]]);
    expect(self(fan, [0, 1, 2, 1, 2, 4]).trianglePairs).toEqual([[0, 0, 0, 1, 2]]);
    expect(self(fan, [0, 1, 2, 2, 1, 0]).trianglePairs).toEqual([[0, 0, 0, 1, 2]]);
  });

  it('welds by coordinates, minus zero included, only when told to', () => {
    const split = [0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 0, -0, 0, 4, -0, 4, 4, 0];
    expect(self(split, [0, 1, 2, 3, 5, 4], true).trianglePairs).toEqual([]);
    expect(self(split, [0, 1, 2, 3, 5, 4]).trianglePairs).toEqual([[0, 0, 0, 1, 0]]);
  });

  it('lists triangles without area and leaves them out', () => {
    const { trianglePairs, degenerate } = self(fan, [0, 1, 2, 0, 4, 3, 1, 1, 2, 6, 6, 6]);
    expect(trianglePairs).toEqual([]);
    expect(degenerate).toEqual([1, 2, 3].map((index) => [0, index]));
  });
});

describe.skipIf(sharedFolder === undefined)('oracle = CGAL', () => {
  it('on single pairs of triangles', () => {
    const dimensions: Record<string, number> = { empty: -1, point: 0, segment: 1, triangle: 2, polygon: 2 };
    const wrong = sharedTable('truth/tritri.tsv').filter((row) => {
      const meshes = [soup(row['t1(9)'].split(' ').map(Number)), soup(row['t2(9)'].split(' ').map(Number))];
      const { trianglePairs, degenerate } = oracle.collide(meshes);
      if (degenerate.length > 0) return trianglePairs.length > 0;
      const kind = trianglePairs[0]?.[4];
      const dimension = dimensions[row.cgal_intersection_type];
      return (
        trianglePairs.length !== Number(row['intersects(closed)']) ||
        (dimension !== undefined && (dimension === 2) !== (kind === 2))
      );
    });
    expect(wrong).toEqual([]);
  });

  const small = sharedTable('truth/self.tsv').filter(
    (row) => row.file.endsWith('.off') && Number(row.triangles) < SMALL_MESH_TRIANGLES,
  );
  it.each(small)('on $file', ({ file, degenerate, sha256 }) => {
    const answer = oracle.collide([{ ...readOff(readShared(`meshes/${file}`)), weld: true }], { self: true });
    const lines = answer.trianglePairs.map((pair) => `${pair.slice(0, 4).join('\t')}\n`).join('');
    expect(answer.degenerate.length).toBe(Number(degenerate));
    expect(createHash('sha256').update(lines).digest('hex')).toBe(sha256);
  });
});

/** Positions and fanned polygons of a text OFF file, one vertex or face per line; just enough for the shared ones. */
function readOff(bytes: Uint8Array): MeshInput {
  const text = new TextDecoder().decode(bytes).replace(/^\s*[A-Z]*OFF/, '');
  const lines = text
    .replace(/#.*/g, '')
    .split(/\s*\n\s*/)
    .filter((line) => line !== '');
  const numbers = (line: string) => line.trim().split(/\s+/).map(Number);
  const [vertexCount, faceCount] = numbers(lines[0]);
  const positions = lines.slice(1, 1 + vertexCount).flatMap((line) => numbers(line).slice(0, 3));
  const indices = lines.slice(1 + vertexCount, 1 + vertexCount + faceCount).flatMap((line) => {
    const [cornerCount, ...corners] = numbers(line);
    return corners.slice(2, cornerCount).flatMap((corner, index) => [corners[0], corners[index + 1], corner]);
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
