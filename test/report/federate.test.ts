import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MapConversion } from '../../src/io/cad/cad-job.ts';
import type { ModelFormat } from '../../src/io/model.ts';
import { federate } from '../../src/report/federate.ts';
import type { ModelFile } from '../../src/report/model-file.ts';

function file(name: string, format: ModelFormat, unit: string | undefined, points: number[], map?: MapConversion) {
  const part = { name, positions: Float64Array.from(points), indices: new Uint32Array(0), deflection: 2 };
  const model = { format, parts: [part], ...(unit && { unit }), ...(map && { mapConversion: map }) };
  return { file: name, model } satisfies ModelFile;
}

const pointsOf = ({ model }: ModelFile) => Array.from(model.parts[0].positions);

/** Eastings, northings and height of a point with y up. */
function onMap({ eastings, northings, height, cosine, sine, scale }: MapConversion, [x, y, z]: readonly number[]) {
  return [eastings + scale * (cosine * x + sine * z), northings + scale * (sine * x - cosine * z), height + y];
}

describe('federated models', () => {
  it('come in the largest unit that a file states, in whatever order they are given', () => {
    const files = [
      file('a.step', 'step', 'millimeter', [1000, 250, 0]),
      file('b.ifc', 'ifc', 'meter', [1, 2, 3]),
      file('c.3mf', '3mf', 'inch', [1, 0, 0]),
      file('d.stl', 'stl', undefined, [7, 8, 9]),
    ];
    for (const order of [files, files.toReversed()]) {
      const { files: after, notes } = federate(order, undefined);
      const byName = new Map(after.map((each) => [each.file, each]));
      expect(pointsOf(byName.get('a.step')!)).toEqual([1, 0, -0.25]);
      expect(byName.get('a.step')!.model.parts[0].deflection).toBeCloseTo(0.002, 15);
      expect(pointsOf(byName.get('b.ifc')!)).toEqual([1, 2, 3]);
      expect(pointsOf(byName.get('c.3mf')!)).toEqual([0.0254, 0, 0]);
      expect(pointsOf(byName.get('d.stl')!)).toEqual([7, 9, -8]);
      expect(notes.toSorted()).toEqual([
        '"a.step" was converted from millimeter to meter.',
        '"a.step" was turned from z up to y up, as IFC files are when they are read.',
        '"c.3mf" was converted from inch to meter.',
        '"c.3mf" was turned from z up to y up, as IFC files are when they are read.',
        '"d.stl" was turned from z up to y up, as IFC files are when they are read.',
      ]);
    }
  });

  it('stay as they are without CAD files among them, and when the caller states the unit', () => {
    const meshes = [file('a.glb', 'gltf', 'meter', [1, 0, 0]), file('c.3mf', '3mf', 'inch', [1, 0, 0])];
    expect(federate(meshes, undefined).files).toEqual(meshes);
    const cad = [file('a.step', 'step', 'millimeter', [1, 0, 0]), file('b.glb', 'gltf', 'meter', [1, 2, 3])];
    expect(federate(cad, 'millimeter').files).toEqual(cad);
  });

  it('lie where the map has them: distances between points are those on the map', () => {
    const offset = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    const conversion = fc.record({
      east: offset,
      north: offset,
      height: offset,
      angle: fc.double({ min: 0, max: 6.28, noNaN: true }),
    });
    const point = fc.tuple(offset, offset, offset);
    fc.assert(
      fc.property(conversion, conversion, point, point, (p, q, a, b) => {
        const [m, n] = [p, q].map(
          ({ east, north, height, angle }): MapConversion => ({
            eastings: 729_000 + east,
            northings: 9_063_000 + north,
            height,
            cosine: Math.cos(angle),
            sine: Math.sin(angle),
            scale: 1,
            system: 'EPSG:1',
          }),
        );
        const files = [file('p.ifc', 'ifc', 'meter', a, m), file('q.ifc', 'ifc', 'meter', b, n)];
        const forth = federate(files, undefined).files;
        const back = federate(files.toReversed(), undefined).files;
        expect(forth.map(pointsOf)).toEqual(back.toReversed().map(pointsOf));
        const [x, y] = forth.map(pointsOf);
        const [e, f] = [onMap(m, a), onMap(n, b)];
        expect(Math.hypot(...x.map((v, k) => v - y[k]))).toBeCloseTo(Math.hypot(...e.map((v, k) => v - f[k])), 6);
        // One of the two is not moved.
        expect([a, b].some((own, i) => pointsOf(forth[i]).every((value, k) => value === own[k]))).toBe(true);
      }),
    );
  });

  it('are left where they are when their map systems differ', () => {
    const map = { eastings: 1, northings: 2, height: 3, cosine: 1, sine: 0, scale: 1 };
    const files = [
      file('p.ifc', 'ifc', 'meter', [1, 2, 3], { ...map, system: 'EPSG:1' }),
      file('q.ifc', 'ifc', 'meter', [1, 2, 3], { ...map, eastings: 9, system: 'EPSG:2' }),
    ];
    const { files: after, notes } = federate(files, undefined);
    expect(after).toEqual(files);
    expect(notes).toEqual([
      'the files are in different map systems (EPSG:1, EPSG:2), so they were left where they are.',
    ]);
  });
});
