import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';

const cli = useCommandLine();

describe('bench scenes', () => {
  it('prints a row for each scene', async () => {
    const { code, stdout } = await cli.run(['bench', 'scenes', '--scenes', 'dolphin-and-cylinder', '--frames', '2']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^scene +triangles objects +simulate +detect/);
    expect(stdout).toMatch(/^dolphin-and-cylinder +\d+ +2 +[\d.]+ ms/m);
  });

  it('gives the same as one JSON document', async () => {
    const words = ['bench', 'scenes', '--scenes', 'dolphin-and-cylinder', '--frames', '2', '--threads', '0', '--json'];
    const { code, stdout } = await cli.run(words);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ command: 'bench', benchmark: 'scenes', threads: 0, frames: 2 });
    expect(document.scenes).toHaveLength(1);
    expect(document.scenes[0]).toMatchObject({ scene: 'dolphin-and-cylinder', objects: 2, frames: 2 });
    expect(document.scenes[0].detect).toBeGreaterThan(0);
  });

  it.each([
    [['bench'], /expects the name of a benchmark \(scenes, papers\); found nothing/],
    [['bench', 'moons'], /found "moons"/],
    [['bench', 'scenes', 'papers'], /found "scenes papers"/],
    [['bench', 'scenes', '--full'], /bench scenes has no option --full/],
    [['bench', 'scenes', '--scenes', 'moon'], /there is no scene "moon"; the scenes are cloth/],
    [['bench', 'scenes', '--frames', '0'], /--frames is "0"; expected a whole number from 1/],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(words);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });
});

describe('bench papers', () => {
  const SMALL = [
    '--papers',
    'self-cullide',
    '--frames',
    '2',
    '--seconds',
    '1',
    '--triangles',
    '1000',
    '--resolution',
    '64',
    '--threads',
    '0',
  ];

  it('prints tables, and writes Markdown, JSON and pictures into a folder', async () => {
    const { code, stdout } = await cli.run(['bench', 'papers', ...SMALL, '--out', 'results/papers']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^## self-cullide: /);
    expect(stdout).toMatch(/^\| merged cows \|/m);
    const folder = join(cli.folder, 'results/papers');
    const files = readdirSync(folder).sort();
    expect(files).toEqual(expect.arrayContaining(['self-cullide-times.svg', 'self-cullide.json', 'self-cullide.md']));
    const text = readFileSync(join(folder, 'self-cullide.md'), 'utf8');
    for (const [, picture] of text.matchAll(/\]\((self-cullide-[^)]+\.svg)\)/g)) expect(files).toContain(picture);
    expect(JSON.parse(readFileSync(join(folder, 'self-cullide.json'), 'utf8'))).toMatchObject({
      paper: 'self-cullide',
    });
  });

  it('gives the same as one JSON document', async () => {
    const { code, stdout } = await cli.run(['bench', 'papers', ...SMALL, '--json']);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ command: 'bench', benchmark: 'papers', options: { frames: 2, threads: 0 } });
    expect(document.reports.map(({ paper }: { paper: string }) => paper)).toEqual(['self-cullide']);
  });

  it.each([
    [['--papers', 'moon'], /there is no paper "moon"; the papers are quick-cullide, self-cullide, far/],
    [['--frames', 'many'], /--frames is "many"; expected a whole number from 1/],
    [['--resolution', '3'], /resolution is 3; expected a whole number from 16/],
    [['--scenes', 'cloth'], /bench papers has no option --scenes/],
    [['--out', '/dev/null/results'], /"\/dev\/null\/results" could not be written/],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(['bench', 'papers', ...words]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });
});
