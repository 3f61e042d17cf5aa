/**
 * Whether a newer answer says all that the older one said.
 *
 * Fields that only the newer one has do not count, nor do `stats` and times, which tell how an answer was found.
 */
const NOT_COMPARED = new Set(['stats', 'milliseconds']);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Where the first difference lies, as `clashes.3.depth.most`; undefined when there is none. */
export function firstDifference(older: unknown, newer: unknown, path = 'answer'): string | undefined {
  if (Object.is(older, newer) || typeof older === 'function') return undefined;
  if (!isObject(older) || !isObject(newer)) return path;
  if (ArrayBuffer.isView(older)) return firstDifferentElement(older, newer, path);
  if (Array.isArray(older) && (!Array.isArray(newer) || newer.length !== older.length)) return `${path}.length`;
  for (const [name, value] of Object.entries(older)) {
    if (NOT_COMPARED.has(name)) continue;
    const difference = firstDifference(value, newer[name], path === 'answer' ? name : `${path}.${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function firstDifferentElement(older: ArrayBufferView, newer: unknown, path: string): string | undefined {
  const [first, second] = [older, newer] as unknown as ArrayLike<unknown>[];
  if (first.length !== second?.length) return `${path}.length`;
  for (let i = 0; i < first.length; i++) if (!Object.is(first[i], second[i])) return `${path}.${i}`;
  return undefined;
}
