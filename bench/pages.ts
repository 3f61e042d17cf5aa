/**
 * The first answer of a page, from import on, and queries on a page that renders: with threads against none, in Chromium, while script or
 * a software renderer keeps the cores busy.
 *
 * Each frame moves an object, asks, and then draws; `beside` draws while the query runs. All contestants take turns on one page, and their
 * numbers of pairs must agree, or this exits 1. Times are those until the page's own script has the answer.
 */

import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BULGE, expectedPairs, firstAnswers } from './support/first-answer.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { saveResults } from './support/results.ts';
import { printTable, type Row } from './support/table.ts';

const CHROMIUM = process.env.COLLIDESCOPE_CHROMIUM ?? '/usr/bin/chromium';
/** Nothing is there: the page's two files are given to the browser as answers. Pages of localhost may have shared memory. */
const ADDRESS = 'http://localhost/pages/';
const HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const HTML = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./page.js"></script>';
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'];
const THREADS = [0, 1, 2] as const;
/** Squares along each side of two meshes of 50 176 triangles together. */
const FIRST_SIDE = 112;
/** Milliseconds from import to the first answer about them, at most. */
const FIRST_BUDGET = 300;

/** What the page does besides: milliseconds of script, or a picture drawn by the processor. */
const CASES = [
  { name: 'nothing besides', script: 0, draws: false, beside: false },
  { name: '8 ms of script', script: 8, draws: false, beside: false },
  { name: '8 ms of script, beside', script: 8, draws: false, beside: true },
  { name: 'software renderer', script: 0, draws: true, beside: false },
  { name: 'software renderer, beside', script: 0, draws: true, beside: true },
];

const PROGRAM = `
import { createEngine } from 'collidescope';

${BULGE}

function renderer() {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1280, 720];
  document.body.append(canvas);
  const gl = canvas.getContext('webgl2');
  const program = gl.createProgram();
  const shader = (type, text) => {
    const made = gl.createShader(type);
    gl.shaderSource(made, '#version 300 es\\nprecision highp float;' + text);
    gl.compileShader(made);
    gl.attachShader(program, made);
  };
  shader(gl.VERTEX_SHADER, 'void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4. - 1., 0, 1); }');
  shader(gl.FRAGMENT_SHADER, 'uniform float t; out vec4 c; void main() { c = vec4(sin(t + gl_FragCoord.x * .01)); }');
  gl.linkProgram(program);
  gl.useProgram(program);
  return (time) => {
    gl.uniform1f(gl.getUniformLocation(program, 't'), time);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  };
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

globalThis.play = async ({ script, draws, beside, threads, side, frames }) => {
  const engine = await createEngine({ backend: 'wasm', threads });
  const scene = engine.createScene();
  const turned = Array.from({ length: 8 }, (_, k) => bulge(side, 0.3 * k, 0.7).positions);
  scene.add(bulge(side, 0, 0));
  const moving = scene.add(bulge(side, 0, 0.7));
  const draw = draws ? (globalThis.draw ??= renderer()) : () => {};
  const times = [], pairs = [];
  for (let i = 0; i < frames; i++) {
    await frame();
    scene.move(moving, turned[i % 8]);
    const began = performance.now();
    const asked = scene.collide({ self: true }).then(({ kinds }) => {
      times.push(performance.now() - began);
      pairs.push(kinds.length);
    });
    if (!beside) await asked;
    for (const ends = performance.now() + script; performance.now() < ends; );
    draw(i);
    await asked;
  }
  engine.dispose();
  return { times, pairs: pairs.slice(0, 8).join() };
};
`;

interface Played {
  readonly times: number[];
  readonly pairs: string;
}

async function bundledProgram(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd() },
    alias: { collidescope: './src/index.ts' },
    bundle: true,
    format: 'esm',
    write: false,
    external: ['webgpu', 'node:*'],
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

async function openPage(browser: Browser, program: string): Promise<Page> {
  const page = await browser.newPage();
  await page.route(`${ADDRESS}**`, (route) =>
    route.request().url() === ADDRESS
      ? route.fulfill({ headers: HEADERS, contentType: 'text/html', body: HTML })
      : route.fulfill({ headers: HEADERS, contentType: 'text/javascript', body: program }),
  );
  await page.goto(ADDRESS);
  await page.waitForFunction(() => 'play' in globalThis);
  return page;
}

const quantile = (sorted: readonly number[], part: number) => sorted[Math.floor(part * (sorted.length - 1))];

const flags = readFlags({
  first: { type: 'boolean', help: 'only the time to the first answer' },
  side: { type: 'string', help: 'squares along each side of the two meshes [60]' },
  rounds: { type: 'string', help: 'rounds of 40 frames for each contestant [3]' },
  save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
});
noteLoad();
const program = await bundledProgram();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, headless: true });
const rows: Row[] = [];
let areRight = await measureFirstAnswers();
for (const { name, ...besides } of flags.first ? [] : CASES) {
  const page = await openPage(browser, program);
  const times = THREADS.map((): number[] => []);
  const pairs = new Set<string>();
  for (let round = 0; round < Number(flags.rounds ?? 3); round++) {
    for (const [i, threads] of THREADS.entries()) {
      const options = { ...besides, threads, side: Number(flags.side ?? 60), frames: 40 };
      const played = await page.evaluate(
        (options) => (globalThis as unknown as { play(options: unknown): Promise<Played> }).play(options),
        options,
      );
      // The first ones compile and allocate.
      times[i].push(...played.times.slice(5));
      pairs.add(played.pairs);
    }
  }
  areRight &&= pairs.size === 1;
  for (const [i, threads] of THREADS.entries()) {
    const sorted = times[i].sort((a, b) => a - b);
    const [best, median, late] = [0.1, 0.5, 0.9].map((part) => quantile(sorted, part));
    rows.push({
      page: name,
      threads,
      '10 % ms': best,
      'median ms': median,
      '90 % ms': late,
      right: pairs.size === 1 ? 'yes' : 'NO',
    });
  }
  await page.close();
}
await browser.close();
if (rows.length > 0) printTable('Queries on a page that renders, one per frame', rows);
if (flags.save) saveResults('pages', rows, ['page', 'threads']);
process.exitCode = areRight ? 0 : 1;

/** Whether all found what Node finds. */
async function measureFirstAnswers(): Promise<boolean> {
  const wanted = await expectedPairs(FIRST_SIDE);
  const rounds = 3 * Number(flags.rounds ?? 3);
  const answers = await firstAnswers(browser, { headers: HEADERS, side: FIRST_SIDE, rounds, threads: THREADS });
  const isRight = answers.flat().every(({ pairs }) => pairs === wanted);
  const firstRows = answers.map((all, i): Row => {
    const median = (part: 'import' | 'engine' | 'query' | 'total') =>
      quantile(
        all.map((answer) => answer[part]).sort((a, b) => a - b),
        0.5,
      );
    return {
      threads: THREADS[i],
      'import ms': median('import'),
      'engine and model ms': median('engine'),
      'first query ms': median('query'),
      'in all ms': median('total'),
      [`within ${FIRST_BUDGET} ms`]: median('total') <= FIRST_BUDGET ? 'yes' : 'NO',
      pairs: wanted,
      right: isRight ? 'yes' : 'NO',
    };
  });
  printTable(
    `From import to the first answer about ${4 * FIRST_SIDE ** 2} triangles, medians of ${rounds} new pages`,
    firstRows,
  );
  if (flags.save) saveResults('first-answer', firstRows, ['threads']);
  return isRight;
}
