/** Builds the studio into static files for any web host, or serves it during development (`npx vite studio`). */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { PUBLISHED_STUDIO_MODELS, STUDIO_MODELS } from '../scenes/support/studio-models.ts';
import { cadWorker } from './cad-worker-plugin.ts';
import { formats } from './formats-plugin.ts';
import { kernelSets } from './kernel-sets-plugin.ts';
import { models } from './models-plugin.ts';
import { smallTexts } from './small-texts-plugin.ts';

/** What makes a page cross-origin isolated, so that engines may have threads. */
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

// By path: the library leaves the decoder out of browser bundles, because bundlers rarely find its .wasm.
const draco = createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf_nodejs.js');
const alias = [
  { find: /^studio:draco-decoder$/, replacement: draco },
  { find: /^studio:draco-decoder\.wasm/, replacement: draco.replace('_nodejs.js', '.wasm') },
];

// Hints for other bundlers: nobody bundles these files again.
const output = { comments: { legal: true, annotation: false, jsdoc: false } };

// `published`: for the npm package, without models that we may not redistribute.
export default defineConfig(({ mode }) => {
  const shipped = mode === 'published' ? PUBLISHED_STUDIO_MODELS : STUDIO_MODELS;
  return {
    root: import.meta.dirname,
    base: './',
    cacheDir: '../build/vite',
    resolve: { alias },
    plugins: [models(shipped), formats(), cadWorker(), kernelSets(), smallTexts()],
    // The worker's build must resolve the scans too, but their files are already emitted.
    worker: { format: 'es', plugins: () => [models([]), kernelSets(), smallTexts()], rolldownOptions: { output } },
    server: { host: '127.0.0.1', headers, fs: { strict: false } },
    preview: { host: '127.0.0.1', headers },
    build: {
      target: 'es2022',
      emptyOutDir: true,
      chunkSizeWarningLimit: 1000,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'status.html')],
        output,
      },
    },
  };
});
