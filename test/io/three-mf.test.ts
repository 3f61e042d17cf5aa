import { Zip, ZipDeflate, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readThreeMf } from '../../src/io/three-mf/three-mf.ts';
import { plain, triangleCountOf } from '../support/reading.ts';
import { readShared, sharedFolder } from '../support/shared.ts';
import { CORE, modelXml, packModel, TETRAHEDRON, tetrahedronPackage } from '../support/three-mf-files.ts';

const MESH = `<object id="1" name="mesh">${TETRAHEDRON}</object>`;
const ITEM = '<build><item objectid="1"/></build>';
const read = (resources: string, build: string) =>
  readThreeMf(packModel(modelXml(resources, build)), { name: 'a.3mf' });
const firstVertices = async (resources: string, build: string) =>
  (await read(resources, build)).parts.map(({ positions }) => [...positions.subarray(0, 3)]);

describe('readThreeMf', () => {
  it('gives the mesh of a build item as it stands, in double precision, with the unit', async () => {
    const model = await read(MESH.replace('x="1"', 'x="0.1"'), ITEM);
    expect(model).toMatchObject({ format: '3mf', unit: 'inch' });
    const [part] = model.parts;
    expect(part.name).toBe('mesh');
    expect(part.positions).toEqual(Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 1, 0, 0, 0, 1));
    expect([...part.indices]).toEqual([0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
  });

  it('takes the millimetre when the file names no unit', async () => {
    expect((await readThreeMf(packModel(modelXml(MESH, ITEM, '')))).unit).toBe('millimeter');
  });

  it('gives one part per build item, placed by its transform', async () => {
    const turn = '0 1 0 -1 0 0 0 0 1 10 20 30'; // x to y, y to −x, then moved
    const build = `<build><item objectid="1" transform="${turn}"/><item objectid="1"/></build>`;
    const parts = plain(await read(MESH, build));
    expect(parts[0].positions).toEqual([10, 20, 30, 10, 21, 30, 9, 20, 30, 10, 20, 31]);
    expect(parts[1].positions.slice(0, 3)).toEqual([0, 0, 0]);
  });

  it('joins components, the inner transform applied first', async () => {
    const pair = `<object id="2"><components><component objectid="1" transform="2 0 0 0 2 0 0 0 2 1 0 0"/>
      <component objectid="1"/></components></object>`;
    const build = '<build><item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 5"/></build>';
    const [part] = plain(await read(MESH + pair, build));
    expect(part.positions.slice(0, 6)).toEqual([1, 0, 5, 3, 0, 5]);
    expect(part.positions.slice(12, 15)).toEqual([0, 0, 5]);
    expect(part.indices.slice(12, 15)).toEqual([4, 6, 5]);
  });

  it('names a part after its object, its part number, or its place', async () => {
    const unnamed = `<object id="2">${TETRAHEDRON}</object>`;
    const build = '<build><item objectid="1"/><item objectid="2" partnumber="P7"/><item objectid="2"/></build>';
    expect((await read(MESH + unnamed, build)).parts.map(({ name }) => name)).toEqual(['mesh', 'P7', 'item 2']);
  });

  it('knows build items by their UUID (production extension)', async () => {
    const build = '<build p:UUID="b"><item objectid="1" p:UUID="18f3-4a"/><item objectid="1"/></build>';
    expect((await read(MESH, build)).parts.map(({ guid }) => guid)).toEqual(['18f3-4a', undefined]);
  });

  it('finds objects in other model parts (production extension)', async () => {
    const other = modelXml(`<object id="9" name="far">${TETRAHEDRON}</object>`, '<build/>');
    const user =
      '<object id="2" name="near"><components><component p:path="/3D/Other.model" objectid="9"/></components></object>';
    const build = '<build><item objectid="2"/><item p:path="/3d/other.model" objectid="9"/></build>';
    const model = await readThreeMf(packModel(modelXml(user, build), { '3D/Other.model': other }));
    expect(model.parts.map(({ name }) => name)).toEqual(['near', 'far']);
    expect(triangleCountOf(model)).toBe(8);
  });

  it.each([
    [
      'comments, CDATA and instructions',
      `<!-- <vertices> --><metadata name="x"><![CDATA[<vertices>]]></metadata><?x <triangles> ?>${MESH}`,
    ],
    ['a prefix on every element', MESH.replace(/<(\/?)(\w)/g, '<$1c:$2')],
    [
      'single quotes, blanks and other attributes',
      MESH.replaceAll('"', "'").replaceAll("x='1'", "pid = '3'  x\n= '1' "),
    ],
    ['elements closed by a tag of their own', MESH.replace(/<(vertex|triangle) ([^/]*)\/>/g, '<$1 $2></$1>')],
    ['comments among the vertices', MESH.replaceAll('<vertex', '<!-- > --><vertex')],
    [
      'numbers in other spellings',
      MESH.replace(/([xyz])="1"/g, '$1="+1.000000000000000000e0"').replace('x="0"', 'x=" 0 "'),
    ],
    [
      'long lists of looks and slices',
      `<m:colorgroup id="3"><m:color/></m:colorgroup><s:slicestack><s:vertices><s:vertex x="1"/></s:vertices></s:slicestack>${MESH}`,
    ],
  ])('reads %s', async (_what, resources) => {
    const [part] = plain(await read(resources, ITEM));
    expect(part.positions).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(part.indices).toHaveLength(12);
  });

  it('undoes the entities in names', async () => {
    expect((await read(MESH.replace('"mesh"', '"a &amp; &#x3b2;"'), ITEM)).parts[0].name).toBe('a & β');
  });

  it('reads UTF-16', async () => {
    const xml = modelXml(MESH, ITEM).replace('UTF-8', 'UTF-16');
    const model = await readThreeMf(packModel(Buffer.from(`\ufeff${xml}`, 'utf16le')));
    expect(triangleCountOf(model)).toBe(4);
  });

  it('reads files that are stored, streamed, or found without relationships', async () => {
    const xml = new TextEncoder().encode(modelXml(MESH, ITEM));
    expect(triangleCountOf(await readThreeMf(zipSync({ '3D/3dmodel.model': [xml, { level: 0 }] })))).toBe(4);
    expect(triangleCountOf(await readThreeMf(zipSync({ 'other/name.MODEL': xml })))).toBe(4);
    // A streamed archive gives lengths behind the data instead of before them.
    const pieces: Uint8Array[] = [];
    const zip = new Zip((_error, piece) => pieces.push(piece));
    const file = new ZipDeflate('3D/3dmodel.model');
    zip.add(file);
    file.push(xml, true);
    zip.end();
    expect(triangleCountOf(await readThreeMf(Buffer.concat(pieces)))).toBe(4);
  });

  it('rounds coordinates to the nearest double', async () => {
    const texts = ['0.30000000000000004', '-12.345678901234567', '1e-7', '9007199254740993', '123456789.123456789'];
    for (const text of texts) {
      const [vertex] = await firstVertices(MESH.replace('x="0"', `x="${text}"`), ITEM);
      expect(vertex[0]).toBe(Number(text));
    }
  });

  it('stops with the reason of the signal, and reports progress up to 1', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readThreeMf(tetrahedronPackage(), { signal })).rejects.toThrow('enough');
    const shares: number[] = [];
    await readThreeMf(tetrahedronPackage(), { onProgress: (done) => shares.push(done) });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('needs no namespace declarations beyond those of the file', async () => {
    expect(
      (await readThreeMf(packModel(`<model ${CORE}><resources>${MESH}</resources>${ITEM}</model>`))).parts,
    ).toHaveLength(1);
  });
});

describe.skipIf(sharedFolder === undefined)('readThreeMf on the shared meshes', () => {
  it.each([
    ['P_XPM_0331_01.3mf', 1, 6],
    ['cube_and_sphere_same_name.3mf', 2, 5132],
    ['pyramids.3mf', 9, 3276],
  ])('gives the items of %s', async (file, partCount, triangleCount) => {
    const model = await readThreeMf(readShared(`meshes/trimesh/${file}`), { name: file });
    expect(model.parts).toHaveLength(partCount);
    expect(triangleCountOf(model)).toBe(triangleCount);
  });
});
