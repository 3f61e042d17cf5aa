/**
 * What many test files need and is slow to make is made once per run, when the first file asks for it: the bundled command line,
 * the packed package, and one Chromium for each of vitest's workers. Test files run in processes of their own, so they ask over a
 * port of this machine (`ask-workshop.ts`).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { bundleCommandLine } from '../../scripts/bundle-command-line.mjs';
import { findChromium } from '../../scripts/system-packages.mjs';
import type { Order, Product } from './ask-workshop.ts';

const projectRoot = resolve(import.meta.dirname, '../..');

interface Made<T> {
  readonly product: T;
  dispose(): unknown;
}

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const MAKERS: { readonly [K in Order]: () => Promise<Made<Product[K]>> } = {
  /** In the project's build folder, because npm packages are found from there. */
  'command-line': async () => {
    mkdirSync(join(projectRoot, 'build'), { recursive: true });
    const folder = mkdtempSync(join(projectRoot, 'build/cli-test-'));
    await bundleCommandLine(folder, { 'in-process': 'test/cli/in-process.ts' });
    return { product: { folder }, dispose: () => rmSync(folder, { recursive: true, force: true }) };
  },

  /** Packs dist as it stands; `npm test` and `npm run unit` have built it before. */
  package: async () => {
    if (!existsSync(join(projectRoot, 'dist/index.js'))) throw new Error('There is no dist. Run: npm run build');
    const folder = mkdtempSync(join(tmpdir(), 'collidescope-package-'));
    const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
    const [packed] = JSON.parse(execFileSync('npm', words, { cwd: projectRoot, encoding: 'utf8' }));
    const archive = join(folder, packed.filename);
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const { size, unpackedSize, files } = packed;
    const product = { archive, size, unpackedSize, files, unpacked: join(folder, 'package') };
    return { product, dispose: () => rmSync(folder, { recursive: true, force: true }) };
  },

  chromium: async () => {
    const server = await chromium.launchServer({
      executablePath: findChromium(),
      args: CHROMIUM_FLAGS,
      headless: true,
    });
    return { product: { endpoint: server.wsEndpoint() }, dispose: () => server.close() };
  },
};

/** Made so far, by order and, for Chromium, worker. */
class Shelf {
  readonly #made = new Map<string, Promise<Made<unknown>>>();

  async get(order: Order, worker: string): Promise<unknown> {
    const key = order === 'chromium' ? `chromium ${worker}` : order;
    const made = this.#made.get(key) ?? MAKERS[order]();
    this.#made.set(key, made);
    return (await made).product;
  }

  async clear(isCleared = (_key: string): boolean => true): Promise<void> {
    for (const [key, made] of this.#made) {
      if (!isCleared(key)) continue;
      this.#made.delete(key);
      await made.then((one) => one.dispose()).catch(() => undefined);
    }
  }
}

export default async function openWorkshop(project: TestProject): Promise<() => Promise<void>> {
  const shelf = new Shelf();
  const server = createServer(async ({ url }, response) => {
    const [, order, worker] = (url ?? '').split('/');
    const answer = await shelf.get(order as Order, worker).then(
      (product) => ({ product }),
      (error) => ({ error: String(error) }),
    );
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  project.provide('workshopPort', (server.address() as AddressInfo).port);
  // While vitest watches, sources change between runs; the browser does not.
  project.onTestsRerun(() => shelf.clear((key) => !key.startsWith('chromium')));
  return async () => {
    server.close();
    await shelf.clear();
  };
}
