import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELPER_DEFAULTS } from '../../src/three/index.ts';
import { connectChromium, describeBrowser } from '../support/chromium.ts';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';
import { ISOLATION_HEADERS, type Site, serveFolder } from '../support/serve.ts';

const folder = join(projectRoot, 'examples/three');
const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
const SIZE = { width: 960, height: 600 };

/** A folder in which to keep the pictures, for those who want to look at them. */
const pictures = process.env.COLLIDESCOPE_PICTURES;

/** How many pixels of a picture have a colour, or nearly. */
async function countPixels(page: Page, picture: Buffer, color: number): Promise<number> {
  return page.evaluate(
    async ([base64, color]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const [r, g, b] = [color >> 16, (color >> 8) & 255, color & 255];
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (Math.max(Math.abs(data[i] - r), Math.abs(data[i + 1] - g), Math.abs(data[i + 2] - b)) <= 3) count++;
      }
      return count;
    },
    [picture.toString('base64'), color] as const,
  );
}

const { between: RED, within: GREEN, segments: YELLOW } = HELPER_DEFAULTS;

describe('an example page', () => {
  it.each(names)('%s is short, and listed', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThan(60);
    expect(readFileSync(join(projectRoot, 'examples/README.md'), 'utf8')).toContain(`\`three/${name}\``);
  });
});

describeBrowser('an example page with three.js in Chromium', () => {
  let packed: PackedPackage;
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    packed = await packPackage();
    const files = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    site = await serveFolder(packed.createProject('three-examples', Object.fromEntries(files)), ISOLATION_HEADERS);
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    packed?.dispose();
  });

  /** Opens a page, and sees to it that it has nothing to complain of and asks nobody else for anything. */
  async function open(name: string, use: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage({ viewport: SIZE });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // Taking a picture stalls the software renderer, which says so.
      if (/^(error|warning)$/.test(message.type()) && !/GPU stall/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) complaints.push(request.url());
    });
    try {
      await page.goto(`${site.url}${name}`);
      await use(page);
    } catch (error) {
      throw new Error([String(error), ...complaints].join('\n'), { cause: error });
    } finally {
      await page.close();
    }
    expect(complaints).toEqual([]);
  }

  async function picture(page: Page, name: string): Promise<Buffer> {
    const shot = await page.screenshot();
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      writeFileSync(join(pictures, `${name}.png`), shot);
    }
    return shot;
  }

  const told = (page: Page, pattern: string) =>
    page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('output')?.value ?? ''), pattern);

  it('shows the hand in the box', async () => {
    await open('reach.html', async (page) => {
      await told(page, '^[1-9]\\d* pairs');
      // The fingers open and close; when they are closed, they meet the hand as well.
      let seen = { red: 0, green: 0, yellow: 0 };
      while (seen.red < 200 || seen.green < 50 || seen.yellow < 50) {
        const shot = await picture(page, 'reach');
        const [red, green, yellow] = await Promise.all(
          [RED, GREEN, YELLOW].map((color) => countPixels(page, shot, color)),
        );
        seen = { red, green, yellow };
      }
    });
  });

  it('shows what the ring meets when it is dragged', async () => {
    await open('drag.html', async (page) => {
      await told(page, 'the ring is free');
      const free = await picture(page, 'drag-free');
      expect(await countPixels(page, free, RED)).toBe(0);
      await page.mouse.move(205, 262);
      await page.mouse.down();
      await page.mouse.move(310, 262, { steps: 8 });
      await told(page, 'the ring meets pin 3');
      await page.mouse.up();
      const met = await picture(page, 'drag-met');
      expect(await countPixels(page, met, RED)).toBeGreaterThan(300);
      expect(await countPixels(page, met, GREEN)).toBe(0);
    });
  });
});
