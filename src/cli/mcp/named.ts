/**
 * Names beside numbers: whatever refers to two objects by number gets their names too, with class,
 * storey and system where a building's elements have them, because the list of objects is cut to
 * a few entries and the objects of a clash may not be among them.
 */

const SIDES = [
  ['a', 'b'],
  ['inner', 'outer'],
] as const;

interface NamedObject {
  readonly name?: string;
  readonly label?: string;
  readonly class?: string;
  readonly storey?: string;
  readonly system?: string;
}

export function named(document: Record<string, unknown>): Record<string, unknown> {
  const { objects } = document;
  if (!Array.isArray(objects)) return document;
  const nameOf = (number: unknown): string | undefined => {
    const object = ((objects as NamedObject[])[number as number] ?? {}) as NamedObject;
    const name = object.label ?? object.name;
    const facts = [object.class, object.storey, object.system].filter((text) => typeof text === 'string');
    return name !== undefined && facts.length > 0 ? `${name} (${facts.join(', ')})` : name;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const own = value as Record<string, unknown>;
    const sides = SIDES.find(([first, second]) => Number.isInteger(own[first]) && Number.isInteger(own[second]));
    const names = sides?.map((side) => nameOf(own[side]) ?? null);
    const rest = Object.fromEntries(Object.entries(own).map(([key, each]) => [key, walk(each)]));
    return names && !('names' in own) ? { names, ...rest } : rest;
  };
  return walk(document) as Record<string, unknown>;
}
