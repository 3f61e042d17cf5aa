/** What people do in the view: hide and isolate, measure, turn with fingers; and what they found there that was wrong before. */
import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ASSEMBLY, box } from '../cli/files.ts';
import { describeBrowser } from '../support/chromium.ts';
import { afterChange, answerOn, dropFirst, restOn, type StudioOptions, useStudio } from './studio-page.ts';

const QUIET: StudioOptions = { hash: '#scene=merged-cows&size=300' };
const PHONE: StudioOptions = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

/** Fingers on the screen, from one set of places to another. */
async function gesture(session: CDPSession, from: readonly [number, number][], to: readonly [number, number][]) {
  const steps = 6;
  const at = (share: number) =>
    from.map(([x, y], id) => ({ x: x + share * (to[id][0] - x), y: y + share * (to[id][1] - y), id }));
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

interface Pose {
  /** From the target to the camera. */
  readonly direction: readonly number[];
  readonly distance: number;
  readonly target: readonly number[];
}

/** From the link to the view. */
async function poseOn(page: Page): Promise<Pose> {
  // Damped motion comes to rest.
  await restOn(page);
  await page.evaluate(() => document.getElementById('copy-link')!.click());
  const numbers = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('camera')!.split(',').map(Number);
  const target = numbers.slice(3);
  const offset = numbers.slice(0, 3).map((value, axis) => value - target[axis]);
  const distance = Math.hypot(...offset);
  return { direction: offset.map((value) => value / distance), distance, target };
}

const between = (p: readonly number[], q: readonly number[]) => Math.hypot(...p.map((value, i) => value - q[i]));

describeBrowser('the tools of the view', () => {
  const studio = useStudio();

  async function review(model: string, use: (page: Page) => Promise<void>, options: StudioOptions = {}): Promise<void> {
    await studio.open(options, async (page) => {
      await dropFirst(page, { 'model.obj': model });
      await use(page);
    });
  }

  it('hide the objects of a clash, show only them, and show all again', async () => {
    await review(ASSEMBLY, async (page) => {
      const hidden = () => page.locator('#objects .leaf.hidden-object .title').allTextContents();
      expect(await page.locator('#tool-hide').isDisabled()).toBe(true);
      await page.keyboard.press('n');
      await page.waitForFunction(() => document.documentElement.dataset.inspected !== undefined);
      await page.keyboard.press('i');
      expect((await hidden()).sort()).toEqual(['far', 'washer']);
      expect(await page.locator('#tool-show-all').textContent()).toBe('Show all (2 hidden)');
      await page.locator('#tool-show-all').click();
      expect(await hidden()).toEqual([]);
      await page.locator('#tool-hide').click();
      expect((await hidden()).sort()).toEqual(['bolt', 'plate']);
      await page.keyboard.press('a');
      expect(await hidden()).toEqual([]);
      expect(await page.locator('#tool-show-all').isVisible()).toBe(false);
    });
  });

  it('measure between two points, by click, by key and by touch', async () => {
    const told = /^([\d.e-]+) apart: x ([\d.e-]+), y ([\d.e-]+), z ([\d.e-]+)$/;
    const measured = async (page: Page) => {
      await expect.poll(() => page.locator('#measured').textContent()).toMatch(told);
      const [distance, ...along] = told
        .exec((await page.locator('#measured').textContent())!)!
        .slice(1)
        .map(Number);
      expect(Math.hypot(...along) / distance).toBeCloseTo(1, 1);
      expect(await page.locator('#labels .measure').textContent()).toBe(String(distance));
      return distance;
    };
    const block = box('block', [0, 0, 0], 4);
    await review(block, async (page) => {
      await page.keyboard.press('m');
      await page.mouse.click(480, 320);
      await page.locator('#view').focus();
      await page.keyboard.press('Enter');
      expect(await measured(page)).toBeLessThanOrEqual(4 * Math.sqrt(3));
      await page.keyboard.press('Escape');
      expect(await page.locator('#measured').textContent()).toBe('');
    });
    await review(
      block,
      async (page) => {
        await page.locator('#tool-measure').tap();
        await page.touchscreen.tap(170, 400);
        await page.touchscreen.tap(220, 420);
        expect(await measured(page)).toBeGreaterThan(0);
      },
      PHONE,
    );
  });

  it('turn with one finger, move and zoom with two', async () => {
    await studio.open({ ...QUIET, ...PHONE }, async (page) => {
      await answerOn(page);
      const session = await page.context().newCDPSession(page);
      const first = await poseOn(page);
      await gesture(session, [[190, 400]], [[290, 380]]);
      const turned = await poseOn(page);
      expect(between(turned.direction, first.direction)).toBeGreaterThan(0.2);
      expect(turned.distance / first.distance).toBeCloseTo(1, 3);
      expect(between(turned.target, first.target)).toBeLessThan(1e-3 * first.distance);
      await gesture(session, [[170, 400], [220, 400]], [[100, 400], [290, 400]]); // biome-ignore format: pairs of fingers
      const zoomed = await poseOn(page);
      expect(zoomed.distance).toBeLessThan(0.7 * turned.distance);
      await gesture(session, [[150, 400], [240, 400]], [[150, 300], [240, 300]]); // biome-ignore format: pairs of fingers
      const moved = await poseOn(page);
      expect(between(moved.target, zoomed.target)).toBeGreaterThan(0.05 * zoomed.distance);
    });
  });
});

/** Notes in which order answers arrive, pictures are shown and numbers change. */
function watchOrder(): void {
  const order: string[] = [];
  Object.assign(globalThis, { order });
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given: ConstructorParameters<typeof Plain>) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (data?.type === 'frame' && data.answer) order.push(`answer ${data.frame}`);
      });
    }
  };
  const { transferToImageBitmap } = OffscreenCanvas.prototype;
  OffscreenCanvas.prototype.transferToImageBitmap = function () {
    order.push('picture');
    return transferToImageBitmap.call(this);
  };
  document.addEventListener('DOMContentLoaded', () => {
    const count = document.getElementById('count')!;
    new MutationObserver(() => order.push(`number ${count.dataset.frame}`)).observe(count, { childList: true });
  });
}

/** Columns of the window, from and to, in which something is as blue as the first object. */
async function columnsOf(page: Page): Promise<readonly [number, number]> {
  const png = await page.screenshot({ clip: { x: 0, y: 110, width: 1100, height: 500 } });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data, width } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const box = (id: string) => document.getElementById(id)!.getBoundingClientRect();
    let [from, to] = [width, -1];
    for (let at = 0; at < data.length; at += 4) {
      const x = (at / 4) % width;
      if (x <= box('left').right || x >= box('right').left || data[at + 2] - data[at] < 18) continue;
      [from, to] = [Math.min(from, x), Math.max(to, x)];
    }
    return [from - box('left').right, box('right').left - to] as const;
  }, png.toString('base64'));
}

describeBrowser('what people stumbled over in the studio is mended:', () => {
  const studio = useStudio();

  it('numbers come with the picture that they belong to, not before', async () => {
    await studio.open({ hash: '#scene=bunnies&size=3000', inPage: watchOrder }, async (page) => {
      const { frame } = await answerOn(page);
      for (let step = 1; step <= 3; step++) {
        await page.keyboard.press('.');
        await expect.poll(async () => (await answerOn(page)).frame).toBe(frame + step);
      }
      const order = await page.evaluate(() => (globalThis as unknown as { order: string[] }).order);
      const numbers = order.filter((event) => /^number \d/.test(event));
      expect(numbers.length).toBeGreaterThan(1);
      for (const number of new Set(numbers)) {
        const answered = order.indexOf(number.replace('number', 'answer'));
        expect(answered, order.join()).toBeGreaterThanOrEqual(0);
        expect(order.slice(answered, order.indexOf(number)), order.join()).toContain('picture');
      }
    });
  });

  it('"within" begins with a distance that suits the model, and says when it draws only some lines', async () => {
    await studio.open({ hash: '#scene=bunnies&size=1500' }, async (page) => {
      const { value: colliding } = await answerOn(page);
      expect(colliding).toBeGreaterThan(0);
      await afterChange(page, () => page.locator('#query [data-kind="within"]').click());
      const near = await answerOn(page, 'within');
      expect(near.value).toBeGreaterThanOrEqual(colliding);
      expect(near.value).toBeLessThan(20_000);
      const field = page.locator('#query input[name="distance"]');
      expect(await field.inputValue()).toBe('');
      await afterChange(page, async () => {
        await field.fill('100');
        await field.press('Enter');
      });
      await expect.poll(async () => (await answerOn(page, 'within')).sentence).toContain('200,000 are drawn');
    });
  });

  it('the selector of sizes shows the size that is open', async () => {
    await studio.open(QUIET, async (page) => {
      await answerOn(page);
      const size = page.locator('#scene-size');
      expect(await size.inputValue()).toBe('300');
      /** Triangles in the list, for each that the selector says. */
      const ratio = async () => {
        const triangles = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('#objects .leaf')].reduce(
            (sum, leaf) => sum + Number(leaf.dataset.triangles),
            0,
          ),
        );
        return triangles / Number(await size.inputValue());
      };
      const opened = async (name: string) => {
        await page.locator(`[data-scene="${name}"]`).click();
        await page.waitForFunction(
          (name) =>
            document.querySelector(`[data-scene="${name}"]`)?.getAttribute('aria-pressed') === 'true' &&
            !(document.getElementById('scene-size') as HTMLSelectElement).disabled,
          name,
        );
      };
      const first = await ratio();
      await opened('assembly');
      await opened('merged-cows');
      expect((await ratio()) / first).toBeGreaterThan(0.7);
      expect((await ratio()) / first).toBeLessThan(1.4);
    });
  });

  it('wide models are not hidden by the panels', async () => {
    const bar = `o bar\n${[0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => `v ${60 * x} ${y} ${z}`))).join('\n')}
f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n`;
    await studio.open({}, async (page) => {
      await dropFirst(page, { 'bar.obj': bar });
      const [left, right] = await columnsOf(page);
      expect(left).toBeGreaterThan(3);
      expect(right).toBeGreaterThan(3);
      // And it fills what is free.
      expect(left + right).toBeLessThan(250);
    });
  });
});
