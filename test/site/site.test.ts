/**
 * The built documentation site, below a path of its own, in Chromium: nothing is asked of anybody else, nothing is
 * complained of, and it can be used by keyboard, on a small screen, light and dark. Building takes a while, so this runs
 * with COLLIDESCOPE_SLOW=1.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/packed-package.ts';
import { type Site, serveFolder } from '../support/serve.ts';
import { isLong } from '../support/thoroughness.ts';

const BELOW = 'some/where';
const TRANSFER_MAX = 1_200_000;
const FIRST_ANSWER_MAX = 15_000;
const minutes = (count: number) => count * 60_000;
const pictures = process.env.COLLIDESCOPE_PICTURES;

const describeSlow = isLong ? describe : describe.skip;

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

/** Whether there is a page, and on it the place, that a link names; or a file that is no page. */
function leads({ pathname, hash }: URL, ids: ReadonlyMap<string, ReadonlySet<string>>, folder: string): boolean {
  const path = decodeURIComponent(pathname).slice(1);
  if (path.endsWith('.json')) return existsSync(join(folder, path));
  const anchors = ids.get(path.endsWith('/') || path === '' ? `${path}index.html` : path);
  return anchors !== undefined && (hash === '' || anchors.has(decodeURIComponent(hash.slice(1))));
}

interface Visit {
  readonly page: Page;
  readonly complaints: string[];
  readonly elsewhere: string[];
  readonly bodies: Promise<number>[];
}

describeSlow('the documentation site (COLLIDESCOPE_SLOW=1)', { timeout: minutes(3) }, () => {
  let folder: string;
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/docs.mjs', '--no-build'], { cwd: projectRoot });
    folder = mkdtempSync(join(tmpdir(), 'collidescope-site-'));
    cpSync(join(projectRoot, 'build/site'), join(folder, BELOW), { recursive: true });
    site = await serveFolder(folder);
    browser = await connectChromium();
  }, minutes(10));
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  const pages = () =>
    readdirSync(join(folder, BELOW), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

  async function visit(path: string, use: (visit: Visit) => Promise<void>, options?: BrowserContextOptions) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const seen: Visit = { page, complaints: [], elsewhere: [], bodies: [] };
    page.on('pageerror', (error) => seen.complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && seen.complaints.push(message.text()));
    page.on('requestfailed', (request) => seen.complaints.push(`${request.url()} failed`));
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(`${site.url}${BELOW}/`)) seen.elsewhere.push(url);
    });
    page.on('response', (response) => {
      if (response.url().startsWith('http'))
        seen.bodies.push(
          response.body().then(
            (body) => gzipSync(body).length,
            () => 0,
          ),
        );
    });
    try {
      await page.goto(`${site.url}${BELOW}/${path}`, { waitUntil: 'networkidle' });
      await use(seen);
      expect(seen.complaints).toEqual([]);
      expect(seen.elsewhere).toEqual([]);
    } finally {
      await context.close();
    }
  }

  it('answers on its start page, with little to load', async () => {
    await visit('', async ({ page, bodies }) => {
      const answer = page.locator('.live-example figcaption');
      await answer.filter({ hasText: /^\d+ pairs of triangles collide/ }).waitFor({ timeout: FIRST_ANSWER_MAX });
      const bytes = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
      console.log(`start page: ${bodies.length} files, ${(bytes / 1000).toFixed(0)} kB compressed`);
      expect(bytes).toBeLessThan(TRANSFER_MAX);
      const before = await answer.textContent();
      await page.getByLabel('Move the ring').focus();
      for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowRight');
      await expect.poll(() => answer.textContent()).not.toBe(before);
      if (pictures) await page.screenshot({ path: join(pictures, 'start.png'), fullPage: true });
    });
  });

  it('loads every page without a complaint or a request elsewhere', { timeout: minutes(6) }, async () => {
    expect(pages().length).toBeGreaterThan(40);
    for (const path of pages()) {
      if (path === '404.html') continue;
      await visit(path, async ({ page }) => {
        expect((await page.title()).length, path).toBeGreaterThan(3);
        const nameless = await page.evaluate(() =>
          [...document.querySelectorAll('button, a[href], input, select')]
            .filter(
              (each) =>
                !(
                  each.textContent?.trim() ||
                  each.getAttribute('aria-label') ||
                  each.getAttribute('title') ||
                  (each as HTMLInputElement).labels?.length
                ),
            )
            .map((each) => each.outerHTML.slice(0, 120)),
        );
        expect(nameless, path).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${path} at 390 pixels`).toBeLessThanOrEqual(390);
      });
    }
  });

  it('has no dead link, anchors included', () => {
    const texts = new Map(pages().map((path) => [path, readFileSync(join(folder, BELOW, path), 'utf8')]));
    const ids = new Map([...texts].map(([path, text]) => [path, new Set(matches(text, / id="([^"]*)"/g))]));
    const dead = [...texts].flatMap(([path, text]) =>
      matches(text, /<a [^>]*href="([^"]*)"/g)
        .filter((href) => !/^\w+:/.test(href))
        .filter((href) => !leads(new URL(href, `http://site/${path}`), ids, join(folder, BELOW)))
        .map((href) => `${path} → ${href}`),
    );
    expect(texts.size).toBeGreaterThan(25);
    expect([...new Set(dead)]).toEqual([]);
  });

  it('finds by search, offline', async () => {
    await visit('guide.html', async ({ page }) => {
      await page
        .getByRole('button', { name: /search/i })
        .first()
        .click();
      await page.getByRole('searchbox').fill('winding number');
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
      await page.locator('.VPLocalSearchBox .result').first().click();
      await page.waitForURL(/\.html/);
    });
  });

  it.each(['light', 'dark'] as const)('fits a screen of 390 pixels (%s)', async (colorScheme) => {
    for (const path of ['', 'guide.html', 'api/index.html', 'how-to/sizes.html', 'examples/index.html']) {
      const options = { viewport: { width: 390, height: 844 }, colorScheme };
      await visit(
        path,
        async ({ page }) => {
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, path).toBeLessThanOrEqual(390);
          const name = `${path.replaceAll('/', '-') || 'start'}-${colorScheme}.png`;
          if (pictures) await page.screenshot({ path: join(pictures, name) });
        },
        options,
      );
    }
  });
});
