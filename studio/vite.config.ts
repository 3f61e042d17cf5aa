/** Builds the studio into static files for any web host, or serves it while it is being worked on (`npx vite studio`). */
import { createRequire } from 'node:module';
import { defineConfig } from 'vite';
import { PUBLISHED_STUDIO_MODELS, STUDIO_MODELS } from '../scenes/support/studio-models.ts';
import { formats } from './formats-plugin.ts';
import { models } from './models-plugin.ts';

/** What makes a page cross-origin isolated, so that engines may have threads. */
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

// By their files: the package of the library leaves them out of pages, whose bundlers rarely find the .wasm.
const draco = createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf_nodejs.js');
const alias = [
  { find: /^studio:draco-decoder$/, replacement: draco },
  { find: /^studio:draco-decoder\.wasm/, replacement: draco.replace('_nodejs.js', '.wasm') },
];

// `published`: for the npm package, without models that we may not pass on.
export default defineConfig(({ mode }) => {
  const shipped = mode === 'published' ? PUBLISHED_STUDIO_MODELS : STUDIO_MODELS;
  return {
    root: import.meta.dirname,
    base: './',
    cacheDir: '../build/vite',
    resolve: { alias },
    plugins: [models(shipped), formats()],
    // The worker's own build must know the scans too, but its models are already there.
    worker: { format: 'es', plugins: () => [models([])] },
    server: { host: '127.0.0.1', headers, fs: { strict: false } },
    preview: { host: '127.0.0.1', headers },
    build: { target: 'es2022', emptyOutDir: true, chunkSizeWarningLimit: 1000, modulePreload: { polyfill: false } },
  };
});
