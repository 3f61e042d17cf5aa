/**
 * The table of formats, and the documents that are made from it. `UPDATE_DOCS=1` writes the table in
 * docs/command-line.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  acceptedEndings,
  FORMAT_NAMES,
  FORMATS,
  formatNames,
  formatOfEnding,
  formatTitles,
  formatTitlesWithEndings,
  SNIFFED_BYTES,
} from '../../src/io/formats.ts';
import { detectFormat, readModel } from '../../src/io/index.ts';
import { asObj, asOff, asPlyAscii, asStlAscii, asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { bytesOf, meshErrorOf } from '../support/reading.ts';
import { tetrahedronPackage } from '../support/three-mf-files.ts';

const root = new URL('../../', import.meta.url);
const page = (path: string) => readFileSync(new URL(path, root), 'utf8');

const sheet = wavySheet(20);
const FILES: readonly (readonly [string, Uint8Array])[] = [
  ['obj', asObj(sheet)],
  ['stl', asStlAscii(sheet)],
  ['stl', asStlBinary(sheet, 'solid v 1 2 3')],
  ['ply', asPlyAscii(sheet)],
  ['off', asOff(sheet)],
  ['gltf', bytesOf('{"asset":{"version":"2.0"}}')],
  ['gltf', bytesOf('glTF\x02\0\0\0')],
  ['3mf', tetrahedronPackage()],
  ['ifc', bytesOf("ISO-10303-21;\nHEADER;\nFILE_SCHEMA (('IFC4'));")],
  ['step', bytesOf("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));")],
  ['iges', bytesOf(`${'A start section'.padEnd(72)}S      1\n`)],
  ['brep', bytesOf('DBRep_DrawableShape\n\nCASCADE Topology V1')],
];

function formatTable(): string {
  const units = { meter: 'metres', millimeter: 'millimetres', stated: 'stated in the file' };
  const rows = FORMAT_NAMES.map((name) => {
    const { title, endings, unit, animated } = FORMATS[name];
    const shown = endings.map((ending) => `\`.${ending}\``).join(', ');
    return `| ${title} | \`${name}\` | ${shown} | ${unit ? units[unit] : '—'} | ${animated ? 'yes' : '—'} |\n`;
  });
  const head = '| format | `--format` | endings | unit of length | animations |\n| --- | --- | --- | --- | --- |\n';
  return head + rows.join('');
}

describe('the table of formats', () => {
  it.each(FILES)('recognises %s by one row only, so that the order of rows does not matter', (format, bytes) => {
    const start = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES));
    const names = FORMAT_NAMES.filter((name) => {
      const { hasExactSize, recognise } = FORMATS[name];
      return hasExactSize?.(bytes) || recognise({ bytes, start, options: {} });
    });
    expect(names).toEqual([format]);
    expect(detectFormat(bytes)).toBe(format);
  });

  it('has each ending once', () => {
    const endings = FORMAT_NAMES.flatMap((name) => FORMATS[name].endings);
    expect(new Set(endings).size).toBe(endings.length);
    for (const name of FORMAT_NAMES) {
      for (const ending of FORMATS[name].endings) expect(formatOfEnding(ending.toUpperCase())).toBe(name);
    }
    expect(formatOfEnding('fbx')).toBeUndefined();
  });

  it('says truly which formats state a unit', async () => {
    expect((await readModel(tetrahedronPackage())).unit).toBeDefined();
    for (const [format, bytes] of FILES.slice(0, 5)) {
      expect(FORMATS[format as 'obj'].unit).toBeUndefined();
      expect((await readModel(bytes)).unit).toBeUndefined();
    }
  });

  it('is what errors list', async () => {
    const error = await meshErrorOf(readModel(bytesOf('lorem ipsum')));
    expect(error.message).toContain(`expected ${formatTitles('or')}`);
    expect((await meshErrorOf(readModel(bytesOf('BLENDER-v300')))).message).toContain(
      `Export it as ${formatTitles('or')}`,
    );
  });

  it.each([
    [formatTitles('or'), 'OBJ, STL, PLY, OFF, glTF, 3MF, IFC, STEP, IGES or BREP'],
    [formatTitles('and', ({ animated }) => animated === true), 'glTF'],
    [formatNames(), 'obj, stl, ply, off, gltf, 3mf, ifc, step, iges or brep'],
    [
      formatTitlesWithEndings(),
      'OBJ, STL, PLY, OFF, glTF (.gltf, .glb), 3MF, IFC (.ifc, .ifczip), STEP (.step, .stp, .p21), IGES (.iges, .igs) and BREP (.brep, .brp)',
    ],
    [
      acceptedEndings(),
      '.obj,.stl,.ply,.off,.gltf,.glb,.bin,.3mf,.ifc,.ifczip,.step,.stp,.p21,.iges,.igs,.brep,.brp,.gz',
    ],
  ])('is listed as %s', (found, expected) => expect(found).toBe(expected));
});

describe('the documents', () => {
  it('have the table of formats as it is', () => {
    const text = page('docs/command-line.md');
    const updated = text.replace(/(<!-- formats -->\n)(?:\|.*\n)*/, (_all, mark: string) => mark + formatTable());
    expect(text).toContain('<!-- formats -->\n');
    if (process.env.UPDATE_DOCS) writeFileSync(new URL('docs/command-line.md', root), updated);
    else expect(text).toBe(updated);
  });

  it.each(['README.md', 'docs/studio.md'])('%s names every format', (path) => {
    const text = page(path);
    for (const name of FORMAT_NAMES) expect(text).toContain(FORMATS[name].title);
  });

  it('the page of the studio takes its formats from the table', () => {
    const html = page('studio/index.html');
    expect(html).toContain('accept="%FORMAT_ENDINGS%"');
    expect(html).toContain('%FORMAT_TITLES%');
  });
});
