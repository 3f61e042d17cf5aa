/** What was open before: the list on disk, what the server gives of it, and the page after a restart. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecent, recentPath, rememberOpened } from '../../src/cli/studio/recent.ts';
import { serveStudio } from '../../src/cli/studio/server.ts';
import { box } from '../cli/files.ts';
import { describeBrowser } from '../support/chromium.ts';
import { answerOn, studioFolder, useStudio } from './studio-page.ts';

function workshop(...names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'collidescope-recent-'));
  const files = names.map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, box('a', [0, 0, 0]));
  return { folder, files, path: join(folder, 'state/collidescope/recent.json') };
}

describe('the list of files that were open', () => {
  it('is in the state folder, with paths and times and nothing else, for its user only', () => {
    const { folder, files, path } = workshop('a.obj', 'b.obj');
    expect(recentPath({ XDG_STATE_HOME: join(folder, 'state') })).toBe(path);
    expect(recentPath({ XDG_STATE_HOME: 'not/absolute' })).not.toContain('not/absolute');
    rememberOpened(path, files, 5);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      format: 'collidescope-recent',
      version: 1,
      recent: [{ files, opened: 5 }],
    });
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('has the last first, each once, no more than six, and none that is gone', () => {
    const { files, path } = workshop('a.obj', 'b.obj', 'c.obj', 'd.obj', 'e.obj', 'f.obj', 'g.obj');
    for (const [i, file] of files.entries()) rememberOpened(path, [file], i);
    rememberOpened(path, [files[3]], 99);
    rememberOpened(path, [], 100);
    expect(readRecent(path).map(({ opened }) => opened)).toEqual([99, 6, 5, 4, 2, 1]);
    rmSync(files[3]);
    expect(readRecent(path).map(({ opened }) => opened)).toEqual([6, 5, 4, 2, 1]);
  });

  it.each([
    ['', 'nothing'],
    ['{', 'no JSON'],
    ['{ "format": "other", "version": 1, "recent": [] }', 'another format'],
    [
      '{ "format": "collidescope-recent", "version": 1, "recent": [{ "files": ["../x"], "opened": 1 }, 7, null] }',
      'paths that are not absolute',
    ],
  ])('is empty where the file has %s', (text) => {
    const { path } = workshop();
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    expect(readRecent(path)).toEqual([]);
  });

  it('is given up where it cannot be written', () => {
    const { files, folder } = workshop('a.obj');
    expect(() => rememberOpened(join(files[0], 'below/a/file.json'), files, 1)).not.toThrow();
    expect(existsSync(join(folder, 'below'))).toBe(false);
  });
});

describe('the server with files that were open before', () => {
  it('lists names without paths, and gives those files and no others', async () => {
    const { folder, files } = workshop('a <&"b.obj', 'secret.obj');
    const server = await serveStudio({
      folder: studioFolder,
      files: [],
      recent: [{ files: [files[0]], opened: 7 }],
      port: 0,
    });
    try {
      const page = await (await fetch(server.url)).text();
      expect(page).toContain('collidescope-recent');
      expect(page).not.toContain(folder);
      const get = async (path: string) => (await fetch(new URL(path, server.url))).status;
      expect(await get('recent/0/0/a.obj')).toBe(200);
      for (const path of [
        'recent/0/1/x',
        'recent/1/0/x',
        'recent/0/0/..%2fsecret.obj/x',
        'recent/0/-1/x',
        'recent/00000/0/x',
      ]) {
        expect([path, await get(path)]).toEqual([path, 404]);
      }
      expect((await fetch(new URL('../recent/0/0/a.obj', server.url))).status).toBe(403);
    } finally {
      server.close();
      await server.ended;
    }
  });
});

describeBrowser('the start page after a restart', () => {
  const studio = useStudio();

  it('lists what was opened by name, and opens it with a click', async () => {
    const { files } = workshop('house.obj', 'pipes.obj');
    const server = await serveStudio({
      folder: studioFolder,
      files: [],
      recent: [{ files, opened: Date.UTC(2026, 4, 1) }],
      port: 0,
    });
    try {
      await studio.open({ url: server.url }, async (page) => {
        const entry = page.locator('#recent-list button');
        expect(await entry.locator('bdi').textContent()).toBe('house.obj, pipes.obj');
        await entry.click();
        await answerOn(page, 'clashes');
        expect(await page.locator('#opened-names').textContent()).toBe('house.obj, pipes.obj');
      });
    } finally {
      server.close();
      await server.ended;
    }
  });
});
