/** STEP, IGES and BREP, compared with what occt-import-js says by itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../../src/io/index.ts';
import type { Model, ModelPart } from '../../../src/io/model.ts';
import { countOpenEdges } from '../../../src/mesh/open-edges.ts';
import { occtFiles, occtParts } from '../../support/cad-package.ts';
import { meshErrorOf } from '../../support/reading.ts';

const file = (path: string) => new Uint8Array(readFileSync(join(occtFiles, path)));
const cube = () => readFileSync(join(occtFiles, 'cube-units/cube-mm.step'), 'utf8');
const asBytes = (text: string) => new TextEncoder().encode(text);

function boxOf({ positions }: ModelPart): { min: number[]; max: number[] } {
  const along = (axis: number) => Array.from(positions.filter((_, i) => i % 3 === axis));
  return { min: [0, 1, 2].map((k) => Math.min(...along(k))), max: [0, 1, 2].map((k) => Math.max(...along(k))) };
}

const plain = ({ parts }: Model) =>
  parts.map((part) => ({ name: part.name, triangles: part.indices.length / 3, ...boxOf(part) }));

describe('STEP, IGES and BREP', () => {
  it.each([
    ['STEP', 'cax-if/dm1-id-214.stp', 'ReadStepFile', 'step'],
    ['STEP', 'cax-if/as1_pe_203.stp', 'ReadStepFile', 'step'],
    ['IGES', 'cube-10x10mm/Cube 10x10.igs', 'ReadIgesFile', 'iges'],
    ['BREP', 'cax-if-brep/as1_pe_203.brep', 'ReadBrepFile', 'brep'],
  ])('%s %s has the parts, names, triangles and boxes that the package gives', async (_title, path, reader, format) => {
    const bytes = file(path);
    // The package's own default.
    const deflection = { kind: 'relative', value: 0.001 } as const;
    const model = await readModel(bytes, { name: 'part.bin', deflection });
    expect(model.format).toBe(format);
    const expected = await occtParts(bytes, reader);
    // Placeholders give way to the names of products.
    const named = expected.map((part) => ({
      ...part,
      name: part.name === 'SOLID' ? expect.not.stringContaining('SOLID') : part.name || 'part.bin',
    }));
    expect(plain(model)).toEqual(named);
  });

  it('reads millimetres, inches and metres as one cube', async () => {
    const cubes = await Promise.all(
      ['mm', 'in', 'm'].map((unit) => readModel(file(`cube-units/cube-${unit}.step`), { name: `cube-${unit}.step` })),
    );
    for (const { unit, parts } of cubes) {
      expect(unit).toBe('millimeter');
      expect(parts.map(({ name }) => name)).toEqual(['Cube']);
      for (const value of boxOf(parts[0]).max) expect(value).toBeCloseTo(1000, 9);
      expect(boxOf(parts[0]).min).toEqual([0, 0, 0]);
      expect(countOpenEdges(parts[0].positions, parts[0].indices).open).toBe(0);
    }
  });

  it('has the tree as path, tells assemblies apart, and says how far triangles may be off', async () => {
    const { parts } = await readModel(file('cax-if/dm1-oc-214.stp'), { name: 'dm1.stp' });
    expect(parts.map(({ path = [], name }) => [...path, name].join('/'))).toEqual([
      'l-bracket assembly/nut-bolt-assembly/nut',
      'l-bracket assembly/nut-bolt-assembly/bolt',
      'l-bracket assembly/nut-bolt-assembly/nut',
      'l-bracket assembly/nut-bolt-assembly/bolt',
      'l-bracket assembly/nut-bolt-assembly/nut',
      'l-bracket assembly/nut-bolt-assembly/bolt',
      'l-bracket assembly/l-bracket',
    ]);
    expect(new Set(parts.map(({ assembly }) => assembly)).size).toBe(4);
    // A thousandth of the longest side of the smallest part.
    const boxes = await occtParts(file('cax-if/dm1-oc-214.stp'), 'ReadStepFile');
    const sides = boxes.map(({ min, max }) => Math.max(...max.map((high, axis) => high - min[axis])));
    for (const { deflection } of parts) expect(deflection).toBeCloseTo(0.001 * Math.min(...sides), 4);
  });

  it('is finer for a smaller deflection, which stays as given', async () => {
    const bytes = file('conical-surface/conical-surface.step');
    const read = (value: number) => readModel(bytes, { name: 'cone.step', deflection: { kind: 'absolute', value } });
    const [coarse, fine] = [await read(0.5), await read(0.01)];
    expect(coarse.parts[0].deflection).toBe(0.5);
    expect(fine.parts[0].deflection).toBe(0.01);
    expect(fine.parts[0].indices.length).toBeGreaterThan(2 * coarse.parts[0].indices.length);
  });

  it('gives an open part for a STEP of surfaces only', async () => {
    const faces = /CLOSED_SHELL\('',\(([^)]*)\)\)/.exec(cube())![1].split(',');
    const open = cube()
      .replace(/CLOSED_SHELL\('',\([^)]*\)\)/, `OPEN_SHELL('',(${faces.slice(1).join(',')}))`)
      .replace(/MANIFOLD_SOLID_BREP\('[^']*',(#\d+)\)/, "SHELL_BASED_SURFACE_MODEL('',($1))")
      .replace('ADVANCED_BREP_SHAPE_REPRESENTATION', 'MANIFOLD_SURFACE_SHAPE_REPRESENTATION');
    const { parts } = await readModel(asBytes(open), { name: 'surfaces.step' });
    expect(parts).toHaveLength(1);
    expect(parts[0].indices).toHaveLength(3 * 10);
    expect(countOpenEdges(parts[0].positions, parts[0].indices).boundary).toBe(4);
  });

  it('says so when a STEP file states no unit, and takes millimetres', async () => {
    const context = /\( GEOMETRIC_REPRESENTATION_CONTEXT\(3\)[\s\S]*?'\) \);/g;
    const silent = cube().replace(context, "GEOMETRIC_REPRESENTATION_CONTEXT('','',3);");
    const { unit, notes, parts } = await readModel(asBytes(silent), { name: 'silent.step' });
    expect(unit).toBe('millimeter');
    expect(boxOf(parts[0]).max[0]).toBeCloseTo(1000, 6);
    expect(notes).toEqual(['file "silent.step": it states no unit of length, so millimetres are assumed.']);
  });
});

describe('STEP, IGES and BREP that cannot be read', () => {
  it.each([
    ['truncated', 'a.step', cube().slice(0, 9000), /byte 9000: the file ends without "END-ISO-10303-21;"/],
    ['truncated', 'a.igs', `${'x'.padEnd(72)}S      1\n`, /terminate section/],
    [
      'bad-step',
      'a.step',
      'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;',
      /occt-import-js.*export it again/,
    ],
    ['no-triangles', 'a.step', cube().replaceAll('MANIFOLD_SOLID_BREP', 'NONSENSE'), /a\.step/],
    ['bad-brep', 'a.brep', 'DBRep_DrawableShape\n\nCASCADE Topology V1, (c) Matra-Datavision\nnonsense', /BREP/],
  ])('refuses with %s: %s', async (code, name, text, message) => {
    const error = await meshErrorOf(readModel(asBytes(text), { name }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  it('ends a reading that takes too long, or that is cancelled, and reads the next file all the same', async () => {
    const bytes = file('cax-if/as1-oc-214.stp');
    const options = { name: 'as1.stp' };
    const slow = await meshErrorOf(readModel(bytes, { ...options, secondsLimit: 0.02 }));
    expect(slow.code).toBe('too-slow');
    expect(slow.message).toMatch(/as1\.stp.*after 0\.02 seconds.*deflection/);
    const abort = new AbortController();
    const stopped = readModel(bytes, { ...options, signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    expect((await readModel(file('cube-units/cube-m.step'), options)).parts).toHaveLength(1);
  });

  it('ends a reading that needs more memory than it may use', async () => {
    const bytes = file('cax-if/as1-oc-214.stp');
    const memoryLimitBytes = 40 * 2 ** 20;
    const deflection = { kind: 'absolute', value: 1e-5 } as const;
    const error = await meshErrorOf(readModel(bytes, { name: 'as1.stp', memoryLimitBytes, deflection }));
    expect(error.code).toBe('too-large');
    expect(error.message).toMatch(/40 MiB.*memoryLimitBytes/);
  });
});
