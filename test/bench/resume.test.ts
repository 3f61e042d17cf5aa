/** A run over papers that was interrupted goes on where it was, but only with the same options. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PapersDone } from '../../bench/papers/resume.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('knows what was done with the same options, whichever papers were asked for', () => {
  const file = join(folder, 'deep', 'done.json');
  const first = new PapersDone(file, { full: true, frames: 60, papers: ['far', 'ldi'] });
  expect(first.resume()).toEqual([]);
  first.note('far');
  first.note('ldi');
  expect(new PapersDone(file, { full: true, frames: 60, papers: ['voxels'] }).resume()).toEqual(['far', 'ldi']);
  expect(new PapersDone(file, { full: true, frames: 12 }).resume()).toEqual([]);
});

it('adds to what was done before, and forgets it at the end', () => {
  const file = join(folder, 'done.json');
  new PapersDone(file, {}).note('far');
  const second = new PapersDone(file, {});
  second.resume();
  second.note('compare');
  expect(new PapersDone(file, {}).resume()).toEqual(['far', 'compare']);
  second.forget();
  expect(new PapersDone(file, {}).resume()).toEqual([]);
});
