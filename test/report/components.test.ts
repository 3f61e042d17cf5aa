/** Which parts are one component, from where files say that they are. */
import { describe, expect, it } from 'vitest';
import { componentsOf } from '../../src/report/components.ts';
import { branchesBy } from '../../studio/src/panels/tree-branches.ts';
import type { ObjectInfo } from '../../studio/src/protocol.ts';

const at = (assembly?: string, file = 'a.step') => ({ file, ...(assembly !== undefined && { assembly }) });
const groups = (objects: Parameters<typeof componentsOf>[0]) => {
  const found = componentsOf(objects);
  return found.map((component) => (component === undefined ? '-' : found.indexOf(component)));
};

describe('components', () => {
  it('are the subassemblies below what all parts of a file have above them', () => {
    expect(groups([at('/0'), at('/0/1'), at('/0/1'), at('/0/1/4'), at('/0/2')])).toEqual(['-', 1, 1, 1, 4]);
  });

  it('are single parts where there is no tree, or where all is one assembly', () => {
    expect(groups([at(), at(), at()])).toEqual(['-', '-', '-']);
    expect(groups([at('/0'), at('/0')])).toEqual(['-', '-']);
  });

  it('are told apart by file, and IFC assemblies by their names', () => {
    expect(groups([at('/0/1'), at('/0/2'), at('/0/1', 'b.step'), at('/0/2', 'b.step')])).toEqual([0, 1, 2, 3]);
    expect(groups([at('2O2Fr$'), at('2O2Fr$'), at(undefined)])).toEqual([0, 0, '-']);
  });
});

describe('the tree by assembly', () => {
  const part = (name: string, names: readonly string[], place: string) =>
    ({ key: 0, name, file: 'a.step', assembly: { names, place: `a.step ${place}` } }) as unknown as ObjectInfo;

  it('has a branch for each occurrence, within the one that it is in', () => {
    const objects = [
      part('plate', ['top'], '/0'),
      part('nut', ['top', 'bracket'], '/0/1'),
      part('bolt', ['top', 'bracket'], '/0/2'),
      part('pin', ['top', 'bracket', 'inner'], '/0/2/7'),
    ];
    const told = branchesBy(objects, 'assembly').map(({ title, above, objects: all, own }) => [
      title,
      above.length,
      all.length,
      own.map(({ name }) => name).join(),
    ]);
    expect(told).toEqual([
      ['top', 0, 4, 'plate'],
      ['bracket', 1, 1, 'nut'],
      ['bracket', 1, 2, 'bolt'],
      ['inner', 2, 1, 'pin'],
    ]);
  });
});
