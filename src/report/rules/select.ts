/** Which objects a selector fits. */

import { globTest } from '../glob.ts';
import type { FileObject } from '../objects.ts';
import { fileName } from '../text.ts';
import { classAndAncestors } from './ifc-classes.ts';
import type { Patterns, Selector } from './rules.ts';

export type Fits = (object: FileObject) => boolean;

/** Case does not matter: classes are written `IfcWall` and `IFCWALL`. */
function anyOf(patterns: Patterns): (text: string) => boolean {
  const tests = patterns.map((pattern) => globTest(pattern.toLowerCase()));
  return (text) => tests.some((test) => test(text.toLowerCase()));
}

/** The name of a class is it and all that inherit from it; a pattern fits names only. */
function classTest(patterns: Patterns): Fits {
  const names = patterns.filter((pattern) => !/[*?[]/.test(pattern)).map((name) => name.toLowerCase());
  const fits = anyOf(patterns.filter((pattern) => /[*?[]/.test(pattern)));
  return ({ class: own }) => {
    if (own === undefined) return false;
    const all = classAndAncestors(own);
    return names.some((name) => all.has(name)) || fits(own);
  };
}

type Value = string | number | boolean;

function valueTest(wanted: readonly Value[]): (value: Value) => boolean {
  const tests = wanted.map((value) => {
    if (typeof value === 'string') {
      const test = anyOf([value]);
      return (found: Value) => test(String(found));
    }
    return (found: Value) => found === value;
  });
  return (found) => tests.some((test) => test(found));
}

function propertyTest(name: string, wanted: readonly Value[]): Fits {
  const nameFits = anyOf([name]);
  const valueFits = valueTest(wanted);
  return ({ properties = {} }) =>
    Object.entries(properties).some(([property, value]) => nameFits(property) && valueFits(value));
}

function textTests(selector: Selector): Fits[] {
  const { name, class: ownClass, type, storey, system, file, layer, material } = selector;
  const tests: Fits[] = [];
  const add = (patterns: Patterns | undefined, textsOf: (object: FileObject) => readonly (string | undefined)[]) => {
    if (!patterns) return;
    const fits = anyOf(patterns);
    tests.push((object) => textsOf(object).some((text) => text !== undefined && fits(text)));
  };
  add(name, (object) => [object.name]);
  if (ownClass) tests.push(classTest(ownClass));
  add(type, (object) => [object.type]);
  add(storey, (object) => [object.storey]);
  add(system, (object) => [object.system]);
  add(file, (object) => [object.file, fileName(object.file)]);
  add(layer, (object) => object.layers ?? []);
  add(material, (object) => object.materials ?? []);
  return tests;
}

export function fitsOf(selector: Selector): Fits {
  const tests = textTests(selector);
  for (const [name, values] of selector.property ?? []) tests.push(propertyTest(name, values));
  if (selector.any) {
    const some = selector.any.map(fitsOf);
    tests.push((object) => some.some((fits) => fits(object)));
  }
  if (selector.not) {
    const without = fitsOf(selector.not);
    tests.push((object) => !without(object));
  }
  return (object) => tests.every((fits) => fits(object));
}
