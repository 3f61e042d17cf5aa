import { describe, expect, it } from 'vitest';
import { layoutNumber, record } from '../../src/memory/declare-record.ts';
import { kernelClass } from '../../src/memory/kernel-class.ts';
import { QUERY_BLOCK, QUERY_BLOCK_BYTES } from '../../src/memory/records.ts';
import { ALL_RECORDS } from '../../src/queries/records.ts';

const MIXED = record('Mixed', {
  flag: 'u8',
  count: 'u32',
  weight: 'f64',
  box: ['f32', 3],
  low: 'f32x4',
  next: 'atomic',
  list: 'address',
});

const ends = ({ fields, bytes, place = 0 }: (typeof ALL_RECORDS)[number]) => [
  ...fields.map(({ offset }) => place + offset),
  place + bytes,
];

describe('a record declared once', () => {
  it('puts each field at a multiple of its alignment, in order', () => {
    expect(MIXED.at).toEqual({ flag: 0, count: 4, weight: 8, box: 16, low: 32, next: 48, list: 52 });
    expect(MIXED.bytes).toBe(64);
  });

  it('counts from the start of the memory when it has a place', () => {
    const placed = MIXED.placed(100);
    expect([placed.place, placed.at.count]).toEqual([112, 116]);
    expect(record('Next', { a: 'u32' }).placedAfter(placed).place).toBe(176);
  });

  it('reads what it wrote, and leaves the rest alone', () => {
    const view = new DataView(new ArrayBuffer(128));
    view.setFloat32(64 + MIXED.at.box, 7, true);
    const values = { flag: 200, count: 2 ** 32 - 1, weight: Math.PI, next: 5, list: 4096 };
    MIXED.write(view, 64, values);
    expect(MIXED.read(view, 64)).toEqual(values);
    expect(view.getFloat32(64 + MIXED.at.box, true)).toBe(7);
  });

  it('shows kernels numbers as properties and all else as addresses', () => {
    const text = kernelClass(MIXED);
    expect(text).toContain('get weight(): f64 {\n    return load<f64>(changetype<usize>(this), 8);');
    expect(text).toContain('get next(): usize {\n    return changetype<usize>(this) + 48;');
    expect(text).not.toContain('set next(');
    expect(text).toContain('static at(array: usize, index: u32): MixedRecord');
  });

  it('changes its number with every name, type and place, and with the order of queries', () => {
    const numbers = [
      [record('A', { x: 'u32' })],
      [record('A', { y: 'u32' })],
      [record('A', { x: 'f32' })],
      [record('A', { x: 'u32' }).placed(16)],
    ].map((records) => layoutNumber(records, ['a', 'b']));
    const reordered = layoutNumber([record('A', { x: 'u32' })], ['b', 'a']);
    expect(new Set([...numbers, reordered]).size).toBe(5);
  });
});

describe('the records of the engine', () => {
  it.each(ALL_RECORDS.map((layout) => [layout.name, layout] as const))('fields of %s do not overlap', (_, layout) => {
    const places = ends(layout);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('do not overlap each other, but for those of queries, which share a block', () => {
    const fixed = ALL_RECORDS.filter(({ place }) => place !== undefined && place !== QUERY_BLOCK);
    const byPlace = [...fixed].sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
    for (const [i, { place = 0, bytes }] of byPlace.entries()) {
      expect(place + bytes).toBeLessThanOrEqual(byPlace[i + 1]?.place ?? QUERY_BLOCK);
    }
    for (const { place, bytes } of ALL_RECORDS) {
      if (place === QUERY_BLOCK) expect(bytes).toBeLessThanOrEqual(QUERY_BLOCK_BYTES);
    }
  });
});
