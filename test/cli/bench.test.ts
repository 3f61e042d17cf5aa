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
    [['bench'], /expects the name of a benchmark \(scenes\); found nothing/],
    [['bench', 'papers'], /found "papers"/],
    [['bench', 'scenes', '--scenes', 'moon'], /there is no scene "moon"; there are cloth/],
    [['bench', 'scenes', '--frames', '0'], /--frames is "0"; expected a whole number from 1/],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(words);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });
});
