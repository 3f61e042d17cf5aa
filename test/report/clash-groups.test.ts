import { describe, expect, it } from 'vitest';
import { groupClashes } from '../../src/report/clash-groups.ts';
import type { ReportClash } from '../../src/report/clash-list.ts';
import { ClashTracker } from '../../src/report/clash-tracks.ts';

function clash(id: string, kind: ReportClash['kind'], a: number, b: number, depth = 0, x = 0): ReportClash {
  return {
    id,
    kind,
    a,
    b,
    pairs: 1,
    depth: depth > 0 ? { least: depth, most: depth, basis: 'solid' } : null,
    distance: null,
    point: [x, 0, 0],
    normal: null,
    bounds: { min: [x, 0, 0], max: [x, 0, 0] },
  };
}

describe('groups of clashes', () => {
  const names = ['plate', 'bolt', 'bolt', 'bolt', 'nut', 'pin', 'rod', 'cap'];
  const ids = (clashes: readonly ReportClash[]) => clashes.map(({ id }) => id).join(' ');

  it('are by kind and names first, then by an object that four or more have in common', () => {
    const clashes = [
      clash('a', 'penetrating', 0, 4, 9),
      clash('b', 'penetrating', 0, 1, 8),
      clash('c', 'penetrating', 0, 2, 7),
      clash('d', 'penetrating', 0, 5, 6),
      clash('e', 'penetrating', 0, 6, 5),
      clash('f', 'penetrating', 0, 7, 4),
      clash('g', 'penetrating', 4, 5, 3),
      clash('h', 'touching', 0, 3),
    ];
    const groups = groupClashes(clashes, names);
    expect(groups.map((group) => `${ids(group.clashes)} | ${group.common}`)).toEqual([
      'a d e f | 0',
      'b c | undefined',
      'g | undefined',
      'h | undefined',
    ]);
  });

  it('do not mix what is new with what is known', () => {
    const fresh = { ...clash('a', 'penetrating', 0, 1, 2), status: 'new' as const };
    const known = { ...clash('b', 'penetrating', 0, 2, 1), status: 'known' as const };
    expect(groupClashes([fresh, known], names)).toHaveLength(2);
  });
});

describe('clashes over frames', () => {
  it('are followed by objects and nearest place, with first, worst and last frame', () => {
    const tracker = new ClashTracker();
    const still = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    const moved = [
      [1, 0, 0],
      [0, 0, 0],
    ];
    tracker.add(
      { frame: 0, time: 0 },
      [clash('p', 'penetrating', 0, 1, 1, 0), clash('q', 'touching', 0, 1, 0, 9)],
      still,
    );
    // The first object has moved by 1, and both clashes with it.
    tracker.add({ frame: 1, time: 0.5 }, [clash('q', 'penetrating', 0, 1, 3, 10.2)], moved);
    tracker.add(
      { frame: 2, time: 1 },
      [clash('p', 'penetrating', 0, 1, 2, 0.9), clash('q', 'touching', 0, 1, 0, 10)],
      moved,
    );
    const tracks = tracker.tracks(['k', 'l'], { frame: 1, clashes: [clash('worst', 'penetrating', 0, 1, 3, 10.2)] });
    expect(tracks.map(({ first, worst, last, frames }) => [first.frame, worst.frame, last.frame, frames])).toEqual([
      [0, 1, 2, 3],
      [0, 2, 2, 2],
    ]);
    expect(tracks[0]).toMatchObject({ id: 'worst', worst: { kind: 'penetrating', depth: { most: 3 } } });
    expect(tracks[1].id).not.toBe('worst');
  });
});
