/** Every live example of the site, on a page in Chromium: it answers, its control changes the answer, and it ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser, withPage } from '../support/chromium.ts';
import { documentationFiles } from '../support/documentation-files.ts';
import { projectRoot } from '../support/packed-package.ts';
import { openSitePage, type SitePage } from '../support/site-page.ts';

const folder = join(projectRoot, 'site/examples');
const NAMES = readdirSync(folder)
  .filter((name) => name.endsWith('.js') && name !== 'stage.js')
  .map((name) => name.slice(0, -3));

/** What each says at first, and after its slider went to the end, or a file was chosen. */
const ANSWERS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  start: [/^[1-9]\d+ pairs of triangles collide, out of 57600 triangles: [\d.]+ ms$/, /^\d+ pairs/],
  cloth: [/^[1-9]\d+ pairs of its own triangles cross/, /^[1-9]\d+ pairs/],
  clashes: [/^peg and cover: .*|^plate and peg: penetrating, [\d.]+ deep/, /^(no clash|.*cover)/],
  clearance: [/^0\.\d{3} apart$/, /^(0\.\d{3} apart|farther apart than 1)$/],
  inside: [/^[1-9]\d+ of 20000 points are inside$/, /^[1-9]\d+ of 20000 points are inside$/],
  volume: [/^[\d.]+ ± [\d.]+ in common$/, /^0\.0000 ± 0\.0000 in common$/],
  voxels: [/^[1-9]\d+ of 24 × /, /^[1-9]\d+ of 40 × /],
  character: [
    /^[1-9]\d* pairs of triangles with [1-6] of 6 pieces$/,
    /^\d+ pairs of triangles with [0-6] of 6 pieces$/,
  ],
  culling: [
    /^pass 1 of \d+, along x, by object: \d+ of 10080 triangles may collide$/,
    /^pass (\d+) of \1, along \S+, by \w+: [1-9]\d* of 10080 triangles may collide$/,
  ],
  gpu: [/^[1-9]\d* pairs stay on the GPU, of 7938 triangles$/, /^[1-9]\d* pairs stay on the GPU, of 7938 triangles$/],
  door: [/^free to \d+\.\d{3}°, jams up to \d+\.\d{3}°$/, /^proven free for all 90°$/],
  bolts: [/^[1-9]\d* pairs of 1000 bolts collide, \d{6} triangles; 100 bolts move$/, /^\d+ pairs .* 1000 bolts move$/],
  file: [/^a knot that is too thick: [1-9]\d* pairs of triangles/, /^bracket\.stl: no pairs of triangles/],
  impact: [/^hits the wall after 0\.\d{4} of the step$/, /^hits the wall after 0\.\d{4} of the step$/],
};

const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<canvas style="width:600px;height:320px"></canvas><div id="controls"></div><p id="answer"></p>
<script type="module">
const name = location.hash.slice(1);
const { run } = await import('./' + name + '.js');
const answer = document.querySelector('#answer');
const say = (text) => { answer.textContent = text; };
globalThis.end = await run({ canvas: document.querySelector('canvas'), controls: document.querySelector('#controls'), say });
</script>`;

describeBrowser('a live example', () => {
  let site: SitePage;
  beforeAll(async () => {
    site = await openSitePage(
      NAMES.map((name) => join(folder, `${name}.js`)),
      PAGE,
    );
  });
  afterAll(() => site?.close());

  it('is expected for every file, and shown on the page', () => {
    expect(NAMES.sort()).toEqual(Object.keys(ANSWERS).sort());
    const text = readFileSync(join(folder, 'index.md'), 'utf8');
    for (const name of NAMES) expect(text).toContain(`<LiveExample name="${name}"`);
  });

  /** Moves only by itself where nobody asked for less motion; `bolts` tells what it was asked for in its next frame. */
  const still = (name: string) => ({
    reducedMotion: name === 'bolts' ? ('no-preference' as const) : ('reduce' as const),
  });

  async function change(page: Page): Promise<void> {
    const input = page.locator('#controls input');
    if ((await input.getAttribute('type')) !== 'file') return input.press('End');
    const content = (await documentationFiles())['bracket.stl'] as string;
    await input.setInputFiles({ name: 'bracket.stl', mimeType: 'model/stl', buffer: Buffer.from(content) });
  }

  it('moves by itself until somebody takes its slider', { timeout: 60_000 }, async () => {
    await withPage(site.browser, `${site.url}#start`, async (page) => {
      const value = () => page.locator('#controls input').inputValue();
      await expect.poll(() => page.locator('#answer').textContent(), { timeout: 20_000 }).toMatch(/pairs/);
      const before = await value();
      await expect.poll(value, { timeout: 20_000 }).not.toBe(before);
      await page.locator('#controls input').press('End');
      await page.waitForTimeout(100);
      expect(await value()).toBe('2.4');
    });
  });

  it.each(NAMES)('%s answers', { timeout: 60_000 }, async (name) => {
    const [first, last] = ANSWERS[name];
    await withPage(site.browser, `${site.url}#${name}`, async (page) => {
      await page.emulateMedia(still(name));
      await page.reload();
      const answer = () => page.locator('#answer').textContent();
      await expect.poll(answer, { timeout: 20_000 }).toMatch(first);
      const before = await answer();
      const picture = process.env.COLLIDESCOPE_PICTURES;
      if (picture) await page.screenshot({ path: join(picture, `example-${name}.png`) });
      await change(page);
      await expect.poll(answer, { timeout: 20_000 }).not.toBe(before);
      await expect.poll(answer, { timeout: 20_000 }).toMatch(last);
      await page.evaluate(() => (globalThis as unknown as { end: () => void }).end());
    });
  });
});
