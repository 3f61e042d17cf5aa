/** The print check of the studio: a verdict, a mark and a row for each fault, one click to get there, and room for it on any screen. */
import { expect, it } from 'vitest';
import { box } from '../cli/files.ts';
import { describeBrowser } from '../support/chromium.ts';
import { answerOn, drop, useStudio } from './studio-page.ts';

/** A cube without its lid. */
const TRAY = box('tray', [0, 0, 0], 10).replace(/f .*\n$/, '');

describeBrowser('the print check', () => {
  const studio = useStudio();

  it.each([
    [1440, 900],
    [820, 1100],
    [390, 780],
  ])('has a row for each fault at %i pixels, and goes where it is', async (width, height) => {
    await studio.open({ viewport: { width, height } }, async (page) => {
      await drop(page, {
        'tray.obj': `${TRAY}${box('brick with a very long name that has to give way', [20, 0, 0], 10)}`,
      });
      await answerOn(page, 'clashes');
      if (width < 980) await page.locator('#sheets [data-opens="ask"]').click();
      await page.evaluate(() => {
        (document.getElementById('print') as HTMLDetailsElement).open = true;
      });
      await page.fill('#print-wall', '0.5');
      await page.evaluate(() => document.getElementById('print-check')!.click());
      await page.waitForFunction(() => !document.getElementById('print-verdict')!.hidden);
      expect(await page.locator('#print-verdict').textContent()).toBe('1 of 2 objects cannot be printed: 1 place.');
      expect(await page.locator('#print-list .mark .title').allTextContents()).toEqual(['hole, 4 edges']);
      await page.waitForFunction(() => document.querySelector('#labels .dimension')?.textContent === 'hole, 4 edges');
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over).toBeLessThanOrEqual(0);
    });
  });

  it('says that all is well, and refuses a length that is none', async () => {
    await studio.open({}, async (page) => {
      await drop(page, { 'brick.obj': box('brick', [0, 0, 0], 10) });
      await answerOn(page, 'clashes');
      const check = (wall: string) =>
        page.evaluate((given) => {
          (document.getElementById('print-wall') as HTMLInputElement).value = given;
          document.getElementById('print-check')!.click();
        }, wall);
      await check('');
      await page.waitForFunction(() => !document.getElementById('print-verdict')!.hidden);
      expect(await page.locator('#print-verdict').textContent()).toBe('It can be printed.');
      await check('thick');
      await page.waitForSelector('.notice.error');
      expect(await page.locator('.notice.error').textContent()).toContain('thick');
    });
  });
});
