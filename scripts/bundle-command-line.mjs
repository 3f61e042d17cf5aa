/** Bundles the command line into build/cli, so that scripts in a clone can run it. Returns the path of the bundle. */
import { join } from 'node:path';
import { root } from './run.mjs';

export async function bundleCommandLine() {
  const { build } = await import('esbuild');
  const outdir = join(root, 'build/cli');
  await build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli/main.ts', 'bench-papers': 'bench/papers/verb.ts' },
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
