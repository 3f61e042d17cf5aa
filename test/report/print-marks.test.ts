/** Where a mesh cannot be printed, on boxes whose faults are put there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import type { FileObject } from '../../src/report/objects.ts';
import { printVerdict } from '../../src/report/print-check.ts';
import { printMarks } from '../../src/report/print-marks.ts';

interface Mesh {
  readonly positions: number[];
  readonly indices: number[];
}

const FACES = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
];

function brick(min: readonly number[], max: readonly number[], without: readonly number[] = []): Mesh {
  const positions = Array.from({ length: 8 }, (_, i) =>
    [0, 1, 2].map((axis) => ((i >> axis) & 1 ? max[axis] : min[axis])),
  );
  const indices = FACES.filter((_, i) => !without.includes(Math.floor(i / 3)));
  return { positions: positions.flat(), indices };
}

const turned = ({ positions, indices }: Mesh): Mesh => ({ positions, indices: [...indices].reverse() });

function joined(...meshes: readonly Mesh[]): Mesh {
  const positions = meshes.flatMap((mesh) => mesh.positions);
  let first = 0;
  const indices = meshes.flatMap((mesh) => {
    const own = mesh.indices.map((vertex) => vertex + first);
    first += mesh.positions.length / 3;
    return own;
  });
  return { positions, indices };
}

describe('marks of what cannot be printed', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  async function marksOf(mesh: Mesh, wall?: number) {
    const positions = Float64Array.from(mesh.positions);
    const indices = Uint32Array.from(mesh.indices);
    const object = { file: 'a.stl', name: 'a', vertices: 8, triangles: 12, mesh: { positions, indices } } as FileObject;
    const question = { object, positions, number: 3, selfIntersections: 0, wall, unit: 'millimeter' };
    const verdict = await printVerdict(engine, question);
    return printMarks({ positions, indices, unit: 'millimeter', crossings: [[0, 0, 0, 1, 1, 1]] }, verdict);
  }

  it('are none of a brick, but for where it was found to meet itself', async () => {
    const marks = await marksOf(brick([0, 0, 0], [1, 1, 1]));
    expect(marks).toEqual([
      {
        object: 3,
        kind: 'self-intersection',
        text: 'meets itself, 1 pair of triangles',
        lines: [0, 0, 0, 1, 1, 1],
        bounds: { min: [0, 0, 0], max: [1, 1, 1] },
      },
    ]);
  });

  it('are one for each hole, around it', async () => {
    // Without the lower face and half of the upper one.
    const marks = (await marksOf(brick([0, 0, 0], [2, 1, 1], [0, 1, 2]))).filter(({ kind }) => kind === 'open');
    expect(marks.map(({ text, bounds }) => [text, bounds]).sort()).toEqual([
      ['hole, 3 edges', { min: [0, 0, 1], max: [2, 1, 1] }],
      ['hole, 4 edges', { min: [0, 0, 0], max: [2, 1, 0] }],
    ]);
  });

  it('are edges where faces are turned, and shells that are inside out or in another', async () => {
    const flipped = brick([0, 0, 0], [1, 1, 1]);
    [flipped.indices[0], flipped.indices[1]] = [flipped.indices[1], flipped.indices[0]];
    expect((await marksOf(flipped)).map(({ kind, text }) => [kind, text])[0]).toEqual([
      'misoriented',
      'faces turned the wrong way, 3 edges',
    ]);
    const outer = brick([0, 0, 0], [9, 9, 9]);
    const [inner, apart] = [brick([1, 1, 1], [2, 2, 2]), turned(brick([20, 0, 0], [21, 1, 1]))];
    const marks = (await marksOf(joined(outer, inner, apart))).filter(({ kind }) => kind !== 'self-intersection');
    expect(marks.map(({ kind, bounds, lines }) => [kind, bounds.min, lines.length / 6])).toEqual([
      ['inside out', [20, 0, 0], 12],
      ['inside another', [1, 1, 1], 12],
    ]);
    // A void is as it should be.
    expect((await marksOf(joined(outer, turned(inner)))).map(({ kind }) => kind)).toEqual(['self-intersection']);
  });

  it('are thin walls with their thickness, across them', async () => {
    const thin = (await marksOf(brick([0, 0, 0], [9, 9, 0.4]), 0.8)).filter(({ kind }) => kind === 'thin wall');
    expect(thin.length).toBeGreaterThan(0);
    expect(thin[0].text).toBe('wall of 400 µm');
    expect(Math.abs(thin[0].lines[2] - thin[0].lines[5])).toBeCloseTo(0.4);
  });
});
