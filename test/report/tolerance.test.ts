import { describe, expect, it } from 'vitest';
import type { ModelFile } from '../../src/report/model-file.ts';
import { autoTolerance } from '../../src/report/tolerance.ts';
import { absurdSize } from '../../src/report/units.ts';

function model(format: 'obj' | 'gltf' | 'stl', positions: Float32Array | Float64Array): ModelFile {
  return { file: 'm', model: { format, parts: [{ name: 'p', positions, indices: Uint32Array.of(0, 1, 2) }] } };
}

const single = (largest: number) => Number((4 * 2 ** -24 * largest).toPrecision(2));

describe('the automatic tolerance', () => {
  it('is the rounding of single precision at the largest coordinate', () => {
    expect(autoTolerance([model('stl', Float32Array.of(0, 0.1, -100, 1, 2, 3, 4, 5, 6))])).toBe(single(100));
    expect(autoTolerance([model('gltf', Float64Array.of(0, 0.123456789, 7, 1, 2, 3, 4, 5, 6))])).toBe(single(7));
    expect(autoTolerance([model('obj', Float64Array.of(0, Math.PI, 8, 1, 2, 3, 4, 5, 6))])).toBe(single(8));
  });

  it('is that of the last decimal where that is coarser, but takes a few decimals as they are', () => {
    expect(autoTolerance([model('obj', Float64Array.of(0, 0.123, 8, 1, 2.5, 3, 4, 5, 6))])).toBe(0.0009);
    expect(autoTolerance([model('obj', Float64Array.of(0, 0.25, 8, 1, 2.5, 3, 4, 5, 6))])).toBe(single(8));
  });

  it('is the largest of all files, and 0 of nothing', () => {
    const coarse = model('obj', Float64Array.of(0, 0.123, 8, 1, 2.5, 3, 4, 5, 6));
    expect(autoTolerance([model('stl', new Float32Array(9)), coarse])).toBe(0.0009);
    expect(autoTolerance([model('stl', new Float32Array(9))])).toBe(0);
  });
});

it('a model of hundreds of metres is told to be odd, one of millimetres is not', () => {
  expect(absurdSize(850, 'meter')).toContain('850 m across');
  expect(absurdSize(850, 'millimeter')).toBeUndefined();
  expect(absurdSize(850, undefined)).toBeUndefined();
});
