/** The ways in which people bring the package onto a page. */

import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { createServer, preview, build as viteBuild } from 'vite';
import webpack from 'webpack';
import { CONSUMER_SOURCE, type ConsumerFile, GLTF, OBJ, READER_SOURCE } from './consumer.ts';
import type { PackedPackage } from './packed-package.ts';
import { type Site, serveFolder } from './serve.ts';

export type Headers = Readonly<Record<string, string>>;

/** Builds once; then serves with these headers, as often as asked. */
export interface PageBuild {
  readonly name: string;
  /** What the page reads as well. A plain page would need an import map for the packages that read glTF. */
  readonly files: readonly ConsumerFile[];
  prepare(packed: PackedPackage): Promise<(headers: Headers) => Promise<Site>>;
}

const ENGINE_PAGE = `${CONSUMER_SOURCE}globalThis.collideTriangles = collideTriangles;\n`;
const WHOLE_PAGE = `${ENGINE_PAGE}${READER_SOURCE}globalThis.readParts = readParts;\n`;

const html = (script: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8"><link rel="icon" href="data:,">${head}</head>` +
  `<body><script type="module" src="${script}"></script></body></html>\n`;

const IMPORT_MAP = `<script type="importmap">${JSON.stringify({
  imports: {
    collidescope: './node_modules/collidescope/dist/index.js',
    'collidescope/io': './node_modules/collidescope/dist/io.js',
  },
})}</script>`;

export const plainPage: PageBuild = {
  name: 'a plain page with an import map',
  files: [OBJ],
  async prepare(packed) {
    const files = { 'index.html': html('./main.js', IMPORT_MAP), 'main.js': WHOLE_PAGE };
    const project = packed.createProject('plain', files);
    return (headers) => serveFolder(project, headers);
  },
};

/** As from a CDN: one file, and nothing else of the package. */
const singleFile: PageBuild = {
  name: 'the single file on a plain page',
  files: [],
  async prepare(packed) {
    const script = ENGINE_PAGE.replace("'collidescope'", "'./node_modules/collidescope/dist/collidescope.min.js'");
    const project = packed.createProject('single', { 'index.html': html('./main.js'), 'main.js': script });
    return (headers) => serveFolder(project, headers);
  },
};

const VITE_FILES = { 'index.html': html('/main.js'), 'main.js': WHOLE_PAGE };
const VITE_OPTIONS = { configFile: false, logLevel: 'error', clearScreen: false } as const;

const viteDevServer: PageBuild = {
  name: 'a Vite dev server',
  files: [OBJ, GLTF],
  async prepare(packed) {
    const root = packed.createProject('vite-dev', VITE_FILES);
    return async (headers) => {
      // The dependencies are links into this clone, outside the page's folder.
      const server = { host: 'localhost', port: 0, headers, hmr: false, watch: null, fs: { strict: false } } as const;
      const vite = await createServer({ ...VITE_OPTIONS, root, server });
      await vite.listen();
      return { url: vite.resolvedUrls?.local[0] ?? '', close: () => vite.close() };
    };
  },
};

/** `script` is the page's program. */
export const viteProduction = (script = WHOLE_PAGE): PageBuild => ({
  name: 'a Vite build',
  files: [OBJ, GLTF],
  async prepare(packed) {
    const root = packed.createProject('vite-build', { ...VITE_FILES, 'main.js': script });
    await viteBuild({ ...VITE_OPTIONS, root });
    return async (headers) => {
      const server = await preview({ ...VITE_OPTIONS, root, preview: { host: 'localhost', port: 0, headers } });
      return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
    };
  },
});

const esbuildBundle: PageBuild = {
  name: 'an esbuild bundle',
  files: [],
  async prepare(packed) {
    const project = packed.createProject('esbuild', { 'main.js': ENGINE_PAGE, 'site/index.html': html('./main.js') });
    await esbuild({
      absWorkingDir: project,
      entryPoints: ['main.js'],
      bundle: true,
      minify: true,
      format: 'esm',
      outdir: 'site',
      logLevel: 'error',
    });
    return (headers) => serveFolder(join(project, 'site'), headers);
  },
};

const webpackBundle: PageBuild = {
  name: 'a webpack bundle',
  files: [],
  async prepare(packed) {
    const project = packed.createProject('webpack', { 'main.js': ENGINE_PAGE, 'site/index.html': html('./main.js') });
    const output = { path: join(project, 'site'), filename: 'main.js' };
    await new Promise<void>((resolve, reject) => {
      webpack({ mode: 'production', context: project, entry: './main.js', output }, (error, stats) => {
        if (error || !stats) reject(error);
        else if (stats.hasErrors() || stats.hasWarnings()) reject(new Error(stats.toString('errors-warnings')));
        else resolve();
      });
    });
    return (headers) => serveFolder(join(project, 'site'), headers);
  },
};

export const PAGE_BUILDS: readonly PageBuild[] = [
  plainPage,
  singleFile,
  viteDevServer,
  viteProduction(),
  esbuildBundle,
  webpackBundle,
];
