/** Small helps for the tests of the readers. */
import { expect } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import type { Model } from '../../src/io/model.ts';

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

/** The error that a reading ends with; the test fails when it ends otherwise. */
export async function meshErrorOf(reading: Promise<unknown>): Promise<MeshError> {
  const outcome = await reading.then(
    () => 'no error',
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(MeshError);
  return outcome as MeshError;
}

export function triangleCountOf({ parts }: Model): number {
  return parts.reduce((sum, { indices }) => sum + indices.length / 3, 0);
}

/** Parts as plain numbers, to compare with what a test writes down. */
export function plain({ parts }: Model): { name: string; positions: number[]; indices: number[] }[] {
  return parts.map(({ name, positions, indices }) => ({ name, positions: [...positions], indices: [...indices] }));
}
