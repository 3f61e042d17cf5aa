/** The table of docs/cull.md with times at the papers' sizes follows the papers' tables, paper by paper. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withCullTimes } from '../../bench/papers/cull-page.ts';
import { paperNames } from '../../bench/papers/papers.ts';

const page = readFileSync('docs/cull.md', 'utf8');

function times(rows: readonly { label: string; paper?: number; ours: number }[], key: string) {
  return {
    name: 'times',
    title: '',
    rowTitle: '',
    columns: [],
    rows: rows.map(({ label, paper, ours }) => ({ label, paper: { [key]: paper }, ours: { [key]: ours } })),
  };
}

const rowsOf = (text: string) => text.split('\n').filter((line) => /^\|.*K(?: and|,)/.test(line));

describe('times at the papers’ sizes', () => {
  it('makes the rows of a paper anew and keeps the others', () => {
    const table = times(
      [
        { label: 'breaking, first frame', paper: 35, ours: 70 },
        { label: 'breaking, last frame', paper: 50, ours: 25 },
        { label: 'tree, average', paper: 35, ours: 7 },
      ],
      'far',
    );
    const before = rowsOf(page);
    const after = rowsOf(withCullTimes(page, 'far', [table]));
    expect(after).toContain(
      '| breaking, 147 K, 1400², x y z, first and last frame | `far` | 35 and 50 | 70 and 25 | 2 and 0.50 |',
    );
    expect(after).toContain('| leaves, 40 K, 1400², x y z | `far` | 35 | 7 | 0.20 |');
    expect(after.length).toBe(before.length);
    expect(after.filter((row) => !row.includes('`far`'))).toEqual(before.filter((row) => !row.includes('`far`')));
  });

  it('takes the smallest and the largest of several sizes', () => {
    const cows = [
      { label: 'merged cows', paper: 35, ours: 3.5 },
      { label: 'merged cows', ours: 8 },
      { label: 'merged cows', paper: 1000, ours: 20 },
    ];
    expect(withCullTimes(page, 'self-cullide', [times(cows, 'cullide')])).toContain(
      '| 35 and 1 000 | 3.50 and 20 | 0.10 and 0.02 |',
    );
  });

  it('leaves the page as it is when nothing was measured', () => {
    for (const paper of paperNames) expect(withCullTimes(page, paper, [])).toBe(page);
  });

  it('has seven rows', () => {
    expect(rowsOf(page).length).toBe(7);
  });
});
