import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectChromium, describeBrowser, withPage } from '../support/chromium.ts';
import { crossing } from '../support/consumer.ts';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { type Headers, PAGE_BUILDS, plainPage } from '../support/page-builds.ts';
import { ISOLATION_HEADERS, type Site } from '../support/serve.ts';

type Functions = Record<string, (...values: unknown[]) => unknown>;

/** Calls a function that the page's script has defined, once it has. */
async function call(page: Page, name: string, ...values: unknown[]): Promise<unknown> {
  await page.waitForFunction((name) => name in globalThis, name);
  const run = ([name, values]: [string, unknown[]]) => (globalThis as unknown as Functions)[name](...values);
  return page.evaluate(run, [name, values] as [string, unknown[]]);
}

describeBrowser('the packed package on pages', () => {
  let packed: PackedPackage;
  let browser: Browser;
  let serve: (headers: Headers) => Promise<Site>;
  let site: Site | undefined;

  beforeAll(async () => {
    packed = await packPackage();
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser?.close();
    packed?.dispose();
  });
  afterEach(() => site?.close());

  async function onPage(headers: Headers, use: (page: Page) => Promise<void>): Promise<void> {
    site = await serve(headers);
    await withPage(browser, site.url, use);
  }

  describe.each(PAGE_BUILDS)('$name', ({ prepare, files }) => {
    beforeAll(async () => {
      serve = await prepare(packed);
    });

    it('finds the crossing with threads and without, when cross-origin isolated', async () => {
      await onPage(ISOLATION_HEADERS, async (page) => {
        expect(await call(page, 'collideTriangles', { threads: 2 })).toEqual(crossing(2));
        expect(await call(page, 'collideTriangles', { threads: 0 })).toEqual(crossing(0));
        const cores = await page.evaluate(() => navigator.hardwareConcurrency);
        expect(await call(page, 'collideTriangles', {})).toEqual(crossing(Math.min(8, cores)));
      });
    });

    it('finds the crossing without threads, and refuses threads, when not isolated', async () => {
      await onPage({}, async (page) => {
        expect(await call(page, 'collideTriangles', {})).toEqual(crossing(0));
        expect(await call(page, 'collideTriangles', { threads: 2 })).toEqual({
          error: 'EngineError',
          code: 'no-shared-memory',
          message: expect.stringContaining('Cross-Origin-Opener-Policy'),
        });
      });
    });

    for (const { format, text, parts } of files) {
      it(`reads ${format}`, async () => {
        await onPage({}, async (page) => {
          expect(await call(page, 'readParts', text, `a.${format}`)).toEqual(parts);
        });
      });
    }
  });

  describe('under a content security policy', () => {
    beforeAll(async () => {
      serve = await plainPage.prepare(packed);
    });

    /** `sources` are added to those that a script may come from. */
    const isolatedWith = (sources: string, more = '') => ({
      ...ISOLATION_HEADERS,
      'Content-Security-Policy': `default-src 'self'; img-src data:; script-src 'self' 'unsafe-inline' ${sources}; ${more}`,
    });

    it("works with 'wasm-unsafe-eval' and workers from blob:", async () => {
      await onPage(isolatedWith("'wasm-unsafe-eval'", 'worker-src blob:'), async (page) => {
        expect(await call(page, 'collideTriangles', { threads: 2 })).toEqual(crossing(2));
      });
    });

    it('refuses threads where workers from blob: are not allowed, and does without unless they were asked for', async () => {
      await onPage(isolatedWith("'wasm-unsafe-eval'"), async (page) => {
        expect(await call(page, 'collideTriangles', { threads: 2 })).toEqual({
          error: 'EngineError',
          code: 'worker-failed',
          message: expect.stringContaining('createEngine({ threads: 0 })'),
        });
        expect(await call(page, 'collideTriangles', { threads: 0 })).toEqual(crossing(0));
        expect(await call(page, 'collideTriangles', {})).toEqual(crossing(0));
      });
    });

    it('says so where WebAssembly is not allowed', async () => {
      await onPage(isolatedWith(''), async (page) => {
        const message = expect.stringMatching(/content security policy/i);
        expect(await call(page, 'collideTriangles', { threads: 0 })).toMatchObject({ message });
      });
    });
  });
});
