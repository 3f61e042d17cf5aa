/** How files and elements are called: badges, disciplines, and names that are cut so that they stay apart. */
import { describe, expect, it } from 'vitest';
import { disciplinesOf } from '../../src/report/disciplines.ts';
import { fileBadges } from '../../src/report/report-models.ts';
import { fitApart } from '../../src/report/text.ts';
import { Random } from '../support/random.ts';

describe('badges of files', () => {
  it.each([
    [
      ['Ifc2x3_Duplex_Architecture.ifc', 'Ifc2x3_Duplex_Electrical.ifc'],
      ['Architecture', 'Electrical'],
    ],
    [
      ['duplex.ifc', 'duplex-electrical.ifc'],
      ['duplex', 'electrical'],
    ],
    [
      ['a/model.ifc', 'b/model.ifc'],
      ['model', 'model 2'],
    ],
    [['house.ifc'], ['house']],
  ])('of %j', (files, badges) => {
    expect([...fileBadges(files).values()]).toEqual(badges);
  });
});

describe('disciplines', () => {
  const of = (file: string, ...classes: string[]) => classes.map((own) => ({ file, name: 'x', class: own }));

  it('are those of classes; walls and slabs go with what else is in their file', () => {
    const house = of('a.ifc', 'IfcDoor', 'IfcWindow', 'IfcWall', 'IfcBeam');
    const frame = of('s.ifc', 'IfcFooting', 'IfcColumn', 'IfcWall', 'IfcSlab');
    expect(disciplinesOf([...house, ...frame])).toEqual([
      ...['architecture', 'architecture', 'architecture', 'structure'],
      ...['structure', 'structure', 'structure', 'structure'],
    ]);
  });
  it('of general services are told by names, else by the others of the file', () => {
    const parts = [
      { file: 'e.ifc', name: 'Duplex Receptacle', class: 'IfcFlowTerminal' },
      { file: 'e.ifc', name: 'Thing', class: 'IfcFlowController' },
      { file: 'e.ifc', name: 'no building', class: undefined },
    ];
    expect(disciplinesOf(parts as never)).toEqual(['electrical', 'electrical', undefined]);
  });
});

describe('names that are cut', () => {
  it('keep what tells them apart, wherever it is', () => {
    const names = ['Basic Wall:Exterior - Brick on Block:1:End', 'Basic Wall:Exterior - Brick on Block:2:End'];
    const shown = fitApart(names, 16);
    expect(new Set(shown).size).toBe(2);
    expect(shown[0]).toContain('1');
    expect(shown[1]).toContain('2');
  });
  it.each([1, 2, 3, 4, 5])('stay apart, seed %i', (seed) => {
    const source = new Random(seed);
    const random = () => source.next();
    const letter = () => 'ab'[Math.floor(2 * random())];
    const names = Array.from({ length: 40 }, () =>
      Array.from({ length: 8 + Math.floor(40 * random()) }, letter).join(''),
    );
    for (const columns of [6, 12, 20]) {
      expect(new Set(fitApart(names, columns)).size).toBe(new Set(names).size);
    }
  });
});
