/** The cloth of the first page, in Chromium: it falls, nothing ever intersects, a pointer pulls it, and a model of one's own serves as well. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser, withPage } from '../support/chromium.ts';
import { documentationFiles } from '../support/documentation-files.ts';
import { projectRoot } from '../support/packed-package.ts';
import { openSitePage, type SitePage } from '../support/site-page.ts';

const folder = join(projectRoot, 'site/home');
const SOURCE_LINES_MAX = 80;

/** `start` takes the bytes of a model to use instead of the figure. */
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<canvas style="width:600px;height:400px"></canvas>
<script type="module">
const home = {};
globalThis.home = home;
home.start = async (bytes) => {
  const { run } = await import('./dance.js');
  const figure = bytes && (await (await import('./own-figure.js')).ownFigure(new File([new Uint8Array(bytes)], 'own.glb')));
  home.end = await run({ canvas: document.querySelector('canvas'), say: (told) => { home.told = { ...told, error: told.error?.message }; } }, figure);
};
</script>`;

interface Told {
  readonly frames: number;
  readonly intersections: number;
  readonly error?: string;
}
/** On the page. */
declare const home: { start(bytes?: readonly number[]): Promise<void>; end(): void; told?: Told };

describeBrowser('the cloth of the first page', () => {
  let site: SitePage;
  beforeAll(async () => {
    site = await openSitePage(
      Object.fromEntries(['dance', 'own-figure'].map((name) => [name, join(folder, `${name}.js`)])),
      PAGE,
    );
  });
  afterAll(() => site?.close());

  /** Runs to that frame, with a pull on the way, and ends. */
  const danceUntil = (frame: number, bytes?: readonly number[]) =>
    withPage(site.browser, site.url, async (page) => {
      await page.waitForFunction(() => typeof home === 'object');
      await page.evaluate((own) => home.start(own), bytes);
      const reach = (count: number) =>
        page.waitForFunction((least) => (home.told?.frames ?? 0) >= least || home.told?.error, count);
      await reach(frame - 10);
      await page.mouse.move(300, 200);
      await page.mouse.down();
      await page.mouse.move(500, 60, { steps: 4 });
      await reach(frame);
      await page.mouse.up();
      const told = await page.evaluate(() => home.told);
      await page.evaluate(() => home.end());
      return told;
    });

  it('falls on the figure and never intersects, pulled or not', async () => {
    expect(await danceUntil(50)).toMatchObject({ error: undefined, intersections: 0 });
  });

  it('falls on a model that somebody drops', async () => {
    const model = (await documentationFiles())['character.glb'] as Uint8Array;
    expect(await danceUntil(30, [...model])).toMatchObject({ error: undefined, intersections: 0 });
  });

  it('has a source that one reads at once', () => {
    expect(readFileSync(join(folder, 'dance.js'), 'utf8').split('\n').length).toBeLessThan(SOURCE_LINES_MAX);
  });
});
