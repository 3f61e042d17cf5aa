/** What is said of units: the one lengths are told in, what files say themselves, and which way is up. */
import { describe, expect, it } from 'vitest';
import { stepUnit, unitName } from '../../src/io/cad/worker/own-unit.ts';
import { lengthText } from '../../src/report/depth-text.ts';
import type { ReportModel } from '../../src/report/report.ts';
import { unitSentence } from '../../src/report/unit-sentence.ts';
import { volumeText } from '../../src/report/volume-text.ts';

const model = (file: string, facts: Partial<ReportModel> = {}): ReportModel => ({
  file,
  badge: file,
  format: file.split('.')[1],
  objects: 1,
  ...facts,
});
const metre = { unit: 'meter' };

describe('the sentence about units', () => {
  it.each([
    [{ models: [model('a.stl')], up: 'z' }, 'Units: no unit in the file; z is up, as is usual for STL'],
    [{ models: [model('a.gltf', metre)], ...metre, up: 'y' }, 'Units: m; y is up'],
    [
      { models: [model('a.ifc', { ...metre, ownUnit: 'foot' })], ...metre, up: 'y', isTurned: true },
      'Units: m (the file is in feet); z is up',
    ],
    [
      { models: [model('a.step', { unit: 'millimeter', ownUnit: 'inch' })], unit: 'millimeter', up: 'z' },
      'Units: mm (the file is in inches); z is up, as is usual for STEP',
    ],
    [
      { models: [model('a.obj'), model('b.gltf', metre)], up: 'y' },
      'Units: b.gltf is in metres, no unit in a.obj; y is up',
    ],
    [
      { models: ['a', 'b', 'c'].map((name) => model(`${name}.obj`)), unit: 'millimeter', up: 'y' },
      'Units: mm (no unit in 3 files); y is up, as is usual for OBJ',
    ],
  ] as const)('%j', (report, sentence) => {
    expect(unitSentence(report)).toBe(sentence);
  });

  it('says nothing without files', () => {
    expect(unitSentence({})).toBeUndefined();
  });
});

describe('the unit of the numbers in a file', () => {
  const context =
    "#1=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#4,#2))REPRESENTATION_CONTEXT('',''));";
  const angle = '#4=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));';
  const bytes = (text: string) => new TextEncoder().encode(context + angle + text);

  it.each([
    ['millimeter', '#2=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));'],
    ['meter', '#2 = ( LENGTH_UNIT() NAMED_UNIT(*)\n SI_UNIT($,.METRE.) );'],
    [
      'inch',
      "#2=(CONVERSION_BASED_UNIT('INCH',#5)LENGTH_UNIT()NAMED_UNIT(#6));#5=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#7);#7=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));",
    ],
    [undefined, "#2=(CONVERSION_BASED_UNIT('INCH',#5)LENGTH_UNIT()NAMED_UNIT(#6));"],
    [undefined, '#2=(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT());'],
  ])('%s', (unit, text) => {
    expect(stepUnit(bytes(text))).toBe(unit);
  });

  it('is not known where a file states none, or one without a name', () => {
    expect(stepUnit(new TextEncoder().encode('ISO-10303-21;'))).toBeUndefined();
    expect([unitName(undefined), unitName(0.1), unitName(0.3048), unitName(0.001)]).toEqual([
      undefined,
      undefined,
      'foot',
      'millimeter',
    ]);
  });
});

it('lengths and volumes are told in another unit where both are known', () => {
  expect([
    lengthText(0.3048, 'meter', 'foot'),
    lengthText(5, 'furlong', 'foot'),
    lengthText(5, undefined, 'foot'),
  ]).toEqual(['1 ft', '5 furlong', '5']);
  const volume = { volume: 1, errorBound: 0.5, method: 'image' } as never;
  expect(volumeText(volume, 'meter', 'millimeter')).toBe('1000000000 ± 500000000 mm³');
  expect(volumeText(volume, undefined, 'millimeter')).toBe('1 ± 0.5');
});
