import { describe, expect, it } from 'vitest';
import { type AddressSpace, bytesThatFit, threadsThatFit } from '../../../src/backend/wasm/address-space.ts';
import { clearOfMemory } from '../../../src/mesh/allocation-failure.ts';

const GIB = 2 ** 30;
const left = (gib: number): AddressSpace => ({ limit: 64 * GIB, left: gib * GIB });

describe('address space', () => {
  it('does not hold back threads where there is no limit', () => {
    expect(threadsThatFit(undefined, 8)).toBe(8);
    expect(bytesThatFit(undefined, 8)).toBe(Number.POSITIVE_INFINITY);
  });

  it('leaves as many threads as there is room for beside the memory', () => {
    expect([0.5, 10, 11, 11.2, 12.2, 14, 60].map((gib) => threadsThatFit(left(gib), 8))).toEqual([0, 0, 0, 1, 2, 4, 8]);
  });
});

describe('want of memory', () => {
  const failures = [() => new Uint8Array(2 ** 60), () => new ArrayBuffer(2 ** 52), () => 'ab'.repeat(2 ** 29)];

  it.each(failures)('is said clearly, whatever could not be allocated (%#)', (allocate) => {
    let thrown: unknown;
    try {
      allocate();
    } catch (error) {
      thrown = clearOfMemory(error, 'the query');
    }
    expect(thrown).toMatchObject({ name: 'EngineError', code: 'out-of-memory' });
    expect((thrown as Error).message).toMatch(/the query needs more memory/);
  });

  it('is not made of other errors', () => {
    for (const error of [new RangeError('toFixed() digits'), new TypeError('out of memory'), 'out of memory']) {
      expect(clearOfMemory(error, 'the query')).toBe(error);
    }
  });
});
