/** Names of the parts of STEP assemblies: those of the products, also where the package merges or loses them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productNames, stepText } from '../../../src/io/cad/worker/step-names.ts';
import { readModel } from '../../../src/io/index.ts';
import { occtFiles } from '../../support/cad-package.ts';

const ASSEMBLY = join(occtFiles, 'cax-if/as1-oc-214.stp');

function counts(names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  return found;
}

const read = async (bytes: Uint8Array) =>
  (await readModel(bytes, { name: 'a.stp', format: 'step' })).parts.map(({ name }) => name);

/** How often each product occurs, by the assembly's own list of occurrences: written by hand from its drawing. */
const PARTS = { nut: 8, bolt: 6, 'l-bracket': 2, rod: 1, plate: 1 };

describe('names of parts of a STEP assembly', () => {
  it('are those of the products', async () => {
    expect(counts(await read(readFileSync(ASSEMBLY)))).toEqual(PARTS);
  });

  it('are kept where every product has two bodies, which the package merges into the assembly', async () => {
    const text = readFileSync(ASSEMBLY, 'utf8').replace(
      /ADVANCED_BREP_SHAPE_REPRESENTATION\('([^']*)',\((#\d+),(#\d+)\)/g,
      "ADVANCED_BREP_SHAPE_REPRESENTATION('$1',($2,$3,$3)",
    );
    const twice = Object.fromEntries(Object.entries(PARTS).map(([name, count]) => [name, 2 * count]));
    expect(counts(await read(Buffer.from(text)))).toEqual(twice);
  });

  it('replace placeholders', async () => {
    const names = await read(readFileSync(join(occtFiles, 'cax-if/as1_pe_203.stp')));
    expect(counts(names)).toEqual({ NUT: 8, BOLT: 6, 'L-BRACKET': 2, ROD: 1, PLATE: 1 });
  });
});

/** A file of one assembly with two products, each with a body of so many faces. */
const tree = (first: string, second: string) => `
#1=PRODUCT('top','top','',());#2=PRODUCT_DEFINITION_FORMATION('','',#1);#3=PRODUCT_DEFINITION('','',#2,$);
#11=PRODUCT('a','${first}','',());#12=PRODUCT_DEFINITION_FORMATION('','',#11);#13=PRODUCT_DEFINITION('','',#12,$);
#14=PRODUCT_DEFINITION_SHAPE('','',#13);#15=SHAPE_DEFINITION_REPRESENTATION(#14,#16);
#16=SHAPE_REPRESENTATION('',(#99),#98);#17=SHAPE_REPRESENTATION_RELATIONSHIP('','',#16,#18);
#18=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#19,#99),#98);#19=MANIFOLD_SOLID_BREP('',#20);#20=CLOSED_SHELL('',(#31,#32,#33,#34));
#51=PRODUCT('b','${second}','',());#52=PRODUCT_DEFINITION_FORMATION('','',#51);#53=PRODUCT_DEFINITION('','',#52,$);
#54=PRODUCT_DEFINITION_SHAPE('','',#53);#55=SHAPE_DEFINITION_REPRESENTATION(#54,#58);
#58=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#59),#98);#59=MANIFOLD_SOLID_BREP('',#60);#60=CLOSED_SHELL('',(#31,#32));
#91=NEXT_ASSEMBLY_USAGE_OCCURRENCE('1','','',#3,#13,$);#92=NEXT_ASSEMBLY_USAGE_OCCURRENCE('2','','',#3,#53,$);`;

describe('products of a STEP file', () => {
  const names = (first: string, second: string, faces: readonly number[]) =>
    productNames(new TextEncoder().encode(tree(first, second)), faces);

  it('name bodies in the order of the tree where the faces agree', () => {
    expect(names('left', 'right', [4, 2])).toEqual(['left', 'right']);
  });

  it('name bodies by their number of faces where the order differs, and none that could be several', () => {
    expect(names('left', 'right', [2, 4, 2])).toEqual(['right', 'left', 'right']);
    expect(names('left', 'right', [7, 2])).toEqual([undefined, 'right']);
  });

  it('are written with apostrophes and other alphabets', () => {
    expect(names("pin; (long) ''A''", '\\X2\\00E400DF\\X0\\', [4, 2])).toEqual(["pin; (long) 'A'", 'äß']);
    expect(stepText('a\\X\\E4b')).toBe('aäb');
  });

  it('that contain themselves end', () => {
    const circle = `${tree('left', 'right')}#93=NEXT_ASSEMBLY_USAGE_OCCURRENCE('3','','',#13,#53,$);#94=NEXT_ASSEMBLY_USAGE_OCCURRENCE('4','','',#53,#13,$);`;
    expect(productNames(new TextEncoder().encode(circle), [4])).toHaveLength(1);
  });
});
