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
/** Bytes of gzip: of the first page until its cloth falls, and of any other page before something on it is asked to run. */
const HOME_MAX = 400_000;
const PAGE_MAX = 300_000;
/** The two pages of live examples also load three.js, the engine and what the first examples in sight need. */
const LIVE_MAX = 650_000;
/** Milliseconds in which a page's script keeps the thread busy beyond 50 ms at a time, besides live examples; told, and checked in long runs, which have the machine for themselves. */
const BLOCKING_MAX = 3_000;
/** What people of the field type, and a page that must be among the answers. */
const WORDS: Readonly<Record<string, RegExp>> = {
  'contact manifold': /contacts|words/,
  CCD: /impacts|words/,
  'penetration depth': /clashes|words/,
  interference: /clashes|words|cad-and-bim/,
  clash: /clashes/,
  TOI: /impacts|words/,
  barycentric: /contacts|impacts|words/,
  physics: /physics|which-tool/,
  rapier: /physics|which-tool/,
};
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

async function bytesOf(bodies: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
}

/** On the page: adds up what tasks take beyond 50 ms, as Lighthouse's blocking time does. */
function watchBlocking(): void {
  const page = globalThis as unknown as { blocked: number };
  page.blocked = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.blocked += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
}

interface Visit {
  readonly page: Page;
  readonly complaints: string[];
  readonly elsewhere: string[];
  readonly bodies: Promise<number>[];
}

describeSlow('the documentation site (COLLIDESCOPE_SLOW=1)', () => {
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
    await page.addInitScript(watchBlocking);
    const seen: Visit = { page, complaints: [], elsewhere: [], bodies: [] };
    page.on('pageerror', (error) => seen.complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && seen.complaints.push(message.text()));
    page.on('requestfailed', (request) => seen.complaints.push(`${request.url()} failed`));
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(`${site.url}${BELOW}/`)) seen.elsewhere.push(url);
    });
    page.on('response', (response) => {
      // Pictures come last, and hold nothing up.
      if (response.url().startsWith('http') && response.request().resourceType() !== 'image')
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

  it('lets a cloth fall on its first page, with little to load', async () => {
    await visit('', async ({ page, bodies }) => {
      await page
        .locator('.home-stage .told strong')
        .filter({ hasText: /^0 intersections in \d+0 frames$/ })
        .waitFor();
      const bytes = await bytesOf(bodies);
      console.log(`first page: ${bodies.length} files, ${(bytes / 1000).toFixed(0)} kB compressed`);
      expect(bytes).toBeLessThan(HOME_MAX);
      if (pictures) await page.screenshot({ path: join(pictures, 'start.png'), fullPage: true });
    });
  });

  it('loads every page without a complaint or a request elsewhere', async () => {
    expect(pages().length).toBeGreaterThan(40);
    const heaviest: [number, number, string][] = [];
    for (const path of pages()) {
      if (path === '404.html') continue;
      await visit(path, async ({ page, bodies }) => {
        expect((await page.title()).length, path).toBeGreaterThan(3);
        const isLive = /^(examples\/index|papers\/live)/.test(path);
        const bytes = await bytesOf(bodies);
        const most = path === 'index.html' ? HOME_MAX : isLive ? LIVE_MAX : PAGE_MAX;
        expect(bytes, `${path}: bytes`).toBeLessThan(most);
        const blocked = await page.evaluate(() => (globalThis as unknown as { blocked: number }).blocked);
        if (isLong && !isLive && path !== 'index.html') expect(blocked, `${path}: blocked`).toBeLessThan(BLOCKING_MAX);
        heaviest.push([Math.round(bytes / 1000), Math.round(blocked), path]);
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
    heaviest.sort((a, b) => b[0] - a[0]);
    console.log(
      heaviest
        .slice(0, 8)
        .map(([kilo, blocked, path]) => `${path}: ${kilo} kB, blocked for ${blocked} ms`)
        .join('\n'),
    );
  });

  it('answers the words of the field in its search', async () => {
    await visit('guide.html', async ({ page }) => {
      await page
        .getByRole('button', { name: /search/i })
        .first()
        .click();
      for (const [words, wanted] of Object.entries(WORDS)) {
        await page.getByRole('searchbox').fill(words);
        const results = page.locator('.VPLocalSearchBox .result');
        const links = () => results.evaluateAll((all) => all.map((each) => each.getAttribute('href')).join(' '));
        await expect.poll(links, { message: words }).toMatch(wanted);
      }
    });
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
    for (const path of [
      '',
      'guide.html',
      'api/index.html',
      'how-to/sizes.html',
      'examples/index.html',
      'papers/live.html',
    ]) {
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
