/** `clash --report` and `check --report`: one page that needs nothing else and says what JSON says. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectChromium, contentOf, describeBrowser } from '../support/chromium.ts';
import { useCommandLine } from './command-line.ts';
import { ASSEMBLY, box, movingTriangles, TANGLE, write } from './files.ts';

// Software draws the pages, on machines that do other things as well.
const cli = useCommandLine();
const readPage = (name: string) => readFileSync(join(cli.folder, name), 'utf8');

/** What scripts see of the page's data. */
function dataOf(html: string) {
  return JSON.parse(/<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html)![1]);
}

/** JSON of the run, without what differs from run to run. */
const stable = ({ milliseconds: _, ...report }: { milliseconds: unknown }) => report;

async function clash(...words: string[]) {
  const { code, stdout } = await cli.run(['clash', ...words, '--json']);
  return { code, report: JSON.parse(stdout) };
}

/** A name that would be markup, a script, an attribute or the end of one if it were not escaped. */
const EVIL = `</script><img src=x onerror="window.evil=1">'"\`&lt;<!-- ]]> \u{1f600} \u202egnp.exe`;

beforeAll(() => {
  write(cli.folder, 'assembly.obj', ASSEMBLY);
  write(cli.folder, 'evil.obj', [box(EVIL, [0, 0, 0], 2), box(`${'long '.repeat(2000)}end`, [1, 1, 1], 2)].join(''));
});

describe('clash --report', () => {
  it('holds the JSON of the run, a row and a picture for each clash, and exits as without', async () => {
    const { code, report } = await clash('assembly.obj', '--report', 'out.html', '--clearance', '3', '--touching');
    expect(code).toBe(1);
    const html = readPage('out.html');
    const data = dataOf(html);
    expect(stable(data.report)).toEqual(stable(report));
    expect(data.rows.map(({ id }: { id: string }) => id)).toEqual(report.clashes.map(({ id }: { id: string }) => id));
    expect(html.match(/<tr data-row=/g)).toHaveLength(report.clashes.length);
    expect(html.match(/<figure><img id="p\d+"/g)).toHaveLength(report.clashes.length);
    expect(html.match(/<script type="text\/plain" id="g\d+">/g)).toHaveLength(report.clashes.length);
    expect(data.baseline.clashes).toHaveLength(report.clashes.length);
  });

  it('refers to nothing outside itself, and allows only its own script and style', () => {
    const html = readPage('out.html');
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)!;
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(html)!;
    const [, script] = /<script>([\s\S]*?)<\/script>/.exec(html)!;
    expect(policy).toContain(`style-src 'sha256-${hash(style)}'`);
    expect(policy).toContain(`script-src 'sha256-${hash(script)}'`);
    const markup = html.replace(/<script[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, '');
    expect(markup).not.toMatch(/\s(src|href|action|style|on\w+)="(?!data:image\/png;base64,)/);
    expect(html).not.toMatch(/https?:\/\//);
  });

  it('is the same in the next run, but for its times', async () => {
    await clash('assembly.obj', '--report', 'again.html', '--clearance', '3', '--touching');
    const bare = (name: string) =>
      readPage(name).replace(/"milliseconds":\{[^}]*\}|(Read|answered) in [\d.]+ m?s/g, '');
    expect(bare('again.html')).toBe(bare('out.html'));
  });

  it('shows names as text whatever they hold, and whole ones in the data', async () => {
    const { report } = await clash('evil.obj', '--report', 'evil.html');
    const html = readPage('evil.html');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('\u202e');
    expect(html.match(/<\/script>/g)!.length).toBe(html.match(/<script/g)!.length);
    const { objects } = dataOf(html).report;
    expect(objects.map(({ name }: { name: string }) => name)).toEqual(
      report.objects.map(({ name }: { name: string }) => name),
    );
    expect(objects[1].name).toHaveLength(10_003);
  });

  it('makes as many pictures as asked for', async () => {
    await clash('assembly.obj', '--report', 'few.html', '--pictures', '1', '--touching');
    expect(readPage('few.html').match(/<figure><img id="p\d+"/g)).toHaveLength(1);
  });

  it('shows the worst frame of an animation, and clashes over the frames', async () => {
    write(cli.folder, 'moving.gltf', movingTriangles());
    const { report } = await clash('moving.gltf', '--frames', '3', '--report', 'frames.html');
    const html = readPage('frames.html');
    expect(stable(dataOf(html).report)).toEqual(stable(report));
    expect(html).toContain('Clashes over the frames (1)');
  });

  it('says so when nothing was found', async () => {
    write(cli.folder, 'alone.obj', box('a', [0, 0, 0]) + box('b', [5, 0, 0]));
    const { code } = await clash('alone.obj', '--report', 'none.html');
    expect(code).toBe(0);
    expect(readPage('none.html')).toContain('Nothing was found.');
  });

  it('leaves nothing behind when it cannot be written, and keeps what was there when the run fails', async () => {
    const { code } = await cli.run(['clash', 'assembly.obj', '--report', 'no/out.html']);
    expect(code).toBe(2);
    write(cli.folder, 'kept.html', 'before');
    expect((await cli.run(['clash', 'missing.obj', '--report', 'kept.html'])).code).toBe(2);
    expect(readPage('kept.html')).toBe('before');
    expect(readdirSync(cli.folder).filter((file) => file.endsWith('.part'))).toEqual([]);
    expect(existsSync(join(cli.folder, 'no'))).toBe(false);
  });
});

describe('check --report', () => {
  it('shows each place where a mesh meets itself', async () => {
    write(cli.folder, 'tangle.obj', TANGLE);
    const { code, stdout } = await cli.run(['check', 'tangle.obj', '--report', 'check.html', '--json']);
    expect(code).toBe(1);
    const report = JSON.parse(stdout);
    const data = dataOf(readPage('check.html'));
    expect(stable(data.report)).toEqual(stable(report));
    expect(data.rows).toHaveLength(report.regions.length);
    expect(data.baseline).toBeUndefined();
  });
});

describeBrowser('the page in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectChromium();
    await clash('assembly.obj', '--report', 'page.html', '--clearance', '3', '--touching', '--pictures', '2');
    await clash('evil.obj', '--report', 'evil.html');
  });
  afterAll(() => browser?.close());

  /** Opens a report; what it complains of or asks the network for is an error. */
  async function open(
    name: string,
    use: (page: Page) => Promise<void>,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!/^(data|file|blob):/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(pathToFileURL(join(cli.folder, name)).href);
    await page.waitForSelector('html.live');
    await use(page);
    expect(complaints).toEqual([]);
    await context.close();
  }

  it('lists what JSON lists, filters and sorts it', async () => {
    const { clashes, objects } = dataOf(readPage('page.html')).report;
    await open('page.html', async (page) => {
      const rows = page.locator('#clashes tbody tr:visible');
      expect(await rows.count()).toBe(clashes.length);
      const listed = await rows.evaluateAll((all) =>
        all.map((row) => (row as HTMLTableRowElement).cells[0].textContent),
      );
      expect(listed).toEqual(clashes.map(({ id }: { id: string }) => id));
      const near = clashes.filter(({ kind }: { kind: string }) => kind === 'near');
      await page.selectOption('#kind', 'near');
      expect(await rows.count()).toBe(near.length);
      await page.selectOption('#kind', '');
      await page.fill('#search', 'washer plate');
      expect(await rows.count()).toBe(1);
      await page.fill('#search', '');
      await page.click('th[data-order="a"] button');
      const names = await rows.evaluateAll((all) =>
        all.map((row) => (row as HTMLTableRowElement).cells[2].textContent),
      );
      expect(names).toEqual([...names].sort());
      await rows.first().click();
      const title = await page.textContent('#clash-id');
      const shown = clashes.find(({ id }: { id: string }) => id === title);
      expect(await page.textContent('#first-name')).toBe(objects[shown.a].label);
    });
  });

  it('draws the same with WebGL and without, and turns, cuts and zooms by mouse and keys', async () => {
    const pictures: Buffer[] = [];
    for (const without of [false, true]) {
      const context = { viewport: { width: 1020, height: 640 }, deviceScaleFactor: 1 };
      await open(
        'page.html',
        async (page) => {
          if (without)
            await page.evaluate(() => {
              const own = HTMLCanvasElement.prototype.getContext;
              HTMLCanvasElement.prototype.getContext = function (
                this: HTMLCanvasElement,
                kind: string,
                ...rest: unknown[]
              ) {
                return kind === 'webgl2' ? null : Reflect.apply(own, this, [kind, ...rest]);
              } as typeof own;
            });
          await page.click('#turn');
          const canvas = page.locator('canvas.view');
          const drawn = async () => Number(await canvas.getAttribute('data-drawn'));
          const settled = async (act: () => Promise<void>) => {
            const before = await drawn();
            await act();
            await page.waitForFunction(
              (count) => Number(document.querySelector<HTMLElement>('canvas.view')!.dataset.drawn) > count,
              before,
            );
          };
          await canvas.waitFor();
          await page.waitForFunction(() => document.querySelector<HTMLElement>('canvas.view')!.dataset.drawn);
          expect(await canvas.getAttribute('data-renderer')).toBe(without ? 'plain' : 'webgl');
          pictures.push(await canvas.screenshot());
          const place = (await canvas.boundingBox())!;
          await settled(async () => {
            await page.mouse.move(place.x + 200, place.y + 200);
            await page.mouse.down();
            await page.mouse.move(place.x + 260, place.y + 220);
            await page.mouse.up();
          });
          await settled(() => page.mouse.wheel(0, 100));
          await canvas.focus();
          await settled(() => page.keyboard.press('ArrowLeft'));
          await settled(() => page.keyboard.press('+'));
          await settled(() => page.click('#section'));
          expect(await page.getAttribute('#section', 'aria-pressed')).toBe('true');
          expect((await canvas.screenshot()).equals(pictures.at(-1)!)).toBe(false);
        },
        context,
      );
    }
    // The same geometry, the same colours: the two differ where edges fall between pixels.
    expect(await difference(browser, pictures[0], pictures[1])).toBeLessThan(0.05);
  });

  it('opens at its top where the list is below, and goes to the clash that is chosen', async () => {
    const low = { viewport: { width: 390, height: 240 } };
    await open(
      'page.html',
      async (page) => {
        const scrolled = () => page.evaluate(() => window.scrollY);
        expect(await scrolled()).toBe(0);
        await page.keyboard.press('j');
        await page.keyboard.press('Escape');
        await page.keyboard.press('j');
        await page.waitForFunction(() => window.scrollY > 0);
      },
      low,
    );
  });

  it('draws a clash without a picture when it is chosen', async () => {
    await open('page.html', async (page) => {
      await page.locator('#clashes tbody tr').last().click();
      await page.waitForFunction(() => document.querySelector<HTMLElement>('canvas.view')?.dataset.drawn);
      expect(await page.isVisible('#picture')).toBe(false);
    });
  });

  it('takes decisions by keyboard and saves them as a baseline', async () => {
    await open('page.html', async (page) => {
      await page.keyboard.press('j');
      expect(await page.textContent('#position')).toMatch(/^2 of/);
      await page.selectOption('#decision', 'approved');
      await page.fill('#comment', 'pressed <in>');
      await page.locator('#comment').blur();
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
      const saved = JSON.parse((await contentOf(download)).toString());
      const id = await page.textContent('#clash-id');
      expect(saved.clashes.find((entry: { id: string }) => entry.id === id).decision).toMatchObject({
        state: 'approved',
        comment: 'pressed <in>',
      });
      write(cli.folder, 'saved.json', JSON.stringify(saved));
    });
    const { report } = await clash('assembly.obj', '--clearance', '3', '--touching', '--baseline', 'saved.json');
    expect(
      report.clashes.filter(({ decision }: { decision: { state: string } }) => decision.state === 'approved'),
    ).toHaveLength(1);
  });

  it('runs nothing that a name holds, on a phone too', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await open(
      'evil.html',
      async (page) => {
        await page.locator('#clashes tbody tr').first().click();
        expect(await page.isVisible('#back')).toBe(true);
        expect(await page.textContent('#first-name')).toContain('<img src=x onerror=');
        expect(await page.evaluate(() => 'evil' in window)).toBe(false);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(390);
        await page.click('#back');
        expect(await page.isVisible('#stage')).toBe(false);
      },
      phone,
    );
  });
});

/** The mean difference of two pictures, 0 to 1, as a canvas sees them. */
async function difference(browser: Browser, first: Buffer, second: Buffer): Promise<number> {
  const page = await browser.newPage();
  const found = await page.evaluate(
    async (urls) => {
      const load = async (url: string) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0, 300, 200);
        return context.getImageData(0, 0, 300, 200).data;
      };
      const [p, q] = [await load(urls[0]), await load(urls[1])];
      return p.reduce((sum, value, i) => sum + Math.abs(value - q[i]), 0) / p.length / 255;
    },
    [first, second].map((png) => `data:image/png;base64,${png.toString('base64')}`),
  );
  await page.close();
  return found;
}
