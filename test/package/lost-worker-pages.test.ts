/**
 * Workers that end on a page, in Chromium: while nothing runs, before they are ready, in the middle of a query, and where
 * there are no locks that would tell of their end. Each time the query settles, and the next answer is right. A hang is
 * found by the tests' time limit.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectChromium, describeBrowser, withPage } from '../support/chromium.ts';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { Random } from '../support/random.ts';
import { ISOLATION_HEADERS, type Site, serveFolder } from '../support/serve.ts';
import { isLong } from '../support/thoroughness.ts';

/** Keeps what the library starts as `started`; those that `stillborn` counts are ended at once. */
const HOLD_OF_WORKERS = `
globalThis.started = [];
globalThis.realTimeout = setTimeout;
globalThis.stillborn = 0;
globalThis.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    started.push(this);
    if (stillborn > 0) {
      stillborn--;
      this.terminate();
    }
  }
};
// The library waits a fifth as long for workers that do not come: that it ends is tested, not when.
for (const name of ['setTimeout', 'setInterval']) {
  const original = globalThis[name];
  globalThis[name] = (call, wait, ...values) => original(call, wait >= 1000 ? wait / 5 : wait, ...values);
}
if (location.search === '?no-locks') delete Navigator.prototype.locks;
`;

/**
 * `openCase` gives an engine with a scene that keeps it busy for seconds and one that is quickly asked; `asked` gives the
 * answer's pairs as text, or the code or message of the error.
 */
const PROGRAM = `
import { createEngine } from './node_modules/collidescope/dist/index.js';

function pile(count) {
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) positions.set([0, 0, 0, 1, 0, t / count, 0, 1, 1 - t / count], 9 * t);
  return { positions, weld: false };
}

/** Apart from each other and from the pile: so many triangles that threads are woken for them. */
function crowd(count) {
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) positions.set([9 + 2 * t, 0, 0, 10 + 2 * t, 0, 0, 9 + 2 * t, 1, 0], 9 * t);
  return { positions, weld: false };
}

globalThis.openCase = async (threads) => {
  const before = started.length;
  const engine = await createEngine({ backend: 'wasm', threads });
  const long = engine.createScene();
  long.add(pile(3500));
  const short = engine.createScene();
  const { positions, weld } = pile(30);
  short.add({ positions, weld });
  short.add(crowd(600));
  renewals.set(short, () => short.move(0, positions));
  return { engine, long, short, workers: started.slice(before) };
};

/** Positions are given anew before every query of a short scene: else its answer would be known, and no thread needed. */
const renewals = new Map();

globalThis.asked = (scene, signal) => {
  renewals.get(scene)?.();
  return scene.collide({ self: true, signal }).then(
    ({ trianglePairs, kinds }) => kinds.length + ' pairs ' + (kinds.length < 1000 ? [...trianglePairs] : ''),
    (error) => error.code ?? error.message,
  );
};

globalThis.pause = (milliseconds) => new Promise((resolve) => realTimeout(resolve, milliseconds));
`;
const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><script src="./hold.js"></script>' +
  '<script type="module" src="./program.js"></script>\n';

interface Case {
  readonly engine: { dispose(): void };
  readonly long: unknown;
  readonly short: unknown;
  readonly workers: Worker[];
}

/** What the page's scripts define. */
interface PageGlobals {
  started: Worker[];
  stillborn: number;
  openCase(threads: number): Promise<Case>;
  asked(scene: unknown, signal?: AbortSignal): Promise<string>;
  pause(milliseconds: number): Promise<void>;
}
declare const self: PageGlobals;

const MOMENTS = isLong ? 10 : 3;

describeBrowser('a worker that ends on a page', () => {
  let packed: PackedPackage;
  let browser: Browser;
  let site: Site;
  let right: string;

  beforeAll(async () => {
    packed = await packPackage();
    const files = { 'index.html': PAGE, 'hold.js': HOLD_OF_WORKERS, 'program.js': PROGRAM };
    site = await serveFolder(packed.createProject('lost-worker', files), ISOLATION_HEADERS);
    browser = await connectChromium();
    right = await onPage('', (page) => page.evaluate(async () => self.asked((await self.openCase(0)).short)));
    expect(right).toMatch(/^435 pairs 0,0,0,1,/);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    packed?.dispose();
  });

  function onPage<T>(search: string, use: (page: Page) => Promise<T>): Promise<T> {
    return withPage(browser, site.url + search, async (page) => {
      await page.waitForFunction(() => 'openCase' in self);
      return use(page);
    });
  }

  it(`at ${MOMENTS} random moments of a query makes that query reject, and the next one is right`, async () => {
    const random = new Random(7);
    const moments = Array.from({ length: MOMENTS }, () => ({
      worker: random.integer(0, 1),
      after: random.real(0, 1500),
    }));
    const answers = await onPage('', (page) =>
      page.evaluate(async (moments) => {
        const { openCase, asked, pause } = self;
        const answers: string[][] = [];
        for (const { worker, after } of moments) {
          const { engine, long, short, workers } = await openCase(2);
          const query = asked(long);
          await pause(after);
          workers[worker].terminate();
          answers.push([await query, await asked(short)]);
          // Perhaps the long query was done before the browser had ended the worker.
          if (answers.at(-1)!.includes('worker-failed')) answers.at(-1)!.push(await asked(short));
          engine.dispose();
        }
        return answers;
      }, moments),
    );
    for (const answer of answers) {
      expect(answer.at(-1)).toBe(right);
      for (const one of answer) expect(['worker-failed', '6123250 pairs ', right]).toContain(one);
    }
    expect(answers.flat()).toContain('worker-failed');
  });

  it('while nothing runs is replaced', async () => {
    const [answers, started] = await onPage('', (page) =>
      page.evaluate(async () => {
        const { short, workers } = await self.openCase(2);
        workers[1].terminate();
        // Until the browser has ended it, it still works or is lost with the query.
        const answers: string[] = [];
        while (self.started.length === 2) answers.push(await self.asked(short));
        return [answers, self.started.length] as const;
      }),
    );
    expect(started).toBe(4);
    expect(answers.at(-1)).toBe(right);
    for (const answer of answers) expect(['worker-failed', right]).toContain(answer);
  });

  it('before it is ready makes the engine, or the query, reject; an abort need not wait for that', async () => {
    const answers = await onPage('', (page) =>
      page.evaluate(async () => {
        const { openCase, asked, pause } = self;
        self.stillborn = 1;
        const opened = await openCase(2).then(
          () => 'opened',
          (error) => error.code,
        );
        const { short, workers } = await openCase(2);
        workers[0].terminate();
        self.stillborn = 1;
        // Some answers may come until the worker's end is noticed and the stillborn one is started in its place.
        let first = '';
        while (first !== 'enough') {
          const controller = new AbortController();
          const query = asked(short, controller.signal);
          void pause(300).then(() => self.stillborn === 0 && controller.abort(new Error('enough')));
          first = await query;
        }
        return [opened, first, await asked(short), await asked(short)];
      }),
    );
    expect(answers).toEqual(['worker-failed', 'enough', 'worker-failed', right]);
  });

  it('unnoticed, for want of locks, lets an abort through; then another engine is needed', async () => {
    const answers = await onPage('?no-locks', (page) =>
      page.evaluate(async () => {
        const { openCase, asked, pause } = self;
        const { long, short, workers } = await openCase(2);
        workers[0].terminate();
        workers[1].terminate();
        await pause(2500);
        const controller = new AbortController();
        const query = asked(long, controller.signal);
        await pause(100);
        controller.abort(new Error('enough'));
        const answers = [await query, await asked(short)];
        const another = await openCase(2);
        return [...answers, await asked(another.short)];
      }),
    );
    expect(answers).toEqual(['enough', 'worker-failed', right]);
  });
});
