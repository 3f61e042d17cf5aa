/** The system's Chromium, for tests that need a page. Without it they show as skipped; with CI=true they fail. */
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { findChromium } from '../../scripts/system-packages.mjs';
import { askWorkshop } from './ask-workshop.ts';
import { PAGE_PATIENCE } from './thoroughness.ts';

const isInstalled = findChromium() !== undefined;

/** `describe` for tests that open a browser. */
export function describeBrowser(name: string, body: () => void): void {
  if (isInstalled) describe(name, body);
  else if (process.env.CI === 'true') describe(name, () => it('needs Chromium', refuse));
  else describe.skip(`${name} (needs Chromium)`, body);
}

function refuse(): never {
  throw new Error(
    'Chromium is not installed. On Debian: apt-get install -y --no-install-recommends chromium libvulkan1',
  );
}

/** The Chromium of this worker of vitest; closing it leaves it running for the next file. */
export async function connectChromium(): Promise<Browser> {
  const browser = await chromium.connect((await askWorkshop('chromium')).endpoint);
  const newContext = browser.newContext.bind(browser);
  // Pages too are opened by this.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PAGE_PATIENCE);
    return context;
  };
  return browser;
}

/** What a page saved. */
export async function contentOf(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}

/** Opens a page in a fresh context, and closes it when `use` has ended. What the page complains of is in the error. */
export async function withPage<T>(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const page = await browser.newPage(options);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  try {
    await page.goto(url);
    return await use(page);
  } catch (error) {
    throw new Error([String(error), ...complaints].join('\n'), { cause: error });
  } finally {
    await page.close();
  }
}
