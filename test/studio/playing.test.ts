import { expect, it } from 'vitest';
import { FRAME_SECONDS, openScene, SceneMirror, type SceneName } from '../../scenes/index.ts';
import { type CollideOptions, createEngine } from '../../src/index.ts';
import { contentOf, describeBrowser } from '../support/chromium.ts';
import { seedsOf } from '../support/thoroughness.ts';
import {
  afterChange,
  answerOn,
  coloursOf,
  coloursOn,
  inLab,
  noticeOn,
  restOn,
  rowsOn,
  useStudio,
} from './studio-page.ts';

/** What the library says in Node about a frame of a scene. */
async function pairsInNode(name: SceneName, size: number, frame: number, options: CollideOptions): Promise<number> {
  const engine = await createEngine({ threads: 2 });
  const scene = await openScene(name, { seed: 1, size, engine });
  const mirror = new SceneMirror(engine, scene);
  for (let step = 0; step < frame; step++) await scene.step(FRAME_SECONDS);
  mirror.update();
  const { kinds } = await mirror.scene.collide(options);
  engine.dispose();
  return kinds.length;
}

describeBrowser('the studio plays scenes', () => {
  const studio = useStudio();

  it('in the laboratory, beginning with one that collides, and a sentence that says what it is', async () => {
    await studio.open({}, async (page) => {
      await inLab(page);
      expect((await answerOn(page)).value).toBeGreaterThan(0);
      await expect.poll(() => coloursOn(page)).toMatchObject({ red: expect.toSatisfy((n) => n > 300) });
      expect((await coloursOn(page)).distinct).toBeGreaterThan(200);
      expect(await page.locator('#tagline').textContent()).toMatch(
        /triangle.*exactly.*red between objects, green within one/,
      );
      await page.waitForFunction(() => Number(document.getElementById('count')?.dataset.frame) > 3);
    });
  });

  it('a scene of many frames, with the numbers that the library gives in Node', async () => {
    const [size, frames] = [1200, seedsOf(300)];
    await studio.open({ hash: `#scene=merged-cows&size=${size}&play=1` }, async (page) => {
      await page.waitForFunction((frames) => Number(document.getElementById('frame')?.textContent) >= frames, frames);
      await page.keyboard.press('Space');
      await page.waitForFunction(() => document.getElementById('play')?.getAttribute('aria-label') === 'Play');
      await restOn(page);
      const { value, frame } = await answerOn(page);
      expect(frame).toBeGreaterThanOrEqual(frames);
      expect(value).toBe(await pairsInNode('merged-cows', size, frame, { self: true }));
      expect((await coloursOn(page)).green).toBeGreaterThan(300);
    });
  });

  it('steps forward and back, and starts again', async () => {
    await studio.open({ hash: '#scene=hat-and-mouse&size=2000&frame=7' }, async (page) => {
      expect(await answerOn(page)).toMatchObject({ frame: 7 });
      for (const [key, frame] of [
        ['.', 8],
        [',', 7],
        ['Home', 0],
      ] as const) {
        await afterChange(page, () => page.keyboard.press(key));
        expect(await answerOn(page)).toMatchObject({
          frame,
          value: await pairsInNode('hat-and-mouse', 2000, frame, { self: true }),
        });
      }
    });
  });

  it('replays a simulated scene to go back, to the same answer', async () => {
    await studio.open({ hash: '#scene=leaves&size=3000&frame=20' }, async (page) => {
      const first = await answerOn(page);
      await afterChange(page, () => page.keyboard.press('.'));
      expect(await answerOn(page)).toMatchObject({ frame: 21 });
      await afterChange(page, () => page.keyboard.press(','));
      expect(await answerOn(page)).toEqual(first);
    });
  });

  it('restores scene, size, frame, question and camera from a link', async () => {
    let link = '';
    let camera = '';
    await studio.open({ hash: '#scene=bent-bunny&size=1500&frame=30' }, async (page) => {
      await answerOn(page);
      await page.locator('#query input[name="penetrating"]').check();
      await page.mouse.move(600, 400);
      await page.mouse.down();
      await page.mouse.move(680, 430, { steps: 4 });
      await page.mouse.up();
      await restOn(page);
      await page.keyboard.press('l');
      await noticeOn(page, 'link');
      link = new URL(page.url()).hash;
      camera = new URLSearchParams(link.slice(1)).get('camera') ?? '';
    });
    expect(link).toContain('scene=bent-bunny');
    await studio.open({ hash: link }, async (page) => {
      expect(await answerOn(page)).toMatchObject({
        frame: 30,
        value: await pairsInNode('bent-bunny', 1500, 30, { self: true, contacts: 'penetrating' }),
      });
      expect(await page.locator('#query input[name="penetrating"]').isChecked()).toBe(true);
      await page.keyboard.press('l');
      await noticeOn(page, 'link');
      const again = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('camera') ?? '';
      const numbers = (text: string) => text.split(',').map(Number);
      for (const [i, value] of numbers(again).entries()) expect(value).toBeCloseTo(numbers(camera)[i], 3);
    });
  });

  it('lists pairs of objects, sorts them, and flies to one', async () => {
    await studio.open({ hash: '#scene=assembly&size=1000', reducedMotion: 'no-preference' }, async (page) => {
      await answerOn(page);
      const counts = (rows: string[][]) => rows.map((row) => Number(row[2].replaceAll(',', '')));
      const descending = counts(await rowsOn(page));
      expect(descending).toEqual([...descending].sort((a, b) => b - a));
      await page.locator('[data-sort="value"]').click();
      expect(counts(await rowsOn(page))[0]).toBe(Math.min(...descending));
      await page.locator('[data-sort="a"]').click();
      const names = (await rowsOn(page)).map(([name]) => name);
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
      const before = await page.screenshot({ clip: { x: 270, y: 60, width: 500, height: 500 } });
      await page.locator('#pairs tbody button').first().click();
      await restOn(page);
      expect(before.equals(await page.screenshot({ clip: { x: 270, y: 60, width: 500, height: 500 } }))).toBe(false);
    });
  });

  it('after a click, Space plays and pauses; a scene that follows another is not called stopped', async () => {
    await studio.open({ hash: '#scene=merged-cows&size=300' }, async (page) => {
      await answerOn(page);
      await page.locator('[data-scene="assembly"]').click();
      await page.locator('[data-scene="bent-bunny"]').click();
      await page.waitForFunction(() => Number(document.getElementById('frame')?.textContent) > 2, undefined);
      await page.keyboard.press('Space');
      await page.waitForFunction(() => document.getElementById('play')?.getAttribute('aria-label') === 'Play');
      expect(Number(await page.locator('#frame').textContent())).toBeGreaterThan(2);
      expect(await page.locator('.notice').allTextContents()).toEqual([]);
      expect(await page.locator('[data-scene="bent-bunny"]').getAttribute('aria-pressed')).toBe('true');
    });
  });

  it('offers the pair that was clicked where a question is about two objects', async () => {
    await studio.open({ hash: '#scene=assembly&size=1000' }, async (page) => {
      await answerOn(page);
      const row = page.locator('#pairs tbody tr').nth(2);
      const [a, b] = [await row.getAttribute('data-a'), await row.getAttribute('data-b')];
      await row.click();
      await afterChange(page, () => page.locator('#query [data-kind="volume"]').click());
      await answerOn(page, 'volume');
      expect(await page.locator('#query select[name="object"]').inputValue()).toBe(a);
      expect(await page.locator('#query select[name="other"]').inputValue()).toBe(b);
    });
  });

  it('works without cross-origin isolation, on one thread, and says so', async () => {
    const { serveFolder } = await import('../support/serve.ts');
    const { studioFolder } = await import('./studio-page.ts');
    const site = await serveFolder(studioFolder);
    try {
      await studio.open({ url: site.url, hash: '#scene=merged-cows&size=1200' }, async (page) => {
        const { value } = await answerOn(page);
        expect(value).toBe(await pairsInNode('merged-cows', 1200, 0, { self: true }));
        expect(await page.locator('#threads').inputValue()).toBe('0');
        expect(await page.locator('#engine-note').textContent()).toMatch(/not cross-origin isolated.*COOP and COEP/);
      });
    } finally {
      await site.close();
    }
  });

  it('saves the picture that it shows', async () => {
    await studio.open({ hash: '#scene=merged-cows&size=600' }, async (page) => {
      await answerOn(page);
      const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save-png').click()]);
      expect(saved.suggestedFilename()).toBe('merged-cows.png');
      expect((await coloursOf(page, await contentOf(saved))).green).toBeGreaterThan(300);
    });
  });

  it('is dark when the system is, and can be changed', async () => {
    await studio.open({ hash: '#scene=merged-cows&size=600', colorScheme: 'dark' }, async (page) => {
      await answerOn(page);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
      await page.keyboard.press('t');
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    });
  });

  it('fits a phone: panels are sheets', async () => {
    const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
    await studio.open({ hash: '#scene=merged-cows&size=600', ...phone }, async (page) => {
      await answerOn(page);
      expect(await page.locator('#left').isVisible()).toBe(false);
      await page.locator('[data-opens="found"]').tap();
      expect(await page.locator('#count').isVisible()).toBe(true);
      await page.locator('[data-opens="ask"]').tap();
      expect(await page.locator('#query').isVisible()).toBe(true);
      expect(await page.locator('#count').isVisible()).toBe(false);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(390);
    });
  });
});
