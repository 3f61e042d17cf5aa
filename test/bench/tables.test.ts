/** Tables of the papers as Markdown, and the files of a run. */
import { describe, expect, it } from 'vitest';
import { withResults } from '../../bench/papers/docs-page.ts';
import { reportFiles } from '../../bench/papers/files.ts';
import { machineLine } from '../../bench/papers/machine.ts';
import { reportMarkdown, runMarkdown, tableMarkdown } from '../../bench/papers/markdown.ts';
import type { PaperTable } from '../../bench/papers/paper.ts';
import type { PaperReport, PapersRun } from '../../bench/papers/run-papers.ts';
import { numberText, valueText } from '../../bench/papers/value-text.ts';

const table: PaperTable = {
  name: 'sizes',
  title: 'Sizes (table 1)',
  rowTitle: 'scene',
  columns: [
    { key: 'quick', title: 'Quick', unit: 'ms' },
    { key: 'range', title: 'range' },
    { key: 'extra', title: 'ratio' },
    { key: 'nobody', title: 'nobody' },
  ],
  rows: [
    { label: 'cloth', paper: { quick: 21, range: [30, 60] }, ours: { quick: 4.256, extra: 'n | a' } },
    { label: 'leaves', paper: { quick: 25 }, ours: { quick: 12_345.6 } },
  ],
  note: 'Averages.',
};

const machine = {
  processor: 'Test',
  cores: 2,
  memoryGigabytes: 8,
  platform: 'linux x64',
  runtime: 'Node v20',
  load: 0.1,
};

const report: PaperReport = {
  paper: 'far',
  title: 'A title',
  source: 'Somebody, 2004',
  hardware: 'another machine',
  tables: [table],
  plots: [
    {
      kind: 'bars',
      name: 'pairs',
      title: 'Pairs',
      description: 'Pairs [of objects]',
      y: { label: 'pairs' },
      groups: ['one'],
      series: [{ name: 'ours', values: [1] }],
    },
  ],
  raw: { frames: [1, 2, 3] },
};

const run: PapersRun = { machine, options: { full: false }, reports: [report] };

describe('a table', () => {
  it('has the paper beside ours, a column for each side that says something', () => {
    expect(tableMarkdown(table).split('\n')).toEqual([
      '**Sizes (table 1)**',
      '',
      '| scene | Quick, paper (ms) | Quick, ours (ms) | range, paper | ratio, ours |',
      '| --- | ---: | ---: | ---: | --- |',
      '| cloth | 21 | 4.26 | 30–60 | n \\| a |',
      '| leaves | 25 | 12 346 | – | – |',
      '',
      'Averages.',
    ]);
  });

  it.each([
    [1340, '1 340'],
    [1_000_000, '1 000 000'],
    [21.34, '21.3'],
    [3.279, '3.28'],
    [0.0523, '0.052'],
    [0, '0'],
    [999.6, '1 000'],
    [-1234, '-1 234'],
    [Number.NaN, '–'],
  ])('writes %d as %s', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it('writes what is missing as a dash', () => {
    expect(valueText(undefined)).toBe('–');
  });
});

describe('a report', () => {
  it('says which machines measured', () => {
    const text = reportMarkdown(report, machine);
    expect(text).toContain('## far: A title\n\nSomebody, 2004');
    expect(text).toContain('Paper: another machine. Ours: Test, 2 cores, 8 GB, linux x64, Node v20.');
  });

  it('says how the run was made', () => {
    expect(reportMarkdown({ ...report, setup: 'views of 64²' }, machine)).toContain('Node v20; views of 64².');
  });

  it('says so when others were working on the machine', () => {
    expect(machineLine({ ...machine, load: 3 })).toMatch(/2 cores, of which others kept 3 busy when the run began/);
  });

  it('links its pictures only when they are written', () => {
    expect(reportMarkdown(report, machine, 'images/')).toContain('![Pairs of objects](images/far-pairs.svg)');
    expect(runMarkdown(run)).not.toContain('.svg');
  });

  it('becomes Markdown, JSON with everything that was measured, and pictures', () => {
    const files = reportFiles(run);
    expect(files.map(({ name }) => name)).toEqual(['far.md', 'far.json', 'far-pairs.svg']);
    expect(JSON.parse(files[1].text)).toMatchObject({
      paper: 'far',
      machine,
      raw: report.raw,
      tables: [{ name: 'sizes' }],
    });
    expect(files[2].text).toMatch(/^<svg/);
  });
});

describe('a page of the docs', () => {
  const page = '# FAR\n\n<!-- results -->\nold $& numbers\n<!-- end of results -->\n\nWords.\n';

  it('takes new results and keeps its words', () => {
    const text = withResults(page, report, machine);
    expect(text).toContain('| cloth | 21 | 4.26 |');
    expect(text).toContain('(../images/papers/far-pairs.svg)');
    expect(text).not.toContain('old');
    expect(text.startsWith('# FAR\n\n<!-- results -->\nPaper: ')).toBe(true);
    expect(text.endsWith('<!-- end of results -->\n\nWords.\n')).toBe(true);
    expect(withResults(text, report, machine)).toBe(text);
  });

  it('without the marks is refused', () => {
    expect(() => withResults('# FAR\n', report, machine)).toThrow(/page of far has no place for results/);
  });
});
