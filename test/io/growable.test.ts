import { describe, expect, it } from 'vitest';
import { GrowableUint32 } from '../../src/io/growable.ts';

describe('GrowableUint32', () => {
  it.each([0, 3, 300, 3072, 30_000, 1_500_000])('gives back everything, starting from room for %i', (capacity) => {
    for (const count of [0, 100, 101, 1024, 1025, 200_000]) {
      const list = new GrowableUint32(capacity);
      for (let i = 0; i < count; i++) list.push3(3 * i, 3 * i + 1, 3 * i + 2);
      expect(list.length).toBe(3 * count);
      const values = list.take();
      expect(values.length).toBe(3 * count);
      expect(values.every((value, index) => value === index)).toBe(true);
    }
  });

  it('hands over an array of its own buffer', () => {
    const list = new GrowableUint32();
    list.push3(1, 2, 3);
    expect(list.take().buffer.byteLength).toBe(12);
    expect(list.length).toBe(0);
  });

  // 300 in a first chunk of 300, 2772 in a second of 3072: the length of the second is that of everything.
  it('tells a full list from a chunk that happens to be as long', () => {
    const list = new GrowableUint32(300);
    for (let i = 0; i < 1024; i++) list.push3(i, i, i);
    expect([...list.take().subarray(-3)]).toEqual([1023, 1023, 1023]);
  });
});
