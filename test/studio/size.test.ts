import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeBrowser } from '../support/chromium.ts';
import { answerOn, studioFolder, useStudio } from './studio-page.ts';

const KILO = 1000;

const compressed = (path: string) => gzipSync(readFileSync(join(studioFolder, path)), { level: 9 }).length;

describeBrowser('the size of the studio', () => {
  const studio = useStudio();

  it('is at most 600 KB compressed until a scene plays, models aside', async () => {
    const loaded = new Set<string>();
    await studio.open({ hash: '#scene=bunnies', listen: (path) => loaded.add(path) }, async (page) => {
      await answerOn(page);
    });
    const code = [...loaded]
      // Every address begins with the key of this run.
      .map((path) => path.replace(/^\/[\w-]{32}\//, '/'))
      .map((path) => (path === '/' ? '/index.html' : path))
      .filter((path) => !path.startsWith('/models/'));
    const sizes = code.map((path) => [path, compressed(path)] as const);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`the studio loads ${(total / KILO).toFixed(0)} KB:`, Object.fromEntries(sizes));
    expect(code.some((path) => /\/assets\/index-.*\.js$/.test(path))).toBe(true);
    expect(code.some((path) => /\/assets\/main-.*\.js$/.test(path))).toBe(true);
    expect(total).toBeLessThanOrEqual(600 * KILO);
    const all = readdirSync(join(studioFolder, 'assets')).reduce((sum, file) => sum + compressed(`assets/${file}`), 0);
    console.log(`with the readers that come later ${(all / KILO).toFixed(0)} KB`);
  });
});
