/**
 * Subassemblies as components: of each file those right below what all of its parts have above them in common. What is in none is a
 * component by itself.
 */
import type { FileObject } from './objects.ts';

type Placed = Pick<FileObject, 'file' | 'assembly'>;

/** Readers tell where a part is as `/0/1`, from the top down; IFC has the GlobalId of the assembly alone. */
const levelsOf = ({ assembly = '' }: Placed) => assembly.split('/').filter((level) => level !== '');

function sharedDepths(objects: readonly Placed[]): Map<string, number> {
  const shared = new Map<string, readonly string[]>();
  for (const object of objects) {
    const levels = levelsOf(object);
    const before = shared.get(object.file) ?? levels;
    const end = before.findIndex((level, i) => level !== levels[i]);
    shared.set(object.file, end < 0 ? before : before.slice(0, end));
  }
  return new Map([...shared].map(([file, levels]) => [file, levels.length]));
}

/** For each object: the name of its component, the same for all of one subassembly; undefined if it is a component by itself. */
export function componentsOf(objects: readonly Placed[]): (string | undefined)[] {
  const depths = sharedDepths(objects);
  return objects.map((object) => {
    const level = levelsOf(object)[depths.get(object.file)!];
    return level === undefined ? undefined : `${object.file} ${level}`;
  });
}
