import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * Fails unless two answers are equal. As `toEqual`, which tells where they differ, but compares large arrays of numbers as bytes
 * first: `toEqual` takes a microsecond for each number.
 */
export function expectSame(found: unknown, expected: unknown, message: string): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, message).toEqual(expected);
}
