/** Lengths in the unit that was chosen: in the list, the details, the sentence, measurements and the field for the tolerance. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Lengths } from '../../studio/src/lengths.ts';
import { box } from '../cli/files.ts';
import { describeBrowser } from '../support/chromium.ts';
import { afterChange, answerOn, drop, useStudio } from './studio-page.ts';

/** Two boxes in metres that reach 0.0254 into each other. */
const TWO = box('a', [0, 0, 0]) + box('b', [0.9746, 0.3, 0.3]);

it('lengths are told in what was chosen, places rounded to the tolerance, typed numbers in it too', () => {
  const lengths = new Lengths();
  lengths.own = 'meter';
  expect(lengths.text(0.0254)).toBe('25.4 mm');
  expect(lengths.typed('5')).toBe('5');
  lengths.chosen = 'inch';
  expect(lengths.text(0.0254)).toBe('1 in');
  expect(lengths.volume({ volume: 0.0254 ** 3, errorBound: 0, method: 'sums' as never })).toBe('1 in³');
  expect(lengths.point({ isTurned: true }, 0.000254, [0.0254, 0.0508, 0.0762])).toBe('1  -3  2');
  expect([lengths.typed('5'), lengths.typed(' 5mm '), lengths.symbol]).toEqual(['5in', '5mm', 'in']);
  lengths.own = undefined;
  expect([lengths.text(2), lengths.typed('5'), lengths.symbol]).toEqual(['2', '5', '']);
});

describeBrowser('the unit that lengths are shown in', () => {
  const studio = useStudio();
  const texts = async (page: Page) => ({
    row: await page.locator('#review-list .measure').first().textContent(),
    details: await page.locator('#clash dl').textContent(),
    sentence: await page.locator('#sentence').textContent(),
  });

  it('is chosen for all of the page, after the unit of coordinates that state none was said', async () => {
    await studio.open({}, async (page) => {
      await drop(page, { 'two.obj': TWO });
      await answerOn(page, 'clashes');
      expect(await page.locator('#unit-note').textContent()).toBe(
        'Units: no unit in the file; y is up, as is usual for OBJ',
      );
      await page.keyboard.press('n');
      await page.waitForFunction(() => document.documentElement.dataset.inspected !== undefined);
      await expect.poll(async () => (await texts(page)).row).toBe('0.0254');
      expect(await page.locator('select[name=shown-unit]').isDisabled()).toBe(true);
      await afterChange(page, () => page.locator('#settings select[name=unit]').selectOption('meter'));
      await expect.poll(async () => (await texts(page)).row).toBe('25.4 mm');
      await page.evaluate(() => document.querySelector('#see')!.setAttribute('open', ''));
      await page.locator('select[name=shown-unit]').selectOption('inch');
      await expect.poll(async () => (await texts(page)).row).toBe('1 in');
      const told = await texts(page);
      expect(told.details).toContain('x y z (in)');
      await expect.poll(async () => (await texts(page)).sentence).toMatch(/tolerance [\d.e-]+ in/);
      const tolerance = page.locator('#settings input[name=tolerance]');
      await afterChange(page, async () => {
        await tolerance.fill('2');
        await tolerance.press('Enter');
      });
      expect(await page.locator('#settings input[name=tolerance]').inputValue()).toBe('2in');
      await expect.poll(() => page.locator('#sentence').textContent()).toContain('olerance 2 in');
      expect(await page.locator('#count').textContent()).toBe('0');
    });
  });
});
