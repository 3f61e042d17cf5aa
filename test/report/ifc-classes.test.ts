/** The table of IFC classes against the schemas that web-ifc carries. */
import { describe, expect, it } from 'vitest';
import * as WebIfc from 'web-ifc';
import { classAndAncestors } from '../../src/report/rules/ifc-classes.ts';

interface Schemas {
  /** By schema and code of a class: the codes of all that inherit from it. */
  readonly InheritanceDef: Readonly<Record<number, Readonly<Record<string, readonly number[]>>>>;
}

const { InheritanceDef } = WebIfc as unknown as Schemas;

describe('classes of IFC', () => {
  it('inherit as in IFC 2x3, 4 and 4.3, for everything that is an element', async () => {
    const api = new WebIfc.IfcAPI();
    await api.Init();
    const nameOf = (code: number | string) => api.GetNameFromTypeCode(Number(code)).toLowerCase();
    const missing: string[] = [];
    let seen = 0;
    for (const subclasses of Object.values(InheritanceDef)) {
      const byName = new Map(Object.entries(subclasses).map(([code, below]) => [nameOf(code), below.map(nameOf)]));
      const elements = new Set(['ifcelement', ...(byName.get('ifcelement') ?? [])]);
      for (const [parent, below] of byName) {
        if (!elements.has(parent)) continue;
        for (const child of below) {
          seen++;
          if (!classAndAncestors(child).has(parent)) missing.push(`${child} < ${parent}`);
        }
      }
    }
    expect(seen).toBeGreaterThan(800);
    expect(missing).toEqual([]);
  });

  it('do not inherit what no schema says', () => {
    expect([...classAndAncestors('IfcWallStandardCase')]).toEqual([
      'ifcwallstandardcase',
      'ifcwall',
      'ifcbuiltelement',
      'ifcbuildingelement',
      'ifcelement',
    ]);
    expect([...classAndAncestors('IfcSite')]).toEqual(['ifcsite']);
  });
});
