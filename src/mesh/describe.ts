/** Describes an unexpected value in a message. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object')
    return typeof value === 'string'
      ? `the text "${value}"`
      : `${value === undefined ? 'missing' : `${typeof value} ${String(value)}`}`;
  return `of type ${value.constructor?.name ?? 'object'}`;
}
