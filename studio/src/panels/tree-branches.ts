/** The branches of the tree of objects: one level by file, storey, class or discipline; as many as the files have by assembly. */
import type { ObjectInfo } from '../protocol.ts';

export const TREES = ['file', 'storey', 'class', 'discipline', 'assembly'] as const;
export type TreeBy = (typeof TREES)[number];

export interface Branch {
  /** Tells it from others of its title. */
  readonly id: string;
  readonly title: string;
  /** Branches that it is in. */
  readonly above: readonly string[];
  /** All objects below it, and those right below it. */
  readonly objects: readonly ObjectInfo[];
  readonly own: readonly ObjectInfo[];
  /** Whether it has no siblings. */
  readonly isOnly: boolean;
}

const NOT_SAID: Readonly<Record<TreeBy, string>> = {
  file: 'no file',
  storey: 'no storey',
  class: 'no class',
  discipline: 'no discipline',
  assembly: 'in no assembly',
};

interface Step {
  readonly id: string;
  readonly title: string;
}

/** The branches above an object, the topmost first. */
function stepsTo(object: ObjectInfo, by: TreeBy): readonly Step[] {
  if (by !== 'assembly') {
    const title = object[by] ?? NOT_SAID[by];
    return [{ id: title, title }];
  }
  if (!object.assembly) return [{ id: '', title: NOT_SAID.assembly }];
  const { names, place } = object.assembly;
  const numbers = place
    .slice(place.lastIndexOf(' ') + 1)
    .split('/')
    .slice(1);
  // Where a file has names for some levels only, names tell them apart, and the place the last.
  const path = numbers.length === names.length ? numbers : [...names.slice(0, -1), place];
  return names.map((title, i) => ({ id: `${object.file} ${path.slice(0, i + 1).join('/')}`, title }));
}

interface Growing extends Step {
  readonly above: readonly string[];
  readonly objects: ObjectInfo[];
  readonly own: ObjectInfo[];
  readonly below: Growing[];
}

/** Each followed by those in it. Files and assemblies are in the order of the files, others in that of their titles. */
export function branchesBy(objects: readonly ObjectInfo[], by: TreeBy): Branch[] {
  const known = new Map<string, Growing>();
  const tops: Growing[] = [];
  for (const object of objects) {
    let siblings = tops;
    const above: string[] = [];
    for (const { id, title } of stepsTo(object, by)) {
      const branch = known.get(id) ?? { id, title, above: [...above], objects: [], own: [], below: [] };
      if (!known.has(id)) siblings.push(branch);
      known.set(id, branch);
      branch.objects.push(object);
      above.push(id);
      siblings = branch.below;
    }
    known.get(above[above.length - 1])!.own.push(object);
  }
  if (by !== 'file' && by !== 'assembly') {
    tops.sort((p, q) => p.title.localeCompare(q.title, 'en', { numeric: true }));
  }
  return unfolded(tops);
}

function unfolded(siblings: readonly Growing[]): Branch[] {
  const isOnly = siblings.length === 1;
  return siblings.flatMap((branch) => [{ ...branch, isOnly }, ...unfolded(branch.below)]);
}

/** Whether files say anything to arrange objects by. */
export function canArrange(objects: readonly ObjectInfo[], by: TreeBy): boolean {
  return by === 'file' || objects.some((object) => object[by] !== undefined);
}
