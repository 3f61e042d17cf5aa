/** IFC: what elements say of themselves, units, places on the map, and files that are wrong. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../../src/io/index.ts';
import type { ModelPart } from '../../../src/io/model.ts';
import { countOpenEdges } from '../../../src/mesh/open-edges.ts';
import { ifcParts } from '../../support/cad-package.ts';
import { globalId, type IfcBox, ifcFaceSet, ifcText } from '../../support/ifc-files.ts';
import { meshErrorOf } from '../../support/reading.ts';

const asBytes = (text: string) => new TextEncoder().encode(text);
const HOUSE: readonly IfcBox[] = [
  {
    id: 'wall',
    name: 'South wall',
    class: 'IFCWALL',
    at: [0, 0, 0],
    size: [4, 0.3, 3],
    material: 'Brick',
    layer: 'A-WALL',
  },
  {
    id: 'window',
    name: 'Window 1',
    class: 'IFCWINDOW',
    at: [1, 0, 1],
    size: [1, 0.3, 1],
    fills: 'wall',
    storey: 'Ground floor',
  },
  { id: 'beam', name: 'B1', class: 'IFCBEAM', at: [0, 0, 3], size: [4, 0.3, 0.4], assembly: 'frame', type: 'IPE 400' },
  {
    id: 'post',
    class: 'IFCCOLUMN',
    at: [5, 0, 0],
    size: [0.3, 0.3, 3],
    assembly: 'frame',
    properties: { Status: 'new' },
  },
  { id: 'room', name: 'Room', class: 'IFCSPACE', at: [0, 0.3, 0], size: [4, 4, 3] },
];

function boxOf({ positions }: ModelPart): number[] {
  const along = (axis: number) => Array.from(positions.filter((_, i) => i % 3 === axis));
  return [0, 1, 2].flatMap((axis) => [Math.min(...along(axis)), Math.max(...along(axis))]);
}

describe('IFC', () => {
  it('has the elements, classes, names and boxes that the package gives', async () => {
    const bytes = asBytes(ifcText(HOUSE));
    const { parts, unit, format } = await readModel(bytes, { name: 'house.ifc' });
    const expected = await ifcParts(bytes);
    expect({ format, unit }).toEqual({ format: 'ifc', unit: 'meter' });
    expect(parts.map((part) => [part.class, part.name, part.indices.length / 3, boxOf(part)])).toEqual(
      expected.map((part) => [
        part.class,
        part.name || part.class,
        part.triangles,
        [0, 1, 2].flatMap((axis) => [part.min[axis], part.max[axis]]),
      ]),
    );
  });

  it('carries GlobalId, storey, type, materials, layers, the wall of a window and the assembly of a beam', async () => {
    const { parts } = await readModel(asBytes(ifcText(HOUSE)), { name: 'house.ifc' });
    const byId = new Map(parts.map((part) => [part.guid, part]));
    expect(byId.get(globalId('wall'))).toMatchObject({
      class: 'IfcWall',
      storey: 'Ground floor',
      materials: ['Brick'],
      layers: ['A-WALL'],
      path: ['Project', 'Building', 'Ground floor'],
    });
    expect(byId.get(globalId('window'))).toMatchObject({ class: 'IfcWindow', host: globalId('wall') });
    expect(byId.get(globalId('beam'))).toMatchObject({
      type: 'IPE 400',
      assembly: globalId('frame'),
      storey: 'Ground floor',
    });
    // A part without a name goes by its class.
    expect(byId.get(globalId('post'))).toMatchObject({ name: 'IfcColumn', assembly: globalId('frame') });
    expect(byId.get(globalId('post'))).not.toHaveProperty('properties');
  });

  it('reads properties, and spaces, when asked for', async () => {
    const bytes = asBytes(ifcText(HOUSE));
    const plain = await readModel(bytes, { name: 'house.ifc' });
    const all = await readModel(bytes, { name: 'house.ifc', withSpaces: true, withProperties: true });
    expect(plain.parts.map((part) => part.class)).not.toContain('IfcSpace');
    expect(all.parts.map((part) => part.class).sort()).toEqual(
      [...plain.parts.map((part) => part.class), 'IfcSpace'].sort(),
    );
    const post = all.parts.find(({ guid }) => guid === globalId('post'));
    expect(post?.properties).toEqual({ 'Pset_Test.Status': 'new' });
  });

  it.each(['IFC2X3', 'IFC4', 'IFC4X3_ADD2'] as const)('reads %s', async (schema) => {
    const boxes: IfcBox[] = [
      { id: 'wall', name: 'W', class: 'IFCWALL', at: [1, 2, 3], size: [4, 0.3, 3], material: 'Brick' },
      { id: 'window', name: 'F', class: 'IFCWINDOW', at: [2, 2, 4], size: [1, 0.3, 1], fills: 'wall' },
    ];
    const { parts } = await readModel(asBytes(ifcText(boxes, { schema })), { name: 'a.ifc' });
    expect(parts.map((part) => [part.class, part.name, part.storey])).toEqual([
      ['IfcWall', 'W', 'Ground floor'],
      ['IfcWindow', 'F', 'Ground floor'],
    ]);
    // y is up, and z is against the y of the file.
    for (const [i, value] of [1, 5, 3, 6, -2.3, -2].entries()) expect(boxOf(parts[0])[i]).toBeCloseTo(value, 6);
    // The opening is subtracted: twelve triangles are not enough for a wall with a hole.
    expect(parts[0].indices.length / 3).toBeGreaterThan(12);
    expect(countOpenEdges(parts[0].positions, parts[0].indices).open).toBe(0);
  });

  it('applies millimetres, and assumes metres where nothing is stated and says so', async () => {
    const boxes: IfcBox[] = [{ id: 'a', at: [1000, 0, 0], size: [2000, 500, 250] }];
    const millimetres = await readModel(asBytes(ifcText(boxes, { unit: 'MILLIMETRE' })), { name: 'mm.ifc' });
    expect(millimetres.notes).toBeUndefined();
    for (const [i, value] of [1, 3, 0, 0.25, -0.5, 0].entries()) {
      expect(boxOf(millimetres.parts[0])[i]).toBeCloseTo(value, 9);
    }
    const silent = await readModel(asBytes(ifcText(boxes, { unit: 'none' })), { name: 'none.ifc' });
    expect(silent.notes).toEqual(['file "none.ifc": it states no unit of length, so metres are assumed.']);
    expect(boxOf(silent.parts[0])[1]).toBeCloseTo(3000, 6);
  });

  it('keeps the precision of small things far from the origin, and says where the origin is on the map', async () => {
    const boxes: IfcBox[] = [{ id: 'a', at: [729_013.348_829, 9_063_992.684_697, 12.5], size: [0.5, 0.25, 0.125] }];
    const map = [500_000, 4_000_000, 100, 0.6, 0.8] as const;
    const { parts, mapConversion } = await readModel(asBytes(ifcText(boxes, { map })), { name: 'far.ifc' });
    const [x0, x1, y0, y1, z0, z1] = boxOf(parts[0]);
    expect([x1 - x0, y1 - y0, z1 - z0].map((side) => Number(side.toFixed(6)))).toEqual([0.5, 0.125, 0.25]);
    expect(x0).toBeCloseTo(729_013.348_829, 6);
    expect(z1).toBeCloseTo(-9_063_992.684_697, 6);
    expect(mapConversion).toEqual({
      eastings: 500_000,
      northings: 4_000_000,
      height: 100,
      cosine: 0.6,
      sine: 0.8,
      scale: 1,
      system: 'EPSG:32760',
    });
  });

  it('finds the place on the map in the property sets of IFC 2x3 too, in the unit of the map', async () => {
    const boxes: IfcBox[] = [{ id: 'a', at: [0, 0, 0], size: [500, 250, 125] }];
    const choice = { schema: 'IFC2X3', unit: 'MILLIMETRE', map: [500_000, 4_000_000, 100, 0.6, 0.8] } as const;
    const { mapConversion } = await readModel(asBytes(ifcText(boxes, choice)), { name: 'old.ifc' });
    expect(mapConversion).toEqual({
      eastings: 500_000,
      northings: 4_000_000,
      height: 100,
      cosine: 0.6,
      sine: 0.8,
      scale: 1,
      system: 'EPSG:32760',
    });
  });

  it('is read out of an .ifczip that holds one', async () => {
    const boxes: IfcBox[] = [{ id: 'a', name: 'Box', at: [0, 0, 0], size: [1, 2, 3] }];
    const model = asBytes(ifcText(boxes));
    const name = 'house.ifczip';
    const packed = zipSync({ '__MACOSX/._house.ifc': strToU8('?'), 'House.IFC': model });
    const { format, parts } = await readModel(packed, { name });
    expect([format, parts.map((part) => part.name)]).toEqual(['ifc', ['Box']]);
    const plain = await readModel(model, { name: 'house.ifc' });
    expect(parts[0].positions).toEqual(plain.parts[0].positions);
    const refused = async (bytes: Uint8Array, code: string, message: RegExp) => {
      const error = await readModel(bytes, { name }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code });
      expect((error as Error).message).toMatch(message);
    };
    await refused(zipSync({ 'a.ifc': model, 'b.ifc': model }), 'bad-ifc', /found 2 \.ifc files.*expected one/);
    await refused(zipSync({ 'a.ifcXML': model }), 'bad-ifc', /found 0 \.ifc files.*\.ifcxml, which is not read/);
    await refused(packed.subarray(0, packed.length - 30), 'bad-ifc', /cut off/);
    await refused(zipSync({ 'a.ifc': new Uint8Array(2 ** 27) }), 'zip-bomb', /a\.ifc/);
  });

  it('gives an open part for a shell without thickness', async () => {
    const sheet = ifcFaceSet(
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ],
      [
        [1, 2, 3],
        [1, 3, 4],
      ],
    );
    const { parts } = await readModel(asBytes(sheet), { name: 'sheet.ifc' });
    expect(parts[0].name).toBe('IfcBuildingElementProxy');
    expect(countOpenEdges(parts[0].positions, parts[0].indices).boundary).toBe(4);
  });
});

describe('IFC that cannot be read', () => {
  const good = ifcText(HOUSE);
  it.each([
    ['truncated', good.slice(0, good.length >> 1), /the file ends without "END-ISO-10303-21;"/],
    ['no-triangles', ifcText([]), /none of its elements has a shape/],
    ['no-triangles', good.replaceAll('IFCEXTRUDEDAREASOLID', 'IFCNOTHING'), /a\.ifc/],
    ['bad-ifc', good.replace("FILE_SCHEMA(('IFC4'))", "FILE_SCHEMA(('IFC99'))"), /schema.*IFC 2x3, 4 or 4\.3/],
  ])('refuses with %s', async (code, text, message) => {
    const error = await meshErrorOf(readModel(asBytes(text), { name: 'a.ifc' }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  it('says how many elements gave no triangles', async () => {
    const lines = good.split('\n');
    const post = lines.findIndex((line) => line.includes('IFCCOLUMN'));
    const broken = lines.map((line, i) =>
      i < post && i > post - 9 ? line.replace('IFCEXTRUDEDAREASOLID', 'IFCNOTHING') : line,
    );
    const { notes, parts } = await readModel(asBytes(broken.join('\n')), { name: 'a.ifc' });
    expect(parts.map((part) => part.class)).not.toContain('IfcColumn');
    expect(notes).toEqual(['file "a.ifc": of 1 element no triangles could be made; it is left out.']);
  });
});

describe('what an IFC file says about the whole', () => {
  const boxes: readonly IfcBox[] = [
    { id: 'duct', class: 'IFCDUCTSEGMENT', at: [0, 0, 0], size: [1, 1, 1], system: 'Supply air', storey: 'Roof' },
    { id: 'wall', class: 'IFCWALL', at: [3, 0, 0], size: [1, 1, 1], storey: 'Level 1' },
    { id: 'slab', class: 'IFCSLAB', at: [6, 0, 0], size: [1, 1, 1], storey: 'Nowhere' },
  ];
  const choice = {
    elevations: { Roof: 6000, 'Level 1': 250, Nowhere: null },
    grid: { x: { A: 0, B: 4000 }, y: { '1': 500 } },
    unit: 'MILLIMETRE',
  } as const;

  it('is its date, its project, its storeys from below, and its grid lines, in metres', async () => {
    const { facts, parts } = await readModel(asBytes(ifcText(boxes, choice)), { name: 'house.ifc' });
    expect(facts).toMatchObject({
      project: 'Project',
      date: '2026-01-01T00:00:00',
      storeys: [{ name: 'Level 1', elevation: 0.25 }, { name: 'Roof', elevation: 6 }, { name: 'Nowhere' }],
    });
    expect(facts?.storeys?.[2]).not.toHaveProperty('elevation');
    expect(facts?.gridLines).toEqual([
      { name: 'A', family: 'u', from: [0, 0], to: [0, 0.01] },
      { name: 'B', family: 'u', from: [4, 0], to: [4, 0.01] },
      { name: '1', family: 'v', from: [0, 0.5], to: [0.01, 0.5] },
    ]);
    expect(parts.find(({ class: own }) => own === 'IfcDuctSegment')?.system).toBe('Supply air');
    expect(parts.filter(({ system }) => system !== undefined)).toHaveLength(1);
  });
});
