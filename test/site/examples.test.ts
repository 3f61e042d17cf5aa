/** Every live example and every paper's method of the site, on a page in Chromium: it answers, its control changes the answer, and it ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser, withPage } from '../support/chromium.ts';
import { documentationFiles } from '../support/documentation-files.ts';
import { projectRoot } from '../support/packed-package.ts';
import { openSitePage, type SitePage } from '../support/site-page.ts';

const SOURCE_LINES_MAX = 40;
/** Modules that export `run(stage)`, by the name that pages give them; the others are what they share. */
const MODULES = new Map(
  ['examples/live', 'site/papers'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder))
      .filter((name) => name.endsWith('.js') && sourceOf(join(folder, name)).includes('export async function run('))
      .map((name) => [`${folder.split('/')[1]}/${name.slice(0, -3)}`, join(folder, name)] as const),
  ),
);
const NAMES = [...MODULES.keys()];

function sourceOf(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

/** What each says at first, and after its slider went to the end, or a file was chosen. */
const ANSWERS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  'live/start': [/^[1-9]\d+ pairs of triangles collide, out of 57600 triangles: [\d.]+ ms$/, /^\d+ pairs/],
  'live/cloth': [/^[1-9]\d+ pairs of its own triangles cross/, /^[1-9]\d+ pairs/],
  'live/clashes': [/^peg and cover: .*|^plate and peg: penetrating, [\d.]+ deep/, /^(no clash|.*cover)/],
  'live/clearance': [/^0\.\d{3} apart$/, /^(0\.\d{3} apart|farther apart than 1)$/],
  'live/inside': [/^[1-9]\d+ of 20000 points are inside$/, /^[1-9]\d+ of 20000 points are inside$/],
  'live/volume': [/^[\d.]+ ± [\d.]+ in common$/, /^0\.0000 ± 0\.0000 in common$/],
  'live/voxels': [/^[1-9]\d+ of 24 × /, /^[1-9]\d+ of 40 × /],
  'live/character': [
    /^[1-9]\d* pairs of triangles with [1-6] of 6 pieces$/,
    /^\d+ pairs of triangles with [0-6] of 6 pieces$/,
  ],
  'live/culling': [
    /^pass 1 of \d+, along x, by object: \d+ of 10080 triangles may collide$/,
    /^pass (\d+) of \1, along \S+, by \w+: [1-9]\d* of 10080 triangles may collide$/,
  ],
  'live/gpu': [
    /^[1-9]\d* pairs stay on the GPU, of 7938 triangles$/,
    /^[1-9]\d* pairs stay on the GPU, of 7938 triangles$/,
  ],
  'live/door': [/^free to \d+\.\d{3}°, jams up to \d+\.\d{3}°$/, /^proven free for all 90°$/],
  'live/bolts': [
    /^[1-9]\d* pairs of 1000 bolts collide, \d{6} triangles; 100 bolts move$/,
    /^\d+ pairs .* 1000 bolts move$/,
  ],
  'live/file': [/^a knot that is too thick: [1-9]\d* pairs of triangles/, /^bracket\.stl: no pairs of triangles/],
  'live/impact': [/^hits the wall after 0\.\d{4} of the step$/, /^hits the wall after 0\.\d{4} of the step$/],
  'live/slide': [/; 0 pairs of triangles collide$/, /; 0 pairs of triangles collide$/],
  'live/section': [
    /^penetrating, 0\.\d{3} deep; an area of 0\.\d{3} of the section lies in both$/,
    /^penetrating, 0\.\d{3} deep; an area of 0\.\d{3} of the section lies in both$/,
  ],
  'live/layers': [/^64 × 64 rays meet \d{4} layers, [46] at most$/, /^128 × 128 rays meet \d{5} layers, [46] at most$/],
  'papers/quick-cullide': [
    /^Pass 1 of \d+, along x, by object: NFV 4968, FFV 4968, SFV 0, pruned 0, of which 0 collide$/,
    /^Pass (\d+) of \1, along z, by triangle: NFV \d+, FFV [1-9]\d*, SFV [1-9]\d*, pruned [1-9]\d*, of which [1-9]\d* collide$/,
  ],
  'papers/self-cullide': [
    /^Pass 1 of \d+, along x, 1 objects?, 1 left: NFV 3000,/,
    /^Pass (\d+) of \1, along z, \d+ triangles, \d+ left: NFV [1-9]\d*, .* pruned [1-9]\d*, of which [1-9]\d* collide$/,
  ],
  'papers/far': [
    /^64 × 64 pixels: FAR keeps \d+ triangles; of ([1-9]\d*) colliding triangles CULLIDE loses [1-9]\d*, FAR 0$/,
    /^2048 × 2048 pixels: FAR keeps \d+ triangles; of [1-9]\d* colliding triangles CULLIDE loses \d+, FAR 0$/,
  ],
  'papers/layers': [
    /^64 × 64 rays, \d+ layers; in both along [1-9]\d* stretches: volume 0\.00\d{3}$/,
    /^64 × 64 rays, \d+ layers; in both along \d+ stretches: volume 0\.0\d{4}$/,
  ],
  'papers/voxels': [
    /^32 × 32 × 32 in the region of interest: 1213 voxels of the dolphin, 782 of the cylinder, 83 in common$/,
    /in the region of interest: [1-9]\d* voxels of the dolphin, [1-9]\d* of the cylinder, \d+ in common$/,
  ],
  'papers/methods': [
    /^128 × 128 pixels: self-CULLIDE keeps \d+ and loses [1-9]\d*; Quick-CULLIDE keeps \d+ and loses [1-9]\d*; FAR keeps \d+ and loses 0; the default keeps \d+ and loses 0$/,
    /^1024 × 1024 pixels: .* FAR keeps \d+ and loses 0; the default keeps \d+ and loses 0$/,
  ],
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
      Object.fromEntries([...MODULES].map(([name, file]) => [name, join(projectRoot, file)])),
      PAGE,
    );
  });
  afterAll(() => site?.close());

  it('is expected for every file, and shown on the page', () => {
    expect(NAMES.sort()).toEqual(Object.keys(ANSWERS).sort());
    const text = sourceOf('site/examples/index.md') + sourceOf('site/papers/live.md');
    for (const [name, file] of MODULES) {
      expect(text).toContain(`<LiveExample name="${name}"`);
      expect(text).toContain(`<<< @/../../${file}`);
    }
  });

  it('of the package is listed there, and on the page that runs it', () => {
    const [list, page] = [sourceOf('examples/README.md'), sourceOf('examples/live/index.html')];
    const own = NAMES.filter((name) => name.startsWith('live/'));
    expect(own.filter((name) => !list.includes(`\`${name}.js\``))).toEqual([]);
    expect(own.filter((name) => !page.includes(`'${name.slice(5)}'`))).toEqual([]);
  });

  it.each([...MODULES.values()])('%s has a source that one reads at once', (file) => {
    expect(sourceOf(file).trimEnd().split('\n').length).toBeLessThanOrEqual(SOURCE_LINES_MAX);
  });

  /** Moves only by itself where nobody asked for less motion; `bolts` tells what it was asked for in its next frame. */
  const still = (name: string) => ({
    reducedMotion: /bolts|slide/.test(name) ? ('no-preference' as const) : ('reduce' as const),
  });

  async function change(page: Page): Promise<void> {
    // Without a control it moves by itself.
    if ((await page.locator('#controls input').count()) === 0) return;
    const input = page.locator('#controls input');
    if ((await input.getAttribute('type')) !== 'file') return input.press('End');
    const content = (await documentationFiles())['bracket.stl'] as string;
    await input.setInputFiles({ name: 'bracket.stl', mimeType: 'model/stl', buffer: Buffer.from(content) });
  }

  it('moves by itself until somebody takes its slider', async () => {
    await withPage(site.browser, `${site.url}#live/start`, async (page) => {
      const value = () => page.locator('#controls input').inputValue();
      await expect.poll(() => page.locator('#answer').textContent()).toMatch(/pairs/);
      const before = await value();
      await expect.poll(value).not.toBe(before);
      await page.locator('#controls input').press('End');
      await page.waitForTimeout(100);
      expect(await value()).toBe('2.4');
    });
  });

  it.each(NAMES)('%s answers', async (name) => {
    const [first, last] = ANSWERS[name];
    const use = async (page: Page) => {
      const answer = () => page.locator('#answer').textContent();
      await expect.poll(answer).toMatch(first);
      const before = await answer();
      const picture = process.env.COLLIDESCOPE_PICTURES;
      if (picture) await page.screenshot({ path: join(picture, `example-${name.replace('/', '-')}.png`) });
      await change(page);
      await expect.poll(answer).not.toBe(before);
      await expect.poll(answer).toMatch(last);
      await page.evaluate(() => (globalThis as unknown as { end: () => void }).end());
    };
    await withPage(site.browser, `${site.url}#${name}`, use, still(name));
  });
});
