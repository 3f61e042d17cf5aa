/**
 * Stage times on a page with threads, in Chromium: each thread there has a clock of its own that begins when it does, and none
 * of the times may come from two of them.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectChromium, describeBrowser, withPage } from '../support/chromium.ts';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { ISOLATION_HEADERS, type Site, serveFolder } from '../support/serve.ts';
import { type AskedTimes, askEverything, wrongTimes } from '../support/stage-times.ts';

const PROGRAM = `
import { createEngine } from './node_modules/collidescope/dist/index.js';
import * as papers from './node_modules/collidescope/dist/papers.js';
globalThis.askOnPage = (threads) => (${askEverything})(createEngine, papers, threads);
`;
const PAGE = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./program.js"></script>\n';

declare const self: { crossOriginIsolated: boolean; askOnPage(threads: number): Promise<AskedTimes[]> };

/** So long after the page do threads begin at least, which is much longer than most queries take. */
const HEAD_START_MILLISECONDS = 300;

describeBrowser('stage times on a page', () => {
  let packed: PackedPackage;
  let browser: Browser;
  let site: Site;
  beforeAll(async () => {
    packed = await packPackage();
    const files = { 'index.html': PAGE, 'program.js': PROGRAM };
    site = await serveFolder(packed.createProject('stage-times', files), ISOLATION_HEADERS);
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    packed?.dispose();
  });

  it.each([0, 1, 3])('are never below zero nor longer than the query (%i threads)', async (threads) => {
    const answers = await withPage(browser, site.url, async (page) => {
      await page.waitForFunction(() => 'askOnPage' in self && self.crossOriginIsolated);
      await page.waitForTimeout(HEAD_START_MILLISECONDS);
      return page.evaluate((threads) => self.askOnPage(threads), threads);
    });
    expect(answers.length).toBeGreaterThan(100);
    expect(wrongTimes(answers)).toEqual([]);
    const walked = answers.filter(({ asked }) => asked === 'collide, self');
    for (const { times } of walked)
      expect(times.image + times.walk + times.exact, 'the work was timed').toBeGreaterThan(0);
  });
});
