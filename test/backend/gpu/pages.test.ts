import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectChromium, describeBrowser, withPage } from '../../support/chromium.ts';
import { Random } from '../../support/random.ts';
import { type Site, serveFolder } from '../../support/serve.ts';
import type { PageAnswer, scanWords } from './page-program.ts';
import { randomWords } from './words.ts';

const COUNT = 3001;
const SEED = 17;

function plainAnswer(): Pick<PageAnswer, 'sums'> {
  const words = randomWords(new Random(SEED), COUNT, 1000);
  let sum = 0;
  return { sums: [...words].map((word) => (sum += word) - word) };
}

describeBrowser('WebGPU on a page', () => {
  let folder: string;
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'collidescope-gpu-'));
    const entryPoints = [join(import.meta.dirname, 'page-program.ts')];
    await build({ entryPoints, bundle: true, minify: true, format: 'esm', outdir: folder, logLevel: 'warning' });
    const script = '<link rel="icon" href="data:,"><script type="module" src="./page-program.js"></script>';
    writeFileSync(join(folder, 'index.html'), `<!doctype html>${script}\n`);
    site = await serveFolder(folder);
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('scans as the plain version does', async () => {
    const answer = await withPage(browser, site.url, async (page) => {
      await page.waitForFunction(() => 'scanWords' in globalThis);
      type Global = { scanWords: typeof scanWords };
      return page.evaluate(([count, seed]) => (globalThis as unknown as Global).scanWords(count, seed), [COUNT, SEED]);
    });
    expect(answer, `seed ${SEED}`).toEqual({ ...plainAnswer(), isSoftware: true, inWorker: false });
  });

  it('does so in a worker', async () => {
    const answer = await withPage(browser, site.url, (page) =>
      page.evaluate(
        (message) =>
          new Promise<unknown>((resolve, reject) => {
            const worker = new Worker('./page-program.js', { type: 'module' });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
            worker.postMessage(message);
          }),
        [COUNT, SEED],
      ),
    );
    expect(answer, `seed ${SEED}`).toEqual({ ...plainAnswer(), isSoftware: true, inWorker: true });
  });
});
