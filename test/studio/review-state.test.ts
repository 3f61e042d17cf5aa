import { describe, expect, it } from 'vitest';
import { lengthText } from '../../src/report/depth-text.ts';
import type { ReviewClash } from '../../studio/src/answer.ts';
import { clashPoints, MARKS_MOST } from '../../studio/src/review/clash-marks.ts';
import { FILTER_DEFAULTS, ReviewState } from '../../studio/src/review/review-state.ts';
import { summaryOf } from '../../studio/src/review/summary.ts';
import { measureOf } from '../../studio/src/review/wording.ts';

function clash(id: string, change: Partial<ReviewClash> = {}): ReviewClash {
  return {
    id,
    kind: 'penetrating',
    a: 0,
    b: 1,
    pairs: 1,
    depth: { least: 1, most: 1, basis: 'solid' },
    distance: null,
    point: [0, 0, 0],
    at: [0, 0, 0],
    normal: null,
    bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    decision: { state: 'open' },
    reach: null,
    ...change,
  };
}

const depth = (most: number) => ({ depth: { least: most, most, basis: 'solid' } });
const LABELS = ['plate', 'bolt', 'washer', 'nut'];

function reviewed(...clashes: ReviewClash[]): ReviewState {
  const state = new ReviewState();
  const objects = LABELS.map((name, i) => ({
    ...{ name, file: 'model.ifc', label: name, class: i === 0 ? 'IfcBeam' : 'IfcFastener', storey: `Level ${i}` },
    ...{ vertices: 8, triangles: 12, degenerate: 0 },
  }));
  const facts = { objects, models: [], isTurned: false };
  state.filter = { ...FILTER_DEFAULTS, kind: 'all' };
  state.review = { facts, notes: [], clashes, labels: LABELS, tolerance: 0.1, gone: 0 };
  return state;
}

const ids = (state: ReviewState) => state.shown.map(({ id }) => id);

describe('the list of a review', () => {
  it('knows an answer without clashes from none', () => {
    const state = new ReviewState();
    expect(state.isAnswered).toBe(false);
    state.review = reviewed().review;
    expect([state.isAnswered, ids(state)]).toEqual([true, []]);
    state.forget();
    expect(state.isAnswered).toBe(false);
  });

  const several = () =>
    reviewed(
      clash('touch', { kind: 'touching', depth: null, reason: 'touching', a: 2, b: 3 }),
      clash('shallow', { ...depth(1), a: 0, b: 1 }),
      clash('deep', { ...depth(5), a: 1, b: 2 }),
      clash('known', { ...depth(3), a: 0, b: 3, decision: { state: 'approved', comment: 'pressed IN' } }),
    );

  it('has the worst first, and other orders on request', () => {
    const state = several();
    expect(ids(state)).toEqual(['deep', 'known', 'shallow', 'touch']);
    state.sort = 'objects';
    state.regroup();
    expect(ids(state)).toEqual(['deep', 'shallow', 'known', 'touch']);
    state.sort = 'status';
    state.regroup();
    expect(ids(state).at(-1)).toBe('known');
  });

  it('is filtered by kind, by status, and by names, ids and comments', () => {
    const state = several();
    const filtered = (filter: Partial<ReviewState['filter']>) => {
      state.filter = { text: '', kind: 'all', status: '', ...filter };
      state.regroup();
      return ids(state);
    };
    expect(filtered({ kind: 'touching' })).toEqual(['touch']);
    expect(filtered({ kind: 'open' })).toEqual(['deep', 'known', 'shallow']);
    expect(filtered({ kind: 'by design' })).toEqual([]);
    expect(filtered({ status: 'approved' })).toEqual(['known']);
    expect(filtered({ text: 'WASHER' })).toEqual(['deep', 'touch']);
    expect(filtered({ text: 'pressed in' })).toEqual(['known']);
    expect(filtered({ text: 'shal' })).toEqual(['shallow']);
    expect(filtered({ text: 'ifcbeam' })).toEqual(['known', 'shallow']);
    expect(filtered({ text: '"Level 3" washer' })).toEqual(['touch']);
    expect(filtered({ text: 'nothing of the kind' })).toEqual([]);
    expect(filtered({ status: 'new' })).toEqual([]);
  });

  it('joins what is alike into groups that follow each other', () => {
    const alike = ['one', 'two', 'three'].map((id, i) => clash(id, depth(10 - i)));
    const state = reviewed(...alike, clash('other', { ...depth(20), a: 2, b: 3 }));
    state.groupBy = 'alike';
    expect(state.groups.map(({ key, title, clashes }) => [key, title, clashes.length])).toEqual([
      ['other', undefined, 1],
      ['alike one', 'plate – bolt', 3],
    ]);
    state.groupBy = 'storey';
    state.regroup();
    expect(state.groups.map(({ clashes }) => clashes.map(({ id }) => id))).toEqual([
      ['other'],
      ['one', 'two', 'three'],
    ]);
  });

  it('is walked through in its order, around both ends', () => {
    const state = several();
    const walked: (string | undefined)[] = [];
    for (let i = 0; i < 5; i++) walked.push((state.selected = state.neighbour(1)));
    expect(walked).toEqual(['deep', 'known', 'shallow', 'touch', 'deep']);
    expect(state.neighbour(-1)).toBe('touch');
    state.selected = undefined;
    expect(state.neighbour(-1)).toBe('touch');
    expect(reviewed().neighbour(1)).toBeUndefined();
  });

  it('keeps the selection while its clash is there', () => {
    const state = several();
    state.selected = 'deep';
    state.review = { ...state.review, clashes: [clash('deep'), clash('new')] };
    expect(state.selected).toBe('deep');
    state.review = { ...state.review, clashes: [clash('new')] };
    expect(state.selected).toBeUndefined();
  });
});

describe('decisions', () => {
  const one = (id: string, decision: ReviewClash['decision']) => new Map([[id, decision]]);

  it('are taken back one by one, in any order of clashes', () => {
    const state = reviewed(clash('one'), clash('two'));
    expect(state.canUndo).toBe(false);
    state.decide(one('one', { state: 'reviewed' }));
    state.decide(one('two', { state: 'approved', comment: 'fine' }));
    state.decide(one('one', { state: 'resolved' }));
    expect(state.undo()).toEqual(one('one', { state: 'reviewed' }));
    expect(state.undo()).toEqual(one('two', { state: 'open' }));
    expect(state.clash('one')?.decision.state).toBe('reviewed');
    expect(state.undo()).toEqual(one('one', { state: 'open' }));
    expect(state.undo()).toBeUndefined();
  });

  it('about several are taken back together', () => {
    const state = reviewed(clash('one', { decision: { state: 'reviewed' } }), clash('two'), clash('three'));
    const approved = { state: 'approved', assignee: 'Ada', due: '2026-12-01' } as const;
    state.decide(new Map(['one', 'two'].map((id) => [id, approved])));
    expect(state.review.clashes.map(({ decision }) => decision.state)).toEqual(['approved', 'approved', 'open']);
    expect([...(state.undo() ?? [])]).toEqual([
      ['one', { state: 'reviewed' }],
      ['two', { state: 'open' }],
    ]);
    expect(state.canUndo).toBe(false);
  });

  it('about clashes that are gone are passed over', () => {
    const state = reviewed(clash('one'), clash('two'));
    state.decide(one('one', { state: 'reviewed' }));
    state.decide(one('two', { state: 'approved' }));
    state.review = { ...state.review, clashes: [clash('one', { decision: { state: 'reviewed' } })] };
    expect(state.undo()).toEqual(one('one', { state: 'open' }));
  });
});

describe('the wording', () => {
  it.each([
    [0.0066123, 'meter', '6.61 mm'],
    [1.5, 'meter', '1.5 m'],
    [0.0000026, 'meter', '2.6 µm'],
    [250, 'centimeter', '2.5 m'],
    [0.25, 'inch', '0.25 in'],
    [1234.5, 'millimeter', '1.23 m'],
    [0.9999999, 'millimeter', '1 mm'],
    [0.9996, 'meter', '1 m'],
    [0.9994, 'meter', '999 mm'],
    [0, 'millimeter', '0 mm'],
    [2.34567, undefined, '2.35'],
    [2.34567, 'furlong', '2.35 furlong'],
  ])('says %d in %s as "%s"', (value, unit, text) => {
    expect(lengthText(value, unit)).toBe(text);
  });

  it('says how deep, how far apart, or why there is no depth', () => {
    expect(measureOf(clash('a', depth(0.002)), (value) => lengthText(value, 'meter'))).toBe('2 mm');
    expect(measureOf(clash('a', { depth: null, distance: 0.5 }), String)).toBe('0.5 apart');
    expect(measureOf(clash('a', { depth: null, reason: 'open' }), String)).toBe('no depth');
  });

  it('sums a frame up', () => {
    const clashes = [clash('a', depth(2)), clash('b', depth(7)), clash('c', { kind: 'touching', depth: null })];
    expect(summaryOf(4, clashes)).toEqual({ frame: 4, count: 3, penetrating: 2, deepest: 7 });
    expect(summaryOf(0, [])).toEqual({ frame: 0, count: 0, penetrating: 0, deepest: 0 });
  });
});

describe('the marks of the list in the model', () => {
  const many = (count: number) =>
    reviewed(
      ...Array.from({ length: count }, (_, i) =>
        clash(`c${i}`, { a: i % 2, b: 2, at: [i, 0, 0], ...depth(i + 1) } as Partial<ReviewClash>),
      ),
    );
  const firsts = ({ data }: { readonly data: Float32Array }) => [...data].filter((_, i) => i % 3 === 0);

  it('are all of them while the model can bear it, and none are said to be left out', () => {
    const points = clashPoints(many(MARKS_MOST).shown);
    expect(firsts(points)).toHaveLength(MARKS_MOST);
    expect(points.text).toBeUndefined();
  });

  it('are the worst of more, however the list is sorted, and say so', () => {
    const state = many(2 * MARKS_MOST);
    state.sort = 'objects';
    state.regroup();
    const points = clashPoints(state.shown);
    expect(firsts(points).toSorted((p, q) => p - q)).toEqual(
      Array.from({ length: MARKS_MOST }, (_, i) => MARKS_MOST + i),
    );
    expect(points.text).toMatch(/^marks of the worst 500 of 1\D?000$/);
  });

  it('are those that the filter leaves', () => {
    const state = many(2 * MARKS_MOST);
    state.filter = { ...state.filter, text: 'plate' };
    state.regroup();
    const points = clashPoints(state.shown);
    expect(firsts(points).every((x) => x % 2 === 0)).toBe(true);
    expect(firsts(points)).toHaveLength(MARKS_MOST);
    expect(points.text).toBeUndefined();
  });
});
