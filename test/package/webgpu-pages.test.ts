/** The packed package with WebGPU in Chromium, in a page and in a worker: the same pairs as wasm in Node. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { connectChromium, describeBrowser, withPage } from '../support/chromium.ts';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { randomScene, sceneNames } from '../support/random-scenes.ts';
import { type Site, serveFolder } from '../support/serve.ts';
import { sheet } from '../support/shapes.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_PAGE_SEEDS ?? 1);

/** What the page gets and gives: plain arrays. */
interface PlainMesh {
  readonly positions: number[];
  readonly single: boolean;
  readonly indices?: number[];
  readonly weld?: boolean;
}
type PlainScene = readonly PlainMesh[];
type PlainAnswer = readonly [backend: string, pairs: number[], kinds: number[], degenerate: number[]];

// Not through an import map, which workers do not have.
const PROGRAM = `
import { createEngine } from './node_modules/collidescope/dist/index.js';
let opened;
async function collideScenes(scenes) {
  opened ??= createEngine({ backend: 'webgpu', threads: 0 });
  const engine = await opened;
  const answers = [];
  for (const meshes of scenes) {
    const scene = engine.createScene();
    for (const { positions, single, indices, ...mesh } of meshes) {
      const values = (single ? Float32Array : Float64Array).from(positions);
      scene.add({ ...mesh, positions: values, ...(indices && { indices: Uint32Array.from(indices) }) });
    }
    const { stats, trianglePairs, kinds, degenerateTriangles } = await scene.collide({ self: true });
    answers.push([stats.backend, [...trianglePairs], [...kinds], [...degenerateTriangles]]);
    scene.dispose();
  }
  return answers;
}
globalThis.collideScenes = collideScenes;
if (typeof document === 'undefined') onmessage = async ({ data }) => postMessage(await collideScenes(data));
`;
const PAGE = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./program.js"></script>\n';

function plain({ positions, indices, weld }: MeshInput): PlainMesh {
  const single = positions instanceof Float32Array;
  return {
    positions: [...positions],
    single,
    ...(indices && { indices: [...indices] }),
    ...(weld !== undefined && { weld }),
  };
}

const scenes: (readonly MeshInput[])[] = [
  [sheet(30, 1, (x, y) => 0.3 * Math.sin(9 * x) * Math.cos(7 * y)), sheet(20, 1, (x, y) => 0.2 * x - 0.1 * y)],
  ...sceneNames.flatMap((name) => Array.from({ length: SEEDS }, (_, seed) => randomScene(name, 100 + seed))),
];

async function inNode(): Promise<PlainAnswer[]> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const answers: PlainAnswer[] = [];
  for (const meshes of scenes) {
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const { trianglePairs, kinds, degenerateTriangles } = await scene.collide({ self: true });
    answers.push(['webgpu', [...trianglePairs], [...kinds], [...degenerateTriangles]]);
    scene.dispose();
  }
  engine.dispose();
  return answers;
}

describeBrowser('the packed package with WebGPU', () => {
  let packed: PackedPackage;
  let browser: Browser;
  let site: Site;
  let expected: PlainAnswer[];
  beforeAll(async () => {
    packed = await packPackage();
    site = await serveFolder(packed.createProject('webgpu', { 'index.html': PAGE, 'program.js': PROGRAM }));
    browser = await connectChromium();
    expected = await inNode();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    packed?.dispose();
  });

  const sent: PlainScene[] = scenes.map((meshes) => meshes.map(plain));
  const onPage = (use: (page: Page) => Promise<unknown>) => withPage(browser, site.url, use);

  it('finds on a page what wasm finds in Node', async () => {
    const found = await onPage(async (page) => {
      await page.waitForFunction(() => 'collideScenes' in globalThis);
      type Global = { collideScenes: (scenes: PlainScene[]) => Promise<PlainAnswer[]> };
      return page.evaluate((all) => (globalThis as unknown as Global).collideScenes(all), sent);
    });
    expect(found).toEqual(expected);
  });

  it('does so in a worker', async () => {
    const found = await onPage((page) =>
      page.evaluate(
        (all) =>
          new Promise<unknown>((resolve, reject) => {
            const worker = new Worker('./program.js', { type: 'module' });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
            worker.postMessage(all);
          }),
        sent,
      ),
    );
    expect(found).toEqual(expected);
  });
});
