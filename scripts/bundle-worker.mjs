/** Bundles the script of a worker: one text, which starts alike in Node, in bundlers and on plain pages. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** `entry` is the worker's file in the repository. */
export async function bundleWorker(entry) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    platform: 'neutral',
    // Node's own. For the bare name esbuild puts in one that is always there, and a browser would pass for Node.
    define: { require: 'globalThis.require' },
  });
  return outputFiles[0].text;
}
