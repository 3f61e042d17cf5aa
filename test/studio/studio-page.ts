/**
 * The built studio in Chromium, served as the command line serves it.
 *
 * Whatever a page complains of, and whatever it asks from elsewhere than this machine, fails the test that opened it.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { serveStudio } from '../../src/cli/studio/server.ts';
import { connectChromium } from '../support/chromium.ts';

export const projectRoot = resolve(import.meta.dirname, '../..');
export const studioFolder = join(projectRoot, 'dist/studio');

export interface StudioOptions extends BrowserContextOptions {
  /** What follows the address, as in `#scene=cloth`. */
  readonly hash?: string;
  /** Given on the command line. */
  readonly files?: readonly string[];
  readonly joints?: string;
  /** Another server than the studio's own. */
  readonly url?: string;
  /** What the page runs before anything else. */
  readonly inPage?: () => void;
  /** Script that the worker runs before anything else. */
  readonly inWorker?: string;
  /** Called with the path of every request. */
  readonly listen?: (path: string) => void;
  /** Complaints that belong to the test. */
  readonly expected?: RegExp;
}

export interface Studio {
  open(options: StudioOptions, use: (page: Page) => Promise<void>): Promise<void>;
}

/** Without flights of the camera, of which software draws every picture; a test of flights says `no-preference`. */
const STILL = { reducedMotion: 'reduce' } as const;

/** One browser for the tests of a file. */
export function useStudio(): Studio {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!existsSync(join(studioFolder, 'index.html'))) throw new Error('There is no dist/studio. Run: npm run build');
    browser = await connectChromium();
  });
  afterAll(() => browser?.close());
  return {
    async open({ hash = '', files = [], joints, url, inPage, inWorker, listen: onRequest, expected, ...context }, use) {
      const server = await serveStudio({ folder: studioFolder, files, port: 0, ...(joints && { joints }) });
      const page = await browser!.newPage({ ...STILL, viewport: { width: 1100, height: 640 }, ...context });
      const complaints = listen(page);
      page.on('request', (request) => {
        const { protocol, pathname } = new URL(request.url());
        if (protocol === 'http:') onRequest?.(pathname);
      });
      try {
        if (inPage) await page.addInitScript(inPage);
        if (inWorker) await prefixWorker(page, inWorker);
        await page.goto((url ?? server.url) + hash);
        await use(page);
        const unexpected = complaints.filter((complaint) => !expected?.test(complaint));
        expect(unexpected).toEqual([]);
      } catch (error) {
        throw new Error([String(error), ...complaints].join('\n'), { cause: error });
      } finally {
        await page.close();
        server.close();
      }
    },
  };
}

async function prefixWorker(page: Page, script: string): Promise<void> {
  await page.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script};\n${await response.text()}` });
  });
}

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error}`));
  page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isLocal = ['blob:', 'data:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname);
    if (!isLocal) complaints.push(`requested ${request.url()}`);
  });
  return complaints;
}

/** The answer on the page, once it is that of the given question (and no other is being looked for). */
export async function answerOn(
  page: Page,
  query = 'collide',
): Promise<{ value: number; frame: number; sentence: string }> {
  await page.waitForFunction((query) => {
    const count = document.getElementById('count');
    return (
      count?.dataset.query === query && document.documentElement.dataset.state === 'idle' && count.textContent !== '–'
    );
  }, query);
  return page.evaluate(() => {
    const { value, frame } = document.getElementById('count')!.dataset;
    const sentence = document.getElementById('sentence')!.textContent ?? '';
    return { value: Number(value), frame: Number(frame), sentence };
  });
}

/** Waits until everything that was asked for is in the picture, and the camera stands still. */
export async function restOn(page: Page): Promise<void> {
  await page.locator('canvas[data-view="resting"]').first().waitFor({ state: 'attached' });
}

/** Files are opened for review; this asks which triangles collide instead. */
export async function collideOn(page: Page): Promise<{ value: number; frame: number; sentence: string }> {
  await answerOn(page, 'clashes');
  await inLab(page);
  await afterChange(page, () => page.locator('#query [data-kind="collide"]').click());
  return answerOn(page);
}

/** Turns to the laboratory, which has all queries. */
export async function inLab(page: Page): Promise<void> {
  await page.locator('#tabs [data-tab="lab"]').click();
}

/** Lists clashes of all kinds, and not only those that are open to be decided. */
export async function listAll(page: Page): Promise<void> {
  await page.locator('#review-kind').selectOption('all');
}

/** Names of the objects in the tree, with all branches unfolded; for models of a few. */
export async function objectsOn(page: Page): Promise<string[]> {
  for (;;) {
    const folded = page.locator('#objects .branch[aria-expanded="false"]').first();
    if ((await folded.count()) === 0) break;
    await folded.click();
  }
  return page.locator('#objects .leaf .title').allTextContents();
}

/** Waits for the message with this code and gives its text. */
export async function noticeOn(page: Page, code: string): Promise<string> {
  const notice = page.locator(`.notice[data-code="${code}"] p`).last();
  await notice.waitFor();
  return (await notice.textContent()) ?? '';
}

/** The rows of the table of pairs. */
export function rowsOn(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#pairs tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent ?? ''),
    ),
  );
}

export interface Colours {
  readonly red: number;
  readonly green: number;
  readonly distinct: number;
}

/** How many pixels of the middle of the window are as red or as green as hits are, and how many colours there are. */
export async function coloursOn(page: Page): Promise<Colours> {
  const clip = { x: 270, y: 60, width: 500, height: 500 };
  return coloursOf(page, await page.screenshot({ clip }));
}

/** The same of a PNG. */
export async function coloursOf(page: Page, png: Buffer): Promise<Colours> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const colours = new Set<number>();
    let [red, green] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = data.subarray(at, at + 3);
      colours.add((r << 16) | (g << 8) | b);
      if (r > 180 && g < 110 && b < 130) red++;
      if (g > 120 && r < 90 && b < 160 && g - b > 40) green++;
    }
    return { red, green, distinct: colours.size };
  }, png.toString('base64'));
}

/** Opens files on a page that has just begun and has nothing open, and waits for their clashes and the picture. */
export async function dropFirst(page: Page, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  await afterChange(page, () => drop(page, files));
  await answerOn(page, 'clashes');
  await restOn(page);
}

/** Opens files in the page as dropping them does. */
export async function drop(page: Page, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  const list = Object.entries(files).map(([name, content]) => ({
    name,
    base64: Buffer.from(content).toString('base64'),
  }));
  await page.evaluate((list) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    for (const type of ['dragenter', 'dragover', 'drop']) {
      window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, list);
}

/** Waits until the numbers on the page have changed from what they were. */
export async function afterChange<T>(page: Page, change: () => Promise<T>): Promise<T> {
  await page.evaluate(() => {
    document.getElementById('count')!.textContent = '–';
  });
  return change();
}
