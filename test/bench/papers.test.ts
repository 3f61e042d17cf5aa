/** Every paper's benchmark at a size that takes a moment: complete, the same every time, and to be stopped. */
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { reportFiles } from '../../bench/papers/files.ts';
import { checkedPapersOptions, paperList } from '../../bench/papers/options.ts';
import { paperNames, papers } from '../../bench/papers/papers.ts';
import { runPapers } from '../../bench/papers/run-papers.ts';
import { isLong } from '../support/thoroughness.ts';

const TINY = {
  frames: 2,
  seconds: 1,
  triangles: isLong ? 600 : 300,
  resolution: isLong ? 48 : 24,
  threads: 0,
} as const;

/** All that must be the same in two runs: numbers but those of times. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !/milliseconds|share|handOver/i.test(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutTimes(inner)]));
}

describe.each(paperNames)('%s', (paper) => {
  it('gives tables and pictures, the same every time but for times', async () => {
    const messages: string[] = [];
    const parts: number[] = [];
    const first = await runPapers(
      { ...TINY, papers: [paper] },
      {
        progress: (message, done) => {
          messages.push(message);
          parts.push(done);
        },
      },
    );
    const [report] = first.reports;
    expect(report).toMatchObject({ paper, title: papers[paper].title });
    expect(report.tables.length).toBeGreaterThan(0);
    expect(report.plots.length).toBeGreaterThan(0);
    for (const { rows, columns } of report.tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const { ours } of rows) {
        for (const key of Object.keys(ours)) expect(columns.map((column) => column.key)).toContain(key);
        for (const value of Object.values(ours)) expect(value).not.toBeNaN();
      }
    }
    expect(new Set(report.tables.map(({ name }) => name)).size).toBe(report.tables.length);
    expect(new Set(report.plots.map(({ name }) => name)).size).toBe(report.plots.length);
    for (const { name, text } of reportFiles(first)) {
      if (name.endsWith('.svg')) expect(XMLValidator.validate(text)).toBe(true);
    }
    for (const message of messages) expect(message.startsWith(`${paper}: `)).toBe(true);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    const second = await runPapers({ ...TINY, papers: [paper] });
    expect(withoutTimes(second.reports[0].raw)).toEqual(withoutTimes(report.raw));
  });
});

describe('a run over papers', () => {
  it('can be stopped', async () => {
    const stop = new AbortController();
    const progress = (message: string) => message.includes('frame') && stop.abort(new Error('enough'));
    const run = runPapers({ ...TINY, frames: 1000, papers: ['far'] }, { signal: stop.signal, progress });
    await expect(run).rejects.toThrow('enough');
  });

  it('does not begin when it was stopped before', async () => {
    await expect(runPapers(TINY, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  });

  it.each([
    [{ frames: 0 }, /frames is 0; expected a whole number from 1/],
    [{ frames: 1.5 }, /frames is 1.5/],
    [{ triangles: 3 }, /triangles is 3; expected a whole number from 100/],
    [{ resolution: Number.NaN }, /resolution is NaN; expected a whole number from 16/],
    [{ threads: -1 }, /threads is -1/],
    [{ papers: ['moon'] as never }, /there is no paper "moon"; the papers are quick-cullide, /],
  ])('refuses %j', async (options, message) => {
    await expect(runPapers(options)).rejects.toThrow(message);
  });

  it('takes each paper once, in the order of the list', () => {
    expect(paperList(['far', 'quick-cullide', 'far'])).toEqual(['quick-cullide', 'far']);
    expect(checkedPapersOptions({}).papers).toEqual(paperNames);
  });
});
