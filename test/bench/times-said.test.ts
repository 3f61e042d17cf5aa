/** Sentences about times are made of the tables' numbers, and pages of the papers have those that their tables say. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PaperTable } from '../../bench/papers/paper.ts';
import { paperNames } from '../../bench/papers/papers.ts';
import { timesSaid } from '../../bench/papers/times-said.ts';

const row = (label: string, ours: Record<string, number>) => ({ label, paper: {}, ours });

function tableOf(name: string, rows: PaperTable['rows']): PaperTable {
  const keys = [...new Set(rows.flatMap(({ ours }) => Object.keys(ours)))];
  return { name, title: name, rowTitle: '', columns: keys.map((key) => ({ key, title: key })), rows };
}

describe('what tables say about times', () => {
  it('follows their numbers', () => {
    const times = (far: number) =>
      tableOf('times', [row('breaking', { far, cullide: 10 }), row('tree', { far: 24, cullide: 10 })]);
    expect(timesSaid('far', [times(18)])).toEqual([
      'FAR takes 1.8 to 2.4 times as long as CULLIDE; the paper says nearly three times.',
    ]);
    expect(timesSaid('far', [times(6)])[0]).toContain('FAR takes 0.60 to 2.4 times');
  });

  it('leaves out what was not measured', () => {
    for (const paper of paperNames) expect(timesSaid(paper, [])).toEqual([]);
    const settings = tableOf('settings', [row('sweep and prune, then once along x', { milliseconds: 3 })]);
    expect(timesSaid('quick-cullide', [settings])).toEqual([]);
  });
});

/** Prose of a page: without what the benchmark writes, and without tables. */
const proseOf = (paper: string) =>
  readFileSync(`docs/papers/${paper}.md`, 'utf8')
    .replace(/<!-- results -->[\s\S]*<!-- end of results -->/, '')
    .replace(/^\|.*$/gm, '');

describe.each(paperNames)('the page of %s', (paper) => {
  it('leaves comparing times to what is written from tables', () => {
    const comparing = proseOf(paper).match(
      /[^.\n]*\b(?:slower|faster|slowest|fastest|in less time|same time|of the time|of its time|times as fast|takes (?:no )?longer|off the time|twice the time)\b[^.\n]*/g,
    );
    // Of the papers' own times pages may speak.
    expect(comparing?.filter((sentence) => !/paper/i.test(sentence)) ?? []).toEqual([]);
  });

  it('has sentences that were written from its tables', () => {
    expect(readFileSync(`docs/papers/${paper}.md`, 'utf8')).toContain('**What the times say**');
  });
});
