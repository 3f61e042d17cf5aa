import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeBrowser, launchChromium, withPage } from '../support/chromium.ts';
import { crossing } from '../support/consumer.ts';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { type Headers, PAGE_BUILDS } from '../support/page-builds.ts';
import { ISOLATION_HEADERS, type Site } from '../support/serve.ts';

/** Calls a function that the page's script has defined, once it has. */
async function call(page: Page, name: string, ...values: unknown[]): Promise<unknown> {
  await page.waitForFunction((name) => name in globalThis, name, { timeout: 20_000 });
  return page.evaluate(([name, values]) => (globalThis as unknown as Functions)[name](...values), [
    name,
    values,
  ] as const);
}

type Functions = Record<string, (...values: unknown[]) => unknown>;

let packed: PackedPackage;
let browser: Browser;

async function open(): Promise<void> {
  packed = packPackage();
  browser = await launchChromium();
}

async function close(): Promise<void> {
  await browser?.close();
  packed?.dispose();
}

for (const { name, prepare, files } of PAGE_BUILDS) {
  describeBrowser(`the packed package on ${name}`, () => {
    let serve: (headers: Headers) => Promise<Site>;
    let site: Site | undefined;
    beforeAll(async () => {
      await open();
      serve = await prepare(packed);
    });
    afterAll(close);
    afterEach(() => site?.close());

    async function onPage<T>(headers: Headers, use: (page: Page) => Promise<T>): Promise<T> {
      site = await serve(headers);
      return withPage(browser, site.url, use);
    }

    it('finds the crossing with threads and without, when cross-origin isolated', async () => {
      await onPage(ISOLATION_HEADERS, async (page) => {
        expect(await call(page, 'collideTriangles', { threads: 2 })).toEqual(crossing(2));
        expect(await call(page, 'collideTriangles', { threads: 0 })).toEqual(crossing(0));
        expect(await call(page, 'collideTriangles', {})).toMatchObject({ threads: expect.toSatisfy((n) => n > 0) });
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
}

describeBrowser('the packed package under a content security policy', () => {
  let site: Site | undefined;
  beforeAll(open);
  afterAll(close);
  afterEach(() => site?.close());

  const policy = (script: string) => `default-src 'self'; script-src 'self' 'unsafe-inline' ${script}; img-src data:`;

  async function onPage<T>(policy: string, use: (page: Page) => Promise<T>): Promise<T> {
    const serve = await PAGE_BUILDS[0].prepare(packed);
    site = await serve({ ...ISOLATION_HEADERS, 'Content-Security-Policy': policy });
    return withPage(browser, site.url, use);
  }

  it("works with 'wasm-unsafe-eval' and blob: workers", async () => {
    await onPage(`${policy("'wasm-unsafe-eval'")}; worker-src blob:`, async (page) => {
      expect(await call(page, 'collideTriangles', { threads: 2 })).toEqual(crossing(2));
    });
  });

  it('refuses threads where blob: workers are not allowed, and works without', async () => {
    await onPage(policy("'wasm-unsafe-eval'"), async (page) => {
      expect(await call(page, 'collideTriangles', { threads: 2 })).toEqual({
        error: 'EngineError',
        code: 'worker-failed',
        message: expect.stringContaining('threads: 0'),
      });
      expect(await call(page, 'collideTriangles', { threads: 0 })).toEqual(crossing(0));
    });
  });

  it('refuses to start where WebAssembly is not allowed', async () => {
    await onPage(policy(''), async (page) => {
      const message = expect.stringMatching(/content security policy/i);
      expect(await call(page, 'collideTriangles', { threads: 0 })).toMatchObject({ message });
    });
  });
});
