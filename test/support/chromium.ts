/** The system's Chromium, for tests that need a page. Without it they show as skipped; with CI=true they fail. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { findChromium } from '../../scripts/system-packages.mjs';

const executablePath = findChromium();

const FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `describe` for tests that open a browser. */
export function describeBrowser(name: string, body: () => void): void {
  if (executablePath) describe(name, body);
  else if (process.env.CI === 'true') describe(name, () => it('needs Chromium', refuse));
  else describe.skip(`${name} (needs Chromium)`, body);
}

function refuse(): never {
  throw new Error(
    'Chromium is not installed. On Debian: apt-get install -y --no-install-recommends chromium libvulkan1',
  );
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, headless: true });
}

/** Opens a page in a fresh context, and closes it when `use` has ended. What the page complains of is in the error. */
export async function withPage<T>(browser: Browser, url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage();
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
