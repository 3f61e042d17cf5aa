/**
 * What an object is called from one run to the next (its key), and what tables call it (its label).
 *
 * The key is the object's GUID, else its path in the node tree without what all parts of the file have above them in
 * common, else its name. Keys that several objects have are told apart by file, then by number. Numbers go by surface
 * area, then by distance from the middle of the whole, then by place along the axes, and only for twins in one place by
 * file order: so keys stay when files, parts or triangles are reordered or everything is moved. Parts whose triangles stand
 * for surfaces go by file order alone, for their measures change with the deflection.
 */

import { compareLevels, levelsOf } from './clash-id.ts';
import { groupBy } from './group-by.ts';
import { centreOfAll, distanceBetween, type ObjectShape, sizeOf } from './object-shape.ts';
import type { FileObject } from './objects.ts';
import { fileName } from './text.ts';

export interface ObjectNames {
  readonly keys: readonly string[];
  /** What a baseline of version 1 calls them. */
  readonly formerKeys: readonly string[];
  /**
   * What ids of clashes are made from: the name of an object in a tree, if no other has it, else its key. Formats without
   * a tree know parts by their names only, and their ids must be the same.
   */
  readonly idKeys: readonly string[];
  readonly labels: readonly string[];
}

type Named = Pick<FileObject, 'file' | 'name' | 'path' | 'guid' | 'deflection'>;

/** Sizes and places that differ by less than this part of the largest of a name are the same. */
const SAME_PART = 2 ** -20;
const FORMER_DIGITS = 5;

/** The name of a file without its ending; where files in several folders have it, with the folder. */
function shortNames(objects: readonly Named[]): Map<string, string> {
  const files = [...new Set(objects.map(({ file }) => file))];
  const byName = groupBy(files, withoutEnding);
  return new Map(
    files.map((file) => [file, byName.get(withoutEnding(file))!.length === 1 ? withoutEnding(file) : file]),
  );
}

function withoutEnding(file: string): string {
  return fileName(file)
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]+$/, '');
}

/** Whether the file does not name the part, which is then named after the file. */
function isWholeFile({ file, name }: Named): boolean {
  return name === fileName(file) || name === fileName(file).replace(/\.gz$/i, '');
}

/** How many of the topmost names all parts of a file have in common. */
function sharedDepths(objects: readonly Named[]): Map<string, number> {
  const depths = new Map<string, number>();
  const firsts = new Map<string, readonly string[]>();
  for (const { file, path = [] } of objects) {
    const first = firsts.get(file) ?? path;
    firsts.set(file, first);
    let depth = 0;
    while (depth < Math.min(first.length, path.length, depths.get(file) ?? Infinity) && first[depth] === path[depth])
      depth++;
    depths.set(file, depth);
  }
  return depths;
}

function baseKeys(objects: readonly Named[]): string[] {
  const depths = sharedDepths(objects);
  return objects.map((object) => {
    if (object.guid) return object.guid;
    if (isWholeFile(object)) return withoutEnding(object.file);
    return [...(object.path ?? []).slice(depths.get(object.file)), object.name].join('/');
  });
}

/** Members of equal texts; the others are left out. */
function repeated(texts: readonly string[]): number[][] {
  const groups = groupBy(texts.keys(), (i) => texts[i]);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Appends a number to repeated texts, in an order that motion does not change. */
function numbered(texts: readonly string[], sorted: (group: readonly number[]) => readonly number[]): string[] {
  const distinct = [...texts];
  for (const group of repeated(texts)) {
    for (const [i, member] of sorted(group).entries()) distinct[member] = `${texts[member]}#${i + 1}`;
  }
  return distinct;
}

type Sorted = (group: readonly number[]) => readonly number[];

function sortedByShape(objects: readonly Named[], shapes: readonly ObjectShape[]): Sorted {
  const middle = centreOfAll(shapes);
  return (group) => {
    const measured = (of: (shape: ObjectShape) => number) =>
      group.map((i) => (objects[i].deflection ? 0 : of(shapes[i])));
    const sizes = measured(sizeOf);
    const gap = SAME_PART * sizes.reduce((most, size) => Math.max(most, size), 0);
    const away = measured(({ centre }) => distanceBetween(centre, middle));
    const along = ([0, 1, 2] as const).map((axis) => measured(({ centre }) => centre[axis] - middle[axis]));
    const compare = compareLevels([sizes.map((size) => -size), away, ...along].map((values) => levelsOf(values, gap)));
    return [...group.keys()].sort((p, q) => compare(p, q) || p - q).map((p) => group[p]);
  };
}

/** As it was before baselines had version 2: to five digits, and twins by file order. */
function sortedAsBefore(objects: readonly Named[], shapes: readonly ObjectShape[]): Sorted {
  const middle = centreOfAll(shapes);
  const rounded = (value: number) => Number(value.toPrecision(FORMER_DIGITS));
  const measures = shapes.map(({ area, centre }, i) =>
    objects[i].deflection ? [0, 0] : [rounded(area), rounded(distanceBetween(centre, middle))],
  );
  return (group) =>
    group.toSorted((a, b) => measures[b][0] - measures[a][0] || measures[a][1] - measures[b][1] || a - b);
}

/** Names for people: by part where there are several of a file, by folder where files have one name. */
function baseLabels(objects: readonly Named[]): string[] {
  const files = [...new Set(objects.map(({ file }) => file))];
  const counts = groupBy(files, fileName);
  const shown = new Map(files.map((file) => [file, counts.get(fileName(file))!.length === 1 ? fileName(file) : file]));
  return objects.map((object) => {
    if (isWholeFile(object)) return shown.get(object.file)!;
    return files.length === 1 ? object.name : `${shown.get(object.file)}:${object.name}`;
  });
}

export function nameObjects(objects: readonly Named[], shapes: readonly ObjectShape[]): ObjectNames {
  const sorted = sortedByShape(objects, shapes);
  const keys = baseKeys(objects);
  const names = shortNames(objects);
  for (const group of repeated(keys)) {
    const files = new Set(group.map((i) => objects[i].file));
    if (files.size > 1) for (const i of group) keys[i] = `${names.get(objects[i].file)}:${keys[i]}`;
  }
  const distinct = numbered(keys, sorted);
  return {
    keys: distinct,
    formerKeys: numbered(keys, sortedAsBefore(objects, shapes)),
    idKeys: idKeysOf(objects, distinct),
    labels: numbered(baseLabels(objects), sorted),
  };
}

function idKeysOf(objects: readonly Named[], keys: readonly string[]): string[] {
  const names = groupBy(objects, ({ name }) => name);
  const others = new Set(keys);
  return objects.map((object, i) => {
    const { name, path, guid } = object;
    const isInTree = path && path.length > 0 && !guid && !isWholeFile(object);
    return isInTree && names.get(name)!.length === 1 && !others.has(name) ? name : keys[i];
  });
}
