/** A run over the papers that was interrupted goes on where it was, if the same program is asked for the same. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PapersDone } from '../../bench/papers/resume.ts';
import { runPapers } from '../../bench/papers/run-papers.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('what is kept of a run', () => {
  it('is found with the same options and program, whichever papers were asked for', () => {
    const at = join(folder, 'deep', 'same');
    const first = new PapersDone(at, { full: true, frames: 60, papers: ['far', 'ldi'] }, 'program');
    expect(first.begin(true)).toEqual([]);
    first.keep('far', 'tree', [1, 2]);
    first.note('far');
    first.note('ldi');
    const same = new PapersDone(at, { full: true, frames: 60, papers: ['voxels'] }, 'program');
    expect(same.begin(true)).toEqual(['far', 'ldi']);
    expect(same.find('far', 'tree')).toEqual([1, 2]);
    expect(same.find('far', 'moon')).toBeUndefined();
    expect(same.find('ldi', 'tree')).toBeUndefined();
  });

  it.each([
    ['other options', { frames: 12 }, 'program', true],
    ['another program', { frames: 60 }, 'changed', true],
    ['a run that begins anew', { frames: 60 }, 'program', false],
  ])('is gone with %s', (name, options, program, resume) => {
    const at = join(folder, name);
    const first = new PapersDone(at, { frames: 60 }, 'program');
    first.begin(false);
    first.keep('far', 'tree', 1);
    first.note('far');
    const second = new PapersDone(at, options, program);
    expect(second.begin(resume)).toEqual([]);
    expect(second.find('far', 'tree')).toBeUndefined();
  });

  it('is gone at the end', () => {
    const at = join(folder, 'end');
    const done = new PapersDone(at, {});
    done.begin(true);
    done.note('far');
    const second = new PapersDone(at, {});
    second.begin(true);
    second.note('compare');
    expect(new PapersDone(at, {}).begin(true)).toEqual(['far', 'compare']);
    second.forget();
    expect(new PapersDone(at, {}).begin(true)).toEqual([]);
  });
});

describe('a run that is cut off', () => {
  const TINY = { frames: 2, seconds: 1, triangles: 600, resolution: 48, threads: 0, papers: ['far'] } as const;

  it('goes on behind the last part that it measured, and ends with the same report', async () => {
    const at = join(folder, 'cut');
    const stop = new AbortController();
    const first = new PapersDone(at, TINY);
    first.begin(false);
    const cut = {
      find: first.find.bind(first),
      keep: (...part: Parameters<PapersDone['keep']>) => {
        first.keep(...part);
        if (part[1] === 'bunnies') stop.abort(new Error('cut off'));
      },
    };
    await expect(runPapers(TINY, { parts: cut, signal: stop.signal })).rejects.toThrow('cut off');
    expect(readdirSync(at).sort()).toEqual(['far.breaking.json', 'far.bunnies.json', 'run.json']);

    const second = new PapersDone(at, TINY);
    second.begin(true);
    const measured: string[] = [];
    const parts = {
      find: second.find.bind(second),
      keep: (...part: Parameters<PapersDone['keep']>) => {
        measured.push(part[1]);
        second.keep(...part);
      },
    };
    const resumed = await runPapers(TINY, { parts });
    expect(measured).not.toContain('breaking');
    expect(measured).toContain('tree');
    // Everything that was kept is what is told, times too.
    const third = await runPapers(TINY, { parts: second });
    expect(third.reports).toEqual(resumed.reports);
  });
});
