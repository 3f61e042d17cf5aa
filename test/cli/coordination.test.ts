/** The rules for buildings on a house and its electrical services, against what a coordinator keeps and what is by design. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder, sharedTable } from '../support/shared.ts';
import { useCommandLine } from './command-line.ts';

interface Listed {
  readonly a: number;
  readonly b: number;
  readonly kind: string;
  readonly severity?: string;
  readonly byDesign?: string;
}

describe.skipIf(sharedFolder === undefined)('rules for buildings on two models of one house', () => {
  const cli = useCommandLine();

  it('list what a coordinator keeps as open, little more, and the rest by design', async () => {
    const files = ['duplex.ifc', 'duplex-electrical.ifc'].map((name) => join(sharedFolder!, 'meshes/cad', name));
    const { stdout } = await cli.run(['clash', ...files, '--rules', 'building', '--json']);
    const { objects, clashes, coverage } = JSON.parse(stdout);
    const pairOf = (p: string, q: string) => [p, q].sort().join(' ');
    const hard = (clashes as Listed[]).filter(({ kind }) => kind !== 'touching');
    const pairs = (some: readonly Listed[]) => new Set(some.map(({ a, b }) => pairOf(objects[a].key, objects[b].key)));
    const open = hard.filter(({ byDesign, severity }) => byDesign === undefined && severity !== 'info');
    const meant = pairs(hard.filter(({ byDesign }) => byDesign !== undefined));
    const truth = sharedTable('truth/coordination/duplex.tsv');
    const lost = truth.filter(
      ({ verdict, guid, other }) => verdict === 'keep' && !pairs(open).has(pairOf(guid, other)),
    );
    const missed = truth.filter(({ verdict, guid, other }) => verdict !== 'keep' && !meant.has(pairOf(guid, other)));
    expect(truth).toHaveLength(92);
    expect([lost, missed]).toEqual([[], []]);
    expect(open.length).toBeLessThanOrEqual(40);
    expect(coverage).toMatchObject({ uncoveredObjects: [], uncoveredPairs: [] });
  });

  it('leave nothing open in three models of one building that were made to fit, and call their markers by design', async () => {
    const names = ['Building-Architecture.ifc', 'Building-Hvac.ifc', 'Building-Structural.ifc'];
    const files = names.map((name) => join(sharedFolder!, 'meshes/ifc-pcert', name));
    const { code, stdout } = await cli.run(['clash', ...files, '--rules', 'building', '--json']);
    const hard = (JSON.parse(stdout).clashes as Listed[]).filter(({ kind }) => kind !== 'touching');
    expect([code, hard.map(({ byDesign }) => byDesign)]).toEqual([
      0,
      Array(6).fill('a reference point that all models have'),
    ]);
  });

  it('leave of a house with a timber roof what a coordinator asks about, and call what bears or is carried by design', async () => {
    const file = join(sharedFolder!, 'meshes/cad/fzk-haus.ifc');
    const { stdout } = await cli.run(['clash', file, '--rules', 'building', '--json']);
    const { objects, clashes } = JSON.parse(stdout);
    const hard = (clashes as Listed[]).filter(({ kind }) => kind !== 'touching');
    const names = ({ a, b }: Listed) => [objects[a].name, objects[b].name].sort().join(' and ');
    const open = hard.filter(({ byDesign }) => byDesign === undefined);
    expect(open.map(names).sort()).toEqual(['Slab-033 and Wendeltreppe', 'Unterzug-1 and Wand-Int-ERDG-2']);
    const bearing = hard.filter(({ byDesign }) => byDesign === 'bears in the wall with its end').map(names);
    expect(bearing.sort()).toEqual([
      ...[1, 2, 3, 4].map((i) => `Slab-033 and Wand-Ext-ERDG-${i}`),
      'Unterzug-1 and Wand-Int-ERDG-4',
      'Unterzug-1 and Wand-Int-ERDG-5',
    ]);
  });

  it('have nothing to say about an assembly whose parts only touch', async () => {
    const file = join(sharedFolder!, 'meshes/cad/as1-pe-203.stp');
    const { code, stdout } = await cli.run(['clash', file, '--json']);
    const { clashes } = JSON.parse(stdout);
    expect([code, clashes.length]).toEqual([0, 31]);
    expect(
      clashes.filter(({ kind, undecided }: { kind: string; undecided?: boolean }) => kind !== 'touching' || undecided),
    ).toEqual([]);
  });
});
