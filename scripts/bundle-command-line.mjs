/**
 * Bundles the command line into a folder, so that a clone can run it without a build. Returns the path of the bundle. Further
 * entries share its modules.
 */
import { join } from 'node:path';
import { root } from './run.mjs';

export async function bundleCommandLine(outdir = join(root, 'build/cli'), entries = {}) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli/main.ts', 'bench-papers': 'bench/papers/verb.ts', ...entries },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    packages: 'external',
    logLevel: 'warning',
  });
  return join(outdir, 'cli.js');
}
