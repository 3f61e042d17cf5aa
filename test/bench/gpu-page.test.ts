/** The page that is sent to people with graphics cards: on a software driver it must run to its end, with equal answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { casesUpTo } from '../../bench/gpu-page/cases.ts';
import { connectChromium, describeBrowser, withPage } from '../support/chromium.ts';

const MOST = 1000;

describeBrowser('the page of bench gpu', () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'collidescope-gpu-page-'));
    const { gpuPage } = await import('../../bench/gpu-page/build-page.ts');
    writeFileSync(join(folder, 'gpu.html'), await gpuPage());
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('asks everything of both engines, finds equal answers, and makes a block to paste', async () => {
    const url = `${pathToFileURL(join(folder, 'gpu.html')).href}?most=${MOST}&runs=1`;
    const block = await withPage(browser, url, async (page) => {
      await page.click('#start');
      await page.waitForFunction(() => document.body.dataset.done !== undefined);
      expect(await page.textContent('#state')).toBe('Done: all answers that must agree do.');
      return page.inputValue('#block');
    });
    const rows = block.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
    expect(rows.length).toBe(1 + casesUpTo(MOST).length);
    expect(block).toContain('a software driver');
    for (const query of ['collide within', 'quick-cullide', 'voxelCollide', 'layers 64²']) {
      expect(rows.some((row) => row.includes(query) && row.endsWith('| same |'))).toBe(true);
    }
    expect(rows.find((row) => row.includes('far'))).toContain('| webgpu |');
    expect(block).not.toContain('DIFFERENT');
  });
});
