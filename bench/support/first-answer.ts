/**
 * From import to the first answer, on pages that have nothing yet: every round is a new browser context, so that code is fetched, compiled
 * and run for the first time. The page starts the engine, makes its model meanwhile, as others fetch theirs, and asks.
 */
import { basename } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { createEngine } from '../../src/index.ts';

const ADDRESS = 'http://localhost/first/';

/** A round lump with waves, of 2 n² triangles; text, because the page needs it too. */
export const BULGE = `function bulge(n, turn, shift) {
  const positions = new Float32Array(3 * (n + 1) ** 2), indices = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) {
    const u = 0.4 + (Math.PI - 0.8) * i / n, v = 6 * j / n, r = 1 + 0.1 * Math.sin(7 * u + turn) * Math.sin(9 * v);
    positions.set([r * Math.sin(u) * Math.cos(v) + shift, r * Math.sin(u) * Math.sin(v), r * Math.cos(u)], 3 * (i * (n + 1) + j));
    const a = i * (n + 1) + j;
    if (i < n && j < n) indices.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
  }
  return { positions, indices: Uint32Array.from(indices), weld: false };
}`;

const PROGRAM = `import { createEngine } from 'collidescope';
${BULGE}
export async function first(began, side, threads) {
  const imported = performance.now();
  const opening = createEngine({ backend: 'wasm', threads });
  const meshes = [bulge(side, 0, 0), bulge(side, 0.3, 0.7)];
  const made = performance.now();
  const engine = await opening;
  const ready = performance.now();
  const scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const { kinds } = await scene.collide();
  const answered = performance.now();
  engine.dispose();
  return { import: imported - began, engine: ready - imported, model: made - imported, query: answered - ready, total: answered - began, pairs: kinds.length };
}`;

/** Milliseconds of each part, and how many pairs of triangles were found. */
export interface FirstAnswer {
  readonly import: number;
  readonly engine: number;
  readonly model: number;
  readonly query: number;
  readonly total: number;
  readonly pairs: number;
}

async function bundled(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd(), sourcefile: 'first.js' },
    alias: { collidescope: './src/index.ts' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: 'build/first-answer',
    entryNames: 'first',
    write: false,
    external: ['webgpu', 'node:*'],
    logLevel: 'warning',
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** What Node answers. */
export async function expectedPairs(side: number): Promise<number> {
  const bulge = new Function(`${BULGE}; return bulge;`)();
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const scene = engine.createScene();
  for (const mesh of [bulge(side, 0, 0), bulge(side, 0.3, 0.7)]) scene.add(mesh);
  const { kinds } = await scene.collide();
  engine.dispose();
  return kinds.length;
}

/** Asks on a page of its own, once for each number of threads in each round; those with the same number belong together. */
export async function firstAnswers(
  browser: Browser,
  {
    headers,
    side,
    rounds,
    threads,
  }: { headers: Record<string, string>; side: number; rounds: number; threads: readonly number[] },
): Promise<FirstAnswer[][]> {
  const files = await bundled();
  const answers = threads.map((): FirstAnswer[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, count] of threads.entries()) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.route(`${ADDRESS}**`, (route) => {
        const text = files.get(basename(new URL(route.request().url()).pathname));
        return text === undefined
          ? route.fulfill({ headers, contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' })
          : route.fulfill({ headers, contentType: 'text/javascript', body: text });
      });
      await page.goto(ADDRESS);
      const script = `(async () => { const began = performance.now(); return (await import('./first.js')).first(began, ${side}, ${count}); })()`;
      answers[i].push(await page.evaluate<FirstAnswer>(script));
      await context.close();
    }
  return answers;
}
